// A puzzle: the server asks, judges the moves and has the solution.
import { get, post } from "../app/api.js";
import { showGameInBar } from "../app/bar.js";
import { announce, reportProblems, showNotice } from "../app/notices.js";
import { replaceAddress } from "../app/router.js";
import { saveSettings, settings } from "../app/settings.js";
import { LineModel } from "../board/line.js";

export class PuzzleModel extends LineModel {
  constructor(onChange) {
    super(onChange);
    // The games that have puzzles, and all puzzles.
    this.list = null;
    this.puzzle = null;
    this.reset();
  }

  reset() {
    this.stopLine();
    this.message = "";
    this.hints = [];
    // The text of a wrong answer, until the next one.
    this.wrong = null;
    this.solution = null;
    // Whether it was solved, and whether a mistake, a hint or the solution came before.
    this.isSolved = false;
    this.hadHelp = false;
  }

  async open({ pathname }) {
    this.list ??= await get("/api/puzzles");
    const id = pathname.split("/")[2];
    const isKnown = this.list.puzzles.some((puzzle) => puzzle.id === id);
    await this.choose(isKnown ? id : this.nextId());
    if (id && !isKnown) showNotice("There is no such puzzle on this server. This is another one.");
  }

  async choose(id) {
    const puzzle = await get(`/api/puzzles/${id}`);
    if (this.isClosed) return;
    this.reset();
    this.puzzle = puzzle;
    this.game = puzzle.position;
    this.positions.clear();
    this.positions.set(this.shownMoves.join(), puzzle.position);
    showGameInBar(this.game.rules);
    replaceAddress(`/puzzles/${id}`);
    announce(puzzle.question);
    this.onChange(false);
  }

  // The list

  get progress() {
    return settings.puzzles;
  }

  /** The rules of the chosen game; empty for all games, and if this server has no puzzles of the chosen one. */
  get rules() {
    const { rules } = this.progress;
    return this.list.games.some((game) => game.rules === rules) ? rules : "";
  }

  /** The puzzles of the chosen game, or all of them, the easier ones first. */
  get chosen() {
    const { rules } = this;
    const puzzles = this.list.puzzles.filter((puzzle) => !rules || puzzle.rules === rules);
    return puzzles.sort((one, other) => one.stars - other.stars);
  }

  /** The next puzzle that is not solved; after the last one the first. */
  nextId() {
    const ids = this.chosen.map((puzzle) => puzzle.id);
    const at = ids.indexOf(this.puzzle?.id) + 1;
    const order = [...ids.slice(at), ...ids.slice(0, at)];
    return order.find((id) => !this.progress.solved.includes(id)) ?? order[0];
  }

  next() {
    return this.ask(() => this.choose(this.nextId()));
  }

  chooseGame(rules) {
    return this.ask(() => {
      saveSettings({ puzzles: { ...this.progress, rules } });
      return this.choose(this.nextId());
    });
  }

  // Answers

  get isOpen() {
    return Boolean(this.puzzle) && !this.isSolved && !this.solution;
  }

  answer(move) {
    if (!this.isOpen) return undefined;
    return this.ask(async (path) => {
      const { right, sentence } = await post(`${path}/answer`, { move });
      this.message = sentence;
      this.wrong = right ? null : move;
      if (right) await this.finish(path);
      else this.endStreak();
    });
  }

  async finish(path) {
    const { streak, solved } = this.progress;
    const { id } = this.puzzle;
    this.isSolved = true;
    if (!solved.includes(id)) {
      const changes = { streak: this.hadHelp ? streak : streak + 1, solved: [...solved, id] };
      saveSettings({ puzzles: { ...this.progress, ...changes } });
    }
    this.solution = await get(`${path}/solution`);
    this.line = { moves: this.solution.line.map((step) => step.text), count: 0 };
    await this.stepLine(1);
  }

  // After a mistake, a hint or the solution.
  endStreak() {
    this.hadHelp = true;
    saveSettings({ puzzles: { ...this.progress, streak: 0 } });
  }

  /** The idea, then the move. */
  hint() {
    if (!this.isOpen || this.hints.length === 2) return undefined;
    return this.ask(async (path) => {
      this.hints.push(await get(`${path}/hints/${this.hints.length + 1}`));
      this.message = this.hints.map((hint) => hint.sentence).join(" ");
      this.endStreak();
    });
  }

  /** The line on the board; it says the answer if that was not found yet. */
  showSolution() {
    if (this.solution) return this.showLine(this.solution.line);
    return this.ask(async (path) => {
      this.solution = await get(`${path}/solution`);
      this.message = this.solution.sentence;
      this.wrong = null;
      this.endStreak();
      this.showLine(this.solution.line);
    });
  }

  // One request at a time: two answers in a row would count twice.
  async ask(task) {
    if (this.isAsking || !this.puzzle) return;
    this.isAsking = true;
    try {
      await reportProblems(() => task(`/api/puzzles/${this.puzzle.id}`));
    } finally {
      this.isAsking = false;
    }
    if (!this.isClosed) this.onChange(false);
  }

  step(offset) {
    if (this.line) this.stepLine(offset);
  }
}
