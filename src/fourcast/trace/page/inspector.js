// What is known about the selected node, in words and in pictures.
import { counted, html, svg } from "./dom.js";
import { MARKS, boardSize, boardSvg } from "./draw.js";

// The top of a panel: the board of a node, its kind, how it came about.
export function portrait({ tree }, node) {
  const cell = Math.min(17, 130 / (tree.width + 1), 130 / (tree.height + 1));
  const [width, height] = boardSize(tree, cell);
  const mark = svg("svg", { class: "kind", width: 16, height: 16, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, svg("path", { d: MARKS[node.look] }));
  const lines = node.word.toLowerCase() === node.who.toLowerCase() ? [] : [node.word];
  lines.push(node.reached.replace(/^./, (first) => first.toUpperCase()));
  if (node.turn) lines.push(`${node.turn} to move`);
  lines.push(`Depth left ${node.depth} of ${tree.depth}`);
  return html("div", { class: "portrait" },
    svg("svg", { width, height: height + 4, "aria-hidden": "true" }, boardSvg(tree, node, cell)),
    html("div", {}, html("h2", {}, mark, ` ${node.who}`), lines.map((line) => html("p", {}, line))));
}

// A move as an entry of a list: `column 4`, `pop 4`; what is more than a move stays as it is.
export function inWords(tree, text) {
  return /^\d+$/.test(text) ? `${tree.places} ${text}` : text.replace(/^p(\d+)$/, "pop $1").replace(/^=$/, "call a draw");
}

// The window on entry as a part of all values, and where in it the value lies. It stays in the page, so that it can slide.
export class WindowBar {
  constructor() {
    this.open = html("i", { class: "open" });
    this.found = html("i", { class: "found" });
    this.alpha = html("span");
    this.beta = html("span");
    this.element = html("div", { class: "range" }, html("div", { "aria-hidden": "true" }, this.open, this.found), html("p", {}, this.alpha, this.beta));
  }

  show({ tree }, node, known) {
    const [lowest, highest] = tree.range;
    const place = (value) => Math.min(100, Math.max(0, ((value - lowest) / Math.max(highest - lowest, 1)) * 92 + 4));
    const from = node.alphaText === "−∞" || node.alpha === null ? 0 : place(node.alpha);
    const to = node.betaText === "∞" || node.beta === null ? 100 : place(node.beta);
    this.open.style.left = `${from}%`;
    this.open.style.width = `${Math.max(to - from, 0.8)}%`;
    this.found.hidden = !known || node.value === null;
    this.found.classList.toggle("cut", node.isCut);
    if (node.value !== null) this.found.style.left = `${Math.min(99, place(node.value))}%`;
    this.alpha.textContent = `α ${node.alphaText}`;
    this.beta.textContent = `β ${node.betaText}`;
  }
}

export class Inspector {
  constructor(acts) {
    this.acts = acts;
    this.bar = new WindowBar();
    this.top = html("div");
    this.worth = html("p", { class: "worth" });
    this.why = html("p", { class: "why" });
    this.heading = html("h3");
    this.replies = html("ol", { class: "replies" });
    this.button = html("button", { type: "button", class: "button toggle", onclick: () => acts.toggle(this.node.index) });
    this.element = html("div", { class: "inspector" }, this.top, html("h3", {}, "Value"), this.worth,
      html("h3", {}, "Window on entry"), this.bar.element, this.why, this.heading, this.replies, this.button);
  }

  show(model) {
    const node = model.nodes[model.selected];
    const known = model.isKnown(node);
    this.node = node;
    this.top.replaceChildren(portrait(model, node));
    this.worth.textContent = known ? node.valueText : "not yet known";
    this.bar.show(model, node, known);
    this.why.hidden = !known;
    this.why.className = node.reason ? "why cut" : "why";
    this.why.replaceChildren(...(node.reason ? [html("b", {}, node.why), ` ${node.explained}`] : [node.explained]));
    const hasBelow = node.children.length > 0;
    for (const part of [this.heading, this.replies, this.button]) part.hidden = !hasBelow;
    this.heading.textContent = node.look === "chance" ? "Branches in the order tried" : "Replies in the order tried";
    this.button.textContent = model.isOpen(node.index) ? "Close this branch" : "Open this branch";
    this.replies.replaceChildren(...(model.hasChildren(node.index) ? this.entries(model, node, known) : []));
    if (hasBelow && !model.hasChildren(node.index)) {
      model.need(node.index).then(() => { if (this.node === node && model.hasChildren(node.index)) this.show(model); });
    }
  }

  entries(model, node, known) {
    const words = (text) => html("span", {}, inWords(model.tree, text));
    const tried = node.children.map((index) => {
      const child = model.nodes[index];
      const button = html("button", { type: "button", onclick: () => this.acts.choose(index, false) }, words(child.step),
        html("span", { class: "small" }, child.nodes > 1 ? `${counted(child.nodes)} nodes` : ""),
        html("b", {}, model.isKnown(child) ? child.valueText : "…"));
      if (child.chosen && model.isDone) button.classList.add("chosen");
      return html("li", {}, button);
    });
    const cut = known ? node.cut.map((text) => html("li", { class: "cut" }, words(text), html("b", {}, "cut"))) : [];
    return [...tried, ...cut];
  }
}
