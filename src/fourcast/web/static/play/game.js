// The open game: its state on the server, which of its positions is shown, and what the user does.
import { call, get, post, query, Socket } from "../app/api.js";
import { showGameInBar } from "../app/bar.js";
import { announce, reportProblems, showProblem } from "../app/notices.js";
import { serial } from "../app/serial.js";
import { updateTally } from "./tally.js";

// The id of this browser, by which the server knows whose seats are whose; "" if nobody else can reach the server.
// With seats, a game without owners is open to nobody.
export const { player: ME, seats: SEATS } = document.documentElement.dataset;

export class OpenGame {
  /** Watches a game. `onChange(hasNewMove)` is called after every change. */
  constructor(game, onChange) {
    this.onChange = onChange;
    // The number of moves in the position that is shown; null for the last position.
    this.shownPly = null;
    // Earlier positions by their ply.
    this.positions = new Map();
    this.isConnected = true;
    this.lossReason = "";
    this.runInOrder = serial();
    this.receive(game);
    this.socket = new Socket(`/api/games/${game.id}/live?changes=true`, {
      // The server may close a socket at once: it is of use from its first message on.
      onMessage: (message) => {
        this.setConnected(true);
        this.handleMessage(message);
      },
      onClose: (reason) => this.setConnected(false, reason),
    });
  }

  close() {
    this.socket.close();
  }

  get ply() {
    return this.shownPly ?? this.game.plies.length;
  }

  get isAtEnd() {
    return this.ply === this.game.plies.length;
  }

  get position() {
    return this.shownPly === null ? this.game.position : this.positions.get(this.shownPly);
  }

  get lastMove() {
    return this.game.plies[this.ply - 1] ?? null;
  }

  get isOver() {
    return this.game.position.outcome !== null;
  }

  /** win, draw or loss of the people in the game; a win of one of two agents is a win too. */
  get result() {
    const { winner } = this.game.position.outcome;
    if (winner === null) return "draw";
    if (this.isSplit) return this.isWatching || this.isMine(winner) ? "win" : "loss";
    return this.game.players[winner].agent && !this.hasOnlyAgents ? "loss" : "win";
  }

  get isPersonToMove() {
    return !this.isOver && !this.game.players[this.game.position.turn].agent;
  }

  get canPlay() {
    return this.isPersonToMove && this.isAtEnd && this.isConnected && this.isMine(this.game.position.turn);
  }

  /** Whether the user may move for a player. */
  isMine(player) {
    const { owner } = this.game.players[player];
    return owner ? owner === ME : !SEATS;
  }

  /** Whether two people play, each in a browser of their own. */
  get isSplit() {
    const [first, second] = this.game.players;
    return first.owner !== second.owner;
  }

  /** Whether somebody else plays too, or may take a seat: one who has left the game, or is invited. */
  get isShared() {
    const { players } = this.game;
    return this.isSplit || (players.some(({ invited }) => invited) && players.every(({ agent }) => !agent));
  }

  get isWatching() {
    return !this.isMine(0) && !this.isMine(1);
  }

  /** Whether the last move can be taken back: of two people, each takes back only their own, and none at the end. */
  get canUndo() {
    const last = this.game.plies.at(-1);
    return Boolean(last) && (this.isOver ? !this.isShared : !this.isSplit || this.isMine(last.player));
  }

  /** Whose turn it is, or how the game ended, for this user. */
  get headline() {
    const { headline, players, position } = this.game;
    const { turn } = position;
    if (this.isOver || !(this.isSplit || this.isWatching)) return headline;
    return this.isMine(turn) && !players[turn].agent ? "Your turn" : `${players[turn].name} to move`;
  }

  get hasOnlyAgents() {
    return this.game.players.every((player) => player.agent);
  }

  /** The address of the shown position in Analysis. */
  get analysisPath() {
    const { rules, start, plies } = this.game;
    const moves = plies.slice(0, this.ply).map((ply) => ply.text);
    return `/analysis?${query({ rules: rules.text, start, moves: moves.join(rules.separator) })}`;
  }

  path(rest) {
    return `/api/games/${this.game.id}${rest}`;
  }

  // Messages of the server

  setConnected(isConnected, reason = "") {
    if (this.isConnected === isConnected && this.lossReason === reason) return;
    this.lossReason = reason;
    this.isConnected = isConnected;
    this.onChange(false);
  }

  handleMessage({ type, game, change, thinking, problem }) {
    if (type === "game") this.receive(game);
    else if (type === "change") this.receiveChange(change);
    else if (type === "problem") showProblem(problem);
    else {
      this.game = { ...this.game, thinking };
      this.onChange(false);
    }
  }

  /** Apply a change to the game that it is about; after a gap, request the whole game. */
  receiveChange({ base, first, ...change }) {
    const { game } = this;
    if (base !== game.version) {
      if (change.version > game.version) reportProblems(async () => this.receive(await get(this.path(""))));
      return;
    }
    const plies = [...game.plies.slice(0, first), ...change.plies];
    const notes = [...game.notes.slice(0, first), ...change.notes];
    const moves = plies.map((ply) => ply.text).join(game.rules.separator);
    const { rules, start } = change;
    const link = `/analysis?${query({ rules: rules.text, start, moves })}`;
    this.receive({ ...change, plies, notes, moves, link });
  }

  receive(game) {
    const before = this.game;
    if (before && game.version < before.version) return;
    const isNew = before?.version !== game.version;
    const continues = Boolean(before) && game.moves.startsWith(before.moves);
    const hasNewMove = isNew && continues && game.plies.length === before.plies.length + 1;
    if (isNew) {
      // A new map, as a position that is still being loaded belongs to the old one.
      if (!continues) this.positions = new Map();
      this.hint = null;
      this.message = "";
      this.bestWin = "";
      if (this.shownPly >= game.plies.length || !continues) this.shownPly = null;
    }
    this.game = game;
    this.tally = updateTally(game, Boolean(before));
    this.receivedAt = performance.now();
    showGameInBar(game.rules);
    this.onChange(hasNewMove);
    if (before && isNew) announce(game.announcement);
    if (isNew && this.isOver) this.checkBestWin();
  }

  // Say so if this is the winner's best win.
  async checkBestWin() {
    const { id, players, position } = this.game;
    const { winner } = position.outcome;
    if (winner === null || players[winner].agent) return;
    const lists = await get("/api/scores").catch(() => []);
    const best = lists.flatMap((list) => list.scores).find((score) => score.game === id);
    if (best) this.bestWin = `Best win on this board so far for ${best.name}.`;
    this.onChange(false);
  }

  // Actions of the user

  /** Show a sentence below the board. */
  showMessage(sentence) {
    this.message = sentence;
    this.onChange(false);
  }

  announceMessage(sentence) {
    announce(sentence);
    this.showMessage(sentence);
  }

  /** Play a move after all moves that were entered before. */
  choose(text) {
    this.runInOrder(() => this.play(text));
  }

  async play(text) {
    if (!this.isAtEnd) {
      this.showMessage("This is an earlier position. Branch from here to continue, or go to the last move.");
      return;
    }
    if (!this.isConnected) {
      this.announceMessage("Connection lost: moves have to wait.");
      return;
    }
    try {
      this.receiveChange(await post(this.path("/moves?changes=true"), { move: text, after: this.game.plies.length }));
    } catch (problem) {
      if (problem.detail === undefined) throw problem;
      // It may have been changed elsewhere; what follows is said about the game as it is now.
      if (problem.status === 409) await reportProblems(async () => this.receive(await get(this.path(""))));
      const sentence = "Connection lost. The board will show whether this move was played.";
      this.announceMessage(problem.status ? problem.detail : sentence);
    }
  }

  /** undo, redo, resign, step or pace. */
  async command(name, body) {
    this.shownPly = null;
    await reportProblems(async () => this.receive(await post(this.path(`/${name}`), body)));
  }

  rename(title) {
    return reportProblems(async () => this.receive(await call("PATCH", this.path(""), { title })));
  }

  /** Another agent for the rest of the game. */
  changeAgent(player, agent) {
    const players = [null, null];
    players[player] = { agent };
    return reportProblems(async () => this.receive(await call("PATCH", this.path(""), { players })));
  }

  /** Have the agent that is thinking play the best move so far. */
  moveNow() {
    return reportProblems(() => post(this.path("/now")));
  }

  async requestHint() {
    if (!this.canPlay) return null;
    this.showMessage("Searching for the best move …");
    const { version } = this.game;
    const hint = await reportProblems(() => post(this.path("/hint")));
    if (this.game.version !== version) return null;
    this.hint = hint;
    announce(hint?.sentence ?? "");
    this.showMessage("");
    return hint;
  }

  async playBest() {
    const hint = this.canPlay && (this.hint ?? (await this.requestHint()));
    if (hint) this.choose(hint.move);
  }

  async goTo(ply) {
    const end = this.game.plies.length;
    const target = Math.max(0, Math.min(end, ply));
    const { positions } = this;
    // Before it is loaded, so that the next step counts from here.
    this.shownPly = target === end ? null : target;
    if (target !== end && !positions.has(target)) {
      const position = await reportProblems(() => get(this.path(`/positions/${target}`)));
      if (position) positions.set(target, position);
      if (this.shownPly !== target || this.positions !== positions) return;
      if (!position) {
        this.shownPly = null;
        this.onChange(false);
        return;
      }
    }
    this.hint = null;
    announce(`Move ${target} of ${end}: ${this.lastMove?.description ?? "the start"}.`);
    this.onChange(false);
  }
}
