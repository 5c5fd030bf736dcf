// A recorded tree. Its structure is known at once, its nodes are loaded in pieces. Holds which branches are open, which
// node is selected and which step of the search is shown.
import { listSteps } from "explorer/steps.js";
import { latest } from "lib/latest.js";

// A tree with at most this many nodes is opened completely at first.
const SMALL_TREE = 60;
const MAX_OPEN_NODES = 3000;
// Limit of "Open all" for a tree whose nodes must be loaded first.
const MAX_LOADED_NODES = 400;

// Bits of a node's flag.
const CUT = 1;
const NARROWS_WINDOW = 2;
const CAN_BE_CUT = 4;

export class Model {
  /** `tree` is what the server sends, with its first piece; `loadPiece(path)` resolves to the children of a node. */
  constructor(tree, loadPiece = null) {
    this.tree = tree;
    this.loadPiece = loadPiece;
    this.selected = 0;
    // Nodes that are open while the whole search is shown, and while it is shown step by step.
    this.openInBrowse = new Set();
    this.openInSteps = new Set();
    // Ancestors of the current step: open as long as the search is below them.
    this.openOnPath = new Set();
    this.loading = new Map();
    this.stepRequests = latest();
    // A predicate: nodes whose value and descendants are hidden from the reader.
    this.isHidden = null;
    this.nodes = tree.parents.map((parent, index) => createNode(index, parent, Number(tree.flags[index])));
    for (const node of this.nodes) {
      if (node.parent === null) continue;
      const parent = this.nodes[node.parent];
      parent.children.push(node.index);
      node.level = parent.level + 1;
    }
    this.addPiece(tree);
    this.steps = listSteps(this.nodes);
    this.step = this.lastStep = this.steps.length - 1;
    this.isSmall = this.nodes.length <= SMALL_TREE;
  }

  // Rows hold indices of texts, then numbers, then the boards of cut moves, then the index of the board.
  addPiece({ indices, texts, boards, nodes: rows }) {
    const { textFields, numberFields } = this.tree;
    rows.forEach((row, number) => {
      const node = this.nodes[indices[number]];
      textFields.forEach((field, column) => {
        node[field] = texts[row[column]];
      });
      numberFields.forEach((field, column) => {
        node[field] = row[textFields.length + column];
      });
      node.ghosts = row.at(-2).map(([board, moves]) => ({ board: boards[board], moves }));
      node.board = boards[row.at(-1)];
      node.isLoaded = true;
    });
  }

  /** The path of a node as the server reads it: child numbers from the root, such as 0.2.1. */
  path(index) {
    const line = [index, ...this.ancestors(index)].reverse();
    return line
      .slice(1)
      .map((child, level) => this.nodes[line[level]].children.indexOf(child))
      .join(".");
  }

  /** Load the children of these nodes. Nodes that the server does not send stay unloaded. */
  async loadChildren(...indices) {
    const missing = indices.filter((index) => !this.hasLoadedChildren(index));
    await Promise.all(missing.map((index) => this.loading.get(index) ?? this.requestPiece(index)));
  }

  requestPiece(index) {
    const request = this.loadPiece(this.path(index))
      .then((piece) => piece && this.addPiece(piece))
      .finally(() => this.loading.delete(index));
    this.loading.set(index, request);
    return request;
  }

  hasLoadedChildren(index) {
    return this.nodes[index].children.every((child) => this.nodes[child].isLoaded);
  }

  // While stepping through a large tree only the current path is open.
  get openNodes() {
    return this.isSmall || this.step === this.lastStep ? this.openInBrowse : this.openInSteps;
  }

  isOpen(index) {
    const isMarked = this.openNodes.has(index) || this.openOnPath.has(index);
    return isMarked && this.hasLoadedChildren(index) && !this.isHidden?.(this.nodes[index]);
  }

  hasUndrawnNodes(node) {
    return node.nodes > 1 && !this.isOpen(node.index);
  }

  isKnown(node) {
    return node.leaveStep <= this.step && !this.isHidden?.(node);
  }

  /** What an open node has while the search is below it: value so far, α and β as texts, and its finished children. */
  progress(node) {
    if (node.enterStep > this.step || node.leaveStep <= this.step || this.isHidden?.(node)) return null;
    const done = node.children.map((child) => this.nodes[child]).filter((child) => child.leaveStep <= this.step);
    const last = done.at(-1);
    if (!last?.isLoaded) return { value: "…", alpha: node.alphaText, beta: node.betaText, done: [] };
    return { value: last.parentValue, alpha: last.parentAlpha, beta: last.parentBeta, done };
  }

  get isComplete() {
    return this.step === this.lastStep && !this.isHidden;
  }

  ancestors(index) {
    const ancestors = [];
    for (let parent = this.nodes[index].parent; parent !== null; parent = this.nodes[parent].parent) {
      ancestors.push(parent);
    }
    return ancestors;
  }

  /** The moves from the root to the selected node. */
  get line() {
    const path = [this.selected, ...this.ancestors(this.selected)].reverse();
    return path.slice(1).map((index) => this.nodes[index].step);
  }

  /** The last node of a line of moves, as far as it is in this tree. */
  async follow(line) {
    let node = 0;
    for (const step of line) {
      await this.loadChildren(node);
      const next = this.nodes[node].children.findLast((child) => this.nodes[child].step === step);
      if (next === undefined) break;
      node = next;
    }
    return node;
  }

  /** Whether the other of two trees has pruned this node. Its ancestors and their children have to be loaded there. */
  isSaved(index) {
    if (!this.other) return false;
    const path = [index, ...this.ancestors(index)].reverse().slice(1);
    let node = this.other.nodes[0];
    for (const place of path) {
      const { step } = this.nodes[place];
      if (!this.other.hasLoadedChildren(node.index)) return false;
      if (node.cut?.includes(step)) return true;
      const next = node.children.findLast((child) => this.other.nodes[child].step === step);
      if (next === undefined) return false;
      node = this.other.nodes[next];
    }
    return false;
  }

  open(index) {
    this.openNodes.add(index);
  }

  close(index) {
    this.openNodes.delete(index);
    this.openOnPath.delete(index);
  }

  openLine() {
    this.openNodes.clear();
    for (const node of this.nodes) {
      if (node.chosen && node.children.length) this.open(node.index);
    }
    this.open(0);
  }

  /** Open level by level, up to the limit. */
  async openAll() {
    const limit = this.nodes.every((node) => node.isLoaded) ? MAX_OPEN_NODES : MAX_LOADED_NODES;
    let shown = 1;
    let level = [0];
    while (level.length) {
      const opening = level.filter((index) => {
        const { length } = this.nodes[index].children;
        if (!length || shown + length > limit) return false;
        shown += length;
        return true;
      });
      await this.loadChildren(...opening);
      for (const index of opening) this.open(index);
      level = opening.flatMap((index) => this.nodes[index].children);
    }
  }

  /** Open all ancestors of a node. */
  async reveal(index) {
    const ancestors = this.ancestors(index);
    await this.loadChildren(...ancestors);
    for (const ancestor of ancestors) this.open(ancestor);
  }

  /** Resolves to false if a node could not be loaded, or another step was requested meanwhile. */
  async goToStep(step) {
    const isLatest = this.stepRequests.start();
    const number = Math.max(0, Math.min(this.lastStep, step));
    const { node, event } = this.steps[number];
    const isLast = number === this.lastStep;
    const path = isLast ? [] : this.ancestors(node.index);
    if (!isLast && event !== "enter" && node.children.length) path.push(node.index);
    await this.loadChildren(...path);
    if (!isLatest() || !node.isLoaded) return false;
    this.step = number;
    this.selected = node.index;
    this.openOnPath = new Set(path);
    return true;
  }

  /** Indices of the nodes that are drawn, in depth-first order. */
  visibleNodes() {
    const visible = [];
    const stack = [0];
    while (stack.length) {
      const index = stack.pop();
      visible.push(index);
      if (this.isOpen(index)) stack.push(...[...this.nodes[index].children].reverse());
    }
    return visible;
  }
}

const createNode = (index, parent, flag) => ({
  index,
  parent,
  children: [],
  level: 0,
  isCut: Boolean(flag & CUT),
  narrowsWindow: Boolean(flag & NARROWS_WINDOW),
  canBeCut: Boolean(flag & CAN_BE_CUT),
  isLoaded: false,
});
