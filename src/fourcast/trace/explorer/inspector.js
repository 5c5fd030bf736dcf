// The panel about the selected node.
import { windowText } from "explorer/draw.js";
import { boardSize, boardSvg, disc } from "lib/discs.js";
import { capitalise, formatNumber, h, put, s } from "lib/dom.js";
import { style } from "lib/style.js";

const MAX_CELL = 17;
const MAX_BOARD = 130;

/** The player to move at a node: 0 for Red. */
export const playerToMove = (node) => (node.turn === "Red" ? 0 : 1);

/** The head of a panel: the board of a node, its kind and how it was reached. */
export function nodeHeader({ tree }, node) {
  const cell = Math.min(MAX_CELL, MAX_BOARD / (tree.width + 1), MAX_BOARD / (tree.height + 1));
  const [width, height] = boardSize(tree, cell);
  const lines = [
    node.word.toLowerCase() !== node.who.toLowerCase() && node.word,
    capitalise(node.reached),
    node.turn && `${node.turn} to move`,
    `Remaining depth ${node.depth} of ${tree.depth}`,
  ];
  const mark = s("svg.kind", { viewBox: "-7 -7 14 14" }, s("path", { d: style.marks[node.look] }));
  return h(
    "div.portrait.row",
    s("svg", { width, height: height + 4 }, boardSvg({ ...tree, ...node }, style.board.frame * cell, cell)),
    h(
      "div.soft",
      h("h2", mark, ` ${node.who}`),
      lines.map((line) => line && h("p", line)),
    ),
  );
}

/** A move in words: `column 4`, `pop 4`; anything longer than a move stays as it is. */
export function describeMove(tree, text) {
  if (/^\d+$/.test(text)) return `${tree.places} ${text}`;
  return text.replace(/^p(\d+)$/, "pop $1").replace(/^=$/, "call a draw");
}

export class Inspector {
  /** `actions` has select(index) and toggle(index). */
  constructor(parts, actions) {
    this.parts = parts;
    this.actions = actions;
  }

  show(model) {
    const { top, why, below, windowTitle, range, entry } = this.parts;
    const node = model.nodes[model.selected];
    const isKnown = model.isKnown(node);
    this.node = node;
    put(top, nodeHeader(model, node));
    this.showWindow(model, node, isKnown);
    this.showWindowSource(model, node);
    const isEntered = node.enterStep <= model.step;
    for (const part of [windowTitle, range, entry]) part.hidden = !isEntered;
    why.hidden = !isKnown;
    why.className = node.reason ? "why cut" : "why";
    put(why, node.reason && [h("b", node.why), " "], node.explained);
    put(below, node.children.length > 0 && this.replies(model, node, isKnown));
    if (!model.hasLoadedChildren(node.index)) this.showAgainWhenLoaded(model, node);
  }

  async showAgainWhenLoaded(model, node) {
    await model.loadChildren(node.index);
    if (this.node === node && model.hasLoadedChildren(node.index)) this.show(model);
  }

  // Where the window comes from: that on entry while the node is open, the other branches of a chance node.
  showWindowSource(model, node) {
    const progress = model.progress(node);
    const isMoved = progress && (progress.alpha !== node.alphaText || progress.beta !== node.betaText);
    const word = capitalise(node.windowWord);
    put(this.parts.windowTitle, progress ? `${word} now` : `${word} on entry`);
    put(this.parts.entry, isMoved && `On entry (${windowText(node)}). `, node.windowSources);
  }

  // The window as a part of all values, and where the value lies. The elements are kept, so that they slide.
  showWindow(model, node, isKnown) {
    const { open, marker, ends, values } = this.parts;
    const { tree } = model;
    const { isCut } = node;
    const progress = model.progress(node);
    const { alpha, alphaText, beta, betaText, value } = progress ? currentWindow(node, progress) : node;
    const valueText = progress?.value ?? node.valueText;
    const [lowest, highest] = tree.range;
    const percent = (number) => {
      const share = (number - lowest) / Math.max(highest - lowest, 1);
      return Math.min(99, Math.max(0, share * 92 + 4));
    };
    const from = alphaText === "−∞" || alpha === null ? 0 : percent(alpha);
    const to = betaText === "∞" || beta === null ? 100 : percent(beta);
    open.style.left = `${from}%`;
    open.style.width = `${Math.max(to - from, 0.8)}%`;
    marker.hidden = !isKnown || value === null;
    marker.classList.toggle("cut", isCut);
    marker.style.left = `${percent(value)}%`;
    const end = (number) => h("span", formatNumber(number).replace("-", "−"));
    const text = isKnown || progress ? valueText.replace(/^([≥≤])/, "$1 ") : "not yet known";
    put(ends, h("span", `α ${alphaText}`), h("span", `β ${betaText}`));
    put(values, end(lowest), h("b", { class: isCut && "cut" }, `value ${text}`), end(highest));
  }

  replies(model, node, isKnown) {
    const title = node.look === "chance" ? "Branches in search order" : "Replies in search order";
    const searched = model.hasLoadedChildren(node.index) && this.searchedReplies(model, node);
    const cut = searched && isKnown && this.cutReplies(model, node);
    const label = model.isOpen(node.index) ? "Close this branch" : "Open this branch";
    return [
      h("h3", title),
      h("ol.replies", searched, cut),
      h("button.button.toggle", { onclick: () => this.actions.toggle(node.index) }, label),
    ];
  }

  searchedReplies(model, node) {
    return node.children.map((index) => {
      const child = model.nodes[index];
      const size = child.nodes > 1 && `${formatNumber(child.nodes)} nodes`;
      const value = model.isKnown(child) ? child.valueText : "…";
      return h(
        "li",
        h(
          "button.flat.row",
          { class: child.chosen && model.isComplete && "chosen", onclick: () => this.actions.select(index) },
          replyContent(model, node, child.step, size, value),
        ),
      );
    });
  }

  cutReplies(model, node) {
    return node.cut.map((text, index) => {
      const size = node.ghosts[index] && `with ${node.ghosts[index].moves} below`;
      return h("li.cut.row", replyContent(model, node, text, size, "pruned"));
    });
  }
}

// The window of an open node: what its finished children have moved.
function currentWindow(node, { alpha: alphaText, beta: betaText, done }) {
  const values = done.map(({ value }) => value);
  const alpha = alphaText === node.alphaText ? node.alpha : Math.max(...values);
  const beta = betaText === node.betaText ? node.beta : Math.min(...values);
  return { alpha, alphaText, beta, betaText, value: null };
}

const replyContent = (model, node, move, size, value) => [
  disc(playerToMove(node)),
  describeMove(model.tree, move),
  h("span.small", size),
  h("b", value),
];
