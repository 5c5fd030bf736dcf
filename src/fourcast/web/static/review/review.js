// The review of a game: a graph of its value, every move marked by what it did, and what should have been played.
import { disc } from "lib/discs.js";
import { find, h, instantiate, put } from "lib/dom.js";
import { query } from "../app/api.js";
import { PLAYER_NAMES, columnMove, discCount } from "../app/format.js";
import { linkTo } from "../app/router.js";
import { Board } from "../board/board.js";
import { moveButton, moveRows, scrollToCurrent } from "../board/moves.js";
import { reviewGraph } from "./graph.js";
import { ReviewModel } from "./model.js";

// Longest part of a line that is written.
const MAX_LINE = 8;

class ReviewScreen {
  constructor() {
    this.model = null;
    // The elements of the screen while it is shown.
    this.parts = null;
    this.actions = {
      tryAgain: () => (this.model.attempt ? this.model.endAttempt() : this.model.tryAgain()),
      previousMistake: () => this.model.showMistake(-1),
      nextMistake: () => this.model.showMistake(1),
      showLine: () => this.toggleLine("line"),
      showRefutation: () => this.toggleLine("refutation"),
    };
    const { actions } = this;
    this.keys = {
      ArrowLeft: () => this.model.step(-1),
      ArrowRight: () => this.model.step(1),
      Home: () => this.model.choose(1),
      End: () => this.model.choose(Infinity),
      m: actions.nextMistake,
      t: actions.tryAgain,
      Escape: () => (this.model.attempt ? this.model.endAttempt() : this.model.line && this.model.endLine()),
    };
  }

  // The contract of a screen

  async show(host, url) {
    this.model?.close();
    this.model = new ReviewModel((hasNewMove) => this.draw(hasNewMove));
    if (!this.parts) this.build(host);
    document.title = "Review · Fourcast";
    await this.model.open(url);
  }

  hide() {
    this.model?.close();
    this.model = null;
    this.parts = null;
  }

  chooseColumn(number, isPop) {
    this.model.judge(columnMove(number, isPop));
  }

  toggleLine(name) {
    const { model } = this;
    if (model.line) model.endLine();
    else model.showLine(model.move[name]);
  }

  // Drawing

  build(host) {
    this.parts = instantiate("review-screen", this.actions);
    put(host, this.parts.root);
    this.parts.root.inert = true;
    this.board = new Board(this.parts.board, { onMove: (text) => this.model.judge(text) });
  }

  draw(hasNewMove) {
    const { parts, model } = this;
    if (!parts || !model?.game) return;
    parts.root.inert = false;
    this.drawGame();
    if (!model.count) {
      put(parts.headline, "This game has no moves yet");
      return;
    }
    const { review, number, count } = model;
    const moves = review?.moves ?? [];
    put(parts.summary, review ? (review.done ? review.summary : "Solving …") : "Solving …");
    const isExpectation = model.game.rules.drift !== "none";
    put(parts.graph, reviewGraph(moves, number, count, isExpectation, (move) => model.choose(move)));
    this.drawCounts();
    this.drawBoard(hasNewMove);
    this.drawNote();
    this.drawMoves();
    this.drawButtons();
  }

  // Who played, and how it ended.
  drawGame() {
    const { parts, model } = this;
    const { players, headline, detail, position } = model.game;
    parts.game.hidden = !players;
    if (players) {
      put(parts.players, `${players[0].name} against ${players[1].name}`);
      const { outcome } = position;
      put(parts.result, outcome ? `${outcome.headline}. ${outcome.detail}` : `${headline}. ${detail}`);
    }
    parts.analysis.href = linkTo(`/analysis?${query(this.analysisFields())}`);
    put(parts.discs, discCount(position.discs));
  }

  analysisFields() {
    const { rules, start } = this.model.request;
    return { rules, start, moves: this.model.shownMoves.join(this.model.game.rules.separator) };
  }

  analysisPath() {
    return this.model?.game && `/analysis?${query(this.analysisFields())}`;
  }

  drawCounts() {
    const counts = this.model.review?.counts ?? [];
    const rows = counts
      .filter((row) => row.mark === "best" || row.counts.some(Boolean))
      .map((row) => h("tr", h("th", { scope: "row" }, row.title), row.counts.map((count) => h("td", count))));
    const names = PLAYER_NAMES.map((name, player) =>
      h("th", { scope: "col" }, disc(player), h("span.visually-hidden", name)),
    );
    put(this.parts.counts, h("thead", h("tr", h("td"), names)), h("tbody", rows));
  }

  drawBoard(hasNewMove) {
    const { parts, model } = this;
    const { view, move, attempt, line } = model;
    if (!view) return;
    const isShown = move && !attempt && !line;
    const values = isShown ? new Map(move.columns.map((column) => [column.text, column])) : null;
    const bestText = isShown ? move.columns.find((column) => column.best)?.text : null;
    const best = view.position.moves.find((other) => other.text === bestText);
    const played = isShown && move.symbol && model.game.plies[model.number - 1];
    this.board.show(view.rules, view.position, {
      last: view.plies.at(-1) ?? null,
      animate: hasNewMove,
      values,
      best: best?.lands.length === 1 ? best : null,
      played: played && { ...played, symbol: move.symbol },
      isActive: Boolean(attempt),
    });
    const player = line ? view.position.turn : model.game.plies[model.number - 1].player;
    put(parts.headline, disc(player, "big"), this.headline());
  }

  headline() {
    const { move, number, attempt, isAnswered, line, game } = this.model;
    const name = PLAYER_NAMES[game.plies[number - 1].player];
    if (attempt) return `${name} to move: find the best move`;
    if (isAnswered) return `Move ${number}: the best move for ${name}`;
    if (line) return `The line after ${line.moves[0]}: ${line.count} of ${line.moves.length}`;
    return move?.headline ?? `Move ${number}: ${name} played ${game.plies[number - 1].text}`;
  }

  // Two rows: what was played and what follows, what was better.
  drawNote() {
    const { parts, model } = this;
    const { move, attempt, message } = model;
    const isTrying = Boolean(attempt);
    put(parts.message, isTrying ? attempt.sentence || "Choose a column. The values are hidden." : message);
    const rows =
      move && !isTrying
        ? [
            noteRow(move.value, move.played, move.refutation, "Show what follows", "showRefutation"),
            move.better && noteRow(move.best_value, move.better, move.line, "Show the line", "showLine"),
          ]
        : [];
    put(parts.rows, rows);
    const button = model.line && find("[data-action^=show]", parts.rows);
    if (button) {
      for (const other of [...parts.rows.querySelectorAll("[data-action^=show]")].slice(0, -1)) other.remove();
      put(find("[data-action^=show]", parts.rows), "Back to the game");
    }
  }

  drawMoves() {
    const { parts, model } = this;
    const marked = model.game.plies.map((ply, index) => ({ ...ply, mark: model.review?.moves[index] }));
    const goTo = (number) => model.choose(number);
    put(parts.list, moveRows(marked, model.number, goTo));
    put(
      parts.ribbon,
      marked.map((move, index) => moveButton(move, index, model.number, goTo)),
    );
    for (const list of [parts.list, parts.ribbon]) scrollToCurrent(list);
  }

  drawButtons() {
    const { parts, model } = this;
    put(find("span", parts.tryAgain), model.attempt ? "Back to the review" : "Try again from here");
    parts.tryAgain.disabled = !model.canTry;
    const hasMistakes = Boolean(model.review?.moves.some((move) => move.symbol));
    parts.previousMistake.disabled = parts.nextMistake.disabled = !hasMistakes;
  }
}

function noteRow(value, sentence, line, label, action) {
  const moves = line.slice(0, MAX_LINE).map((step) => step.text);
  const end = moves.length > 1 ? `: ${moves.join(" ")}${line.length > MAX_LINE ? "\u00a0…" : ""}` : ".";
  const [first, rest] = sentence.replace(/\.$/, end).split(/(?<=[.:]) (.*)/);
  return h(
    "div.note-row.row",
    value && h(`span.value.${value.kind}`, value.text),
    h("p", h("b", `${first} `), rest),
    line.length > 1 && h("button.button.small", { "data-action": action }, label),
  );
}

export const screen = new ReviewScreen();
