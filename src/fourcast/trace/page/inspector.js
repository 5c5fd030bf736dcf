// What is known about the selected node, in words and in pictures.
import { counted, h, put, s } from "./dom.js";
import { boardSize, boardSvg, disc } from "./discs.js";
import { MARKS } from "./draw.js";

const upper = (text) => text.replace(/^./, (first) => first.toUpperCase());

/** The top of a panel: the board of a node, its kind, how it came about. */
export function portrait({ tree }, node) {
  const cell = Math.min(17, 130 / (tree.width + 1), 130 / (tree.height + 1));
  const [width, height] = boardSize(tree, cell);
  const lines = [
    node.word.toLowerCase() !== node.who.toLowerCase() && node.word, upper(node.reached),
    node.turn && `${node.turn} to move`, `Depth left ${node.depth} of ${tree.depth}`];
  return h("div.portrait",
    s("svg", { width, height: height + 4, "aria-hidden": "true" }, boardSvg({ ...tree, ...node }, tree.sizes.frame * cell, cell)),
    h("div", h("h2", s("svg.kind", { viewBox: "-7 -7 14 14", "aria-hidden": "true" }, s("path", { d: MARKS[node.look] })), ` ${node.who}`),
      lines.map((line) => line && h("p", line))));
}

// A move as an entry of a list: `column 4`, `pop 4`; what is more than a move stays as it is.
export function inWords(tree, text) {
  return /^\d+$/.test(text) ? `${tree.places} ${text}` : text.replace(/^p(\d+)$/, "pop $1").replace(/^=$/, "call a draw");
}

// The window on entry as a part of all values, and where in it the value lies. It stays in the page, so that it can slide.
class WindowBar {
  constructor() {
    [this.open, this.found] = [h("i.open"), h("i.found")];
    [this.ends, this.below] = [h("p"), h("p.small")];
    this.element = h("div.range", this.ends, h("div", { "aria-hidden": "true" }, this.open, this.found), this.below);
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
    put(this.ends, h("span", `α ${node.alphaText}`), h("span", `β ${node.betaText}`));
    put(this.below, h("span", counted(lowest).replace("-", "−")),
      h("b", { class: node.isCut && "cut" }, `value ${known ? node.valueText.replace(/^([≥≤])/, "$1 ") : "not yet known"}`),
      h("span", counted(highest).replace("-", "−")));
  }
}

export class Inspector {
  constructor(acts) {
    this.acts = acts;
    this.bar = new WindowBar();
    this.top = h("div");
    this.why = h("p.why");
    this.below = h("div");
    this.element = h("div.inspector", this.top, h("h3", "Window on entry"), this.bar.element, this.why, this.below);
  }

  show(model) {
    const node = model.nodes[model.selected];
    const known = model.isKnown(node);
    this.node = node;
    put(this.top, portrait(model, node));
    this.bar.show(model, node, known);
    this.why.hidden = !known;
    this.why.className = node.reason ? "why cut" : "why";
    put(this.why, node.reason && [h("b", node.why), " "], node.explained);
    const isReady = model.hasChildren(node.index);
    put(this.below, node.children.length > 0 && [
      h("h3", node.look === "chance" ? "Branches in the order tried" : "Replies in the order tried"),
      h("ol.replies", isReady && this.entries(model, node, known)),
      h("button.button.toggle", { onclick: () => this.acts.toggle(node.index) }, model.isOpen(node.index) ? "Close this branch" : "Open this branch")]);
    if (!isReady) model.need(node.index).then(() => { if (this.node === node && model.hasChildren(node.index)) this.show(model); });
  }

  entries(model, node, known) {
    const entry = (text, more, worth) => [disc(node.turn === "Red" ? 0 : 1), inWords(model.tree, text), h("span.small", more), h("b", worth)];
    const tried = node.children.map((index) => {
      const child = model.nodes[index];
      return h("li", h("button", { class: child.chosen && model.isDone && "chosen", onclick: () => this.acts.choose(index, false) },
        entry(child.step, child.nodes > 1 && `${counted(child.nodes)} nodes`, model.isKnown(child) ? child.valueText : "…")));
    });
    const cut = known ? node.cut.map((text, at) => h("li.cut", entry(text, node.ghosts[at] && `with ${node.ghosts[at].below} below`, "cut"))) : [];
    return [...tried, ...cut];
  }
}
