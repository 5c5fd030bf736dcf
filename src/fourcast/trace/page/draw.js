// Drawing: the open part of a tree as elements of SVG. Colours are the style sheet's business.
import { counted, svg } from "./dom.js";
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
  card: { from: 0.7, unit: 1, gap: 8, family: 20, between: 54, hop: 26 },
};
const MOST_CARDS = 400; // more nodes than this are drawn without their boards
const MOST_STUBS = 12;
const PILL = 26; // below a closed node, for its count
export const DOT = { shape: 14, dot: 11 };

const textWidth = (text, size = 12) => text.length * size * 0.68;

export function modeAt(zoom, shown) {
  const mode = Object.keys(MODES).findLast((name) => zoom >= MODES[name].from - 1e-9);
  return mode === "card" && shown > MOST_CARDS ? "shape" : mode;
}

// A board; `cell` is the side of a cell. Discs are lines of no length with round ends.
export function boardSvg(tree, node, cell) {
  const { width, height } = tree;
  const frame = tree.sizes.frame * cell;
  const place = (at) => [frame + (at % width + 0.5) * cell, frame + (Math.floor(at / width) + 0.5) * cell];
  const cells = [...node.board];
  const dots = (kind, size, places) => {
    const path = places.map((at) => `M${place(at).map((n) => n.toFixed(2)).join(" ")}h0`).join("");
    return path ? [svg("path", { class: `dots ${kind}`, d: path, "stroke-width": size * cell })] : [];
  };
  const having = (sign) => cells.flatMap((found, at) => (found === sign ? [at] : []));
  const ring = (kind, radius, at) => {
    const [cx, cy] = place(at);
    return svg("circle", { class: kind, cx, cy, r: radius * cell, "stroke-width": Math.max(0.14 * cell, 0.6) });
  };
  const seconds = having("o");
  const plain = cells.length > 400;
  const drawn = svg("g", { class: plain ? "tiny plain" : "tiny", "aria-hidden": "true" },
    svg("rect", { width: width * cell + 2 * frame, height: height * cell + 2 * frame, rx: Math.min(cell / 2, 8) }),
    plain ? [] : dots("void", 0.78, having(".")),
    dots("won", 1.02, node.line),
    dots("red", 0.82, having("x")),
    dots("yellow", 0.82, seconds),
    dots("rim", 0.46, seconds),
    dots("yellow", 0.2, seconds),
    node.last.map((at) => ring("came", 0.46, at)),
    node.mayFall.map((at) => ring(node.turn === "Red" ? "may-fall red" : "may-fall rim", 0.3, at)));
  if (node.popped !== null) {
    const x = frame + (node.popped + 0.5) * cell;
    const y = frame + height * cell + 0.05 * cell;
    drawn.append(svg("path", { class: "popped", d: `M${x - 0.42 * cell} ${y}h${0.84 * cell}l${-0.42 * cell} ${0.55 * cell}z` }));
  }
  return drawn;
}

export const boardSize = ({ width, height, sizes }, cell) => [(width + 2 * sizes.frame) * cell, (height + 2 * sizes.frame) * cell];

function sizeOf(tree, node, mode) {
  if (mode === "dot" || (mode === "shape" && node.look === "leaf")) return [DOT[mode], DOT[mode]];
  const sizes = mode === "card" ? tree.sizes.card : tree.sizes.small;
  return [sizes.width, sizes.height[node.look]];
}

// What is drawn and where: nodes, the cut branches of open nodes, and how far it all reaches.
export function arrange(model, mode) {
  const { gap, family, between, hop } = MODES[mode];
  const shown = model.visible();
  const items = shown.map((index) => {
    const node = model.nodes[index];
    const [width, height] = sizeOf(model.tree, node, mode);
    return { node, width, height, room: hop ? Math.max(width, textWidth(node.step) + 14) : width, level: node.level };
  });
  const number = new Map(shown.map((index, place) => [index, place]));
  const children = items.map(({ node }) => (model.isOpen(node.index) ? node.children.map((child) => number.get(child)) : []));
  for (const index of shown) {
    const node = model.nodes[index];
    if (!node.cut.length || !model.isOpen(index)) continue;
    const texts = node.cut.length > MOST_STUBS ? [...node.cut.slice(0, MOST_STUBS - 1), "…"] : node.cut;
    const step = hop ? Math.max(15, ...texts.map((text) => textWidth(text) + 5)) : 9;
    const room = hop ? Math.max(texts.length * step, textWidth(node.reason.slice(5)) + 6) : texts.length * step;
    children[number.get(index)].push(items.length);
    children.push([]);
    items.push({ node, texts, step, width: room, room, height: hop ? 52 : 4, level: node.level + 1, parent: number.get(index) });
  }
  const centres = tidy(children, items.map((item) => item.room), gap, family);
  const levels = [];
  for (const item of items) {
    const height = item.height + (hop && !item.texts && model.isClosed(item.node) ? PILL : 0);
    levels[item.level] = Math.max(levels[item.level] ?? 0, height);
  }
  const tops = [];
  levels.forEach((height, level) => { tops[level] = level ? tops[level - 1] + levels[level - 1] + between : 0; });
  items.forEach((item, place) => {
    item.x = centres[place];
    item.y = tops[item.level];
    item.parent ??= item.node.parent === null ? null : number.get(item.node.parent);
    item.levelEnd = tops[item.level] + levels[item.level];
  });
  const width = Math.max(...items.map((item) => item.x + item.room / 2));
  return { items, mode, hop, width, height: tops.at(-1) + levels.at(-1) };
}

function way(from, x, y, hop) {
  const end = y - hop;
  const middle = (from.levelEnd + end) / 2;
  return `M${from.x} ${from.y + from.height}V${from.levelEnd}C${from.x} ${middle} ${x} ${middle} ${x} ${end}V${y}`;
}

export function edgeSvg(item, from, { hop }) {
  const { node } = item;
  const drawn = svg("g", { class: node.chosen ? "edge chosen" : "edge", "aria-hidden": "true", "data-index": node.index },
    svg("path", { d: way(from, item.x, item.y, hop) }));
  if (hop) {
    const width = Math.max(20, textWidth(node.step) + 10);
    const y = item.y - hop / 2;
    drawn.append(svg("rect", { class: "hop", x: item.x - width / 2, y: y - 10, width, height: 20, rx: 10 }),
      svg("text", { class: "step", x: item.x, y: y + 4.3 }, node.step));
  }
  return drawn;
}

export function cutSvg(item, from, { hop }) {
  const places = item.texts.map((_, place) => item.x + (place - (item.texts.length - 1) / 2) * item.step);
  const middle = { x: item.x };
  const bar = hop ? 5 : 3.5;
  const words = hop ? [
    ...places.map((x, place) => svg("text", { x, y: item.y + 15 }, item.texts[place])),
    svg("text", { class: "cut-word", ...middle, y: item.y + 32 }, "cut:"),
    svg("text", { ...middle, y: item.y + 47 }, item.node.reason.slice(5))] : [];
  return svg("g", { class: "cut", "aria-hidden": "true", "data-index": item.node.index },
    svg("title", {}, `${item.node.why} Not looked at: ${item.node.cut.join(", ")}.`),
    svg("path", { class: "ways", d: places.map((x) => way(from, x, item.y, hop)).join("") }),
    svg("path", { class: "bars", d: places.map((x) => `M${x - bar} ${item.y}h${2 * bar}`).join("") }),
    words);
}

export function nodeSvg(model, item, { mode, hop }) {
  const { tree } = model;
  const { node, width, height } = item;
  const isDot = width === height && mode !== "card";
  const outline = isDot ? `M3 0h${width - 6}q3 0 3 3v${width - 6}q0 3-3 3h${6 - width}q-3 0-3-3v${6 - width}q0-3 3-3z`
    : (mode === "card" ? tree.sizes.card : tree.sizes.small).outline[node.look];
  const siblings = node.parent === null ? [0] : model.nodes[node.parent].children;
  const drawn = svg("g", {
    class: `node ${node.look}${node.chosen ? " chosen" : ""}${isDot ? " dot" : hop ? "" : " shape"}`, role: "treeitem", tabindex: -1,
    "aria-level": node.level + 1, "aria-posinset": siblings.indexOf(node.index) + 1, "aria-setsize": siblings.length,
    "aria-expanded": node.children.length ? model.isOpen(node.index) : null,
    "data-index": node.index, transform: `translate(${item.x - width / 2} ${item.y})`,
  }, svg("title"), svg("path", { class: "outline", d: outline }));
  if (isDot) drawn.append(svg("path", { class: "sign" }));
  else if (!hop) drawn.append(svg("text", { class: "value middle", x: width / 2, y: { max: 25.5, min: 18 }[node.look] ?? 18.5 }));
  else {
    const { cell, point } = tree.sizes;
    const [boardWidth, boardHeight] = boardSize(tree, cell);
    const top = node.look === "max" ? point : 0;
    const board = boardSvg(tree, node, cell);
    board.setAttribute("transform", `translate(${(width - boardWidth) / 2} ${top + 11})`);
    const y = top + boardHeight + 31;
    const inset = node.look === "chance" ? 20 : 16;
    drawn.append(board);
    if (node.look === "leaf") drawn.append(svg("text", { class: "value middle", x: width / 2, y }));
    else {
      drawn.append(svg("path", { class: "mark", d: MARKS[node.look], transform: `translate(${inset} ${y - 5})` }),
        svg("text", { class: "value", x: inset + 9, y }),
        svg("text", { class: "window", x: width - inset + 6, y }, `${node.alphaText}, ${node.betaText}`));
    }
  }
  if (hop && model.isClosed(node)) {
    const count = `+${counted(node.nodes - 1)}`;
    const pill = textWidth(count) + 16;
    drawn.append(svg("g", { class: node.children.length ? "pill" : "pill still", transform: `translate(${width / 2} ${height + 13})` },
      svg("rect", { x: -pill / 2, y: -10, width: pill, height: 20, rx: 10 }),
      svg("text", { y: 4.3 }, count)));
  }
  return drawn;
}
