// What is known about the selected node, in words and in pictures.
function html(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

// All finite values, for the ends of the bar; wins and losses lie beyond them.
const MOST_OF_ALL = 1e11;
const ordinary = nodes.map((node) => node.value).filter((value) => value !== null && Math.abs(value) < MOST_OF_ALL);
const lowest = ordinary.reduce((least, value) => Math.min(least, value), 0);
const highest = ordinary.reduce((most, value) => Math.max(most, value), 0);

function windowBar(node) {
  const range = Math.max(highest - lowest, 1);
  const place = (value, infinite) => {
    if (value === null) return infinite;
    return Math.min(100, Math.max(0, ((value - lowest) / range) * 92 + 4));
  };
  const from = node.alphaText === "−∞" ? 0 : place(node.alpha, 0);
  const to = node.betaText === "∞" ? 100 : place(node.beta, 100);
  const known = node.left <= state.step;
  const bar = svg("svg", { class: "bar", viewBox: "0 0 100 14", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "all", x: 0, y: 5, width: 100, height: 4 }),
    svg("rect", { class: "open", x: from, y: 5, width: Math.max(to - from, 0.8), height: 4 }));
  if (known && node.value !== null) {
    const at = place(node.value, 50);
    bar.append(svg("rect", { class: node.reason ? "found cut" : "found", x: Math.min(98.6, Math.max(0, at - 0.7)), y: 0, width: 1.4, height: 14 }));
  }
  return html("div", { class: "window-bar" }, bar,
    html("p", {}, html("span", {}, `α ${node.alphaText}`), html("span", {}, `β ${node.betaText}`)));
}

// A move as an entry of a list: `column 4`, `pop 4`; what is more than a move stays as it is.
function inWords(text) {
  return /^\d+$/.test(text) ? `${tree.places} ${text}` : text.replace(/^p(\d+)$/, "pop $1").replace(/^=$/, "call a draw");
}

function replies(node) {
  const list = html("ol", { class: "replies" });
  const entry = (child) => {
    const button = html("button", { type: "button" },
      html("span", {}, inWords(child.step)), html("span", { class: "small" }, child.nodes > 1 ? `${child.nodes.toLocaleString("en")} nodes` : ""),
      html("b", {}, child.left <= state.step ? child.valueText : "…"));
    if (child.chosen && state.step === lastStep) button.classList.add("chosen");
    button.addEventListener("click", () => select(child.index, { focus: false }));
    return html("li", {}, button);
  };
  list.append(...node.children.map((child) => entry(nodes[child])));
  if (node.left <= state.step) {
    list.append(...node.cut.map((text) => html("li", { class: "cut" }, html("span", {}, inWords(text)), html("b", {}, "cut"))));
  }
  return list;
}

function inspect() {
  const node = nodes[state.selected];
  const known = node.left <= state.step;
  const cell = Math.min(17, 180 / (tree.width + 1), 160 / (tree.height + 1));
  const board = svg("svg", { class: "large", width: boardWidth(cell), height: boardHeight(cell) + 4, "aria-hidden": "true" }, boardSvg(node, cell));
  const mark = svg("svg", { class: "kind", width: 16, height: 16, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, svg("path", { d: MARKS[node.look] }));
  const lines = node.word.toLowerCase() === node.who.toLowerCase() ? [] : [node.word];
  lines.push(node.reached.replace(/^./, (first) => first.toUpperCase()));
  if (node.turn) lines.push(`${node.turn} to move`);
  lines.push(`Depth left ${node.depth} of ${tree.depth}`);
  const about = html("div", {}, html("h2", {}, mark, ` ${node.who}`), ...lines.map((line) => html("p", {}, line)));
  const panel = [html("div", { class: "top" }, board, about)];
  panel.push(html("h3", {}, "Value"), html("p", { class: "number" }, known ? node.valueText : "not yet known"));
  panel.push(html("h3", {}, "Window on entry"), windowBar(node));
  if (known) {
    panel.push(node.reason
      ? html("p", { class: "why cut" }, html("b", {}, node.why), ` ${node.explained}`)
      : html("p", { class: "why" }, node.explained));
  }
  if (node.children.length) {
    const button = html("button", { type: "button", class: "toggle" }, isOpen(node.index) ? "Close this branch" : "Open this branch");
    button.addEventListener("click", () => { toggle(node.index); inspect(); });
    panel.push(html("h3", {}, node.look === "chance" ? "Branches in the order tried" : "Replies in the order tried"), replies(node), button);
  }
  document.getElementById("inspector").replaceChildren(...panel);
}
