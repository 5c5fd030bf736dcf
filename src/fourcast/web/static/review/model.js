// The game under review: its moves, what the server knows of them, and which move is shown.
import { get, query, Socket } from "../app/api.js";
import { showGameInBar } from "../app/bar.js";
import { announce } from "../app/notices.js";
import { replaceAddress } from "../app/router.js";
import { LineModel } from "../board/line.js";

const SECONDS = 60;

export class ReviewModel extends LineModel {
  constructor(onChange) {
    super(onChange);
    this.review = null;
    // The number of the move that is shown, from 1.
    this.number = 1;
    this.isChosen = false;
    // The user looks for a better move: { sentence }.
    this.attempt = null;
    // A sentence about the last attempt, and whether that found the best move.
    this.message = "";
    this.isAnswered = false;
  }

  close() {
    super.close();
    this.socket?.close();
  }

  // Opening

  async open({ pathname, searchParams }) {
    const id = pathname.startsWith("/games/") ? pathname.split("/")[2] : null;
    const fields = ["rules", "start", "moves"].map((name) => [name, searchParams.get(name)]);
    this.basePath = pathname;
    this.fields = id ? {} : Object.fromEntries(fields);
    const game = await get(id ? `/api/games/${id}` : "/api/position", id ? undefined : this.fields);
    if (this.isClosed) return;
    this.game = game;
    showGameInBar(game.rules);
    const number = Number(searchParams.get("move"));
    this.isChosen = number > 0;
    if (game.plies.length > 0) {
      this.startReview();
      await this.show(number || 1);
    } else this.onChange(false);
  }

  startReview() {
    const text = JSON.stringify({ ...this.request, seconds: SECONDS });
    this.socket = new Socket("/api/review/live", {
      onMessage: (message) => this.handleMessage(message),
      onOpen: () => this.review?.done || this.socket.send(text),
    });
  }

  handleMessage({ type, review, queue_position: queuePosition, problem }) {
    if (type === "queued") this.say(`Waiting for a free worker: number ${queuePosition} in the queue.`);
    else if (type === "problem") this.say(problem.detail);
    else {
      // The place in the queue.
      if (!this.review) this.message = "";
      this.review = review;
      if (review.done) this.finish();
      this.onChange(false);
    }
  }

  // The first move that gave something away is shown, unless the user has chosen another one.
  finish() {
    const { moves, summary } = this.review;
    const mistake = moves.find((move) => move.symbol === "??") ?? moves.find((move) => move.symbol);
    if (mistake && !this.isChosen) this.show(mistake.number);
    this.say("");
    announce(summary);
  }

  say(sentence) {
    this.message = sentence;
    this.onChange(false);
  }

  // What is shown

  get move() {
    return this.review?.moves[this.number - 1] ?? null;
  }

  get count() {
    return this.game.plies.length;
  }

  get shownPlies() {
    return this.game.plies.slice(0, this.number - 1);
  }

  get canTry() {
    return Boolean(this.move?.solved);
  }

  /** Show a move: the position before it. */
  async show(number) {
    this.number = Math.max(1, Math.min(this.count, number));
    this.attempt = null;
    this.isAnswered = false;
    this.message = "";
    this.stopLine();
    const path = `${this.basePath}?${query({ ...this.fields, move: this.number })}`;
    replaceAddress(path);
    await this.load();
    if (this.move) announce(this.move.headline);
  }

  choose(number) {
    this.isChosen = true;
    return this.show(number);
  }

  step(offset) {
    if (this.line) this.stepLine(offset);
    else this.choose(this.number + offset);
  }

  /** Show the next mistake, or the previous one if `direction` is −1; after the last one the first. */
  showMistake(direction) {
    const mistakes = this.review?.moves.filter((move) => move.symbol) ?? [];
    if (!mistakes.length) return;
    const others = direction > 0 ? mistakes : mistakes.reverse();
    const next = others.find((move) => (move.number - this.number) * direction > 0) ?? others[0];
    this.choose(next.number);
  }

  // Trying again

  tryAgain() {
    if (!this.canTry) return;
    this.isChosen = true;
    this.stopLine();
    this.attempt = { sentence: "" };
    this.isAnswered = false;
    this.message = "";
    this.load();
    announce("Try another move.");
  }

  endAttempt() {
    this.attempt = null;
    this.stopLine();
    this.load();
  }

  /** Judge a move by the values that the solver found. */
  judge(text) {
    const column = this.attempt && this.move.columns.find((other) => other.text === text);
    if (!column) return;
    announce(column.judgement);
    if (column.best) {
      this.attempt = null;
      this.isAnswered = true;
      this.message = column.judgement;
    } else this.attempt = { sentence: column.judgement };
    this.onChange(false);
  }

  showLine(moves) {
    this.attempt = null;
    super.showLine(moves);
  }
}
