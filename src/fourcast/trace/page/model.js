// The recorded tree, read from the page, and which of its branches are open.
const tree = JSON.parse(document.getElementById("tree").textContent);

const nodes = tree.nodes.map((row, index) => {
  const node = { index, children: [], level: 0 };
  tree.textFields.forEach((field, place) => { node[field] = tree.texts[row[place]]; });
  tree.numberFields.forEach((field, place) => { node[field] = row[tree.textFields.length + place]; });
  node.board = tree.boards[row.at(-1)];
  return node;
});
for (const node of nodes) {
  if (node.parent === null) continue;
  nodes[node.parent].children.push(node.index);
  node.level = nodes[node.parent].level + 1;
}
const root = nodes[0];

const SMALL_TREE = 60; // nodes; such a tree is shown whole at first
const MOST_OPEN = 3000; // nodes that may be shown at once
const isWhole = nodes.length <= SMALL_TREE;

const browsed = new Set(); // open while the whole search is shown
const stepped = new Set(); // opened by the reader while stepping through it
const followed = new Set(); // above the current step, open as long as the search is below them

// While stepping through a large tree only what the search is in is open.
const opened = () => (isWhole || state.step === lastStep ? browsed : stepped);
const isOpen = (index) => opened().has(index) || followed.has(index);

// Whether there is more below a node than is drawn.
const isClosed = (node) => node.nodes > 1 && !isOpen(node.index);

function ancestors(index) {
  const above = [];
  for (let at = nodes[index].parent; at !== null; at = nodes[at].parent) above.push(at);
  return above;
}

function openLine() {
  opened().clear();
  for (const node of nodes) if (node.chosen && node.children.length) opened().add(node.index);
  opened().add(0);
}

function openAll() {
  let shown = 1;
  let waiting = [0];
  while (waiting.length) { // level by level, as far as it goes
    const next = [];
    for (const index of waiting) {
      const below = nodes[index].children;
      if (!below.length || shown + below.length > MOST_OPEN) continue;
      opened().add(index);
      shown += below.length;
      next.push(...below);
    }
    waiting = next;
  }
}

function closeAll() {
  opened().clear();
}

// Make a node visible by opening what is above it.
function reveal(index) {
  for (const above of ancestors(index)) opened().add(above);
}

function visibleNodes() {
  const shown = [];
  const waiting = [0];
  while (waiting.length) {
    const index = waiting.pop();
    shown.push(index);
    if (isOpen(index)) waiting.push(...[...nodes[index].children].reverse());
  }
  return shown;
}
