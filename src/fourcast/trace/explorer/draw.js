// The visible part of a tree as SVG elements. Colours are in the style sheet.
import { tidy } from "explorer/layout.js";
import { cutMoves } from "explorer/steps.js";
import { boardSize, boardSvg } from "lib/discs.js";
import { formatNumber, s } from "lib/dom.js";
import { style } from "lib/style.js";

// How much of a node is drawn, from far to near: squares, outlines with value and window, cards with boards. `minZoom`
// is the zoom from which a mode is used and its texts are at least 11 px high, `unit` the zoom at which it is drawn in
// its own size; `gap` separates siblings, `familyGap` other neighbours, `levelGap` two levels, of which `label` is for
// the move on an edge.
export const MODES = {
  dot: { minZoom: 0, unit: 0.3, gap: 3, familyGap: 7, levelGap: 34, label: 0 },
  shape: { minZoom: 0.45, unit: 0.45, gap: 4, familyGap: 10, levelGap: 32, label: 22 },
  card: { minZoom: 0.92, unit: 1, gap: 6, familyGap: 16, levelGap: 46, label: 24 },
};
/** Side of the square that stands for a node without a value. */
export const DOT_SIZE = 11;
const SMALL_LEAF = 20;
// A longer text on an edge is not drawn beside outlines.
const MAX_SMALL_LABEL = 3;
// More nodes than this are drawn without their boards.
const MAX_CARDS = 400;
// More cut branches than this are drawn as one ghost.
const MAX_GHOSTS = 2;
// Room below a closed node for the number of its descendants.
const COUNT_HEIGHT = 26;
const STUB_STEP = 9;
const GHOST_LABEL = 18;
const LINE_HEIGHT = 15;
// From the value in an outline to the window below it.
const WINDOW_LINE = 13.5;

const NARROW = " .,:'ijl+-";
const textWidth = (text, size = style.text.size) => {
  return [...text].reduce((width, sign) => width + size * (NARROW.includes(sign) ? 0.32 : 0.66), 0);
};

export function modeAt(zoom, nodeCount) {
  const mode = Object.keys(MODES).findLast((name) => zoom >= MODES[name].minZoom - 1e-9);
  return mode === "card" && nodeCount > MAX_CARDS ? "shape" : mode;
}

function nodeSize(model, node, mode) {
  const { sizes } = model.tree;
  const isLeaf = node.look === "leaf";
  if (mode === "dot") return { width: DOT_SIZE, height: DOT_SIZE };
  if (isLeaf) {
    const side = mode === "card" ? style.card.leaf_side : SMALL_LEAF;
    const size = mode === "card" ? style.text.value_size : style.text.size;
    return { width: Math.max(side, textWidth(node.valueText, size) + 8), height: side };
  }
  const { width, height } = mode === "card" ? sizes.card : sizes.small;
  return { width: mode === "card" ? width : outlineWidth(model, node), height: height[node.look] };
}

// Room for value and window, also for those that the node has while its children are searched.
function outlineWidth({ nodes }, node) {
  const children = node.children.map((child) => nodes[child]).filter((child) => child.isLoaded);
  const values = [node.valueText, ...children.map(({ parentValue }) => parentValue)];
  const windows = children.map(({ parentAlpha, parentBeta }) => `${parentAlpha}, ${parentBeta}`);
  const widths = [...values.map((text) => textWidth(text, 13)), ...windows.map((text) => textWidth(text, 11))];
  return Math.max(34, textWidth(windowText(node), 11), ...widths) + 8;
}

// The cut branches of an open node: ghosts of the positions in which the search would have continued, else stubs.
function cutItems({ tree }, node, mode) {
  const level = node.level + 1;
  const stubs = Math.min(node.cut.length, style.max_stubs);
  if (mode !== "card" || !node.ghosts.length) {
    const words = stubWords(node, mode);
    const width = Math.max(STUB_STEP * stubs, ...words.map((word) => textWidth(word) + 6));
    return [{ node, stubs, words, width, height: 14 + LINE_HEIGHT * words.length, level }];
  }
  const { width } = tree.sizes.card;
  const height = tree.sizes.card.height.leaf + GHOST_LABEL;
  const ghosts = listGhosts(node);
  return ghosts.map((ghost, index) => {
    const words = [index === 0 ? reason(node) : ""];
    return { node, stubs: ghosts.length > 1 ? 1 : stubs, ghost, words, width, height, level };
  });
}

// "cut: 3 ≥ β 2" without its first word.
const reason = (node) => node.reason.slice("cut: ".length);

function stubWords(node, mode) {
  if (mode === "card") return ["cutoff", reason(node)];
  return mode === "shape" && node.ghosts.length ? [`${node.cut.length} pruned`] : [];
}

function listGhosts(node) {
  if (node.ghosts.length > MAX_GHOSTS) return [{ ...node.ghosts[0], label: `${node.cut.length} pruned` }];
  return node.ghosts.map((ghost) => ({ ...ghost, label: ghost.moves ? `pruned, +${ghost.moves}` : "pruned" }));
}

/** What is drawn and where: nodes and cut branches as `items`, the names of the levels as `rows`, the whole size. */
export function arrange(model, mode) {
  const { gap, familyGap, levelGap, label } = MODES[mode];
  const { items, children } = listItems(model, mode);
  const widths = items.map((item) => {
    return item.label ? Math.max(item.width, textWidth(item.node.step) + 10) : item.width;
  });
  const centres = tidy(children, widths, gap, familyGap);
  const heights = [];
  const rows = [];
  for (const item of items) {
    const count = mode === "card" && !item.stubs && model.hasUndrawnNodes(item.node) ? COUNT_HEIGHT : 0;
    heights[item.level] = Math.max(heights[item.level] ?? 0, item.height + count);
    if (item.stubs) continue;
    rows[item.level] ??= { kinds: new Set(), middle: item.height / 2 };
    rows[item.level].kinds.add(item.node.who);
  }
  const tops = [];
  let bottom = 0;
  for (const height of heights) {
    tops.push(bottom);
    bottom += height + levelGap;
  }
  items.forEach((item, index) => {
    const y = tops[item.level];
    Object.assign(item, { x: centres[index], y, levelEnd: y + heights[item.level] });
  });
  rows.forEach((row, level) => {
    row.y = tops[level] + row.middle;
    const inner = [...row.kinds].filter((kind) => kind !== "leaf");
    row.words = inner.length ? inner.join(" ").split(" ") : ["leaf"];
  });
  const width = Math.max(...items.map(({ x }, index) => x + widths[index] / 2));
  return { items, rows: mode === "dot" ? [] : rows, mode, width, height: bottom - levelGap };
}

// All items in an order in which parents come first, and for each the numbers of its children.
function listItems(model, mode) {
  const visible = model.visibleNodes();
  const numbers = new Map(visible.map((index, number) => [index, number]));
  const items = visible.map((index) => {
    const node = model.nodes[index];
    const isLabelled = mode === "card" || node.step.length <= MAX_SMALL_LABEL;
    const label = isLabelled ? MODES[mode].label : 0;
    const parent = numbers.get(node.parent) ?? null;
    return { node, ...nodeSize(model, node, mode), level: node.level, label, parent };
  });
  const children = items.map(({ node }) => {
    return model.isOpen(node.index) ? node.children.map((child) => numbers.get(child)) : [];
  });
  for (const index of visible) {
    const node = model.nodes[index];
    if (!node.cut.length || !model.isOpen(index)) continue;
    const parent = numbers.get(index);
    for (const item of cutItems(model, node, mode)) {
      children[parent].push(items.length);
      children.push([]);
      items.push({ ...item, parent });
    }
  }
  return { items, children };
}

export function edgeSvg({ node, x, y, label }, from) {
  const end = y - label;
  const middle = (from.levelEnd + end) / 2;
  const width = Math.max(20, textWidth(node.step) + 10);
  const curve = `C${from.x} ${middle} ${x} ${middle} ${x} ${end}`;
  return s(
    "g.edge",
    { class: node.chosen && "chosen", "aria-hidden": "true", "data-index": node.index },
    s("path", { d: `M${from.x} ${from.y + from.height}V${from.levelEnd}${curve}V${y}` }),
    label > 0 && [
      s("rect.label", { x: x - width / 2, y: y - label / 2 - 10, width, height: 20, rx: 10 }),
      s("text.step", { x, y: y - label / 2 + 4.3 }, node.step),
    ],
  );
}

/** Cut branches: dashed lines that end at a bar, with the reason below, and the ghost of the position after them. */
export function cutSvg({ tree }, { node, x, y, width, height, stubs, ghost, words }, from) {
  const end = ghost ? y - 8 : y;
  const firstLine = ghost ? y + height : y + LINE_HEIGHT;
  const ends = Array.from({ length: stubs }, (_, index) => x + (index - (stubs - 1) / 2) * STUB_STEP);
  const start = `M${from.x} ${from.y + from.height}`;
  return s(
    "g.cut",
    { "aria-hidden": "true", "data-index": node.index },
    s("title", `${node.why} ${cutMoves(node)}`),
    s("path.stubs", { d: ends.map((stub) => `${start}L${stub} ${end}`).join("") }),
    s("path.bars", { d: ends.map((stub) => `M${stub - 3.5} ${end}h7`).join("") }),
    ghost && ghostSvg(tree, ghost, { x, y, width, height }),
    words.map((word, index) => {
      const isTitle = !ghost && index === 0;
      return s("text", { class: isTitle && "cut-word", x, y: firstLine + LINE_HEIGHT * index }, word);
    }),
  );
}

function ghostSvg(tree, ghost, { x, y, width, height }) {
  const { cell } = tree.sizes;
  const [boardWidth, boardHeight] = boardSize(tree, cell);
  return [
    s("rect.ghost", { x: x - width / 2, y, width, height: height - GHOST_LABEL, rx: 8 }),
    s(
      "g",
      { transform: `translate(${x - boardWidth / 2} ${y + 9})` },
      boardSvg({ ...tree, board: ghost.board }, style.board.frame * cell, cell),
    ),
    s("text.cut-word", { x, y: y + boardHeight + 25 }, ghost.label),
  ];
}

export function nodeSvg(model, { node, x, y, width, height }, mode) {
  const { tree } = model;
  const isCard = mode === "card";
  const isLeaf = node.look === "leaf";
  const form = isCard && isLeaf ? "shape" : mode;
  const siblings = node.parent === null ? [0] : model.nodes[node.parent].children;
  const baseline = { max: 20.5, leaf: height / 2 + 5 }[node.look] ?? 14.5;
  const content = {
    dot: () => s("path.sign"),
    card: () => cardContent(tree, node, width),
    shape: () => [
      s("text.value.middle", { x: width / 2, y: baseline }),
      !isLeaf && s("text.window.middle", { x: width / 2, y: baseline + WINDOW_LINE }),
    ],
  }[form];
  return s(
    "g.node",
    {
      class: [node.look, ...(node.chosen ? ["chosen"] : []), ...(form === "card" ? [] : [form])].join(" "),
      role: "treeitem",
      tabindex: -1,
      "aria-level": node.level + 1,
      "aria-posinset": siblings.indexOf(node.index) + 1,
      "aria-setsize": siblings.length,
      "aria-expanded": node.children.length ? model.isOpen(node.index) : null,
      "data-index": node.index,
      transform: `translate(${x - width / 2} ${y})`,
    },
    s("title"),
    outline(tree, node, form, isCard, width, height),
    content(),
    isCard && model.hasUndrawnNodes(node) && countSvg(node, width / 2, height + 13),
  );
}

function outline(tree, node, form, isCard, width, height) {
  const isRectangle = form === "dot" || node.look === "leaf";
  if (isRectangle) return s("rect.outline", { width, height, rx: isCard ? 6 : 3 });
  const sizes = isCard ? tree.sizes.card : tree.sizes.small;
  return s("path.outline", { d: sizes.outline[node.look], transform: `scale(${width / sizes.width} 1)` });
}

function cardContent(tree, node, width) {
  const { card, board, marks } = style;
  const { cell } = tree.sizes;
  const [boardWidth, boardHeight] = boardSize(tree, cell);
  const top = node.look === "max" ? card.point : 0;
  const y = top + boardHeight + card.baseline;
  const inset = node.look === "chance" ? card.chance_inset : card.inset;
  return [
    s(
      "g",
      { transform: `translate(${(width - boardWidth) / 2} ${top + card.board_top})` },
      boardSvg({ ...tree, ...node }, board.frame * cell, cell),
    ),
    s("path.mark", { d: marks[node.look], transform: `translate(${inset} ${y - card.mark_rise})` }),
    s("text.value", { x: inset + card.value_gap, y }),
    s("text.window", { x: width - inset + card.window_gap, y }),
  ];
}

/** The window on entry. */
export const windowText = ({ alphaText, betaText }) => `${alphaText}, ${betaText}`;

// How many nodes are below a closed node.
function countSvg(node, x, y) {
  const count = `+${formatNumber(node.nodes - 1)}`;
  const width = textWidth(count) + 18;
  return s(
    "g.node-count",
    { class: !node.children.length && "not-recorded", transform: `translate(${x} ${y})` },
    s("rect", { x: -width / 2, y: -10, width, height: 20, rx: 10 }),
    s("text", { y: 4.3 }, count),
  );
}
