// The explorer: one tree, or two side by side, with the panel about the selected node and the timeline.
import { Inspector } from "explorer/inspector.js";
import { Model } from "explorer/model.js";
import { Timeline } from "explorer/timeline.js";
import { View } from "explorer/view.js";
import { findAll, formatNumber, h, instantiate, put } from "lib/dom.js";
import "lib/icon.js";
import { style } from "lib/style.js";

export class Explorer {
  /** `onSelect(model)` is called whenever the selection may have changed. */
  constructor(host, { onSelect = () => {} } = {}) {
    this.onSelect = onSelect;
    this.panes = [];
    this.active = null;
    const zoom = (factor) => () => {
      for (const { view } of this.panes) view.zoomBy(factor);
    };
    const actions = {
      zoomOut: zoom(0.8),
      zoomIn: zoom(1.25),
      fit: () => this.fit(),
      expand: (grip) => {
        grip.ariaExpanded = this.parts.aside.classList.toggle("raised");
      },
    };
    this.parts = instantiate("explorer", actions);
    for (const mark of findAll("path[data-mark]", this.parts.legend)) {
      mark.setAttribute("d", style.marks[mark.dataset.mark]);
    }
    this.inspector = new Inspector(this.parts, {
      select: (index) => this.select(index, { focus: false }),
      toggle: (index) => this.toggle(index),
    });
    this.timeline = new Timeline(this.parts, (step) => this.goToStep(step));
    Object.assign(actions, this.timeline.actions);
    this.actionOfKey = {
      ArrowLeft: actions.back,
      ArrowRight: actions.forward,
      PageUp: actions.back,
      PageDown: actions.forward,
      Home: actions.first,
      End: actions.last,
      "+": actions.zoomIn,
      "-": actions.zoomOut,
      0: actions.fit,
      " ": actions.play,
      Escape: () => this.timeline.play(false),
    };
    this.parts.root.inert = true;
    put(host, this.parts.root);
    this.resizeObserver = new ResizeObserver(() => {
      if (!this.panes.some(({ view }) => view.isMoved)) this.fit({ preferCards: true });
    });
    this.resizeObserver.observe(this.parts.trees);
  }

  /** The function of every key; none before a tree is shown. */
  get keys() {
    return this.active ? this.actionOfKey : {};
  }

  disconnect() {
    this.timeline.play(false);
    this.resizeObserver.disconnect();
  }

  /** Show trees, each `{ tree, loadPiece, caption }`, where the caption is an element or null. */
  show(trees) {
    this.timeline.play(false);
    this.panes = trees.map((tree) => this.createPane(tree));
    put(
      this.parts.trees,
      this.panes.map((pane) => pane.element),
    );
    this.active = this.panes.at(-1);
    if (trees.length > 1) {
      const [one, other] = this.panes;
      one.model.other = other.model;
      other.model.other = one.model;
    }
    this.parts.root.inert = false;
    this.drawLegend();
    this.refresh();
    return this.openInitialNodes();
  }

  createPane({ tree, loadPiece = null, caption = null }) {
    const model = new Model(tree, loadPiece);
    const pane = { model };
    const activateAnd =
      (action) =>
      (...values) => {
        this.activate(pane);
        return action(...values);
      };
    pane.view = new View(model, {
      select: activateAnd((index, options) => this.select(index, options)),
      toggle: activateAnd((index) => this.toggle(index)),
      pressKey: activateAnd((key) => this.keys[key]?.()),
      showZoom: (zoom, mode) => {
        if (pane !== this.active) return;
        this.parts.percent.textContent = `${Math.round(zoom * 100)}%`;
        // Squares have no room for their window.
        this.parts.windowHelp.hidden = mode !== "dot";
      },
    });
    pane.element = h("div.pane", caption, h("div.levels", pane.view.rows, pane.view.canvas));
    model.openLine();
    return pane;
  }

  async openInitialNodes() {
    const areSmall = this.panes.every(({ model }) => model.isSmall);
    // Two trees are opened alike.
    for (const { model } of this.panes) model.isSmall = areSmall;
    await Promise.all(this.panes.map(({ model }) => model.isSmall && model.openAll()));
    this.fit();
    // Better a few nodes with values than all nodes as squares.
    if (this.panes.some(({ view }) => view.drawing.mode === "dot")) {
      for (const { model } of this.panes) model.openLine();
    }
    this.fit({ preferCards: true });
  }

  activate(pane) {
    if (this.active === pane) return;
    this.timeline.play(false);
    this.active = pane;
    pane.view.updateTransform();
    this.refresh();
  }

  // Everything beside the canvas.
  refresh() {
    const { model } = this.active;
    this.parts.root.classList.toggle("hides-values", Boolean(model.isHidden));
    this.timeline.show(model);
    this.inspector.show(model);
    this.onSelect(model);
  }

  /** Select a node. `isLinked` selects the same line in the other tree too. */
  async select(index, { focus = true, isLinked = true } = {}) {
    const { model, view } = this.active;
    await model.reveal(index);
    if (!model.nodes[index].isLoaded) return;
    model.selected = index;
    if (view.itemOf(index)) view.updateState();
    else view.redraw(model.nodes[index].parent ?? 0);
    view.bringIntoView(index);
    if (focus) view.focus();
    this.refresh();
    if (!isLinked) return;
    await this.selectInOtherTree();
    this.onSelect(model);
  }

  // Select the same line of moves, as far as it is in that tree.
  async selectInOtherTree() {
    const { line } = this.active.model;
    for (const { model, view } of this.panes) {
      if (model === this.active.model) continue;
      const node = await model.follow(line);
      await model.reveal(node);
      model.selected = node;
      view.redraw(0);
      view.bringIntoView(node);
    }
  }

  async toggle(index) {
    const { model, view } = this.active;
    if (model.nodes[index].children.length) {
      const isOpen = model.isOpen(index);
      await model.loadChildren(index);
      if (isOpen) model.close(index);
      else model.open(index);
      view.redraw(index);
    }
    await this.select(index, { focus: view.scene.contains(document.activeElement), isLinked: false });
  }

  async goToStep(step) {
    const { model, view } = this.active;
    const before = model.visibleNodes().join();
    if (!(await model.goToStep(step))) return;
    if (model.visibleNodes().join() === before) view.updateState();
    else view.redraw(model.nodes[model.selected].parent ?? 0);
    view.bringIntoView(model.selected);
    this.refresh();
    await this.stepInOtherTree(model);
    this.onSelect(model);
  }

  // Show the other tree at the same place of its search: at the same node, or where that was pruned.
  async stepInOtherTree(model) {
    const { event } = model.steps[model.step];
    const { line } = model;
    for (const { model: other, view } of this.panes) {
      if (other === model) continue;
      const index = await other.follow(line);
      const node = other.nodes[index];
      const isSameNode = other.ancestors(index).length === line.length;
      const isLast = model.step === model.lastStep;
      if (isLast) await other.goToStep(other.lastStep);
      else await other.goToStep(isSameNode && event !== "enter" ? node.leaveStep : node.enterStep);
      view.redraw(0);
      view.bringIntoView(other.selected);
    }
  }

  /** Step and node of the last tree as they stand in an address; what a tree shows at first is left out. */
  get place() {
    const { step, lastStep, selected, steps } = this.panes.at(-1).model;
    const isStep = step !== lastStep;
    const isNode = selected !== (isStep ? steps[step].node.index : 0);
    return { ...(isStep && { step: step + 1 }), ...(isNode && { node: selected }) };
  }

  async goToPlace({ step, node }) {
    const { nodes, lastStep } = this.active.model;
    if (step > 0 && step <= lastStep) await this.goToStep(Number(step) - 1);
    if (Number(node) in nodes) await this.select(Number(node), { focus: false });
  }

  // Open or close many branches at once; resolves to the number of visible nodes.
  async changeOpenNodes(change) {
    const { model, view } = this.active;
    await change(model);
    model.openOnPath.clear();
    this.fit({ preferCards: true });
    if (!view.itemOf(model.selected)) model.selected = 0;
    view.updateState();
    this.refresh();
    return model.visibleNodes().length;
  }

  async openAll() {
    const total = this.active.model.nodes.length;
    const shown = await this.changeOpenNodes((model) => model.openAll());
    if (shown === total) return;
    const counts = `${formatNumber(shown)} of ${formatNumber(total)}`;
    this.timeline.describe(`${counts} nodes are open. Open the rest branch by branch.`);
  }

  openLine() {
    return this.changeOpenNodes((model) => model.openLine());
  }

  closeAll() {
    return this.changeOpenNodes((model) => model.openNodes.clear());
  }

  // Two trees have the same zoom: what the larger one needs.
  fit(options = {}) {
    for (const { view } of this.panes) view.fit(options);
    const maxZoom = Math.min(...this.panes.map(({ view }) => view.zoom));
    for (const { view } of this.panes) {
      if (view.zoom > maxZoom) view.fit({ ...options, maxZoom });
    }
  }

  drawLegend() {
    const { legend, max, min } = this.parts;
    const { nodes, tree } = this.active.model;
    for (const entry of findAll("[data-kind]", legend)) {
      entry.hidden = !nodes.some((node) => node.look === entry.dataset.kind);
    }
    put(max, tree.player);
    put(min, tree.player === "Red" ? "Yellow" : "Red");
  }
}
