// The board. It knows no rules: it shows a position with its legal moves and reports the text of the chosen move.
//
// SVG units: a cell is 100, the frame 18, the lane above the board 92, the foot below it 40. Lane and foot are 0 on
// boards without gravity. Row 0 is the bottom. HTML buttons lie over the picture; screen readers get these and a table.
import { discShape } from "lib/discs.js";
import { findAll, h, put, reducedMotion, s } from "lib/dom.js";
import { PLAYER_NAMES, columnMove, discCount } from "../app/format.js";
import { knock } from "../app/sound.js";
import { CELL, animatePly, fadeIn } from "./animation.js";

const FRAME = 18;
const LANE = 92;
const FOOT = 40;
const HOLE_RADIUS = 41;
const PLATE_CORNER = 34;
const MARK_RADIUS = 36;
const LAST_RADIUS = 43;
const LINE_RADIUS = 46;
// Centre of the disc in the lane.
const HAND_Y = 46;
// Columns that have a digit as their key.
export const MAX_DIGIT = 9;
const DOUBLE_CLICK_MILLISECONDS = 300;

const PLAYER_CLASSES = ["p1", "p2"];

let boardCount = 0;

const cellName = (cell) => ({ x: PLAYER_NAMES[0], o: PLAYER_NAMES[1] })[cell] ?? "empty";
const translated = (x, y, ...content) => s("g", { transform: `translate(${x} ${y})` }, content);

export class Board {
  /** `onMove` gets the text of a move; `onCell` a column and a row while a position is edited. */
  constructor(host, { onMove, onCell = () => {} }) {
    boardCount += 1;
    this.host = host;
    this.onMove = onMove;
    this.onCell = onCell;
    this.id = `board${boardCount}`;
    // The target under the pointer or with the focus.
    this.aim = null;
    host.classList.add("board");
  }

  /**
   * Show a position.
   *
   * `last` is the ply that led to it, `animate` whether it was just played. `values` maps move texts to their analysis,
   * `hint` and `best` are moves to point at, `played` is a ply to mark with its `symbol`. The side to move can choose a
   * move if `isActive`, every cell if `isEditing`.
   */
  show(rules, position, options = {}) {
    const { last = null, animate = false, values = null, hint = null, best = null, played = null } = options;
    const { isActive = true, isEditing = false } = options;
    const linesBefore = this.position?.lines.length ?? 0;
    Object.assign(this, { rules, position, last, values, hint, best, played, isActive, isEditing });
    const shape = [rules.width, rules.height, rules.gravity, rules.pops, isEditing].join();
    if (shape !== this.shape) this.build();
    this.shape = shape;
    this.drawDiscs();
    this.drawMarks();
    this.drawAim();
    this.drawTargets();
    this.drawTable();
    if (!animate || !last) return;
    knock(last.row);
    if (reducedMotion.matches) return;
    animatePly(last, rules.height, (row, column) => this.discs.get(row * rules.width + column));
    // Every line is two elements.
    if (rules.counts) fadeIn([...findAll("line", this.layers.marks)].slice(2 * linesBefore));
  }

  /** Whether every cell is a target, not every column. */
  get hasCells() {
    return this.isEditing || !this.rules.gravity;
  }

  get lane() {
    return this.rules.gravity ? LANE : 0;
  }

  get foot() {
    return this.rules.gravity ? FOOT : 0;
  }

  x(column) {
    return FRAME + CELL * column + CELL / 2;
  }

  y(row) {
    return this.lane + FRAME + CELL * (this.rules.height - 1 - row) + CELL / 2;
  }

  // Everything that depends on the size alone

  build() {
    const { lane, foot, id } = this;
    const width = CELL * this.rules.width + 2 * FRAME;
    const plateHeight = CELL * this.rules.height + 2 * FRAME;
    const height = lane + plateHeight + foot;
    const units = { w: width, h: height, lane, foot };
    for (const [name, value] of Object.entries(units)) this.host.style.setProperty(`--units-${name}`, value);
    this.layers = {
      tint: s("g"),
      discs: s("g", { "clip-path": `url(#${id}-clip)` }),
      marks: s("g"),
      aim: s("g"),
    };
    const { plate, shade } = this.platePaths(width, plateHeight);
    const picture = s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, focusable: "false" },
      s(
        "defs",
        s(
          "linearGradient",
          { id: `${id}-plate`, x1: 0, y1: 0, x2: 0, y2: 1 },
          s("stop.plate-hi", { offset: 0 }),
          s("stop.plate-lo", { offset: 1 }),
        ),
        s("clipPath", { id: `${id}-clip` }, s("rect", { y: -200, width, height: lane + plateHeight + 196 })),
      ),
      s("rect.hole-back", { x: 8, y: lane + 8, width: width - 16, height: plateHeight - 16, rx: 26 }),
      this.layers.tint,
      this.layers.discs,
      s("path", { d: plate, fill: `url(#${id}-plate)`, "fill-rule": "evenodd" }),
      s("path.shade", { d: shade }),
      this.layers.marks,
      this.layers.aim,
    );
    this.table = h("table");
    this.targets = new Map(this.listTargets().map((target) => [this.createButton(target), target]));
    put(this.host, picture, this.createGrid(), h("div.visually-hidden", this.table));
  }

  // The plate with its holes, and the shade at the upper edge of every hole.
  platePaths(width, height) {
    const corner = PLATE_CORNER;
    const arc = `a${corner} ${corner} 0 0 1`;
    const top = this.lane;
    let plate =
      `M${corner} ${top}H${width - corner}${arc} ${corner} ${corner}V${top + height - corner}` +
      `${arc}-${corner} ${corner}H${corner}${arc}-${corner}-${corner}V${top + corner}${arc} ${corner}-${corner}Z`;
    let shade = "";
    const radius = HOLE_RADIUS;
    for (let row = 0; row < this.rules.height; row += 1) {
      for (let column = 0; column < this.rules.width; column += 1) {
        const start = `M${this.x(column) - radius} ${this.y(row)}`;
        const half = `a${radius} ${radius} 0 1 0`;
        plate += `${start}${half} ${2 * radius} 0${half}-${2 * radius} 0Z`;
        shade += `${start}a${radius} ${radius} 0 0 1 ${2 * radius} 0a${radius} 36 0 0 0-${2 * radius} 0Z`;
      }
    }
    return { plate, shade };
  }

  // A target for each cell; or for each column, and below it one for its pop if there are any.
  listTargets() {
    const { width, height, pops } = this.rules;
    const columns = Array.from({ length: width }, (_, column) => column);
    if (!this.hasCells) {
      const drops = columns.map((column) => ({ column, isPop: false, gridRow: 1 }));
      return pops === "none" ? drops : [...drops, ...columns.map((column) => ({ column, isPop: true, gridRow: 2 }))];
    }
    const rows = Array.from({ length: height }, (_, fromTop) => height - 1 - fromTop);
    return rows.flatMap((row) => columns.map((column) => ({ column, row, isPop: false, gridRow: height - row + 1 })));
  }

  createButton(target) {
    const { column, row, isPop, gridRow } = target;
    const number = this.rules.gravity ? !row && !isPop && column + 1 : this.cellNumber(column, row);
    const button = h("button.hit", {
      class: isPop && "pop",
      "data-number": number,
      "aria-label": isPop ? `Pop column ${column + 1}` : null,
      onclick: (event) => this.click(event, target),
      onfocus: () => button.matches(":focus-visible") && this.aimAt(target),
      onblur: () => this.aimAt(null),
      onkeydown: (event) => this.moveFocus(event, target),
    });
    button.style.gridArea = `${gridRow} / ${column + 2}`;
    return button;
  }

  createGrid() {
    const { width, height } = this.rules;
    const slide = (event) => this.slide(event);
    const leave = () => this.aimAt(null);
    this.grid = h(
      "div.hits",
      {
        class: this.hasCells && (this.rules.gravity ? "by-cell" : "by-cell is-flat"),
        role: "group",
        "aria-label": `Board, ${width} columns, ${height} rows`,
        onpointerdown: slide,
        onpointermove: slide,
        onpointerup: (event) => this.release(event),
        onpointercancel: leave,
        onpointerleave: leave,
      },
      ...this.targets.keys(),
    );
    const rows = this.hasCells
      ? `${this.lane + FRAME}fr repeat(${height}, ${CELL}fr) ${FRAME + this.foot}fr`
      : `${LANE + CELL * height + 2 * FRAME}fr ${FOOT}fr`;
    this.grid.style.grid = `${rows} / ${FRAME}fr repeat(${width}, ${CELL}fr) ${FRAME}fr`;
    return this.grid;
  }

  // Choosing a move

  /** The legal move of a target. */
  moveAt({ column, row, isPop }) {
    const { moves } = this.position;
    if (!this.rules.gravity) {
      return moves.find((move) => move.kind === "place" && move.column === column && move.row === row);
    }
    const kind = isPop ? "pop" : "drop";
    return moves.find((move) => move.kind === kind && move.column === column);
  }

  /** Handle a click. The second click of a double click is ignored, unless a position is edited. */
  click({ detail, timeStamp }, target) {
    const { target: previous, timeStamp: before = 0 } = this.lastClick ?? {};
    const isSecond = detail > 0 && target === previous && timeStamp - before < DOUBLE_CLICK_MILLISECONDS;
    this.lastClick = { target, timeStamp };
    if (!isSecond || this.isEditing) this.choose(target);
  }

  choose(target) {
    if (this.isSlideDone) return;
    if (this.isEditing) this.onCell(target.column, target.row);
    else if (this.isActive) this.onMove(this.moveAt(target)?.text ?? this.targetText(target));
  }

  // The text of a move that is not legal, so that the server can say why.
  targetText({ column, row, isPop }) {
    return this.hasCells ? String(this.cellNumber(column, row)) : columnMove(column + 1, isPop);
  }

  cellNumber(column, row) {
    return row * this.rules.width + column + 1;
  }

  /** Focus the middle column if there are more columns than digits; whether it did. */
  focusMiddle() {
    if (this.rules.width <= MAX_DIGIT) return false;
    [...this.targets.keys()][Math.floor(this.rules.width / 2)].focus();
    return true;
  }

  // Arrow keys move between the columns of a wide board.
  moveFocus(event, { column, row, isPop }) {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!offset || this.rules.width <= MAX_DIGIT) return;
    event.preventDefault();
    for (const [button, other] of this.targets) {
      if (other.column === column + offset && other.row === row && other.isPop === isPop) button.focus();
    }
  }

  /** A finger slides over the board and drops where it is lifted; a mouse only points. */
  slide(event) {
    const isTouching = event.type === "pointerdown" || event.buttons;
    if (event.pointerType === "mouse" || isTouching) this.aimAt(this.targetUnder(event));
  }

  release(event) {
    if (event.pointerType === "mouse") return;
    const target = this.targetUnder(event);
    this.aimAt(null);
    // A finger that is lifted where it came down clicks.
    if (!target || target === this.targets.get(event.target.closest(".hit"))) return;
    this.choose(target);
    // No click after a slide.
    this.isSlideDone = true;
    setTimeout(() => {
      this.isSlideDone = false;
    }, 50);
  }

  targetUnder({ clientX, clientY }) {
    return this.targets.get(document.elementFromPoint(clientX, clientY)?.closest(".hit")) ?? null;
  }

  aimAt(target) {
    if (target === this.aim) return;
    this.aim = target;
    this.drawAim();
  }

  // Drawing

  drawDiscs() {
    const { rows, lines, outcome } = this.position;
    const { width, height } = this.rules;
    const winning = outcome?.ending === "line" ? new Set(lines.flatMap((line) => this.cellsOf(line))) : null;
    this.discs = new Map();
    const discs = rows.flatMap((cells, fromTop) =>
      [...cells].map((cell, column) => {
        if (cell === ".") return null;
        const row = height - 1 - fromTop;
        const index = row * width + column;
        const disc = discShape(cell === "x" ? 0 : 1);
        this.discs.set(index, disc);
        const group = translated(this.x(column), this.y(row), disc);
        if (winning && !winning.has(index)) group.classList.add("dimmed");
        return group;
      }),
    );
    put(this.layers.discs, discs);
  }

  // Indices of the cells of a line.
  cellsOf({ ends: [[startColumn, startRow], [endColumn, endRow]] }) {
    const columns = endColumn - startColumn;
    const rows = endRow - startRow;
    const length = Math.max(Math.abs(columns), Math.abs(rows)) + 1;
    return Array.from({ length }, (_, step) => {
      const column = startColumn + Math.sign(columns) * step;
      const row = startRow + Math.sign(rows) * step;
      return row * this.rules.width + column;
    });
  }

  drawMarks() {
    const { last, best, played } = this;
    const { lines, outcome } = this.position;
    const isDisc = last?.kind === "drop" || last?.kind === "place";
    put(
      this.layers.marks,
      isDisc &&
        outcome?.ending !== "line" &&
        s("circle.last", { cx: this.x(last.landed), cy: this.y(last.row), r: LAST_RADIUS }),
      lines.map((line) => this.lineMark(line)),
      last?.kind === "pop" && this.popMark(last.column),
      this.hintMark(),
      last?.gain && this.gainMark(last),
      best && this.textMark(best, "1"),
      (played?.kind === "drop" || played?.kind === "place") &&
        this.textMark({ column: played.landed, row: played.row }, played.symbol),
    );
  }

  textMark(place, text) {
    return [this.aimMark(place), s("text", { x: this.x(place.column), y: this.y(place.row) + 9 }, text)];
  }

  // An arrow out of the bottom of a column.
  popMark(column) {
    const y = this.y(0) + CELL / 2 - 22;
    return s("path.popped", { d: `M${this.x(column)} ${y}v34m-14-14 14 14 14-14` });
  }

  // The points of the last move, on its disc, or at the bottom of a popped column.
  gainMark({ kind, landed, row, gain }) {
    return s("text.gain", { x: this.x(landed), y: this.y(kind === "pop" ? 0 : row) + 12 }, gain);
  }

  lineMark({ player, points, ends: [[startColumn, startRow], [endColumn, endRow]] }) {
    const [x1, y1, x2, y2] = [this.x(startColumn), this.y(startRow), this.x(endColumn), this.y(endRow)];
    if (this.rules.counts) {
      const length = Math.max(Math.abs(endColumn - startColumn), Math.abs(endRow - startRow)) + 1;
      const classes = points && length < this.rules.connect ? " short" : "";
      return [
        s("line.count-under", { class: classes.trim(), x1, y1, x2, y2 }),
        s("line.count", { class: PLAYER_CLASSES[player] + classes, x1, y1, x2, y2 }),
      ];
    }
    const degrees = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    const box = {
      x: -LINE_RADIUS,
      y: -LINE_RADIUS,
      width: Math.hypot(x2 - x1, y2 - y1) + 2 * LINE_RADIUS,
      height: 2 * LINE_RADIUS,
      rx: LINE_RADIUS,
      transform: `translate(${x1} ${y1}) rotate(${degrees})`,
    };
    return [s("rect.capsule-under", box), s("rect.capsule", box)];
  }

  /** Point out the move under the pointer: its column, the disc in the lane, where it may land. */
  drawAim() {
    if (!this.position) return;
    const target = this.isActive && !this.isEditing ? this.aim : null;
    const move = target && this.moveAt(target);
    put(this.layers.tint, move && this.rules.gravity && this.columnTint(move.column));
    if (move?.kind === "pop") put(this.layers.aim, this.aimMark({ ...move, row: 0 }), this.popMark(move.column));
    else put(this.layers.aim, move ? this.aimMarks(move) : this.isFullColumn(target) && this.fullMark(target.column));
    for (const [button, { column, isPop }] of this.targets) {
      button.classList.toggle("here", target?.column === column && target.isPop === isPop);
    }
  }

  // The move of a hint: a ring where it lands, and an arrow above its column.
  hintMark() {
    const move = this.position.moves.find(({ text }) => text === this.hint?.move);
    const land = move?.lands.find(({ column }) => column === move.column);
    if (!land) return null;
    const x = this.x(move.column);
    return [
      s("circle.hint-ring", { cx: x, cy: this.y(land.row), r: MARK_RADIUS }),
      this.rules.gravity && s("path.hint-arrow", { d: `M${x} 18V62M${x - 20} 44L${x} 66L${x + 20} 44` }),
    ];
  }

  // Whether the pointer is over a column without a legal drop.
  isFullColumn(target) {
    const isOverColumn = target && target === this.aim && !target.isPop && this.rules.gravity;
    return isOverColumn && !this.position.outcome && !this.values;
  }

  columnTint(column) {
    const { height } = this.rules;
    return s("rect.tint", {
      x: this.x(column) - CELL / 2,
      y: this.lane + FRAME,
      width: CELL,
      height: CELL * height,
    });
  }

  aimMarks({ column, lands }) {
    const { turn } = this.position;
    const inLane = lands.map((land) => {
      const disc = translated(this.x(land.column), HAND_Y, discShape(turn));
      if (land.column !== column) disc.classList.add("ghost-disc");
      return disc;
    });
    const landings = lands.map((land) => [this.aimMark(land), lands.length > 1 && this.probability(land)]);
    return [this.rules.gravity && !this.values && inLane, (!this.best || this.aim) && landings];
  }

  aimMark({ column, row }) {
    const { turn } = this.position;
    return s("circle.aimed", {
      class: PLAYER_CLASSES[turn],
      cx: this.x(column),
      cy: this.y(row),
      r: MARK_RADIUS,
    });
  }

  probability({ column, row, chance }) {
    return s("text.odds", { x: this.x(column), y: this.y(row) + 8 }, `${Math.round(chance * 100)}%`);
  }

  fullMark(column) {
    const x = this.x(column);
    return [s("circle.full", { cx: x, cy: 48, r: 28 }), s("path.full", { d: `M${x - 20} 28l40 40` })];
  }

  drawTargets() {
    this.grid.classList.toggle("off", !this.isActive);
    for (const [button, target] of this.targets) {
      const move = this.moveAt(target);
      const { value, best } = this.values?.get(move?.text) ?? {};
      if (target.isPop) {
        button.hidden = !this.isActive || this.isEditing || !move;
        put(button, `↓ ${target.column + 1}`, value?.exact && h("small", value.text));
        button.classList.toggle("hinted", Boolean(move) && this.hint?.move === move.text);
        button.title = value?.words ?? `Pop column ${target.column + 1}: its discs fall by one row`;
        continue;
      }
      put(button, value && valueChip(value, best));
      button.ariaDisabled = !move && !this.isEditing;
      button.ariaLabel = [...this.describe(target), ...describeValue(value)].join(", ");
    }
  }

  describe({ column, row }) {
    const { rows } = this.position;
    const { height } = this.rules;
    if (this.hasCells) {
      const { gravity } = this.rules;
      const place = gravity ? `Row ${row + 1}, column ${column + 1}` : `Cell ${this.cellNumber(column, row)}`;
      return [place, cellName(rows[height - 1 - row][column])];
    }
    const discs = rows.map((cells) => cells[column]).filter((cell) => cell !== ".");
    const top = discs.length > 0 ? [`top ${cellName(discs[0])}`] : [];
    return [`Column ${column + 1}`, discs.length === height ? "full" : discCount(discs.length), ...top];
  }

  drawTable() {
    const { rows } = this.position;
    const lines = rows.map((cells, fromTop) => {
      const name = h("th", { scope: "row" }, `Row ${rows.length - fromTop}`);
      return h(
        "tr",
        name,
        [...cells].map((cell) => h("td", cellName(cell))),
      );
    });
    put(this.table, h("caption", "The board, top row first"), lines);
  }
}

// Words lead, the number follows: "win in 23", "+2". An estimate has a word and a bar, and no number.
function valueChip(value, isBest) {
  const { kind, exact, text, words, share } = value;
  const chip = (...content) => h(`span.value.chip.${kind}`, { class: isBest && "best" }, content);
  if (!exact) {
    const meter = h("i.meter");
    meter.style.setProperty("--share", `${100 * share}%`);
    return chip(h("small", words), meter);
  }
  const [first, ...rest] = words.split(" ");
  // An expectation is a number.
  if (rest[0] === text) return chip(h("b", text), h("small", "expected"));
  return chip(h("b", first), rest.length > 0 && h("span", rest.join(" ")), h("small", text));
}

// Signs as words, for screen readers.
function describeValue(value) {
  if (!value) return [];
  if (!value.exact) return [`estimate: ${value.words}`];
  return [value.words, `value ${value.text}`].map((text) => text.replace("−", "minus ").replace("+", "plus "));
}
