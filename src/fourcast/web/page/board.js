// The board. It knows no rules: positions with their legal moves come in, the text of a move goes out.
//
// SVG units: a cell is 100, the frame 18, the lane above the board 92, the foot below it 40 (0 and 0 where discs are
// placed freely). Row 0 is the bottom. The picture is hidden from screen readers; HTML buttons lie over it.
import { discShape } from "./explorer/discs.js";
import { all, calm, h, put, s } from "./explorer/dom.js";
import { knock } from "./sound.js";
import { COLOURS, discCount } from "./words.js";

const CELL = 100, FRAME = 18, LANE = 92, FOOT = 40;
const FALL = "linear(0,.022 8.7%,.09 17.5%,.2 26%,.36 35%,.56 44%,.81 52.4%,1 58%,.96 63%,.93 68%,.92 75%,.93 81%,.96 86%,1 91%,.99 95%,1)";
const EASE = "cubic-bezier(.2,.8,.2,1)";
const SIDES = ["p1", "p2"];
let boards = 0;

const cellName = (cell) => ({ x: COLOURS[0], o: COLOURS[1] }[cell] ?? "empty");
const moved = (x, y, ...content) => s("g", { transform: `translate(${x} ${y})` }, content);
export class Board {
  /** `choose` gets the text of a move; `setUp` a column and a row, while a position is being set up. */
  constructor(host, { choose, setUp }) {
    Object.assign(this, { host, choose, setUp, id: `board${++boards}`, aim: null });
    host.classList.add("board");
  }

  /**
   * Show a position. `last` is the ply that led to it and `animate` whether it has just been played; `values` are what
   * moves are worth by their text, `hint` and `best` moves to point at; `active` says whether the side to move may choose
   * by this board, `editing` whether every cell may be.
   */
  show(rules, position, { last = null, animate = false, values = null, hint = null, best = null, active = true, editing = false } = {}) {
    const before = this.position?.lines.length ?? 0;
    Object.assign(this, { rules, position, last, values, hint, best, active, editing, byCell: editing || !rules.gravity });
    const frame = `${rules.width}×${rules.height} ${rules.gravity} ${rules.pops} ${editing}`;
    if (frame !== this.framed) this.frame();
    this.framed = frame;
    this.drawDiscs();
    this.drawMarks();
    this.drawAim();
    this.label();
    if (!animate || !last) return;
    knock(last.row);
    if (!calm.matches) this.move(last, before);
  }

  get lane() { return this.rules.gravity ? LANE : 0; }
  get foot() { return this.rules.gravity ? FOOT : 0; }
  x(column) { return FRAME + CELL * column + CELL / 2; }
  y(row) { return this.lane + FRAME + CELL * (this.rules.height - 1 - row) + CELL / 2; }

  // What stays while the size does

  frame() {
    const { width: w, height: t } = this.rules, { lane, foot, id } = this;
    const width = CELL * w + 2 * FRAME, high = CELL * t + 2 * FRAME;
    for (const [name, units] of Object.entries({ w: width, h: lane + high + foot, lane, foot })) this.host.style.setProperty(`--units-${name}`, units);
    let plate = `M34 ${lane}H${width - 34}a34 34 0 0 1 34 34V${lane + high - 34}a34 34 0 0 1-34 34H34a34 34 0 0 1-34-34V${lane + 34}a34 34 0 0 1 34-34Z`;
    let shade = "";
    for (let cell = 0; cell < w * t; cell += 1) {
      const start = `M${this.x(cell % w) - 41} ${this.y(Math.floor(cell / w))}`;
      plate += `${start}a41 41 0 1 0 82 0a41 41 0 1 0-82 0Z`;
      shade += `${start}a41 41 0 0 1 82 0a41 36 0 0 0-82 0Z`;
    }
    this.layers = { tint: s("g"), discs: s("g", { "clip-path": `url(#${id}-clip)` }), marks: s("g"), aim: s("g") };
    const { tint, discs, marks, aim } = this.layers;
    const picture = s("svg", { viewBox: `0 0 ${width} ${lane + high + foot}`, focusable: "false" },
      s("defs",
        s("linearGradient", { id: `${id}-plate`, x1: 0, y1: 0, x2: 0, y2: 1 }, s("stop.plate-hi", { offset: 0 }), s("stop.plate-lo", { offset: 1 })),
        s("clipPath", { id: `${id}-clip` }, s("rect", { y: -200, width, height: lane + high + 196 }))),
      s("rect.hole-back", { x: 8, y: lane + 8, width: width - 16, height: high - 16, rx: 26 }),
      tint, discs, s("path", { d: plate, fill: `url(#${id}-plate)`, "fill-rule": "evenodd" }), s("path.shade", { d: shade }), marks, aim);
    this.table = h("table");
    put(this.host, picture, this.layHits(w, t), h("div.unseen", this.table));
  }

  // One target for each column, and below it one for its pop if there are any; or one for each cell.
  layHits(w, t) {
    const rows = this.byCell ? `${this.lane + FRAME}fr repeat(${t}, ${CELL}fr) ${FRAME + this.foot}fr` : `${LANE + CELL * t + 2 * FRAME}fr ${FOOT}fr`;
    const targets = this.byCell
      ? Array.from({ length: w * t }, (_, at) => ({ column: at % w, row: t - 1 - Math.floor(at / w), place: Math.floor(at / w) + 2 }))
      : Array.from({ length: this.rules.pops === "none" ? w : 2 * w }, (_, at) => ({ column: at % w, isPop: at >= w, place: at < w ? 1 : 2 }));
    this.targets = new Map(targets.map((target) => {
      const button = h("button.hit", {
        class: target.isPop && "pop", "data-number": this.rules.gravity && !target.row && !target.isPop && target.column + 1, "aria-label": target.isPop ? `Pop column ${target.column + 1}` : null,
        onclick: (event) => this.clicked(event, target),
        onfocus: () => button.matches(":focus-visible") && this.aimAt(target),
        onblur: () => this.aimAt(null),
        onkeydown: (event) => this.walk(event, target),
      });
      button.style.gridArea = `${target.place} / ${target.column + 2}`;
      return [button, target];
    }));
    const slide = (event) => this.slide(event), leave = () => this.aimAt(null);
    this.hits = h("div.hits", { role: "group", "aria-label": `Board, ${w} columns, ${t} rows`, onpointerdown: slide, onpointermove: slide,
      onpointerup: (event) => this.release(event), onpointercancel: leave, onpointerleave: leave }, ...this.targets.keys());
    this.hits.classList.toggle("by-cell", this.byCell);
    this.hits.style.grid = `${rows} / ${FRAME}fr repeat(${w}, ${CELL}fr) ${FRAME}fr`;
    return this.hits;
  }

  // Choosing

  /** The legal move behind a target. */
  moveAt({ column, row, isPop }) {
    const kind = this.rules.gravity ? (isPop ? "pop" : "drop") : "place";
    return this.position.moves.find((move) => move.kind === kind && move.column === column && (kind !== "place" || move.row === row));
  }

  popAt(column) { return this.active && !this.editing && this.moveAt({ column, isPop: true }); }

  /** A double click is one, but where a position is set up. */
  clicked({ detail, timeStamp }, target) {
    const isSecond = detail && target === this.pressed?.target && timeStamp - this.pressed.timeStamp < 300;
    this.pressed = { target, timeStamp };
    if (!isSecond || this.editing) this.press(target);
  }

  press(target) {
    const { column, row, isPop } = target;
    if (this.slid) return;
    if (this.editing) this.setUp(column, row);
    else if (this.active) this.choose(this.moveAt(target)?.text ?? `${isPop ? "p" : ""}${this.byCell ? row * this.rules.width + column + 1 : column + 1}`);
  }

  /** Arrows walk from column to column where there are more of them than digits, and begin in the middle. */
  enter() {
    if (this.rules.width <= 9) return false;
    [...this.targets.keys()][this.rules.width >> 1].focus();
    return true;
  }

  walk(event, { column, row, isPop }) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || this.rules.width <= 9) return;
    event.preventDefault();
    for (const [button, other] of this.targets) if (other.column === column + step && other.row === row && other.isPop === isPop) button.focus();
  }

  /** A finger slides over the board and drops where it lets go; a mouse only points. */
  slide(event) {
    if (event.pointerType === "mouse" || event.type === "pointerdown" || event.buttons) this.aimAt(this.under(event));
  }

  release(event) {
    if (event.pointerType === "mouse") return;
    const target = this.under(event);
    this.aimAt(null);
    // Let go where it began: that is a click.
    if (!target || target === this.targets.get(event.target.closest(".hit"))) return;
    this.press(target);
    this.slid = true;
    setTimeout(() => { this.slid = false; }, 50);
  }

  under({ clientX, clientY }) {
    return this.targets.get(document.elementFromPoint(clientX, clientY)?.closest(".hit")) ?? null;
  }

  aimAt(target) {
    if (target === this.aim) return;
    this.aim = target;
    this.drawAim();
  }

  // Drawing

  drawDiscs() {
    const { position: { rows, lines, outcome }, rules: { width, height } } = this;
    const winning = outcome?.ending === "line" && new Set(lines.flatMap(({ ends: [[c, r], [d, q]] }) =>
      Array.from({ length: Math.max(Math.abs(d - c), Math.abs(q - r)) + 1 }, (_, n) => (r + Math.sign(q - r) * n) * width + c + Math.sign(d - c) * n)));
    this.shapes = new Map();
    put(this.layers.discs, rows.flatMap((cells, fromTop) => [...cells].map((cell, column) => {
      if (cell === ".") return null;
      const row = height - 1 - fromTop, shape = discShape(cell === "x" ? 0 : 1), place = moved(this.x(column), this.y(row), shape);
      this.shapes.set(row * width + column, shape);
      if (winning && !winning.has(row * width + column)) place.classList.add("dimmed");
      return place;
    })));
  }

  drawMarks() {
    const { last, best, position: { lines, outcome, turn } } = this;
    const isDisc = last?.kind === "drop" || last?.kind === "place";
    put(this.layers.marks, isDisc && outcome?.ending !== "line" && s("circle.last", { cx: this.x(last.landed), cy: this.y(last.row), r: 43 }),
      lines.map((line) => this.lineMark(line)),
      best && [s("circle.aimed", { class: SIDES[turn], cx: this.x(best.column), cy: this.y(best.row), r: 36 }),
        s("text.best-number", { x: this.x(best.column), y: this.y(best.row) + 9 }, "1")]);
  }

  lineMark({ player, ends: [[c, r], [d, q]] }) {
    const [x1, y1, x2, y2] = [this.x(c), this.y(r), this.x(d), this.y(q)];
    if (this.rules.counts) return [s("line.count-under", { x1, y1, x2, y2 }), s("line.count", { class: SIDES[player], x1, y1, x2, y2 })];
    const box = { x: -46, y: -46, width: Math.hypot(x2 - x1, y2 - y1) + 92, height: 92, rx: 46,
      transform: `translate(${x1} ${y1}) rotate(${Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI})` };
    return [s("rect.capsule-under", box), s("rect.capsule", box)];
  }

  /** What is above, in and below the board for the move that is pointed at, by the pointer or by a hint. */
  drawAim() {
    if (!this.position) return;
    const { position: { outcome }, rules: { gravity, height }, values, aim, hint } = this;
    const hinted = hint && { column: hint.column, row: hint.row, isPop: hint.move.startsWith("p") };
    const shown = this.active && !this.editing ? aim ?? hinted : null;
    const move = shown && !shown.isPop && this.moveAt(shown);
    put(this.layers.tint, move && gravity
      && s("rect.tint", { x: this.x(move.column) - 50, y: this.lane + FRAME, width: CELL, height: CELL * height }));
    put(this.layers.aim,
      move ? this.aimMarks(move) : aim && shown === aim && !aim.isPop && gravity && !outcome && !values && this.fullMark(aim.column));
    for (const [button, { column, isPop }] of this.targets) button.classList.toggle("here", shown?.column === column && !isPop === !shown.isPop);
  }

  aimMarks({ column, lands }) {
    const { turn } = this.position, isSure = lands.length === 1;
    const inHand = this.rules.gravity && !this.values && lands.map((land) => {
      const disc = moved(this.x(land.column), 46, discShape(turn));
      if (land.column !== column) disc.classList.add("ghost-disc");
      return disc;
    });
    return [inHand, (!this.best || this.aim) && lands.map((land) => [
      s("circle.aimed", { class: SIDES[turn], cx: this.x(land.column), cy: this.y(land.row), r: 36 }),
      !isSure && s("text.odds", { x: this.x(land.column), y: this.y(land.row) + 8 }, `${Math.round(land.chance * 100)}%`)])];
  }

  fullMark(column) {
    const x = this.x(column);
    return [s("circle.full", { cx: x, cy: 48, r: 28 }), s("path.full", { d: `M${x - 20} 28l40 40` })];
  }

  // For ears and hands

  label() {
    const { position: { rows }, rules: { height }, active, editing, values } = this;
    this.hits.classList.toggle("off", !active);
    for (const [button, target] of this.targets) {
      const { column, row, isPop } = target, move = this.moveAt(target), { value, best } = values?.get(move?.text) ?? {};
      if (isPop) {
        button.hidden = !this.popAt(column);
        put(button, `↓ ${value?.text ?? "Pop"}`);
        continue;
      }
      const cells = rows.map((one) => one[column]).filter((cell) => cell !== ".");
      const words = this.byCell ? [`Row ${row + 1}`, `column ${column + 1}`, cellName(rows[height - 1 - row][column])]
        : [`Column ${column + 1}`, cells.length === height ? "full" : discCount(cells.length), cells.length > 0 && `top ${cellName(cells[0])}`];
      if (value) words.push(`value ${value.text.replace("−", "minus ").replace("+", "plus ").replace("≈", "about ")}`, value.words);
      put(button, value && h(`span.value.chip.${value.kind}`, { class: best && "best" }, value.text, value.exact && h("small", value.words)));
      button.ariaDisabled = !move && !editing;
      button.ariaLabel = words.filter(Boolean).join(", ");
    }
    put(this.table, h("caption", "The board, top row first"), rows.map((cells, fromTop) => h("tr",
      h("th", { scope: "row" }, `Row ${height - fromTop}`), [...cells].map((cell) => h("td", cellName(cell))))));
  }

  // Motion: it never delays what is known, it only shows how it came about

  move({ kind, column, landed, row }, linesBefore) {
    const { width, height, counts } = this.rules, at = (r, c) => this.shapes.get(r * width + c);
    const from = (transform, duration, easing, more) => [[{ transform }, { transform: "none" }], { duration, easing, ...more }];
    if (kind === "drop") {
      const up = (height - row) * CELL, slip = landed === column ? 0 : 180, disc = at(row, landed), side = (column - landed) * CELL;
      disc?.animate(...from(`translateY(${-up}px)`, 190 * Math.sqrt(height - row), FALL, { delay: slip, fill: "backwards" }));
      if (slip) disc?.animate([{ transform: `translate(${side}px, ${-up}px)` }, { transform: `translate(0, ${-up}px)` }], { duration: slip, easing: EASE });
    } else if (kind === "pop") {
      for (let r = 0; r < height; r += 1) at(r, column)?.animate(...from(`translateY(${-CELL}px)`, 200, EASE));
    } else if (kind === "place") at(row, column)?.animate([{ transform: "scale(.6)", opacity: 0 }, {}], { duration: 120, easing: EASE });
    if (!counts) return;
    for (const line of [...all("line", this.layers.marks)].slice(2 * linesBefore)) line.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 320 });
  }
}
