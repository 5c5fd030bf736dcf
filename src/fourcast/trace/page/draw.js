// Drawing: the open part of the tree as elements of SVG. Colours are the style sheet's business.
const NAMESPACE = "http://www.w3.org/2000/svg";
const MARKS = {
  max: "M0 -4.5L5 4H-5z",
  min: "M0 4.5L5 -4H-5z",
  chance: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
  leaf: "M-4 -4h8v8h-8z",
};
const MOST_CARDS = 150; // more nodes than this are drawn without their boards
const MOST_STUBS = 12;
const CHIP = 26; // kept free above a node for what is written on its edge
const BETWEEN = 62; // from one level to the next
const PILL = 26; // below a closed node, for its count

function svg(tag, attributes = {}, ...content) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

const textWidth = (text, size = 12) => text.length * size * 0.68;

// A board; `cell` is the side of a cell. Discs are lines of no length with round ends.
function boardSvg(node, cell) {
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
  const drawn = svg("g", { class: plain ? "board plain" : "board", "aria-hidden": "true" },
    svg("rect", { width: width * cell + 2 * frame, height: height * cell + 2 * frame, rx: Math.min(cell / 2, 8) }),
    ...(plain ? [] : dots("hole", 0.78, having("."))),
    ...dots("line", 1.02, node.line),
    ...dots("p1", 0.82, having("x")),
    ...dots("p2", 0.82, seconds),
    ...dots("p2-rim", 0.46, seconds),
    ...dots("p2", 0.2, seconds),
    ...node.last.map((at) => ring("last", 0.46, at)),
    ...node.mayFall.map((at) => ring(node.turn === "Red" ? "may-fall p1" : "may-fall p2-rim", 0.3, at)));
  if (node.popped !== null) {
    const x = frame + (node.popped + 0.5) * cell;
    const y = frame + height * cell + 0.05 * cell;
    drawn.append(svg("path", { class: "popped", d: `M${x - 0.42 * cell} ${y}h${0.84 * cell}l${-0.42 * cell} ${0.55 * cell}z` }));
  }
  return drawn;
}

const boardWidth = (cell) => (tree.width + 2 * tree.sizes.frame) * cell;
const boardHeight = (cell) => (tree.height + 2 * tree.sizes.frame) * cell;

// What is drawn and where: nodes, the cut branches of open nodes, and how far it all reaches.
function arrange(shown) {
  const sizes = shown.length > MOST_CARDS ? tree.sizes.small : tree.sizes.card;
  const items = shown.map((index) => {
    const node = nodes[index];
    const width = sizes.width;
    return { node, width, height: sizes.height[node.look], room: Math.max(width, textWidth(node.step) + 14), level: node.level };
  });
  const number = new Map(shown.map((index, place) => [index, place]));
  const children = items.map(({ node }) => (isOpen(node.index) ? node.children.map((child) => number.get(child)) : []));
  for (const index of shown) {
    const node = nodes[index];
    if (!node.cut.length || !isOpen(index)) continue;
    const texts = node.cut.length > MOST_STUBS ? [...node.cut.slice(0, MOST_STUBS - 1), "…"] : node.cut;
    const step = Math.max(15, ...texts.map((text) => textWidth(text) + 5));
    const room = Math.max(texts.length * step, textWidth(node.reason.slice(5)) + 6);
    children[number.get(index)].push(items.length);
    children.push([]);
    items.push({ node, texts, step, width: room, room, height: 52, level: node.level + 1, parent: number.get(index) });
  }
  const centres = tidy(children, items.map((item) => item.room), 8, 20);
  const levels = [];
  for (const item of items) {
    const height = item.height + (!item.texts && isClosed(item.node) ? PILL : 0);
    levels[item.level] = Math.max(levels[item.level] ?? 0, height);
  }
  const tops = [];
  levels.forEach((height, level) => { tops[level] = level ? tops[level - 1] + levels[level - 1] + BETWEEN : 0; });
  items.forEach((item, place) => {
    item.x = centres[place];
    item.y = tops[item.level];
    item.parent ??= item.node.parent === null ? null : number.get(item.node.parent);
    item.levelEnd = tops[item.level] + levels[item.level];
  });
  const width = Math.max(...items.map((item) => item.x + item.room / 2));
  return { items, width, height: tops.at(-1) + levels.at(-1), small: sizes === tree.sizes.small };
}

function way(from, x, y) {
  const end = y - CHIP;
  const middle = (from.levelEnd + end) / 2;
  return `M${from.x} ${from.y + from.height}V${from.levelEnd}C${from.x} ${middle} ${x} ${middle} ${x} ${end}V${y}`;
}

function edgeSvg(item, from) {
  const { node } = item;
  const width = Math.max(20, textWidth(node.step) + 10);
  const y = item.y - CHIP / 2;
  return svg("g", { class: node.chosen ? "edge chosen" : "edge", "aria-hidden": "true", "data-index": node.index },
    svg("path", { d: way(from, item.x, item.y) }),
    svg("rect", { class: "chip", x: item.x - width / 2, y: y - 10, width, height: 20, rx: 10 }),
    svg("text", { class: "step", x: item.x, y: y + 4.3 }, node.step));
}

function cutSvg(item, from) {
  const places = item.texts.map((_, place) => item.x + (place - (item.texts.length - 1) / 2) * item.step);
  const middle = { x: item.x };
  return svg("g", { class: "cut", "aria-hidden": "true", "data-index": item.node.index },
    svg("title", {}, `${item.node.why} Not looked at: ${item.node.cut.join(", ")}.`),
    svg("path", { class: "ways", d: places.map((x) => way(from, x, item.y)).join("") }),
    svg("path", { class: "bars", d: places.map((x) => `M${x - 5} ${item.y}h10`).join("") }),
    ...places.map((x, place) => svg("text", { x, y: item.y + 15 }, item.texts[place])),
    svg("text", { class: "cut-word", ...middle, y: item.y + 32 }, "cut:"),
    svg("text", { ...middle, y: item.y + 47 }, item.node.reason.slice(5)));
}

function nodeSvg(item, small) {
  const { node, width, height } = item;
  const sizes = small ? tree.sizes.small : tree.sizes.card;
  const drawn = svg("g", {
    class: `node ${node.look}${node.chosen ? " chosen" : ""}`, id: `n${node.index}`, role: "treeitem", tabindex: -1,
    "aria-label": node.name, "aria-level": node.level + 1, "data-index": node.index,
    transform: `translate(${item.x - width / 2} ${item.y})`,
  }, svg("title", {}, node.name), svg("path", { class: "outline", d: sizes.outline[node.look] }));
  if (node.parent !== null) {
    const siblings = nodes[node.parent].children;
    drawn.setAttribute("aria-posinset", siblings.indexOf(node.index) + 1);
    drawn.setAttribute("aria-setsize", siblings.length);
  }
  if (node.children.length) drawn.setAttribute("aria-expanded", isOpen(node.index));
  if (small) {
    const y = { max: 25.5, min: 18 }[node.look] ?? 18.5;
    drawn.append(svg("text", { class: "value middle", x: width / 2, y }));
  } else {
    const cell = tree.sizes.cell;
    const top = node.look === "max" ? tree.sizes.point : 0;
    const board = boardSvg(node, cell);
    board.setAttribute("transform", `translate(${(width - boardWidth(cell)) / 2} ${top + 11})`);
    const y = top + boardHeight(cell) + 31;
    const inset = node.look === "chance" ? 20 : 16;
    drawn.append(board);
    if (node.look === "leaf") drawn.append(svg("text", { class: "value middle", x: width / 2, y }));
    else {
      drawn.append(svg("path", { class: "mark", d: MARKS[node.look], transform: `translate(${inset} ${y - 5})` }),
        svg("text", { class: "value", x: inset + 9, y }),
        svg("text", { class: "window", x: width - inset + 6, y }, `${node.alphaText}, ${node.betaText}`));
    }
  }
  if (isClosed(node)) {
    const count = `+${(node.nodes - 1).toLocaleString("en")}`;
    const pill = textWidth(count) + 16;
    drawn.append(svg("g", { class: node.children.length ? "pill" : "pill still", transform: `translate(${width / 2} ${height + 13})` },
      svg("rect", { x: -pill / 2, y: -10, width: pill, height: 20, rx: 10 }),
      svg("text", { y: 4.3 }, count)));
  }
  return drawn;
}
