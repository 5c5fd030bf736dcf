// The game that is open: what the server says of it, which of its moves is looked at, and what a person asks for.
import { call, get, post, query, Socket } from "./api.js";
import { announce, complain, tried } from "./notes.js";
import { tellRules } from "./route.js";

export class LiveGame {
  /** Begins to watch a game. `changed(grew)` is told of everything, and whether it is because of one more move. */
  constructor(game, changed) {
    this.changed = changed;
    // The move that is looked at; null for the last one.
    this.ply = null;
    // Those that were looked at.
    this.positions = new Map();
    this.choosing = Promise.resolve();
    this.isLost = false;
    this.receive(game);
    const connected = (isLost) => () => { this.isLost = isLost; changed(false); };
    this.socket = new Socket(`/api/games/${game.id}/live`, { told: (message) => this.told(message), opened: connected(false), lost: connected(true) });
  }

  close() { this.socket.close(); }

  get at() { return this.ply ?? this.game.plies.length; }
  get isLast() { return this.at === this.game.plies.length; }
  get position() { return this.ply === null ? this.game.position : this.positions.get(this.ply); }
  get last() { return this.game.plies[this.at - 1] ?? null; }
  get isOver() { return this.game.position.outcome !== null; }
  get isTurnOfPerson() { return !this.isOver && !this.game.seats[this.game.position.turn].agent; }
  get mayPlay() { return this.isTurnOfPerson && this.isLast; }
  get isOfAgents() { return this.game.seats.every((seat) => seat.agent); }

  /** The address of Analysis for the position that is looked at. */
  get link() {
    const { rules: { text, separator }, start, plies } = this.game;
    return `/analysis?${query({ rules: text, start, moves: plies.slice(0, this.at).map((ply) => ply.text).join(separator) })}`;
  }

  path(rest) { return `/api/games/${this.game.id}${rest}`; }

  // What the server says

  told({ type, game, thinking, problem }) {
    if (type === "game") this.receive(game);
    else if (type === "problem") complain(problem);
    else {
      this.game = { ...this.game, thinking };
      this.changed(false);
    }
  }

  receive(next) {
    const before = this.game;
    if (before && next.version < before.version) return;
    const isNew = before?.version !== next.version;
    const grew = Boolean(before) && isNew && next.plies.length === before.plies.length + 1;
    if (isNew) {
      this.positions.clear();
      [this.hint, this.sentence, this.best] = [null, "", ""];
      if (this.ply >= next.plies.length || !grew) this.ply = null;
    }
    this.game = next;
    this.received = performance.now();
    tellRules(next.rules);
    this.changed(grew);
    if (before && isNew) announce(next.news);
    if (isNew && this.isOver) this.findBest();
  }

  /** Whether this win is the best of its name, for the card at the end. */
  async findBest() {
    const { seats, rules, plies, position: { outcome: { winner } } } = this.game;
    if (winner === null || seats[winner].agent) return;
    const lists = await get("/api/scores").catch(() => []);
    const mine = lists.find((list) => list.rules === rules.text)?.scores.find((score) => score.name === seats[winner].name);
    if (mine?.plies === plies.length) this.best = `Best win on this board so far for ${mine.name}.`;
    this.changed(false);
  }

  // What a person does

  say(sentence, aloud = false) {
    this.sentence = sentence;
    if (aloud) announce(sentence);
    this.changed(false);
  }

  /** Moves go one after another, however fast they are typed. */
  choose(text) {
    this.choosing = this.choosing.then(() => this.play(text));
  }

  async play(text) {
    try {
      if (!this.isLast) this.say("This is an earlier move. Branch from here to play on, or go to the last one.");
      else this.receive(await post(this.path("/moves"), { move: text, after: this.game.plies.length }));
    } catch (problem) {
      this.say(problem.detail, true);
    }
  }

  async command(name, body) {
    this.ply = null;
    await tried(async () => this.receive(await post(this.path(`/${name}`), body)));
  }

  rename(title) { return tried(async () => this.receive(await call("PATCH", this.path(""), { title }))); }

  async askHint() {
    if (!this.mayPlay) return null;
    this.say("Looking for the best move …");
    const { version } = this.game, found = await tried(() => post(this.path("/hint")));
    if (this.game.version !== version) return null;
    this.hint = found;
    this.say(found?.sentence ?? "", true);
    return found;
  }

  async playBest() {
    const found = this.mayPlay && (this.hint ?? await this.askHint());
    if (found) this.choose(found.move);
  }

  async stepTo(at) {
    const last = this.game.plies.length, wanted = Math.max(0, Math.min(last, at));
    this.ply = wanted === last ? null : wanted;
    if (this.ply !== null && !this.positions.has(wanted)) {
      const found = await tried(() => get(this.path(`/positions/${wanted}`)));
      if (found) this.positions.set(wanted, found);
      if (!found || this.ply !== wanted) return;
    }
    this.hint = null;
    announce(`Move ${wanted} of ${last}: ${this.last?.said ?? "the start"}.`);
    this.changed(false);
  }
}
