// Drawing: the open part of a tree as elements of SVG. Colours are the style sheet's business.
import { boardSize, boardSvg } from "./discs.js";
import { counted, s } from "./dom.js";
import { tidy } from "./layout.js";

export const MARKS = {
  max: "M0 -4.5L5 4H-5z",
  min: "M0 4.5L5 -4H-5z",
  chance: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
  leaf: "M-4 -4h8v8h-8z",
};
// How much of a node is drawn, from far to near. `from` is the zoom at which it begins, `unit` the one at which it is
// drawn as large as it is; `between` is kept free between two levels, `hop` of it for what is written on an edge.
export const MODES = {
  dot: { from: 0, unit: 0.3, gap: 3, family: 7, between: 34, hop: 0 },
  shape: { from: 0.35, unit: 0.5, gap: 5, family: 10, between: 64, hop: 0 },
  card: { from: 0.7, unit: 1, gap: 6, family: 16, between: 46, hop: 24 },
};
// More nodes than this are drawn without their boards.
const MOST_CARDS = 400;
const MOST_STUBS = 12;
// More cut branches than this are one ghost together.
const MOST_GHOSTS = 2;
// Below a closed node, for its count.
const PILL = 26;
// A leaf.
const SQUARE = 26;
export const DOT = { shape: 14, dot: 11 };

const textWidth = (text, size = 12) => text.length * size * 0.62;

export function modeAt(zoom, shown) {
  const mode = Object.keys(MODES).findLast((name) => zoom >= MODES[name].from - 1e-9);
  return mode === "card" && shown > MOST_CARDS ? "shape" : mode;
}

function sizeOf(tree, node, mode) {
  if (mode === "dot" || (mode === "shape" && node.look === "leaf")) return [DOT[mode], DOT[mode]];
  if (mode === "card" && node.look === "leaf") return [Math.max(SQUARE, textWidth(node.valueText, 14) + 10), SQUARE];
  const sizes = mode === "card" ? tree.sizes.card : tree.sizes.small;
  return [sizes.width, sizes.height[node.look]];
}

// What stands for the cut branches of an open node: ghosts of the positions where the search would have gone on,
// otherwise stubs alone.
function cutItems({ tree }, node, mode) {
  const level = node.level + 1, stubs = Math.min(node.cut.length, MOST_STUBS);
  if (mode !== "card" || !node.ghosts.length) {
    const words = mode === "card" ? ["cut", node.reason.slice(5)] : node.ghosts.length && mode === "shape" ? [`${node.cut.length} cut`] : [];
    const width = Math.max(9 * stubs, ...words.map((word) => textWidth(word) + 6));
    return [{ node, stubs, words, width, height: 14 + 15 * words.length, level }];
  }
  const { width } = tree.sizes.card, height = tree.sizes.card.height.leaf + 18;
  const ghosts = node.ghosts.length > MOST_GHOSTS ? [{ ...node.ghosts[0], word: `${node.cut.length} cut` }]
    : node.ghosts.map((ghost) => ({ ...ghost, word: ghost.below ? `cut, +${ghost.below}` : "cut" }));
  return ghosts.map((ghost, at) => ({ node, stubs: ghosts.length > 1 ? 1 : stubs, ghost, words: [at ? "" : node.reason.slice(5)], width, height, level }));
}

// What is drawn and where: nodes, the cut branches of open nodes, what the rows are, and how far it all reaches.
export function arrange(model, mode) {
  const { gap, family, between, hop } = MODES[mode];
  const shown = model.visible();
  const number = new Map(shown.map((index, place) => [index, place]));
  const items = shown.map((index) => {
    const node = model.nodes[index];
    const [width, height] = sizeOf(model.tree, node, mode);
    return { node, width, height, level: node.level, hop: node.look === "leaf" ? 0 : hop, parent: number.get(node.parent) ?? null };
  });
  const children = items.map(({ node }) => (model.isOpen(node.index) ? node.children.map((child) => number.get(child)) : []));
  for (const index of shown) {
    const node = model.nodes[index];
    if (!node.cut.length || !model.isOpen(index)) continue;
    for (const item of cutItems(model, node, mode)) {
      children[number.get(index)].push(items.length);
      children.push([]);
      items.push({ ...item, parent: number.get(index) });
    }
  }
  const rooms = items.map(({ width, hop: its, node }) => (its ? Math.max(width, textWidth(node.step) + 14) : width));
  const centres = tidy(children, rooms, gap, family);
  const levels = [], rows = [];
  for (const item of items) {
    const pill = hop && !item.stubs && model.isClosed(item.node) ? PILL : 0;
    levels[item.level] = Math.max(levels[item.level] ?? 0, item.height + pill);
    if (!item.stubs) rows[item.level] ??= { word: item.node.who, middle: item.height / 2 };
  }
  let top = 0;
  const tops = levels.map((height) => { top += height + between; return top - height - between; });
  items.forEach((item, place) => Object.assign(item, { x: centres[place], y: tops[item.level], levelEnd: tops[item.level] + levels[item.level] }));
  rows.forEach((row, level) => { row.y = tops[level] + row.middle; });
  return { items, rows: hop ? rows : [], mode, width: Math.max(...items.map(({ x }, at) => x + rooms[at] / 2)), height: top - between };
}

export function edgeSvg({ node, x, y, hop }, from) {
  const end = y - hop, middle = (from.levelEnd + end) / 2, width = Math.max(20, textWidth(node.step) + 10);
  return s("g.edge", { class: node.chosen && "chosen", "aria-hidden": "true", "data-index": node.index },
    s("path", { d: `M${from.x} ${from.y + from.height}V${from.levelEnd}C${from.x} ${middle} ${x} ${middle} ${x} ${end}V${y}` }),
    hop > 0 && [s("rect.hop", { x: x - width / 2, y: y - hop / 2 - 10, width, height: 20, rx: 10 }),
      s("text.step", { x, y: y - hop / 2 + 4.3 }, node.step)]);
}

/** Cut branches: dashed, each ending at a bar, with the reason below; the ghost of what would have been there. */
export function cutSvg({ tree }, { node, x, y, width, height, stubs, ghost, words }, from) {
  const end = ghost ? y - 8 : y, under = ghost ? y + height : y + 15;
  const places = Array.from({ length: stubs }, (_, at) => x + (at - (stubs - 1) / 2) * 9);
  const [boardWidth, boardHeight] = boardSize(tree, tree.sizes.cell);
  return s("g.cut", { "aria-hidden": "true", "data-index": node.index },
    s("title", `${node.why} Not looked at: ${node.cut.join(", ")}.`),
    s("path.ways", { d: places.map((to) => `M${from.x} ${from.y + from.height}L${to} ${end}`).join("") }),
    s("path.bars", { d: places.map((to) => `M${to - 3.5} ${end}h7`).join("") }),
    ghost && [s("rect.ghost", { x: x - width / 2, y, width, height: height - 18, rx: 8 }),
      s("g", { transform: `translate(${x - boardWidth / 2} ${y + 9})` },
        boardSvg({ ...tree, board: ghost.board }, tree.sizes.frame * tree.sizes.cell, tree.sizes.cell)),
      s("text.cut-word", { x, y: y + boardHeight + 25 }, ghost.word)],
    words.map((word, at) => s("text", { class: !ghost && at === 0 && "cut-word", x, y: under + 15 * at }, word)));
}

export function nodeSvg(model, { node, x, y, width, height }, { mode }) {
  const { tree } = model, isCard = mode === "card", isLeaf = node.look === "leaf";
  const isSquare = !isCard && width === height;
  const sizes = isCard ? tree.sizes.card : tree.sizes.small;
  const outline = isSquare || (isCard && isLeaf) ? s("rect.outline", { width, height, rx: isCard ? 6 : 3 })
    : s("path.outline", { d: sizes.outline[node.look] });
  const siblings = node.parent === null ? [0] : model.nodes[node.parent].children;
  return s("g.node", {
    class: `${node.look}${node.chosen ? " chosen" : ""}${isSquare ? " dot" : isCard && !isLeaf ? "" : " shape"}`,
    role: "treeitem", tabindex: -1,
    "aria-level": node.level + 1, "aria-posinset": siblings.indexOf(node.index) + 1, "aria-setsize": siblings.length,
    "aria-expanded": node.children.length ? model.isOpen(node.index) : null,
    "data-index": node.index, transform: `translate(${x - width / 2} ${y})`,
  }, s("title"), outline,
  isSquare ? s("path.sign") : isCard && !isLeaf ? cardContent(tree, node, width)
    : s("text.value.middle", { x: width / 2, y: { max: 25.5, leaf: 18.5 }[node.look] ?? 18 }),
  isCard && model.isClosed(node) && pill(node, width / 2, height + 13));
}

function cardContent(tree, node, width) {
  const { cell, point, frame } = tree.sizes;
  const [boardWidth, boardHeight] = boardSize(tree, cell);
  const top = node.look === "max" ? point : 0, y = top + boardHeight + 31, inset = node.look === "chance" ? 20 : 16;
  return [
    s("g", { transform: `translate(${(width - boardWidth) / 2} ${top + 11})` }, boardSvg({ ...tree, ...node }, frame * cell, cell)),
    s("path.mark", { d: MARKS[node.look], transform: `translate(${inset} ${y - 5})` }),
    s("text.value", { x: inset + 9, y }),
    s("text.window", { x: width - inset + 6, y }, `${node.alphaText}, ${node.betaText}`)];
}

// How much is below a node that is closed.
function pill(node, x, y) {
  const count = `+${counted(node.nodes - 1)}`, width = textWidth(count) + 18;
  return s("g.pill", { class: !node.children.length && "still", transform: `translate(${x} ${y})` },
    s("rect", { x: -width / 2, y: -10, width, height: 20, rx: 10 }), s("text", { y: 4.3 }, count));
}
