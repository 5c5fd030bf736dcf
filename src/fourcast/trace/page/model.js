// A recorded tree: its skeleton is known at once, its nodes come in pieces; which branches are open, how far the search is.
import { stepsOf } from "./steps.js";

// Nodes; such a tree is shown whole at first.
const SMALL_TREE = 60;
// Nodes that may be shown at once.
const MOST_OPEN = 3000;
// Nodes that are loaded for opening everything.
const MOST_LOADED = 400;

export class Model {
  // `tree` is what the server says of a tree, with its first piece; `loadChildren(path)` promises what is below a node.
  constructor(tree, loadChildren = null) {
    Object.assign(this, {
      tree, loadChildren, selected: 0,
      // Open while the whole search is shown.
      browsed: new Set(),
      // Opened by the reader while stepping through it.
      stepped: new Set(),
      // Above the current step, open as long as the search is below them.
      followed: new Set(),
      loading: new Map(),
      // Says of a node whether its value and what is below it are kept from the reader.
      secret: null,
    });
    this.nodes = tree.parents.map((parent, index) => {
      const flag = Number(tree.flags[index]);
      return { index, parent, children: [], level: 0, isCut: flag & 1, moves: flag & 2, mayCut: flag & 4, loaded: false };
    });
    for (const node of this.nodes) {
      if (node.parent === null) continue;
      this.nodes[node.parent].children.push(node.index);
      node.level = this.nodes[node.parent].level + 1;
    }
    this.take(tree);
    this.steps = stepsOf(this.nodes);
    this.step = this.lastStep = this.steps.length - 1;
    this.isWhole = this.nodes.length <= SMALL_TREE;
  }

  take(piece) {
    const { textFields, numberFields } = this.tree;
    piece.nodes.forEach((row, place) => {
      const node = this.nodes[piece.indices[place]];
      textFields.forEach((field, at) => { node[field] = piece.texts[row[at]]; });
      numberFields.forEach((field, at) => { node[field] = row[textFields.length + at]; });
      node.ghosts = row.at(-2).map(([board, below]) => ({ board: piece.boards[board], below }));
      node.board = piece.boards[row.at(-1)];
      node.loaded = true;
    });
  }

  path(index) {
    const above = [index, ...this.ancestors(index)].reverse();
    return above.slice(1).map((child, level) => this.nodes[above[level]].children.indexOf(child)).join(".");
  }

  // Have the children of these nodes loaded, as far as the server answers.
  async need(...indices) {
    await Promise.all(indices.filter((index) => !this.hasChildren(index)).map((index) => {
      if (!this.loading.has(index)) {
        const load = this.loadChildren(this.path(index)).then((piece) => piece && this.take(piece));
        this.loading.set(index, load.finally(() => this.loading.delete(index)));
      }
      return this.loading.get(index);
    }));
  }

  hasChildren(index) {
    return this.nodes[index].children.every((child) => this.nodes[child].loaded);
  }

  // While stepping through a large tree only what the search is in is open.
  get opened() {
    return this.isWhole || this.step === this.lastStep ? this.browsed : this.stepped;
  }

  isOpen(index) {
    return (this.opened.has(index) || this.followed.has(index)) && this.hasChildren(index) && !this.secret?.(this.nodes[index]);
  }

  isClosed(node) {
    // There is more below it than is drawn.
    return node.nodes > 1 && !this.isOpen(node.index);
  }

  isKnown(node) {
    return node.left <= this.step && !this.secret?.(node);
  }

  get isDone() {
    return this.step === this.lastStep && !this.secret;
  }

  ancestors(index) {
    const above = [];
    for (let at = this.nodes[index].parent; at !== null; at = this.nodes[at].parent) above.push(at);
    return above;
  }

  // What was played from the root to the selected node.
  get line() {
    return [this.selected, ...this.ancestors(this.selected)].reverse().slice(1).map((index) => this.nodes[index].step);
  }

  openLine() {
    this.opened.clear();
    for (const node of this.nodes) if (node.chosen && node.children.length) this.opened.add(node.index);
    this.opened.add(0);
  }

  // Level by level, as far as it goes.
  async openAll() {
    const most = this.nodes.every((node) => node.loaded) ? MOST_OPEN : MOST_LOADED;
    let shown = 1;
    let level = [0];
    while (level.length) {
      const opened = level.filter((index) => {
        const { length } = this.nodes[index].children;
        if (!length || shown + length > most) return false;
        shown += length;
        return true;
      });
      await this.need(...opened);
      for (const index of opened) this.opened.add(index);
      level = opened.flatMap((index) => this.nodes[index].children);
    }
  }

  // Make a node visible by opening what is above it.
  async reveal(index) {
    const above = this.ancestors(index);
    await this.need(...above);
    for (const at of above) this.opened.add(at);
  }

  // Whether it got there: a later wish goes before an earlier one that is still being loaded.
  async stepTo(step) {
    const now = Math.max(0, Math.min(this.lastStep, step));
    this.wanted = now;
    const { node, what } = this.steps[now];
    const followed = now === this.lastStep ? [] : this.ancestors(node.index);
    if (now < this.lastStep && what !== "in" && node.children.length) followed.push(node.index);
    await this.need(...followed);
    if (this.wanted !== now || !node.loaded) return false;
    this.step = now;
    this.selected = node.index;
    this.followed = new Set(followed);
    return true;
  }

  visible() {
    const shown = [];
    const waiting = [0];
    while (waiting.length) {
      const index = waiting.pop();
      shown.push(index);
      if (this.isOpen(index)) waiting.push(...[...this.nodes[index].children].reverse());
    }
    return shown;
  }
}
