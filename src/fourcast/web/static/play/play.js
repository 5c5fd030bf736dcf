// The Play screen: players, board, moves, and actions.
import { find, findAll, h, instantiate, put } from "lib/dom.js";
import { latest } from "lib/latest.js";
import { get, post } from "../app/api.js";
import { openDialog } from "../app/dialog.js";
import { PLAYER_NAMES, columnMove, discCount } from "../app/format.js";
import { DEFAULT_AGENT, createGame, fetchGame, lastPlayers, loadOptions, startGame } from "../app/games.js";
import { copyText, reportProblems, showNotice, showProblem } from "../app/notices.js";
import { linkTo, replaceAddress } from "../app/router.js";
import { DEFAULT_NAME, saveSettings, settings } from "../app/settings.js";
import { playEnd } from "../app/sound.js";
import { Board, MAX_DIGIT } from "../board/board.js";
import { drawStepper, moveButtons, moveRows, scrollToCurrent, stepActions, updateMoves } from "../board/moves.js";
import { createControls, updateControls } from "./actions.js";
import { OpenGame } from "./game.js";
import { drawPlayer, updateClock } from "./players.js";
import { tallyText } from "./tally.js";

const CLOCK_MILLISECONDS = 250;
// What the fragment of an invitation begins with. Fragments are not sent, so they are in no log.
const JOIN = "#join=";

class PlayScreen {
  constructor() {
    // The open game, and the elements of the screen while it is shown.
    this.open = null;
    this.parts = null;
    this.requests = latest();
    this.goTo = (ply) => this.open?.goTo(ply);
    this.actions = this.createActions();
    this.gameKeys = this.createKeys();
  }

  createActions() {
    const steps = stepActions(() => this.open.ply, this.goTo);
    const command = (name, body) => () => this.open.command(name, body);
    return {
      ...steps,
      goToEnd: steps.last,
      hint: () => this.open.requestHint(),
      undo: () => this.step("undo", this.open.game.plies.length, "There is no move to take back."),
      redo: () => this.step("redo", this.open.game.undone, "There is no move to redo."),
      callDraw: () => this.open.choose("="),
      branch: () => this.branch(),
      pause: command("pace", { paused: true }),
      resume: command("pace", { paused: false }),
      moveNow: () => this.open.moveNow(),
      changeOpponent: ({ value }) => this.changeOpponent(value),
      step: command("step"),
      speed: ({ value }) => this.open.command("pace", { seconds: Number(value) }),
      save: () => showNotice("Saved, with all moves.", { action: "Rename", onAction: () => this.rename() }),
      resign: () => this.resign(),
      copyLink: () => this.copyLink(),
      copyLinkAlways: () => this.copyLink(),
      playAgain: () => this.playAgain(),
      invite: ({ value }) => this.invite(Number(value)),
    };
  }

  createKeys() {
    const { actions } = this;
    return {
      ArrowLeft: () => this.board.focusMiddle() || actions.previous(),
      ArrowRight: () => this.board.focusMiddle() || actions.next(),
      Home: actions.first,
      End: actions.last,
      " ": () => this.open.playBest(),
      h: actions.hint,
      u: actions.undo,
      r: actions.redo,
      s: actions.save,
      "=": actions.callDraw,
      Escape: () => this.open.game.thinking && actions.pause(),
    };
  }

  // The contract of a screen

  matches({ pathname }) {
    return pathname === "/" || pathname.startsWith("/game/");
  }

  get keys() {
    return this.open ? this.gameKeys : {};
  }

  chooseColumn(number, isPop) {
    this.open?.choose(columnMove(number, isPop));
  }

  // Undo or redo, if there are moves for it.
  step(name, moves, sentence) {
    if (moves) this.open.command(name);
    else this.open.announceMessage(sentence);
  }

  startPop() {
    this.open?.showMessage("Pop which column?");
  }

  analysisPath() {
    return this.open?.analysisPath;
  }

  async show(host, { pathname, hash }) {
    const isLatest = this.requests.start();
    const linked = pathname.split("/")[2];
    const id = linked ?? settings.game;
    if (!this.parts) this.build(host);
    if (this.open?.game.id !== id) {
      const game = (id && (await this.load(id, Boolean(linked)))) || (await this.createDefaultGame());
      if (!isLatest()) return;
      this.open?.close();
      this.open = null;
      this.open = new OpenGame(game, (hasNewMove) => this.draw(hasNewMove));
      if (!this.open.isWatching) saveSettings({ game: game.id });
    }
    replaceAddress(`/game/${this.open.game.id}`);
    this.draw(false);
    if (hash.startsWith(JOIN)) await this.join(hash.slice(JOIN.length));
  }

  hide() {
    this.requests.cancel();
    this.open?.close();
    clearInterval(this.clock);
    this.open = null;
    this.parts = null;
  }

  // Games

  /** A game, or null if there is none with this id. */
  async load(id, isLinked) {
    try {
      return await fetchGame(id);
    } catch (problem) {
      if (problem.status !== 404) throw problem;
      if (isLinked) {
        showProblem({ title: "Game not found", detail: "It may have been deleted. A new game was started." });
      }
      return null;
    }
  }

  // A game between the last players, else against an agent.
  createDefaultGame() {
    return createGame(settings.newGame ?? { players: lastPlayers() }).catch((problem) => {
      showProblem(problem);
      return createGame({ players: [{ name: settings.name }, { agent: DEFAULT_AGENT }] });
    });
  }

  branch() {
    return reportProblems(async () => {
      await startGame({ ply: this.open.ply }, this.open.path("/branch"));
      showNotice("New game from this position. The other game is still saved.");
    });
  }

  playAgain() {
    const { rules, start, players } = this.open.game;
    // For two people: the same game for both.
    if (this.open.isSplit) return reportProblems(() => startGame({}, this.open.path("/again")));
    const request = players.map(({ name, agent }) => ({ name, agent }));
    return reportProblems(() => startGame({ rules: rules.text, start, players: request }));
  }

  async resign() {
    const { takeBack, closed } = openDialog("resign-dialog");
    takeBack.hidden = this.open.isShared;
    if ((await closed) === "yes") this.open.command("resign");
  }

  /** Choose another agent for a player; on a phone, where the button is not on a card, for the first one. */
  async changeOpponent(value) {
    const { players, rules } = this.open.game;
    const player = value === "" ? players.findIndex(({ agent }) => agent) : Number(value);
    const answers = await reportProblems(() => Promise.all([loadOptions(), get("/api/rules", { text: rules.text })]));
    if (!answers) return;
    const [{ levels }, { agents, excluded }] = answers;
    const { agent } = players[player];
    const { level, about, closed } = openDialog("opponent-dialog");
    const optionOf = ({ name, title }) => h("option", { value: name, disabled: name in excluded }, title);
    put(level, levels.map(optionOf));
    level.value = agent;
    if (level.selectedIndex < 0) level.selectedIndex = 0;
    const describe = () => {
      const { name, title, about: words } = levels[level.selectedIndex];
      put(about, h("b", `${title} `), agents[name] ?? words);
    };
    level.onchange = describe;
    describe();
    if ((await closed) === "yes") this.open.changeAgent(player, level.value);
  }

  /** Copy a link by which somebody else takes the seat of a player. */
  async invite(player) {
    const { game } = this.open;
    // The other would read the name "You" as their own.
    const own = game.players[1 - player].name === DEFAULT_NAME ? PLAYER_NAMES[1 - player] : null;
    const name = settings.name === DEFAULT_NAME ? own : settings.name;
    const invitation = await reportProblems(() => post(this.open.path("/invitations"), { player, name }));
    if (!invitation) return;
    const sentence = `Link copied. Who opens it first plays ${PLAYER_NAMES[player]}.`;
    copyText(location.origin + linkTo(`/game/${game.id}#join=${invitation.key}`), sentence);
  }

  /** Ask whether the user wants to take the seat of an invitation. */
  async join(key) {
    const { open } = this;
    const { name, closed } = openDialog("join-dialog");
    name.value = settings.name === DEFAULT_NAME ? "" : settings.name;
    if ((await closed) !== "yes") return;
    const chosen = name.value.trim() || null;
    await reportProblems(async () => {
      open.receive(await post(open.path("/join"), { key, name: chosen }));
      saveSettings({ game: open.game.id, name: chosen ?? settings.name });
    });
  }

  async rename() {
    const { title, players } = this.open.game;
    const { name, closed } = openDialog("rename-dialog");
    name.value = title ?? players.map((player) => player.name).join(" vs ");
    name.select();
    if ((await closed) === "yes") this.open.rename(name.value);
  }

  copyLink() {
    copyText(location.origin + linkTo(this.open.analysisPath), "Link copied. It opens this position in Analysis.");
  }

  // Drawing

  build(host) {
    this.parts = instantiate("play-screen", this.actions);
    this.cards = findAll(".player", this.parts.root);
    createControls(this.parts);
    put(host, this.parts.root);
    this.board = new Board(this.parts.board, { onMove: (text) => this.open.choose(text) });
    this.clock = setInterval(() => this.open && updateClock(this.cards, this.open), CLOCK_MILLISECONDS);
    updateControls(this.parts.root, {});
    // Nothing can be pressed before there is a game.
    this.parts.root.inert = true;
  }

  draw(hasNewMove) {
    const { open, parts } = this;
    if (!parts || !open?.position) return;
    parts.root.inert = false;
    const { rules } = open.game;
    this.board.show(rules, open.position, {
      last: open.lastMove,
      animate: hasNewMove && open.isAtEnd,
      hint: open.hint,
      isActive: open.canPlay,
    });
    parts.board.classList.toggle("lost", !open.isConnected);
    const result = open.isOver && open.isAtEnd ? open.result : null;
    for (const part of [parts.headline, parts.end]) part.classList.toggle("won", result === "win");
    if (result && hasNewMove) playEnd(result);
    this.cards.forEach((card, player) => drawPlayer(card, open, player));
    updateClock(this.cards, open);
    put(parts.howWon, rules.how_won);
    const [headline, detail] = this.headline();
    put(parts.headline, headline);
    put(parts.detail, detail);
    put(parts.below, open.message || this.driftMessage(detail));
    // Before the moves, as it takes some of their room.
    this.drawEnd();
    this.drawMoves();
    updateControls(parts.root, this.possibleActions(), open.game.pace);
    this.drawKeyLine();
  }

  headline() {
    const { game, isConnected, lossReason, isAtEnd, isOver, ply, lastMove } = this.open;
    if (!isConnected) return ["Connection lost", lossReason || "Your game is saved; trying to reconnect."];
    const { headline } = this.open;
    if (isAtEnd) return [headline, !isOver && (this.open.hint?.sentence ?? (game.detail || this.instruction()))];
    return [`Move ${ply} of ${game.plies.length}`, lastMove?.description ?? "The start"];
  }

  instruction() {
    const { position, rules } = this.open.game;
    if (this.open.isWatching) return "You are watching";
    if (!this.open.canPlay && this.open.isPersonToMove) return "Wait for the first move";
    if (position.moves.some((move) => move.kind === "pop")) return "Drop a disc, or pop one from the bottom";
    return rules.gravity ? "Drop a disc" : "Choose a cell";
  }

  // The slips of both players' last moves, without the one that the headline describes.
  driftMessage(detail) {
    const { game, ply } = this.open;
    const slips = game.plies.slice(Math.max(0, ply - 2), ply).filter((move) => move.landed !== move.column);
    return slips.filter((move) => move.description !== detail).map((move) => `${move.description}.`).join(" ");
  }

  drawMoves() {
    const { parts, goTo } = this;
    const { game, ply } = this.open;
    const { plies } = game;
    put(parts.discs, discCount(game.position.discs));
    updateMoves(parts.list, plies, ply, goTo, moveRows);
    updateMoves(parts.ribbon, plies, ply, goTo, moveButtons);
    drawStepper(parts.root, ply, plies.length);
    for (const list of [parts.list, parts.ribbon]) scrollToCurrent(list);
  }

  drawEnd() {
    const { parts, open } = this;
    const { outcome } = open.game.position;
    const isShown = Boolean(outcome) && open.isAtEnd;
    const appears = isShown && parts.end.hidden;
    parts.end.hidden = !isShown;
    if (!isShown) return;
    put(parts.endTitle, outcome.title);
    const isAwaited = open.isSplit && open.game.next && !open.isWatching;
    put(parts.endDetail, `${outcome.detail} ${isAwaited ? "The next game has started." : open.bestWin}`);
    put(parts.tally, open.tally && `Games won: ${tallyText(open.game, open.tally)}`);
    parts.review.href = linkTo(`/games/${open.game.id}/review`);
    const { activeElement } = document;
    if (appears && (activeElement === parts.headline || activeElement.contains(parts.root))) {
      find("button", parts.end).focus({ preventScroll: true });
    }
  }

  // Which digits are columns or cells.
  drawKeyLine() {
    const { parts, open } = this;
    const { gravity, width, height } = open.game.rules;
    const count = gravity ? width : width * height;
    const range = [h("kbd", "1"), count > 1 && [" – ", h("kbd", count)], gravity ? " drop" : " place"];
    const isHidden = open.isOver || open.hasOnlyAgents || open.isWatching;
    parts.digits.hidden = isHidden;
    parts.space.hidden = isHidden;
    parts.popKeys.hidden = isHidden || open.game.rules.pops === "none";
    put(parts.digits, count <= MAX_DIGIT && range);
  }

  // The actions to show, by name; false for those that cannot be used at this moment.
  possibleActions() {
    const { game, isOver, isAtEnd, hasOnlyAgents, canPlay, isPersonToMove } = this.open;
    const onPhone = { copyLinkAlways: true, saved: true, theme: true, rules: true };
    const hasAgent = !isOver && game.players.some((player) => player.agent);
    const always = { ...onPhone, ...(hasAgent ? { changeOpponent: true } : {}), save: true, playAgain: true };
    const earlier = isAtEnd ? {} : { branch: true, goToEnd: true };
    if (this.open.isWatching) return { ...onPhone, ...earlier, copyLink: true };
    if (!isAtEnd) return { ...always, ...earlier, copyLink: true };
    const undo = { undo: this.open.canUndo, ...(game.undone > 0 ? { redo: true } : {}) };
    if (isOver) return { ...always, ...undo, copyLink: true };
    if (hasOnlyAgents) return { ...always, [game.paused ? "resume" : "pause"]: true, step: true, speed: true };
    const canCallDraw = isPersonToMove && game.position.moves.some((move) => move.kind === "call-draw");
    const more = canCallDraw ? { callDraw: true } : {};
    return { ...always, ...undo, hint: canPlay, resign: true, invite: true, ...more };
  }
}

export const play = new PlayScreen();
