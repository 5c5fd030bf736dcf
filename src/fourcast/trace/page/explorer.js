// A tree, or two side by side, to walk about in: canvases, the panel about the selected node, the timeline.
import { all, counted, h, put, stamp } from "./dom.js";
import { Inspector } from "./inspector.js";
import { Model } from "./model.js";
import { Timeline } from "./timeline.js";
import { View } from "./view.js";

export class Explorer {
  // `chosen(model)` is told whenever another node is selected, by whatever way.
  constructor(host, { chosen = () => {} } = {}) {
    Object.assign(this, { chosen, panes: [], active: null });
    const zoom = (factor) => () => { for (const { view } of this.panes) view.zoomBy(factor); };
    const acts = {
      smaller: zoom(0.8), larger: zoom(1.25), fit: () => this.fit(),
      raise: (grip) => { grip.ariaExpanded = this.parts.aside.classList.toggle("raised"); },
    };
    this.parts = stamp("explorer", acts);
    this.inspector = new Inspector(this.parts, { choose: (index, focus) => this.choose(index, focus), toggle: (index) => this.toggle(index) });
    this.timeline = new Timeline(this.parts, (step) => this.goTo(step));
    Object.assign(acts, this.timeline.acts);
    this.keys = {
      PageUp: acts.back, PageDown: acts.on, "+": acts.larger, "-": acts.smaller, 0: acts.fit,
      ArrowLeft: acts.back, ArrowRight: acts.on, Home: acts.first, End: acts.last, " ": acts.play, Escape: () => this.timeline.play(false),
    };
    put(host, this.parts.root);
    this.resized = new ResizeObserver(() => {
      if (!this.panes.some(({ view }) => view.moved)) this.fit({ nearer: true });
    });
    this.resized.observe(this.parts.trees);
  }

  close() {
    this.timeline.play(false);
    this.resized.disconnect();
  }

  // Show trees: each `{ tree, loadChildren, caption }`, where the caption is an element or nothing.
  show(trees) {
    this.timeline.play(false);
    this.panes = trees.map(({ tree, loadChildren = null, caption = null }) => {
      const model = new Model(tree, loadChildren);
      const pane = { model };
      const mine = (act) => (...given) => { this.activate(pane); return act(...given); };
      pane.view = new View(model, {
        choose: mine((index, focus) => this.choose(index, focus)),
        toggle: mine((index) => this.toggle(index)),
        other: mine((key) => this.keys[key]?.()),
        zoomed: (zoom) => { if (pane === this.active) this.parts.percent.textContent = `${Math.round(zoom * 100)}%`; },
      });
      pane.element = h("div.pane", caption, pane.view.canvas);
      model.openLine();
      return pane;
    });
    put(this.parts.trees, this.panes.map((pane) => pane.element));
    this.active = this.panes.at(-1);
    this.tell();
    this.refresh();
    return this.open();
  }

  async open() {
    await Promise.all(this.panes.map(({ model }) => model.isWhole && model.openAll()));
    this.fit({ nearer: true });
    if (!this.panes.some(({ view }) => view.drawing.mode === "dot")) return;
    // Better some values than all squares.
    for (const { model } of this.panes) model.openLine();
    this.fit({ nearer: true });
  }

  activate(pane) {
    if (this.active === pane) return;
    this.timeline.play(false);
    this.active = pane;
    pane.view.look();
    this.refresh();
  }

  // What stands beside the canvas.
  refresh() {
    const { model } = this.active;
    this.parts.root.classList.toggle("secret", Boolean(model.secret));
    this.timeline.show(model);
    this.inspector.show(model);
    this.chosen(model);
  }

  async choose(index, focus = true, { linked = true } = {}) {
    const { model, view } = this.active;
    await model.reveal(index);
    if (!model.nodes[index].loaded) return;
    model.selected = index;
    if (view.placeOf(index)) view.mark();
    else view.redraw(model.nodes[index].parent ?? 0);
    view.bringIntoView(index);
    if (focus) view.focus();
    this.refresh();
    if (linked) await this.link();
  }

  // Select the same line of moves in the other tree, as far as it goes there.
  async link() {
    const steps = this.active.model.line;
    for (const pane of this.panes) {
      if (pane === this.active) continue;
      let at = 0;
      for (const step of steps) {
        await pane.model.need(at);
        const next = pane.model.nodes[at].children.findLast((child) => pane.model.nodes[child].step === step);
        if (next === undefined) break;
        at = next;
      }
      await pane.model.reveal(at);
      pane.model.selected = at;
      pane.view.redraw(0);
      pane.view.bringIntoView(at);
    }
  }

  async toggle(index) {
    const { model, view } = this.active;
    if (model.nodes[index].children.length) {
      const isOpen = model.isOpen(index);
      await model.need(index);
      if (isOpen) {
        model.opened.delete(index);
        model.followed.delete(index);
      } else model.opened.add(index);
      view.redraw(index);
    }
    await this.choose(index, view.scene.contains(document.activeElement), { linked: false });
  }

  async goTo(step) {
    const { model, view } = this.active;
    const before = model.visible().join();
    if (!await model.stepTo(step)) return;
    if (model.visible().join() === before) view.mark();
    else view.redraw(model.nodes[model.selected].parent ?? 0);
    view.bringIntoView(model.selected);
    this.refresh();
  }

  // Open or close many branches at once.
  async change(act) {
    const { model, view } = this.active;
    await act(model);
    model.followed.clear();
    this.fit();
    if (!view.placeOf(model.selected)) model.selected = 0;
    view.mark();
    this.refresh();
    return model.visible().length;
  }

  async openAll() {
    const { nodes } = this.active.model;
    const shown = await this.change((model) => model.openAll());
    if (shown < nodes.length) this.timeline.say(`${counted(shown)} of ${counted(nodes.length)} nodes are open. Open the rest branch by branch.`);
  }

  openLine() { return this.change((model) => model.openLine()); }
  closeAll() { return this.change((model) => model.opened.clear()); }

  // Two trees are seen from as far as the larger one needs.
  fit(how = {}) {
    for (const { view } of this.panes) view.fit(how);
    const most = Math.min(...this.panes.map(({ view }) => view.zoom));
    for (const { view } of this.panes) if (view.zoom > most) view.fit({ ...how, most });
  }

  // What the signs mean.
  tell() {
    const { key, max, min } = this.parts, { nodes, tree: { player } } = this.active.model;
    for (const sign of all("[data-kind]", key)) sign.hidden = !nodes.some((node) => node.look === sign.dataset.kind);
    put(max, player);
    put(min, player === "Red" ? "Yellow" : "Red");
  }
}
