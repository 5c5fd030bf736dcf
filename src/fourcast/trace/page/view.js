// A canvas: what is drawn of a tree, and from where it is seen. Dragging pans, wheel and two fingers zoom.
import { find, put, s } from "./dom.js";
import { DOT, MODES, arrange, cutSvg, edgeSvg, modeAt, nodeSvg } from "./draw.js";

const SMALLEST = 0.005, LARGEST = 3;
// So much of what is needed for boards is enough.
const NEARER = 0.8;
// Kept free below, where the key and the zoom buttons lie.
const low = () => (innerWidth < 600 ? 76 : 56);
// Kept free on the left, for the names of the rows.
const ASIDE = 64;

export class View {
  // `acts` has what the reader can do: choose(index, focus), toggle(index), other(key), zoomed().
  constructor(model, acts) {
    Object.assign(this, { model, acts, fingers: new Map(), x: 0, y: 0, zoom: 1 });
    this.scene = s("g", { role: "none" });
    this.rows = s("g.rows", { "aria-hidden": "true" });
    // Chromium gives what listens for focus a tab stop of its own.
    this.canvas = s("svg.canvas", {
      role: "tree", tabindex: -1, "aria-hidden": false, "aria-label": "Search tree. Arrow keys go to parent, child and sibling; Enter opens and closes.", ...this.hands,
    }, this.scene, this.rows);
    // The reader has chosen where to look from.
    this.moved = false;
    this.drawing = { items: [], rows: [], mode: "card", width: 0, height: 0 };
  }

  get scale() {
    return this.zoom / MODES[this.drawing.mode].unit;
  }

  placeOf(index) {
    return this.drawing.items.find((item) => item.node.index === index && !item.stubs);
  }

  // Draw everything anew, with one node staying where it was on the screen.
  redraw(anchor = this.model.selected, mode = modeAt(this.zoom, this.model.visible().length), scale = this.scale) {
    const { model } = this;
    const before = this.placeOf(anchor);
    const known = new Set(this.drawing.items.map((item) => item.node.index));
    this.drawing = arrange(model, mode);
    const after = this.placeOf(anchor);
    if (before && after) {
      this.x += before.x * scale - after.x * this.scale;
      this.y += before.y * scale - after.y * this.scale;
    }
    const edges = [], cuts = [], cards = [];
    for (const item of this.drawing.items) {
      const from = this.drawing.items[item.parent];
      if (item.stubs) cuts.push(cutSvg(model, item, from));
      else {
        if (from) edges.push(edgeSvg(item, from));
        const card = nodeSvg(model, item, this.drawing);
        if (known.size && !known.has(item.node.index)) card.classList.add("fresh");
        cards.push(card);
      }
    }
    edges.sort((one, two) => one.classList.contains("chosen") - two.classList.contains("chosen"));
    const focused = this.scene.contains(document.activeElement);
    put(this.scene, edges, cuts, cards);
    put(this.rows, this.drawing.rows.map(({ word }) => s("text", { x: 18 }, word)));
    this.look();
    this.mark();
    if (focused) this.focus();
  }

  // Show how far the search is: what is to come is faint, values come when a node is done, the choice when all is.
  mark() {
    const { model } = this;
    this.canvas.classList.toggle("done", model.isDone);
    for (const element of this.scene.children) {
      const node = model.nodes[Number(element.dataset.index)], { classList } = element;
      classList.toggle("future", (classList.contains("cut") ? node.left : node.entered) > model.step);
      if (!classList.contains("node")) continue;
      const isSelected = node.index === model.selected, known = model.isKnown(node);
      const name = known ? node.name : `${node.who} ${node.reached}, value not yet known`;
      const value = find(".value", element), sign = find(".sign", element);
      if (value) value.textContent = known ? node.valueText : model.secret ? "?" : "…";
      if (sign) {
        const middle = DOT[this.drawing.mode] / 2;
        sign.setAttribute("d", known && node.value ? `M${middle - 3} ${middle}h6${node.value > 0 ? "m-3 -3v6" : ""}` : "");
        classList.toggle("good", known && node.value > 0);
        classList.toggle("bad", known && node.value < 0);
      }
      find("title", element).textContent = name;
      classList.toggle("selected", isSelected);
      classList.toggle("now", model.step < model.lastStep && model.steps[model.step].node === node);
      Object.assign(element, { ariaLabel: name, ariaSelected: isSelected, tabIndex: isSelected ? 0 : -1 });
    }
  }

  look() {
    this.scene.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
    this.drawing.rows.forEach(({ y }, at) => this.rows.children[at]?.setAttribute("y", this.y + y * this.scale + 4));
    this.acts.zoomed(this.zoom);
  }

  zoomBy(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    this.moved = true;
    const before = this.scale;
    this.zoom = Math.min(LARGEST, Math.max(SMALLEST, this.zoom * factor));
    const mode = modeAt(this.zoom, this.drawing.items.length);
    if (mode !== this.drawing.mode) this.redraw(this.placeOf(this.model.selected) ? this.model.selected : 0, mode, before);
    else {
      this.x = x - (x - this.x) * (this.scale / before);
      this.y = y - (y - this.y) * (this.scale / before);
    }
    this.look();
  }

  // As near as shows everything, but not nearer than `most`. With `nearer`, boards are shown even if somewhat more than fits.
  fit({ nearer = false, most = LARGEST }) {
    const { clientWidth, clientHeight } = this.canvas;
    const shown = this.model.visible().length;
    for (const mode of ["card", "shape", "dot"]) {
      if (mode === "card" && modeAt(1, shown) !== mode) continue;
      const { width, height } = arrange(this.model, mode);
      const { unit, from } = MODES[mode];
      const nearest = Math.min(most, { card: 1.2, shape: 0.69, dot: 0.34 }[mode]), aside = mode === "card" ? ASIDE : 16;
      this.zoom = Math.max(SMALLEST, Math.min(nearest, unit * (clientWidth - 16 - aside) / width, unit * (clientHeight - low() - 24) / height));
      if (nearer && mode === "card" && nearest >= from && this.zoom > NEARER * from) this.zoom = Math.max(this.zoom, from);
      if (this.zoom < from) continue;
      this.redraw(0, mode);
      this.x = Math.max(aside, (clientWidth - width * this.scale) / 2);
      this.y = Math.max(16, (clientHeight - low() - height * this.scale) / 2);
      break;
    }
    this.moved = false;
    this.bringIntoView(this.model.selected);
  }

  // Move the drawing so that a node can be seen.
  bringIntoView(index) {
    const item = this.placeOf(index);
    if (!item) return;
    const { clientWidth, clientHeight } = this.canvas;
    const x = this.x + item.x * this.scale, half = (item.width / 2) * this.scale + 16;
    const top = this.y + item.y * this.scale, bottom = top + item.height * this.scale + low();
    if (x - half < 0 || x + half > clientWidth) this.x += clientWidth / 2 - x;
    if (top < 16) this.y += 16 - top;
    else if (bottom > clientHeight) this.y -= bottom - clientHeight;
    this.look();
  }

  focus() {
    find(".node.selected", this.scene)?.focus({ preventScroll: true });
  }

  // What fingers and mouse do: drag to pan, two fingers or the wheel to zoom, press to choose or to open.
  get hands() {
    const { fingers } = this;
    let dragged = 0;
    const place = ({ clientX, clientY }) => {
      const { left, top } = this.canvas.getBoundingClientRect();
      return [clientX - left, clientY - top];
    };
    // The middle of the fingers, and how far they are apart.
    const grasp = () => {
      const [[x, y], [x2, y2] = [x, y]] = [...fingers.values()].map(place);
      return { x: (x + x2) / 2, y: (y + y2) / 2, apart: Math.hypot(x - x2, y - y2) || 1 };
    };
    const lift = ({ pointerId }) => fingers.delete(pointerId);
    return {
      onpointerup: lift, onpointercancel: lift,
      onkeydown: (event) => this.pressed(event),
      // By other ways than a pointer, whose click says more.
      onfocusin: ({ target }) => {
        const { index } = target.dataset;
        if (index && !fingers.size && Number(index) !== this.model.selected) this.acts.choose(Number(index), false);
      },
      onpointerdown: (event) => {
        fingers.set(event.pointerId, event);
        if (fingers.size === 1) dragged = 0;
      },
      onpointermove: (event) => {
        if (!fingers.has(event.pointerId)) return;
        const before = grasp();
        fingers.set(event.pointerId, event);
        const { x, y, apart } = grasp();
        dragged += Math.hypot(x - before.x, y - before.y) + Math.abs(apart - before.apart);
        if (dragged > 5) this.canvas.setPointerCapture(event.pointerId);
        this.moved = true;
        this.x += x - before.x;
        this.y += y - before.y;
        this.zoomBy(apart / before.apart, x, y);
      },
      onclick: ({ target }) => {
        const index = Number(target.closest(".node")?.dataset.index ?? -1);
        if (index < 0 || dragged > 5) return;
        if (target.closest(".pill") || index === this.model.selected) this.acts.toggle(index);
        else this.acts.choose(index, true);
      },
      onwheel: (event) => {
        event.preventDefault();
        this.zoomBy(Math.exp(-event.deltaY * 0.0015), ...place(event));
      },
    };
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { model, acts } = this;
    const node = model.nodes[model.selected];
    const sibling = (by) => {
      const family = node.parent === null ? [0] : model.nodes[node.parent].children;
      acts.choose(family[family.indexOf(node.index) + by] ?? node.index, true);
    };
    const ways = {
      ArrowUp: () => acts.choose(node.parent ?? 0, true),
      ArrowDown: () => node.children.length && acts.choose(node.children[0], true),
      ArrowLeft: () => sibling(-1),
      ArrowRight: () => sibling(1),
      Home: () => acts.choose(0, true),
      Enter: () => acts.toggle(node.index),
      " ": () => acts.toggle(node.index),
    };
    const way = ways[event.key] ?? (/^(Page.*|[-+0])$/.test(event.key) && (() => acts.other(event.key)));
    if (!way) return;
    event.preventDefault();
    way();
  }
}
