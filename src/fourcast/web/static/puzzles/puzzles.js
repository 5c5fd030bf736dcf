// Puzzles: a position with exactly one right move, hints, the solution on the board, and the next one.
import { disc } from "lib/discs.js";
import { capitalise, h, instantiate, put } from "lib/dom.js";
import { query } from "../app/api.js";
import { PLAYER_NAMES, columnMove } from "../app/format.js";
import { linkTo } from "../app/router.js";
import { Board } from "../board/board.js";
import { PuzzleModel } from "./model.js";

const MAX_STARS = 5;

class PuzzlesScreen {
  constructor() {
    this.model = null;
    // The elements of the screen while it is shown.
    this.parts = null;
    this.actions = {
      next: () => this.model.next(),
      hint: () => this.model.hint(),
      solution: () => this.model.showSolution(),
    };
    this.keys = {
      h: this.actions.hint,
      s: this.actions.solution,
      Enter: this.actions.next,
      ArrowLeft: () => this.model.step(-1),
      ArrowRight: () => this.model.step(1),
    };
  }

  // The contract of a screen

  async show(host, url) {
    this.model?.close();
    this.model = new PuzzleModel((hasNewMove) => this.draw(hasNewMove));
    if (!this.parts) this.build(host);
    await this.model.open(url);
  }

  hide() {
    this.model?.close();
    this.model = null;
    this.parts = null;
  }

  chooseColumn(number, isPop) {
    this.model.answer(columnMove(number, isPop));
  }

  analysisPath() {
    const { game, shownMoves } = this.model?.game ? this.model : {};
    return game && `/analysis?${query({ rules: game.rules.text, moves: shownMoves.join(game.rules.separator) })}`;
  }

  // Drawing

  build(host) {
    this.parts = instantiate("puzzles-screen", this.actions);
    put(host, this.parts.root);
    this.parts.root.inert = true;
    this.parts.game.onchange = ({ target }) => this.model.chooseGame(target.value);
    this.board = new Board(this.parts.board, { onMove: (text) => this.model.answer(text) });
  }

  draw(hasNewMove) {
    const { parts, model } = this;
    if (!parts || !model?.view) return;
    parts.root.inert = false;
    const { puzzle, view, line } = model;
    const { streak, solved } = model.progress;
    if (!parts.game.options.length) this.drawGames();
    parts.game.value = model.rules;
    put(parts.stars, "★".repeat(puzzle.stars), h("span", "★".repeat(MAX_STARS - puzzle.stars)));
    parts.stars.ariaLabel = `${puzzle.stars} of ${MAX_STARS} stars`;
    parts.stars.title = puzzle.difficulty;
    put(parts.difficulty, puzzle.difficulty);
    const count = model.chosen.filter(({ id }) => solved.includes(id)).length;
    put(parts.streak, `Streak ${streak} · solved ${count} of ${model.chosen.length}`);
    put(parts.headline, disc(model.game.position.turn, "big"), puzzle.question);
    const { scores, pops } = view.position;
    const score = scores && numbersOf(capitalise(view.rules.counts), scores);
    put(parts.score, score, pops && numbersOf("Pop-outs left", pops));
    this.board.show(view.rules, view.position, {
      last: view.plies.at(-1) ?? null,
      animate: hasNewMove,
      hint: line ? null : model.hints[1],
      played: this.wrongPly(),
      isActive: model.isOpen,
    });
    put(parts.message, model.message || "Choose a move: only one is right.");
    parts.message.classList.toggle("right", model.isSolved);
    // The column that was clicked would take the Enter key.
    if (!model.isOpen && parts.board.contains(document.activeElement)) parts.next.focus();
    const isLine = model.solution && line;
    put(parts.line, isLine && `Move ${line.count} of ${line.moves.length}: ${line.moves.join(" ")}`);
    parts.hint.disabled = !model.isOpen || model.hints.length === 2;
    put(parts.solutionLabel, model.solution ? "Show the line" : "Solution");
    parts.analysis.href = linkTo(this.analysisPath());
  }

  drawGames() {
    const { puzzles, games } = this.model.list;
    const options = [{ rules: "", title: "All games", count: puzzles.length }, ...games];
    put(
      this.parts.game,
      options.map(({ rules, title, count }) => h("option", { value: rules }, `${title} (${count})`)),
    );
  }

  // The move that was tried last, if it was wrong.
  wrongPly() {
    const { wrong, view } = this.model;
    const move = view.position.moves.find(({ text }) => text === wrong);
    return move?.lands.length ? { ...move, landed: move.column, row: move.lands[0].row, symbol: "✗" } : null;
  }
}

const numbersOf = (title, numbers) =>
  `${title}: ${numbers.map((number, player) => `${PLAYER_NAMES[player]} ${number}`).join(", ")}. `;

export const screen = new PuzzlesScreen();
