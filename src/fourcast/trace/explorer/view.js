// A canvas with a tree on it. Dragging pans; the wheel and two fingers zoom.
import { DOT_SIZE, MODES, arrange, cutSvg, edgeSvg, modeAt, nodeSvg, windowText } from "explorer/draw.js";
import { find, put, s } from "lib/dom.js";

const MIN_ZOOM = 0.005;
const MAX_ZOOM = 3;
// Largest zoom at which a mode is used to fit the whole tree.
const MAX_FIT_ZOOM = { card: 1.2, shape: 0.69, dot: 0.44 };
// Boards are shown even if this share of the zoom they need would be enough for the whole tree.
const CARD_TOLERANCE = 0.8;
// Movement in pixels from which pressing is dragging.
const DRAG_DISTANCE = 5;
const MARGIN = 16;
// Room at the bottom: for the panel on a phone, else for the legend and the zoom buttons.
const bottomMargin = () => (innerWidth < 600 ? 24 : 56);

export class View {
  /** `actions` has select(index, options), toggle(index), pressKey(key) and showZoom(zoom). */
  constructor(model, actions) {
    this.model = model;
    this.actions = actions;
    this.pointers = new Map();
    this.dragDistance = 0;
    this.x = 0;
    this.y = 0;
    this.zoom = 1;
    // Whether the user has panned or zoomed since the last fit.
    this.isMoved = false;
    this.drawing = { items: [], rows: [], mode: "card", width: 0, height: 0 };
    this.scene = s("g", { role: "none" });
    // The names of the levels, in a column beside the canvas.
    this.rows = s("svg.rows");
    this.canvas = s(
      "svg.canvas",
      {
        role: "tree",
        // Chromium makes what listens for focus a tab stop.
        tabindex: -1,
        "aria-hidden": false,
        "aria-label": "Search tree. Arrow keys go to parent, child and sibling; Enter opens and closes.",
        ...this.listeners(),
      },
      this.scene,
    );
  }

  get scale() {
    return this.zoom / MODES[this.drawing.mode].unit;
  }

  /** The drawn item of a node, if it is drawn. */
  itemOf(index) {
    return this.drawing.items.find((item) => item.node.index === index && !item.stubs);
  }

  /** Draw everything again. The node `anchor` keeps its position on the screen; `scale` is the scale before. */
  redraw(anchor = this.model.selected, mode = this.currentMode(), scale = this.scale) {
    const before = this.itemOf(anchor);
    const previous = new Set(this.drawing.items.map((item) => item.node.index));
    this.drawing = arrange(this.model, mode);
    const after = this.itemOf(anchor);
    if (before && after) {
      this.x += before.x * scale - after.x * this.scale;
      this.y += before.y * scale - after.y * this.scale;
    }
    const hasFocus = this.scene.contains(document.activeElement);
    this.drawItems(previous);
    put(
      this.rows,
      this.drawing.rows.map(({ words }) => {
        return s(
          "text",
          words.map((word, index) => s("tspan", { x: "100%", dx: -4, dy: index && 15 }, word)),
        );
      }),
    );
    this.updateTransform();
    this.updateState();
    if (hasFocus) this.focus();
  }

  currentMode() {
    return modeAt(this.zoom, this.model.visibleNodes().length);
  }

  drawItems(previous) {
    const { items, mode } = this.drawing;
    const edges = [];
    const cuts = [];
    const nodes = [];
    for (const item of items) {
      const from = items[item.parent];
      if (item.stubs) {
        cuts.push(cutSvg(this.model, item, from));
        continue;
      }
      if (from) edges.push(edgeSvg(item, from));
      const node = nodeSvg(this.model, item, mode);
      if (previous.size && !previous.has(item.node.index)) node.classList.add("fresh");
      nodes.push(node);
    }
    // The chosen line lies above other edges.
    edges.sort((one, other) => one.classList.contains("chosen") - other.classList.contains("chosen"));
    put(this.scene, edges, cuts, nodes);
  }

  /** Show how far the search is: later nodes are faint, values appear when a node is done, the choice at the end. */
  updateState() {
    const { model } = this;
    this.canvas.classList.toggle("done", model.isComplete);
    for (const element of this.scene.children) {
      const node = model.nodes[Number(element.dataset.index)];
      const appears = element.classList.contains("cut") ? node.leaveStep : node.enterStep;
      element.classList.toggle("future", appears > model.step);
      if (element.classList.contains("node")) this.updateNode(element, node);
    }
  }

  updateNode(element, node) {
    const { model } = this;
    const { classList } = element;
    const isSelected = node.index === model.selected;
    const isKnown = model.isKnown(node);
    const progress = model.progress(node);
    const name = isKnown ? node.name : `${node.who} ${node.reached}, ${progressName(progress)}`;
    const value = find(".value", element);
    const sign = find(".sign", element);
    const unknown = model.isHidden ? "?" : "…";
    const window = find(".window", element);
    const isEntered = node.enterStep <= model.step;
    if (value) value.textContent = isKnown ? node.valueText : (progress?.value ?? unknown);
    if (window) put(window, progress ? `${progress.alpha}, ${progress.beta}` : isEntered && windowText(node));
    if (sign) {
      sign.setAttribute("d", isKnown ? signPath(node.value, DOT_SIZE / 2) : "");
      classList.toggle("good", isKnown && node.value > 0);
      classList.toggle("bad", isKnown && node.value < 0);
    }
    find("title", element).textContent = model.isSaved(node.index) ? `${name}; pruned in the other tree` : name;
    classList.toggle("selected", isSelected);
    classList.toggle("saved", model.isSaved(node.index));
    classList.toggle("now", model.step < model.lastStep && model.steps[model.step].node === node);
    Object.assign(element, { ariaLabel: name, ariaSelected: isSelected, tabIndex: isSelected ? 0 : -1 });
  }

  updateTransform() {
    this.scene.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
    this.drawing.rows.forEach(({ y }, index) => {
      this.rows.children[index]?.setAttribute("y", this.y + y * this.scale + 4);
    });
    this.actions.showZoom(this.zoom, this.drawing.mode);
  }

  zoomBy(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    this.isMoved = true;
    const before = this.scale;
    this.zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, this.zoom * factor));
    const mode = modeAt(this.zoom, this.drawing.items.length);
    if (mode !== this.drawing.mode) {
      const { selected } = this.model;
      this.redraw(this.itemOf(selected) ? selected : 0, mode, before);
    } else {
      this.x = x - (x - this.x) * (this.scale / before);
      this.y = y - (y - this.y) * (this.scale / before);
    }
    this.updateTransform();
  }

  /**
   * Show the whole tree in the most detailed mode that fits, at most at `maxZoom`. With `preferCards`, boards are shown
   * even if the tree is slightly larger than the canvas, and values even if it is much larger.
   */
  fit({ preferCards = false, maxZoom = MAX_ZOOM } = {}) {
    const nodeCount = this.model.visibleNodes().length;
    for (const mode of ["card", "shape", "dot"]) {
      if (mode === "card" && modeAt(1, nodeCount) !== mode) continue;
      const size = arrange(this.model, mode);
      const zoom = this.fittingZoom(mode, size, preferCards, maxZoom);
      this.zoom = zoom;
      if (zoom < MODES[mode].minZoom) continue;
      this.redraw(0, mode);
      const { clientWidth, clientHeight } = this.canvas;
      const width = size.width * this.scale;
      const root = clientWidth / 2 - this.itemOf(0).x * this.scale;
      // A tree that is too wide has its root in the middle.
      this.x = Math.max(Math.min(MARGIN, clientWidth - MARGIN - width), Math.min(MARGIN, root));
      if (width < clientWidth - 2 * MARGIN) this.x = (clientWidth - width) / 2;
      this.y = Math.max(MARGIN, (clientHeight - bottomMargin() - size.height * this.scale) / 2);
      break;
    }
    this.isMoved = false;
    this.bringIntoView(this.model.selected);
  }

  fittingZoom(mode, { width, height }, preferCards, maxZoom) {
    const { unit, minZoom } = MODES[mode];
    const limit = Math.min(maxZoom, MAX_FIT_ZOOM[mode]);
    const byWidth = (unit * (this.canvas.clientWidth - 2 * MARGIN)) / width;
    const byHeight = (unit * (this.canvas.clientHeight - bottomMargin() - 24)) / height;
    const zoom = Math.max(MIN_ZOOM, Math.min(limit, byWidth, byHeight));
    const isNearlyEnough = mode === "shape" || (mode === "card" && zoom > CARD_TOLERANCE * minZoom);
    return preferCards && isNearlyEnough && limit >= minZoom ? Math.max(zoom, minZoom) : zoom;
  }

  /** Pan so that a node can be seen, with its ancestors if there is room for them. */
  bringIntoView(index) {
    const item = this.itemOf(index);
    if (!item) return;
    const { clientWidth, clientHeight } = this.canvas;
    const path = [item, ...this.model.ancestors(index).map((ancestor) => this.itemOf(ancestor))];
    const left = Math.min(...path.map((one) => one.x - one.width / 2)) * this.scale;
    const right = Math.max(...path.map((one) => one.x + one.width / 2)) * this.scale;
    if (right - left < clientWidth - 2 * MARGIN) {
      this.x = Math.max(MARGIN - left, Math.min(clientWidth - MARGIN - right, this.x));
    }
    const x = this.x + item.x * this.scale;
    const half = (item.width / 2) * this.scale + MARGIN;
    const top = this.y + item.y * this.scale;
    const bottom = top + item.height * this.scale + bottomMargin();
    if (x - half < 0 || x + half > clientWidth) this.x += clientWidth / 2 - x;
    if (top < MARGIN) this.y += MARGIN - top;
    else if (bottom > clientHeight) this.y -= bottom - clientHeight;
    this.updateTransform();
  }

  focus() {
    find(".node.selected", this.scene)?.focus({ preventScroll: true });
  }

  // Pointer and keyboard

  listeners() {
    const release = ({ pointerId }) => this.pointers.delete(pointerId);
    return {
      onpointerdown: (event) => this.press(event),
      onpointermove: (event) => this.drag(event),
      onpointerup: release,
      onpointercancel: release,
      onclick: (event) => this.click(event),
      onwheel: (event) => {
        event.preventDefault();
        const { x, y } = this.canvasPoint(event);
        this.zoomBy(Math.exp(-event.deltaY * 0.0015), x, y);
      },
      onfocusin: (event) => this.followFocus(event),
      onkeydown: (event) => this.pressKey(event),
    };
  }

  canvasPoint({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  // The middle between the first two pointers and their distance.
  pinch() {
    const [one, two = one] = [...this.pointers.values()].map((event) => this.canvasPoint(event));
    return {
      x: (one.x + two.x) / 2,
      y: (one.y + two.y) / 2,
      distance: Math.hypot(one.x - two.x, one.y - two.y) || 1,
    };
  }

  press(event) {
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 1) this.dragDistance = 0;
  }

  drag(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const before = this.pinch();
    this.pointers.set(event.pointerId, event);
    const { x, y, distance } = this.pinch();
    this.dragDistance += Math.hypot(x - before.x, y - before.y) + Math.abs(distance - before.distance);
    if (this.dragDistance > DRAG_DISTANCE) this.canvas.setPointerCapture(event.pointerId);
    this.isMoved = true;
    this.x += x - before.x;
    this.y += y - before.y;
    this.zoomBy(distance / before.distance, x, y);
  }

  click({ target }) {
    const node = target.closest(".node");
    if (!node || this.dragDistance > DRAG_DISTANCE) return;
    const index = Number(node.dataset.index);
    if (target.closest(".node-count") || index === this.model.selected) this.actions.toggle(index);
    else this.actions.select(index, { focus: true });
  }

  // Focus that did not come from a pointer, whose click selects.
  followFocus({ target }) {
    const { index } = target.dataset;
    if (!index || this.pointers.size || Number(index) === this.model.selected) return;
    this.actions.select(Number(index), { focus: false });
  }

  pressKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { model, actions } = this;
    const node = model.nodes[model.selected];
    const select = (index) => actions.select(index, { focus: true });
    const selectSibling = (offset) => {
      const siblings = node.parent === null ? [0] : model.nodes[node.parent].children;
      select(siblings[siblings.indexOf(node.index) + offset] ?? node.index);
    };
    const keys = {
      ArrowUp: () => select(node.parent ?? 0),
      ArrowDown: () => node.children.length && select(node.children[0]),
      ArrowLeft: () => selectSibling(-1),
      ArrowRight: () => selectSibling(1),
      Home: () => select(0),
      Enter: () => actions.toggle(node.index),
      " ": () => actions.toggle(node.index),
    };
    const isGlobal = /^(Page.*|[-+0])$/.test(event.key);
    if (!keys[event.key] && !isGlobal) return;
    event.preventDefault();
    if (isGlobal) actions.pressKey(event.key);
    else keys[event.key]();
  }
}

const progressName = (progress) => (progress ? `${progress.value} so far` : "value not yet known");

// A plus or a minus around the middle of a square; nothing for zero.
function signPath(value, middle) {
  if (!value) return "";
  const minus = `M${middle - 3} ${middle}h6`;
  return value > 0 ? `${minus}m-3 -3v6` : minus;
}
