// What the reader does: choosing nodes, opening branches, moving and zooming, stepping.
function select(index, { focus = true } = {}) {
  reveal(index);
  state.selected = index;
  if (!placeOf(index)) redraw(index);
  else mark();
  bringIntoView(index);
  inspect();
  if (focus) document.getElementById(`n${index}`)?.focus({ preventScroll: true });
  history.replaceState(null, "", `#${index}`);
}

function sibling(node, by) {
  if (node.parent === null) return node.index;
  const family = nodes[node.parent].children;
  return family[family.indexOf(node.index) + by] ?? node.index;
}

canvas.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const node = nodes[state.selected];
  const ways = {
    ArrowUp: () => select(node.parent ?? 0),
    ArrowDown: () => {
      if (!node.children.length) return;
      if (!isOpen(node.index)) toggle(node.index);
      select(node.children[0]);
    },
    ArrowLeft: () => select(sibling(node, -1)),
    ArrowRight: () => select(sibling(node, 1)),
    Home: () => select(0),
    Enter: () => { toggle(node.index); select(node.index); },
    " ": () => { toggle(node.index); select(node.index); },
    PageDown: () => goTo(state.step + 1),
    PageUp: () => goTo(state.step - 1),
    "+": () => zoom(1.25),
    "-": () => zoom(0.8),
    0: () => fit(),
  };
  if (!ways[event.key]) return;
  event.preventDefault();
  ways[event.key]();
});

// Dragging pans, two fingers zoom, a click selects; a click on a count, or on what is selected, opens and closes.
const fingers = new Map();
let dragged = 0;

canvas.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, event);
  if (fingers.size === 1) dragged = 0;
});
canvas.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  dragged += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
  if (dragged > 5) canvas.setPointerCapture(event.pointerId);
  const others = [...fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
  if (others.length) {
    const [other] = others;
    const box = canvas.getBoundingClientRect();
    const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
    zoom(apart(event) / Math.max(apart(before), 1), (event.clientX + other.clientX) / 2 - box.left, (event.clientY + other.clientY) / 2 - box.top);
  } else {
    view.moved = true;
    view.x += event.clientX - before.clientX;
    view.y += event.clientY - before.clientY;
    look();
  }
  fingers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
canvas.addEventListener("click", (event) => {
  const element = event.target.closest(".node");
  if (!element || dragged > 5) return;
  const index = Number(element.dataset.index);
  if (event.target.closest(".pill") || index === state.selected) toggle(index);
  select(index);
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = canvas.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });

const on = (id, act) => document.getElementById(id).addEventListener("click", act);
const show = (change) => { change(); followed.clear(); redraw(0); if (!placeOf(state.selected)) state.selected = 0; mark(); fit(0.3); inspect(); };
on("open-line", () => show(openLine));
on("open-all", () => {
  show(openAll);
  const shown = visibleNodes().length;
  if (shown === nodes.length) return;
  const counts = [shown, nodes.length].map((count) => count.toLocaleString("en"));
  document.getElementById("said").textContent = `${counts[0]} of ${counts[1]} nodes are open. Open the rest branch by branch.`;
});
on("close-all", () => show(closeAll));
on("zoom-in", () => zoom(1.25));
on("zoom-out", () => zoom(0.8));
on("fit", () => fit());
on("first", () => { play(false); goTo(0); });
on("back", () => { play(false); goTo(state.step - 1); });
on("forward", () => { play(false); goTo(state.step + 1); });
on("last", () => { play(false); goTo(lastStep); });
on("play", () => {
  if (!playing && state.step === lastStep) goTo(0);
  play(!playing);
});
slider.addEventListener("input", () => { play(false); goTo(Number(slider.value)); });
addEventListener("resize", () => {
  paintStrip();
  if (!view.moved) begin();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintStrip);

const kinds = new Set(nodes.map((node) => node.look));
document.getElementById("legend").append(
  ...[["max", "MAX"], ["min", "MIN"], ["chance", "chance, a mean"], ["leaf", "leaf"]].filter(([kind]) => kinds.has(kind)).map(([kind, word]) =>
    html("span", {}, svg("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, svg("path", { d: MARKS[kind] })), ` ${word}`)),
  html("span", {}, `values from ${tree.player}'s side, then the window α, β`));

// At first a small tree is shown whole if it can be read, else the chosen line. `#12` asks for a node, `#step=7` for a step.
function begin() {
  const asked = Number(location.hash.slice(1));
  const askedStep = /^#step=(\d+)$/.exec(location.hash);
  openLine();
  if (isWhole) openAll();
  redraw(0);
  if (drawing.width * readable() > canvas.clientWidth) {
    openLine();
    redraw(0);
  }
  fit(readable());
  if (askedStep) goTo(Number(askedStep[1]) - 1);
  else if (asked > 0 && asked < nodes.length) select(asked, { focus: false });
  told();
  inspect();
}

begin();
paintStrip();
