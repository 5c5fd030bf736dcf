// The board. It knows no rules: positions with their legal moves come in, the text of a move goes out.
//
// SVG units: a cell is 100, the frame 18, the lane above the board 92, the foot below it 40 (0 and 0 where discs are
// placed freely). Row 0 is the bottom. The picture is hidden from screen readers; HTML buttons lie over it.
import { h, put, s, wantsStillness } from "./dom.js";
import { knock } from "./sound.js";
import { COLOURS } from "./words.js";

const CELL = 100, FRAME = 18, LANE = 92, FOOT = 40;
const FALL = "linear(0,.022 8.7%,.09 17.5%,.203 26.2%,.36 34.9%,.562 43.7%,.81 52.4%,1 58.2%,.96 63.1%,.934 68%,.922 74.6%,.934 81.1%,.96 86%,1 90.9%,.994 95.4%,1)";
const EASE = "cubic-bezier(.2,.8,.2,1)";
const SIDES = ["p1", "p2"];
let boards = 0;

/** A disc round the origin: Red is plain, Yellow carries a ring, at every size. */
export function discShape(player) {
  return s("g", { class: SIDES[player] },
    s("circle", { class: "face", r: 37 }),
    s("path", { class: "shine", d: "M-27 -13A30 30 0 0 1 27 -13" }),
    player === 1 && s("circle", { class: "core", r: 13 }));
}

/** A disc beside text. */
export const disc = (player, size = "") => s("svg", { class: `disc ${size}`, viewBox: "-40 -40 80 80", "aria-hidden": "true" }, discShape(player));

/** A small picture of a board. */
export function miniBoard(rows) {
  const width = rows[0].length * CELL + 20, height = rows.length * CELL + 20;
  const cells = rows.flatMap((row, y) => [...row].flatMap((cell, x) => {
    const at = { cx: 60 + x * CELL, cy: 60 + y * CELL };
    return [s("circle", { ...at, r: 40, class: { x: "d1", o: "d2" }[cell] ?? "empty" }), cell === "o" && s("circle", { ...at, r: 14, class: "d2c" })];
  }));
  const picture = s("svg", { class: "mini", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, s("rect", { width, height, rx: 34 }), cells);
  picture.style.setProperty("--units-w", width);
  picture.style.setProperty("--units-h", height);
  return picture;
}

export class Board {
  /** `choose` gets the text of a move; `setUp` a cell, while a position is being set up. */
  constructor(host, { choose, setUp }) {
    this.host = host;
    this.choose = choose;
    this.setUp = setUp;
    this.id = `board${++boards}`;
    this.aim = null;
    this.size = "";
    host.classList.add("board");
  }

  /**
   * Show a position. `last` is the ply that led to it and `animate` whether it has just been played; `values` are
   * column values, `hint` a move to point at; `active` says whether the side to move may choose by this board.
   */
  show(rules, position, { last = null, animate = false, values = null, hint = null, active = true, editing = false, best = null } = {}) {
    Object.assign(this, { rules, position, last, values, hint, active, editing, best });
    const size = `${rules.width}×${rules.height} ${rules.gravity}`;
    if (size !== this.size) this.frame(size);
    this.drawDiscs();
    this.drawMarks();
    this.drawFoot();
    this.drawLane();
    this.labelHits();
    if (animate && last && !wantsStillness()) this.move(last);
    if (animate && last) knock(last.row);
  }

  get lane() { return this.rules.gravity ? LANE : 0; }
  x(column) { return FRAME + CELL * column + CELL / 2; }
  y(row) { return this.lane + FRAME + CELL * (this.rules.height - 1 - row) + CELL / 2; }

  // What stays while the size does

  frame(size) {
    this.size = size;
    const { width: w, height: t, gravity } = this.rules;
    const width = CELL * w + 2 * FRAME, high = CELL * t + 2 * FRAME;
    const height = this.lane + high + (gravity ? FOOT : 0);
    this.host.style.setProperty("--units-w", width);
    this.host.style.setProperty("--units-h", height);
    const holes = [], shades = [];
    for (let column = 0; column < w; column += 1) {
      for (let row = 0; row < t; row += 1) {
        const [x, y] = [this.x(column), this.y(row)];
        holes.push(`M${x - 41} ${y}a41 41 0 1 0 82 0a41 41 0 1 0 -82 0Z`);
        shades.push(`M${x - 41} ${y}a41 41 0 0 1 82 0a41 36 0 0 0 -82 0Z`);
      }
    }
    const top = this.lane, r = 34;
    const outline = `M${r} ${top}H${width - r}a${r} ${r} 0 0 1 ${r} ${r}V${top + high - r}a${r} ${r} 0 0 1 -${r} ${r}H${r}a${r} ${r} 0 0 1 -${r} -${r}V${top + r}a${r} ${r} 0 0 1 ${r} -${r}Z`;
    this.tint = s("g");
    this.discs = s("g", { "clip-path": `url(#${this.id}-clip)` });
    this.marks = s("g");
    this.laneLayer = s("g");
    this.foot = s("g");
    const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" },
      s("defs", {},
        s("linearGradient", { id: `${this.id}-plate`, x1: 0, y1: 0, x2: 0, y2: 1 }, s("stop", { class: "plate-hi", offset: 0 }), s("stop", { class: "plate-lo", offset: 1 })),
        s("clipPath", { id: `${this.id}-clip` }, s("rect", { x: 0, y: -200, width, height: top + high - 4 + 200 }))),
      s("rect", { class: "hole-back", x: 8, y: top + 8, width: width - 16, height: high - 16, rx: 26 }),
      this.tint, this.discs,
      s("path", { d: outline + holes.join(""), fill: `url(#${this.id}-plate)`, "fill-rule": "evenodd" }),
      s("path", { class: "shade", d: shades.join("") }),
      this.marks, this.laneLayer, this.foot);
    this.hits = h("div", { class: "hits", role: "group", "aria-label": `Board, ${w} columns, ${t} rows` });
    this.table = h("table");
    put(this.host, picture, this.hits, h("div", { class: "unseen" }, this.table));
    this.layHits();
  }

  layHits() {
    const { width: w, height: t, gravity } = this.rules;
    const columns = `${FRAME}fr repeat(${w}, ${CELL}fr) ${FRAME}fr`;
    this.buttons = new Map();
    this.popButtons = new Map();
    this.hits.style.gridTemplateColumns = columns;
    if (gravity && !this.editing) {
      this.hits.style.gridTemplateRows = `${LANE + CELL * t + 2 * FRAME}fr ${FOOT}fr`;
      for (let column = 0; column < w; column += 1) this.addHit(this.buttons, column, column, "1");
      for (let column = 0; column < w; column += 1) this.addHit(this.popButtons, column, column, "2", true);
    } else {
      this.hits.style.gridTemplateRows = gravity ? `${LANE + FRAME}fr repeat(${t}, ${CELL}fr) ${FRAME + FOOT}fr` : `${FRAME}fr repeat(${t}, ${CELL}fr) ${FRAME}fr`;
      for (let row = t - 1; row >= 0; row -= 1) {
        for (let column = 0; column < w; column += 1) this.addHit(this.buttons, row * w + column, column, String(t - row + 1));
      }
    }
    this.hits.onpointerdown = (event) => this.slide(event);
    this.hits.onpointermove = (event) => this.slide(event);
    this.hits.onpointerup = (event) => this.release(event);
    this.hits.onpointercancel = () => this.aimAt(null);
    this.hits.onpointerleave = () => this.aimAt(null);
    this.wasEditing = this.editing;
  }

  addHit(map, key, column, row, isPop = false) {
    const button = h("button", {
      class: isPop ? "hit pop" : "hit", type: "button",
      onclick: () => this.press(key, isPop),
      onfocus: () => button.matches(":focus-visible") && this.aimAt({ key, isPop }),
      onblur: () => this.aimAt(null),
      onkeydown: (event) => this.walk(event, map, key),
    });
    button.style.gridColumn = column + 2;
    button.style.gridRow = row;
    map.set(key, button);
    this.hits.append(button);
  }

  // Choosing

  /** The legal move behind a button: a drop or pop of a column, or a cell where discs are placed. */
  moveAt({ key, isPop }) {
    const { moves } = this.position;
    if (!this.rules.gravity) return moves.find((move) => move.row * this.rules.width + move.column === key);
    return moves.find((move) => move.column === key && move.kind === (isPop ? "pop" : "drop"));
  }

  press(key, isPop) {
    if (this.slid) return;
    if (this.editing) {
      this.setUp(key % this.rules.width, Math.floor(key / this.rules.width));
      return;
    }
    const move = this.moveAt({ key, isPop });
    if (this.active) this.choose(move ? move.text : `${isPop ? "p" : ""}${key + 1}`);
  }

  /** Arrows walk from column to column where there are more of them than digits. */
  walk(event, map, key) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || this.rules.width <= 9) return;
    event.preventDefault();
    event.stopPropagation();
    map.get(key + step)?.focus();
  }

  /** A finger slides over the board and drops where it lets go; a mouse only points. */
  slide(event) {
    const at = this.under(event);
    if (event.pointerType !== "mouse" && event.type === "pointermove" && !event.buttons) return;
    this.aimAt(at);
  }

  release(event) {
    if (event.pointerType === "mouse") return;
    const at = this.under(event);
    const from = event.target.closest(".hit");
    const landed = at && (at.isPop ? this.popButtons : this.buttons).get(at.key);
    this.aimAt(null);
    if (landed && landed !== from) {
      this.press(at.key, at.isPop);
      this.slid = true;
      setTimeout(() => { this.slid = false; }, 50);
    }
  }

  under(event) {
    const button = document.elementFromPoint(event.clientX, event.clientY)?.closest(".hit");
    if (!button || !this.hits.contains(button)) return null;
    for (const [map, isPop] of [[this.buttons, false], [this.popButtons, true]]) {
      for (const [key, other] of map) if (other === button) return { key, isPop };
    }
    return null;
  }

  aimAt(aim) {
    if (aim?.key === this.aim?.key && aim?.isPop === this.aim?.isPop) return;
    this.aim = aim;
    if (!this.position) return;
    this.drawLane();
    this.drawFoot();
  }

  // Drawing

  drawDiscs() {
    const winning = this.position.outcome?.ending === "line" ? this.cellsOf(this.position.lines) : null;
    this.at = new Map();
    put(this.discs, this.position.rows.flatMap((row, fromTop) => [...row].map((cell, column) => {
      if (cell === ".") return null;
      const place = (this.rules.height - 1 - fromTop) * this.rules.width + column;
      const shape = discShape(cell === "x" ? 0 : 1);
      const dimmed = winning && !winning.has(place);
      const group = s("g", { transform: `translate(${this.x(column)} ${this.y(this.rules.height - 1 - fromTop)})`, class: dimmed ? "dimmed" : null }, shape);
      this.at.set(place, shape);
      return group;
    })));
  }

  cellsOf(lines) {
    const cells = new Set();
    for (const { ends: [[c, r], [d, q]] } of lines) {
      const steps = Math.max(Math.abs(d - c), Math.abs(q - r));
      for (let n = 0; n <= steps; n += 1) cells.add((r + Math.sign(q - r) * n) * this.rules.width + c + Math.sign(d - c) * n);
    }
    return cells;
  }

  drawMarks() {
    const { last, position } = this;
    const won = position.outcome?.ending === "line";
    const marks = [];
    if (last && last.kind !== "pop" && last.kind !== "call-draw" && !won) {
      marks.push(s("circle", { class: "last", cx: this.x(last.landed), cy: this.y(last.row), r: 43 }));
    }
    for (const { player, ends: [[c, r], [d, q]] } of position.lines) {
      const [x1, y1, x2, y2] = [this.x(c), this.y(r), this.x(d), this.y(q)];
      if (this.rules.counts) {
        marks.push(s("line", { class: "count-under", x1, y1, x2, y2 }), s("line", { class: `count ${SIDES[player]}`, x1, y1, x2, y2 }));
      } else {
        const length = Math.hypot(x2 - x1, y2 - y1), turn = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
        const box = { x: -46, y: -46, width: length + 92, height: 92, rx: 46, transform: `translate(${x1} ${y1}) rotate(${turn})` };
        marks.push(s("rect", { class: "capsule-under", ...box }), s("rect", { class: "capsule", ...box }));
      }
    }
    if (this.best) {
      const { column, row } = this.best;
      marks.push(s("circle", { class: `best-mark ${SIDES[position.turn]}`, cx: this.x(column), cy: this.y(row), r: 36 }),
        s("text", { class: "best-number", x: this.x(column), y: this.y(row) + 9 }, "1"));
    }
    put(this.marks, marks);
    this.arisen = position.lines.length;
  }

  drawLane() {
    const { position, aim } = this;
    const player = SIDES[position.turn];
    const lane = [], tint = [];
    const pointed = this.hint ? { key: this.rules.gravity ? this.hint.column : this.hint.row * this.rules.width + this.hint.column, isPop: this.hint.kind === "pop" } : null;
    const shown = this.active && !this.editing ? aim ?? pointed : null;
    const move = shown && !shown.isPop ? this.moveAt(shown) : null;
    if (this.values) lane.push(this.rules.gravity ? position.moves.filter((m) => m.kind === "drop").map((m) => this.chip(m)) : position.moves.map((m) => this.cellValue(m)));
    if (move) {
      if (this.rules.gravity) {
        tint.push(s("rect", { class: "tint", x: this.x(move.column) - 50, y: this.lane + FRAME, width: CELL, height: CELL * this.rules.height }));
        if (!this.values) {
          for (const land of move.lands.length > 1 ? move.lands : []) {
            if (land.column !== move.column) lane.push(s("g", { class: "ghost", transform: `translate(${this.x(land.column)} 46)` }, discShape(position.turn)));
          }
          lane.push(s("g", { transform: `translate(${this.x(move.column)} 46)` }, discShape(position.turn)));
        }
      }
      for (const land of move.lands) {
        if (this.best && !aim) continue;
        lane.push(s("circle", { class: `aimed ${player}`, cx: this.x(land.column), cy: this.y(land.row), r: 36 }));
        if (move.lands.length > 1) lane.push(s("text", { class: "odds", x: this.x(land.column), y: this.y(land.row) + 8 }, `${Math.round(land.chance * 100)}%`));
      }
    } else if (shown && !shown.isPop && this.rules.gravity && aim && !position.outcome && !this.values) {
      const x = this.x(aim.key);
      lane.push(s("circle", { class: "full", cx: x, cy: 48, r: 28 }), s("path", { class: "full", d: `M${x - 20} 28l40 40` }));
    }
    put(this.laneLayer, lane.flat(3));
    put(this.tint, tint);
  }

  chip(move) {
    const found = this.values.get(move.text);
    if (!found) return null;
    const { value, best } = found;
    const x = this.x(move.column), small = value.text.length > 5;
    return s("g", {},
      s("g", { class: value.kind },
        s("rect", { class: "chip", x: x - 45, y: 4, width: 90, height: 76, rx: 16 }),
        s("text", { class: value.exact ? "chip-text two" : "chip-text", x, y: value.exact ? 39 : 52, ...(small ? { textLength: 80, lengthAdjust: "spacingAndGlyphs" } : {}) }, value.text),
        value.exact && s("text", { class: "chip-words", x, y: 67 }, value.words)),
      best && s("path", { class: `pointer ${value.kind}`, d: `M${x - 9} 82h18l-9 9Z` }));
  }

  cellValue(move) {
    const found = this.values.get(move.text);
    if (!found) return null;
    const [x, y] = [this.x(move.column), this.y(move.row)];
    return s("g", { class: found.value.kind }, s("rect", { class: "chip", x: x - 30, y: y - 24, width: 60, height: 48, rx: 16 }),
      s("text", { class: "chip-text", x, y: y + 10, ...(found.value.text.length > 3 ? { textLength: 52, lengthAdjust: "spacingAndGlyphs" } : {}) }, found.value.text));
  }

  drawFoot() {
    if (!this.rules.gravity) return;
    const y = this.lane + CELL * this.rules.height + 2 * FRAME;
    const pops = this.active && !this.editing ? this.position.moves.filter((move) => move.kind === "pop") : [];
    const popped = new Map(pops.map((move) => [move.column, move]));
    put(this.foot, Array.from({ length: this.rules.width }, (_, column) => {
      const x = this.x(column), here = this.aim?.key === column;
      if (!popped.has(column)) return s("text", { class: here ? "number here" : "number", x, y: y + 28 }, column + 1);
      const found = this.values?.get(popped.get(column).text);
      const word = found ? `↓ ${found.value.text}` : "↓ Pop";
      const isAimed = (here && this.aim.isPop) || (this.hint?.kind === "pop" && this.hint.column === column);
      return s("g", {},
        s("path", { class: isAimed ? "poptab here" : "poptab", d: `M${x - 42} ${y}h84v24a12 12 0 0 1 -12 12h-60a12 12 0 0 1 -12 -12Z` }),
        s("text", { class: "popword", x, y: y + 25 }, word));
    }));
  }

  // For ears and hands

  labelHits() {
    if (this.wasEditing !== this.editing) {
      this.hits.replaceChildren();
      this.layHits();
    }
    const { position, rules } = this;
    this.hits.classList.toggle("off", !this.active);
    const cellsOf = (column) => position.rows.map((row) => row[column]).filter((cell) => cell !== ".");
    const name = (cell) => COLOURS[cell === "x" ? 0 : 1];
    for (const [key, button] of this.buttons) {
      const move = this.moveAt({ key, isPop: false });
      button.setAttribute("aria-disabled", String(!move && !this.editing));
      if (rules.gravity && !this.editing) {
        const cells = cellsOf(key);
        const value = this.values?.get(move?.text)?.value;
        button.setAttribute("aria-label", [
          `Column ${key + 1}`,
          cells.length === rules.height ? "full" : `${cells.length} disc${cells.length === 1 ? "" : "s"}`,
          cells.length && `top ${name(cells[0])}`,
          value && `value ${value.text.replace("−", "minus ").replace("+", "plus ").replace("≈", "about ")}, ${value.words}`,
        ].filter(Boolean).join(", "));
      } else {
        const [column, row] = [key % rules.width, Math.floor(key / rules.width)];
        const cell = position.rows[rules.height - 1 - row][column];
        button.setAttribute("aria-label", `Row ${row + 1}, column ${column + 1}, ${cell === "." ? "empty" : name(cell)}`);
      }
    }
    for (const [column, button] of this.popButtons) {
      const move = this.active && this.moveAt({ key: column, isPop: true });
      button.hidden = !move;
      button.setAttribute("aria-label", `Pop column ${column + 1}`);
    }
    put(this.table, h("caption", {}, "The board, top row first"), position.rows.map((row, fromTop) => h("tr", {},
      h("th", { scope: "row" }, `Row ${rules.height - fromTop}`), [...row].map((cell) => h("td", {}, cell === "." ? "empty" : name(cell))))));
  }

  // Motion: it never delays what is known, it only shows how it came about

  move(ply) {
    const { width, height } = this.rules;
    if (ply.kind === "drop") {
      const shape = this.at.get(ply.row * width + ply.landed);
      const fallen = (height - ply.row) * CELL;
      const fall = 190 * Math.sqrt(height - ply.row), slip = ply.landed === ply.column ? 0 : 180;
      const aside = (ply.column - ply.landed) * CELL;
      if (slip) shape?.animate([{ transform: `translate(${aside}px, ${-fallen}px)` }, { transform: `translate(0, ${-fallen}px)` }], { duration: slip, easing: EASE });
      shape?.animate([{ transform: `translateY(${-fallen}px)` }, { transform: "none" }], { duration: fall, delay: slip, easing: FALL, fill: slip ? "none" : "backwards" });
    } else if (ply.kind === "pop") {
      for (let row = 0; row < height; row += 1) {
        this.at.get(row * width + ply.column)?.animate([{ transform: `translateY(${-CELL}px)` }, { transform: "none" }], { duration: 200, easing: EASE });
      }
    } else if (ply.kind === "place") {
      this.at.get(ply.row * width + ply.column)?.animate([{ transform: "scale(.6)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 120, easing: EASE });
    }
    if (this.rules.counts) {
      for (const line of [...this.marks.querySelectorAll("line")].slice(2 * (this.linesBefore ?? 0))) line.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 320 });
    }
    this.linesBefore = this.arisen;
  }
}
