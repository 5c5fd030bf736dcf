// The canvas: what is drawn of the tree, which node is selected, how far the search is, and from where it is seen.
const canvas = document.getElementById("canvas");
const scene = svg("g", { role: "none" });
canvas.append(scene);

const state = { selected: 0, step: lastStep };
const view = { x: 0, y: 0, scale: 1, moved: false }; // moved: the reader has chosen where to look from
let drawing = { items: [], width: 0, height: 0 };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

function placeOf(index) {
  return drawing.items.find((item) => item.node.index === index && !item.texts);
}

// Draw everything anew, with one node staying where it was on the screen.
function redraw(anchor = state.selected) {
  const before = placeOf(anchor);
  drawing = arrange(visibleNodes());
  const after = placeOf(anchor);
  if (before && after) {
    view.x += (before.x - after.x) * view.scale;
    view.y += (before.y - after.y) * view.scale;
  }
  const edges = [], cuts = [], cards = [];
  for (const item of drawing.items) {
    const from = item.parent === null ? null : drawing.items[item.parent];
    if (item.texts) cuts.push(cutSvg(item, from));
    else {
      if (from) edges.push(edgeSvg(item, from));
      cards.push(nodeSvg(item, drawing.small));
    }
  }
  const first = (edge) => (edge.classList.contains("chosen") ? 1 : 0);
  edges.sort((one, two) => first(one) - first(two));
  scene.replaceChildren(...edges, ...cuts, ...cards);
  look();
  mark();
}

// Show how far the search is: what is to come is faint, values come when a node is done, the choice when all is.
function mark() {
  canvas.classList.toggle("done", state.step === lastStep);
  for (const element of scene.children) {
    const node = nodes[Number(element.dataset.index)];
    const isCut = element.classList.contains("cut");
    element.classList.toggle("future", (isCut ? node.left : node.entered) > state.step);
    if (!element.classList.contains("node")) continue;
    const selected = node.index === state.selected;
    const known = node.left <= state.step;
    element.querySelector(".value").textContent = known ? node.valueText : "…";
    element.classList.toggle("selected", selected);
    element.classList.toggle("now", state.step < lastStep && steps[state.step].node === node);
    element.setAttribute("aria-selected", selected);
    element.setAttribute("tabindex", selected ? 0 : -1);
  }
}

function look() {
  scene.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
  document.getElementById("zoom").textContent = `${Math.round(view.scale * 100)}%`;
}

function glide() {
  if (calm.matches) return;
  scene.classList.add("gliding");
  setTimeout(() => scene.classList.remove("gliding"), 220);
}

function zoom(factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
  view.moved = true;
  const scale = Math.min(3, Math.max(0.05, view.scale * factor));
  view.x = x - (x - view.x) * (scale / view.scale);
  view.y = y - (y - view.y) * (scale / view.scale);
  view.scale = scale;
  look();
}

function fit(least = 0.05) {
  const { clientWidth, clientHeight } = canvas;
  view.scale = Math.max(least, Math.min(1.2, (clientWidth - 32) / drawing.width, (clientHeight - 72) / drawing.height));
  view.x = (clientWidth - drawing.width * view.scale) / 2;
  view.y = Math.max(20, (clientHeight - 44 - drawing.height * view.scale) / 2);
  if (drawing.width * view.scale > clientWidth) bringIntoView(state.selected, true);
  look();
}

// As small as is needed to see all, but not smaller than can be read; not if the reader has chosen a size.
function shrink(least) {
  const wanted = Math.max(least, (canvas.clientWidth - 32) / drawing.width);
  if (view.moved || wanted >= view.scale) return;
  zoom(wanted / view.scale);
  view.moved = false;
}

const readable = () => (innerWidth < 700 ? 0.65 : 0.7);

// Move the drawing so that a node can be seen.
function bringIntoView(index, centred = false) {
  const item = placeOf(index);
  if (!item) return;
  const { clientWidth, clientHeight } = canvas;
  const x = view.x + item.x * view.scale;
  const top = view.y + item.y * view.scale;
  const half = (item.width / 2) * view.scale + 16;
  const bottom = top + item.height * view.scale + 64; // clear of what lies over the lower edge
  if (centred || x - half < 0 || x + half > clientWidth) view.x += clientWidth / 2 - x;
  if (top < 16) view.y += 16 - top;
  else if (bottom > clientHeight) view.y -= bottom - clientHeight;
  look();
}

function toggle(index) {
  const node = nodes[index];
  if (!node.children.length) return;
  if (isOpen(index)) {
    opened().delete(index);
    followed.delete(index);
  } else opened().add(index);
  redraw(index);
}
