// A game whose positions are loaded as they are shown, and a line that is played on the board from one of them.
import { reducedMotion } from "lib/dom.js";
import { get } from "../app/api.js";
import { reportProblems } from "../app/notices.js";

const STEP_MILLISECONDS = 700;

export class LineModel {
  /** `onChange(hasNewMove)` is called after every change. */
  constructor(onChange) {
    this.onChange = onChange;
    // Rules, start and plies; names and the result where it is a saved game.
    this.game = null;
    // Positions by their moves, as text.
    this.positions = new Map();
    // The line that is played on the board: { moves, count }.
    this.line = null;
    this.isClosed = false;
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  get request() {
    const { rules, start, moves } = this.game;
    return { rules: rules.text, start, moves };
  }

  /** The plies before the line. */
  get shownPlies() {
    return this.game.plies;
  }

  /** The moves up to the shown position, as text: those before the line, and those of the line. */
  get shownMoves() {
    return [...this.shownPlies.map((ply) => ply.text), ...(this.line?.moves.slice(0, this.line.count) ?? [])];
  }

  /** The shown position with the plies that led to it; undefined until it is loaded. */
  get view() {
    return this.positions.get(this.shownMoves.join());
  }

  async load(hasNewMove = false) {
    const moves = this.shownMoves;
    const key = moves.join();
    if (!this.positions.has(key)) {
      const { rules, start } = this.request;
      const line = moves.join(this.game.rules.separator);
      const view = await reportProblems(() => get("/api/position", { rules, start, moves: line }));
      if (view) this.positions.set(key, view);
    }
    if (!this.isClosed && key === this.shownMoves.join()) this.onChange(hasNewMove);
  }

  // The line

  showLine(moves) {
    this.line = { moves: moves.map((step) => step.text), count: 0 };
    if (reducedMotion.matches) this.stepLine(this.line.moves.length);
    else this.playLine();
  }

  async playLine() {
    await this.stepLine(1);
    if (this.line && this.line.count < this.line.moves.length) {
      this.timer = setTimeout(() => this.line && this.playLine(), STEP_MILLISECONDS);
    }
  }

  stepLine(offset) {
    clearTimeout(this.timer);
    const { line } = this;
    const count = Math.max(0, Math.min(line.moves.length, line.count + offset));
    this.line = { ...line, count };
    return this.load(offset === 1);
  }

  stopLine() {
    clearTimeout(this.timer);
    this.line = null;
  }

  endLine() {
    this.stopLine();
    this.load();
  }
}
