// What is known about the selected node, in words and in pictures.
import { counted, h, put, s } from "./dom.js";
import { boardSize, boardSvg, disc } from "./discs.js";
import { MARKS } from "./draw.js";

export const upper = (text) => text.replace(/^./, (first) => first.toUpperCase());

/** The top of a panel: the board of a node, its kind, how it came about. */
export function portrait({ tree }, node) {
  const cell = Math.min(17, 130 / (tree.width + 1), 130 / (tree.height + 1));
  const [width, height] = boardSize(tree, cell);
  const lines = [
    node.word.toLowerCase() !== node.who.toLowerCase() && node.word, upper(node.reached),
    node.turn && `${node.turn} to move`, `Depth left ${node.depth} of ${tree.depth}`];
  return h("div.portrait.row",
    s("svg", { width, height: height + 4 }, boardSvg({ ...tree, ...node }, tree.sizes.frame * cell, cell)),
    h("div.soft", h("h2", s("svg.kind", { viewBox: "-7 -7 14 14" }, s("path", { d: MARKS[node.look] })), ` ${node.who}`),
      lines.map((line) => line && h("p", line))));
}

// A move as an entry of a list: `column 4`, `pop 4`; what is more than a move stays as it is.
export function inWords(tree, text) {
  return /^\d+$/.test(text) ? `${tree.places} ${text}` : text.replace(/^p(\d+)$/, "pop $1").replace(/^=$/, "call a draw");
}

export class Inspector {
  constructor(parts, acts) {
    Object.assign(this, { parts, acts });
  }

  show(model) {
    const { top, why, below } = this.parts, node = model.nodes[model.selected];
    const known = model.isKnown(node), isReady = model.hasChildren(node.index);
    this.node = node;
    put(top, portrait(model, node));
    this.showWindow(model, node, known);
    why.hidden = !known;
    why.className = node.reason ? "why cut" : "why";
    put(why, node.reason && [h("b", node.why), " "], node.explained);
    put(below, node.children.length > 0 && [
      h("h3", node.look === "chance" ? "Branches in the order tried" : "Replies in the order tried"),
      h("ol.replies", isReady && this.entries(model, node, known)),
      h("button.button.toggle", { onclick: () => this.acts.toggle(node.index) }, model.isOpen(node.index) ? "Close this branch" : "Open this branch")]);
    if (!isReady) model.need(node.index).then(() => { if (this.node === node && model.hasChildren(node.index)) this.show(model); });
  }

  // The window on entry as a part of all values, and where in it the value lies. It stays in the page, so that it can slide.
  showWindow({ tree: { range: [lowest, highest] } }, { alpha, alphaText, beta, betaText, value, valueText, isCut }, known) {
    const { open, found, ends, values } = this.parts;
    const place = (at) => Math.min(99, Math.max(0, ((at - lowest) / Math.max(highest - lowest, 1)) * 92 + 4));
    const from = alphaText === "−∞" || alpha === null ? 0 : place(alpha), to = betaText === "∞" || beta === null ? 100 : place(beta);
    Object.assign(open.style, { left: `${from}%`, width: `${Math.max(to - from, 0.8)}%` });
    found.hidden = !known || value === null;
    found.classList.toggle("cut", isCut);
    found.style.left = `${place(value)}%`;
    const end = (number) => h("span", counted(number).replace("-", "−"));
    put(ends, h("span", `α ${alphaText}`), h("span", `β ${betaText}`));
    put(values, end(lowest), h("b", { class: isCut && "cut" }, `value ${known ? valueText.replace(/^([≥≤])/, "$1 ") : "not yet known"}`), end(highest));
  }

  entries(model, node, known) {
    const entry = (text, more, worth) => [disc(node.turn === "Red" ? 0 : 1), inWords(model.tree, text), h("span.small", more), h("b", worth)];
    const tried = node.children.map((index) => {
      const child = model.nodes[index];
      return h("li", h("button.flat.row", { class: child.chosen && model.isDone && "chosen", onclick: () => this.acts.choose(index, false) },
        entry(child.step, child.nodes > 1 && `${counted(child.nodes)} nodes`, model.isKnown(child) ? child.valueText : "…")));
    });
    const cut = known ? node.cut.map((text, at) => h("li.cut.row", entry(text, node.ghosts[at] && `with ${node.ghosts[at].below} below`, "cut"))) : [];
    return [...tried, ...cut];
  }
}
