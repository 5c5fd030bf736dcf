// The position in Analysis: how it was reached, what the server finds, and its set-up by hand.
import { get, post, Socket } from "../app/api.js";
import { showGameInBar } from "../app/bar.js";
import { announce, reportProblems } from "../app/notices.js";
import { replaceAddress } from "../app/router.js";
import { serial } from "../app/serial.js";

const SECONDS = 60;

const fetchPosition = (parameters) => get("/api/position", parameters);

export class AnalysisModel {
  /** `onChange(hasNewMove)` is called after every change. */
  constructor(onChange) {
    this.onChange = onChange;
    // What the server says of the position: rules, start, moves, plies, position, notations.
    this.view = null;
    // Moves that were stepped back over.
    this.nextMoves = [];
    // What is known about the position.
    this.result = null;
    // A position that is being set up: { rows, turn }.
    this.draft = null;
    // Why the text of the position was not understood.
    this.problem = null;
    // The notation that the text was read as, in a sentence.
    this.notice = "";
    // A sentence below the board.
    this.message = "";
    // A move whose disc may have drifted: the user chooses where it fell.
    this.aimed = null;
    // What a click puts while a position is set up: x, o or . for nothing.
    this.brush = "x";
    this.isStopped = false;
    this.isClosed = false;
    this.runInOrder = serial();
  }

  // Changes of the position run one after another, however fast they are entered.
  change(task) {
    return this.runInOrder(() => (this.isClosed ? undefined : reportProblems(task)));
  }

  close() {
    this.isClosed = true;
    this.socket?.close();
  }

  get ply() {
    return this.view.plies.length;
  }

  get isEditing() {
    return this.draft !== null;
  }

  /** The position as a request has it. */
  get request() {
    const { rules, start, moves } = this.view;
    return { rules: rules.text, start, moves };
  }

  /** All moves, with those that were stepped back over. */
  get moves() {
    return [...this.view.plies.map((ply) => ply.text), ...this.nextMoves];
  }

  /** The first of the ranked moves, proved or not. */
  get bestMove() {
    return this.result?.columns[0]?.move;
  }

  // Opening positions

  /** Open a position of an address; if it is invalid, as many of its moves as are legal, else the empty board. */
  open(parameters) {
    return this.change(() =>
      this.load(
        () => fetchPosition(parameters),
        ({ rules, start, moves }) => fetchPosition(rules || moves ? { rules, start, moves } : {}),
      ),
    );
  }

  /** Open a position in any notation; if it is invalid, as many of its moves as are legal. */
  read(text) {
    return this.change(async () => {
      if (!text.trim()) return;
      await this.load(
        () => post("/api/position/read", { rules: this.view.rules.text, text }),
        ({ rules, start, moves }) => moves && fetchPosition({ rules, start, moves }),
      );
      if (this.problem) return;
      this.notice = `Read as ${this.view.notation}.`;
      announce(this.notice);
      this.onChange(false);
    });
  }

  async load(request, fallback) {
    let view = null;
    this.problem = null;
    try {
      view = await request();
    } catch (problem) {
      if (problem.detail === undefined) throw problem;
      this.problem = problem;
      announce(`${problem.title}. ${problem.detail}`);
      view = await fallback(problem);
    }
    if (!view) {
      this.onChange(false);
      return;
    }
    this.nextMoves = [];
    this.setView(view);
  }

  mirror() {
    return this.replace(() => post("/api/position/mirror", this.request));
  }

  clear() {
    return this.openGame(this.view.rules.text);
  }

  /** Open the empty board of a game. */
  openGame(rules) {
    return this.replace(() => fetchPosition({ rules }));
  }

  replace(request) {
    return this.change(async () => {
      this.nextMoves = [];
      this.problem = null;
      this.setView(await request());
    });
  }

  setView(view, hasNewMove = false) {
    if (this.isClosed) return;
    this.view = view;
    this.result = null;
    this.draft = null;
    this.aimed = null;
    this.message = "";
    this.notice = "";
    showGameInBar(view.rules);
    replaceAddress(view.notations.link);
    this.onChange(hasNewMove);
    this.analyse();
  }

  // Moves

  play(text) {
    return this.change(() => this.aimOrPlay(text));
  }

  playBest() {
    return this.change(() => this.bestMove && this.aimOrPlay(this.bestMove.text));
  }

  // A disc that may drift is played when it is known where it fell.
  aimOrPlay(text) {
    if (this.aimed?.lands.some((land) => String(land.column + 1) === text)) {
      return this.playNow(`${this.aimed.text}>${text}`);
    }
    const move = this.isEditing ? null : this.view?.position.moves.find((other) => other.text === text);
    if (!(move?.lands.length > 1)) return this.playNow(text);
    this.aimed = move;
    this.showMessage(`Aimed at column ${text}. Where did it fall?`);
    announce(this.message);
    return undefined;
  }

  cancelAim() {
    this.aimed = null;
    this.showMessage("");
  }

  async playNow(text) {
    if (this.isEditing || !this.view) return;
    const { moves, rules } = this.view;
    try {
      const line = moves ? moves + rules.separator + text : text;
      const view = await fetchPosition({ ...this.request, moves: line });
      this.nextMoves = this.nextMoves[0] === text ? this.nextMoves.slice(1) : [];
      this.problem = null;
      this.setView(view, true);
    } catch (problem) {
      if (problem.detail === undefined) throw problem;
      this.showMessage(problem.detail);
      announce(problem.detail);
    }
  }

  /** Go to the position after a number of moves; `target(ply)` computes it when earlier changes are done. */
  step(target) {
    return this.change(async () => {
      if (!this.view) return;
      const { moves } = this;
      const ply = Math.max(0, Math.min(moves.length, target(this.ply)));
      if (ply === this.ply) return;
      const line = moves.slice(0, ply).join(this.view.rules.separator);
      const view = await fetchPosition({ ...this.request, moves: line });
      this.nextMoves = moves.slice(ply);
      this.setView(view);
    });
  }

  goTo(ply) {
    return this.step(() => ply);
  }

  // Analysis by the server

  analyse() {
    this.isStopped = false;
    // A socket for every position, so that late messages about the position before are not mistaken for its own.
    this.socket?.close();
    const request = JSON.stringify({ ...this.request, seconds: SECONDS });
    const socket = new Socket("/api/analysis/live", {
      onMessage: (message) => this.handleMessage(message),
      onOpen: () => this.isStopped || this.isEditing || socket.send(request),
    });
    this.socket = socket;
  }

  handleMessage({ type, analysis: result, queue_position: queuePosition, problem }) {
    if (type === "queued") {
      this.showMessage(`All search workers are busy. You are number ${queuePosition} in the queue.`);
    } else if (type === "problem") this.showMessage(problem.detail);
    else if (!this.isEditing) this.setResult(result);
  }

  setResult(result) {
    if (!this.result && !this.aimed) this.message = "";
    result.columns.sort((one, other) => one.rank - other.rank);
    this.result = this.isStopped ? { ...result, done: true } : result;
    this.onChange(false);
    if (this.result.done && result.value) announce(`${result.headline}. ${result.verdict}.`);
  }

  stop() {
    this.socket?.send("stop");
    this.isStopped = true;
    if (this.result) this.result = { ...this.result, done: true };
    this.onChange(false);
  }

  showMessage(sentence) {
    this.message = sentence;
    this.onChange(false);
  }

  // Setting up a position

  edit() {
    const { rows, turn } = this.view.position;
    this.draft = { rows: [...rows], turn };
    this.socket?.send("stop");
    this.result = null;
    this.onChange(false);
  }

  /** Put a disc, which falls where there is gravity, change the colour of one, or remove one. */
  changeCell(column, row) {
    const { rows } = this.draft;
    const cells = rows.map((cellsOfRow) => cellsOfRow[column]).reverse();
    if (this.view.rules.gravity) {
      const discs = cells.filter((cell) => cell !== ".");
      if (row >= discs.length && this.brush !== ".") discs.push(this.brush);
      else if (row < discs.length) discs.splice(row, 1, ...(this.brush === "." ? [] : [this.brush]));
      cells.forEach((_, index) => {
        cells[index] = discs[index] ?? ".";
      });
    } else cells[row] = this.brush;
    cells.reverse();
    this.draft.rows = rows.map((cellsOfRow, fromTop) => {
      return cellsOfRow.slice(0, column) + cells[fromTop] + cellsOfRow.slice(column + 1);
    });
    this.onChange(false);
  }

  setTurn(turn) {
    this.draft.turn = turn;
    this.onChange(false);
  }

  finishEditing() {
    return this.read(`${this.draft.rows.join("/")} turn=${"xo"[this.draft.turn]}`);
  }

  cancelEditing() {
    this.setView(this.view);
  }
}
