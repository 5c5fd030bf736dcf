// The Analysis screen: the value of every move of a position, and positions in every notation.
import { disc } from "lib/discs.js";
import { find, findAll, h, instantiate, put } from "lib/dom.js";
import { icon } from "lib/icon.js";
import { query } from "../app/api.js";
import { PLAYER_NAMES, columnMove, discCount, formatCount, formatSpeed, formatTime } from "../app/format.js";
import { DEFAULT_AGENT, loadOptions, startGame } from "../app/games.js";
import { copyText, reportProblems } from "../app/notices.js";
import { linkTo, positionInQuery } from "../app/router.js";
import { settings } from "../app/settings.js";
import { Board } from "../board/board.js";
import { drawStepper, moveButton, scrollToCurrent } from "../board/moves.js";
import { AnalysisModel } from "./model.js";

// Longest part of a principal variation that is shown.
const MAX_LINE = 16;

class AnalysisScreen {
  constructor() {
    this.model = null;
    // The elements of the screen while it is shown.
    this.parts = null;
    this.actions = {
      first: () => this.model.goTo(0),
      previous: () => this.model.step((ply) => ply - 1),
      next: () => this.model.step((ply) => ply + 1),
      last: () => this.model.goTo(Infinity),
      copy: (button) => this.copy(button),
      edit: () => this.model.edit(),
      mirror: () => this.model.mirror(),
      clear: () => this.model.clear(),
      done: () => this.model.finishEditing(),
      cancel: () => this.model.cancelEditing(),
      stop: () => this.model.stop(),
      goBack: () => history.back(),
      playFromHere: () => this.playFromHere(),
    };
    const { actions } = this;
    this.keys = {
      ArrowLeft: actions.previous,
      ArrowRight: actions.next,
      Home: actions.first,
      End: actions.last,
      u: actions.previous,
      r: actions.next,
      " ": () => this.model.playBest(),
      Escape: () => (this.model.aimed ? this.model.cancelAim() : actions.stop()),
    };
  }

  // The contract of a screen

  async show(host, { searchParams }) {
    if (!this.parts) this.build(host);
    await this.model.open(positionInQuery(searchParams));
  }

  hide() {
    this.model?.close();
    this.model = null;
    this.parts = null;
  }

  chooseColumn(number, isPop) {
    this.model.play(columnMove(number, isPop));
  }

  // Actions

  copy({ dataset, textContent }) {
    const { notation } = dataset;
    const text = this.model.view.notations[notation];
    copyText(notation === "link" ? location.origin + linkTo(text) : text, `${textContent.trim()} copied.`);
  }

  // The user plays the side to move, against the agent of the last game.
  playFromHere() {
    const agent = settings.newGame?.players.find((player) => player.agent)?.agent ?? DEFAULT_AGENT;
    const players = [{ name: settings.name }, { agent }];
    if (this.model.view.position.turn === 1) players.reverse();
    return reportProblems(() => startGame({ ...this.model.request, players }));
  }

  // Drawing

  build(host) {
    this.model = new AnalysisModel((hasNewMove) => this.draw(hasNewMove));
    const { model } = this;
    this.parts = instantiate("analysis-screen", this.actions);
    put(host, this.parts.root);
    // Nothing can be pressed before there is a position.
    this.parts.root.inert = true;
    this.board = new Board(this.parts.board, {
      onMove: (text) => model.play(text),
      onCell: (column, row) => model.changeCell(column, row),
    });
    this.bar = h("div.evalbar.not-editing", h("div.evalbar-text"));
    // Moves whose line the user has opened or closed, for the position at `linesFor`.
    this.toggledLines = new Set();
    this.linesFor = null;
    const { text, brushes, turns, game } = this.parts;
    brushes.onchange = ({ target }) => {
      model.brush = target.value;
    };
    turns.onchange = ({ target }) => model.setTurn(Number(target.value));
    game.onchange = () => model.openGame(game.value);
    this.loadVariants();
    text.onkeydown = ({ key }) => {
      if (key === "Enter") model.read(text.value);
    };
    text.onpaste = (event) => {
      event.preventDefault();
      const pasted = event.clipboardData.getData("text");
      // If it cannot be read, it can be corrected.
      text.value = pasted;
      model.read(pasted);
    };
  }

  async loadVariants() {
    const options = await reportProblems(loadOptions);
    this.variants = options?.variants ?? [];
    this.draw(false);
  }

  // The variants, and the rules of the position if they are others.
  drawGames() {
    const { game } = this.parts;
    const { text, title, size } = this.model.view.rules;
    if (game.dataset.shown === text || !this.variants) return;
    game.dataset.shown = text;
    const isVariant = this.variants.some(({ name }) => name === text);
    const own = !isVariant && h("option", { value: text }, `${title}, ${size}`);
    put(game, own, this.variants.map((variant) => h("option", { value: variant.name }, variant.title)));
    game.value = text;
  }

  // Where the disc of a drifting move fell.
  drawLandings() {
    const { aimed } = this.model;
    const button = ({ column, chance }) => {
      const play = () => this.model.play(String(column + 1));
      return h("button.button.small", { onclick: play }, `Column ${column + 1}, ${Math.round(chance * 100)} %`);
    };
    const cancel = h("button.button.small.bare", { onclick: () => this.model.cancelAim() }, "Cancel");
    put(this.parts.landings, aimed && [aimed.lands.map(button), cancel]);
  }

  draw(hasNewMove) {
    if (!this.parts || !this.model.view) return;
    const { model, parts } = this;
    const { view, draft, result } = model;
    parts.root.inert = false;
    const position = draft ? { ...view.position, ...draft, moves: [], lines: [], outcome: null } : view.position;
    if (this.linesFor !== view) this.toggledLines.clear();
    this.linesFor = view;
    this.drawBoard(position, hasNewMove);
    put(parts.headline, !position.outcome && disc(position.turn, "big"), this.headline(position));
    put(parts.discs, discCount(position.discs));
    put(parts.below, model.message);
    parts.root.classList.toggle("editing", model.isEditing);
    if (draft) find(`[value="${draft.turn}"]`, parts.turns).checked = true;
    put(parts.editing, view.rules.gravity ? "Click a column: the disc falls" : "Click a cell");
    this.drawLandings();
    this.drawGames();
    this.drawText();
    this.drawButtons(position.outcome);
    if (parts.root.dataset.link !== view.notations.link) this.drawMoves();
    parts.root.dataset.link = view.notations.link;
    this.drawVerdict(position.outcome ? outcomeVerdict(position.outcome) : (result ?? {}));
    parts.lines.hidden = Boolean(position.outcome);
    // The opening book answers without a search.
    parts.facts.hidden = parts.lines.hidden || Boolean(result?.exact && !result.nodes);
    parts.running.hidden = !result || result.done || Boolean(position.outcome);
    this.drawLines(position.outcome);
  }

  drawBoard(position, hasNewMove) {
    const { view, result, isEditing } = this.model;
    const bestMove = result?.columns.find((column) => column.best)?.move;
    const isCertainDrop = bestMove?.kind === "drop" && bestMove.lands.length === 1;
    const values = new Map(result?.columns.map((column) => [column.move.text, column]));
    const analysis = { last: view.plies.at(-1) ?? null, values, best: isCertainDrop ? bestMove : null };
    this.board.show(view.rules, position, {
      ...(isEditing ? {} : analysis),
      animate: hasNewMove,
      isActive: !position.outcome,
      isEditing,
    });
    this.bar.style.setProperty("--share", `${100 * (result?.share ?? 0.5)}%`);
    put(this.bar.firstChild, result?.bar);
    this.bar.classList.toggle("estimate", !result?.solved);
    this.board.host.append(this.bar);
  }

  headline({ outcome, turn }) {
    const { isEditing, result } = this.model;
    if (outcome) return outcome.headline;
    return isEditing ? "Set up" : (result?.headline ?? `${PLAYER_NAMES[turn]} to move`);
  }

  // The position as text. The field is not touched while its position stays the same: the user may be typing.
  drawText() {
    const { parts } = this;
    const { view, problem } = this.model;
    const text = view.notations.moves ?? view.notations.board;
    put(parts.notation, view.notations.moves === null ? "Board" : "Moves");
    if (parts.text.dataset.shown !== text) {
      parts.text.value = text;
      parts.text.dataset.shown = text;
    }
    parts.text.ariaInvalid = Boolean(problem);
    put(parts.notice, this.model.notice);
    put(parts.problem, problem && [h("b", `${problem.title}. `), problem.detail]);
  }

  drawButtons(outcome) {
    const { view, isEditing } = this.model;
    for (const button of findAll("[data-notation], [data-action=playFromHere]", this.parts.root)) {
      const { notation } = button.dataset;
      button.hidden = view.notations[notation] === null;
      button.disabled = isEditing || (outcome && !notation);
      button.title = isEditing ? "Press Done first" : (button.dataset.title ?? "");
    }
  }

  drawMoves() {
    const { parts, model } = this;
    const { view, moves, ply } = model;
    const first = view.plies[0]?.player ?? view.position.turn;
    const goTo = (target) => model.goTo(target);
    const items = moves.map((text, index) => {
      const move = { text, player: (first + index) % 2, description: view.plies[index]?.description };
      return h("li", moveButton(move, index, ply, goTo));
    });
    put(parts.list, items);
    parts.review.hidden = !moves.length;
    parts.review.href = linkTo(`/review?${query({ ...model.request, moves: moves.join(view.rules.separator) })}`);
    drawStepper(parts.root, ply, moves.length);
    scrollToCurrent(parts.list);
  }

  drawVerdict({ value, verdict = "Searching …", how, nodes = 0, seconds = 0, depth = 0, exact, solved }) {
    const { parts } = this;
    parts.value.className = `value ${value?.kind ?? ""}`;
    parts.value.hidden = !solved;
    put(parts.value, value?.text);
    put(parts.verdict, verdict);
    put(parts.how, how);
    put(parts.nodes, formatCount(nodes));
    put(parts.second, exact ? "time" : "depth");
    put(parts.secondValue, exact ? formatTime(seconds) : depth);
    put(parts.speed, formatSpeed(nodes, seconds));
    put(parts.elapsed, `${formatTime(seconds)} so far`);
  }

  // The line of the best move is open at first, if it is proved.
  drawLines(outcome) {
    const { parts } = this;
    const { view, result } = this.model;
    const columns = result?.columns ?? [];
    put(parts.unit, view.rules.gravity ? "columns" : "cells");
    const { counts, drift, pops } = view.rules;
    const kind = drift !== "none" ? "drift" : counts ? "margin" : pops === "none" ? "discs" : "pops";
    for (const row of findAll("[data-for]", parts.legend)) row.hidden = !row.dataset.for.split(" ").includes(kind);
    put(parts.noLines, !columns.length && (outcome ? "The game is over." : "Searching …"));
    put(
      parts.lines,
      columns.map((column, index) => this.lineElement(column, index === 0)),
    );
  }

  lineElement({ move, value, sentence, pv }, isFirst) {
    const { text } = move;
    const { toggledLines } = this;
    const toggle = () => toggledLines.delete(text) || toggledLines.add(text);
    const { turn } = this.model.view.position;
    const steps = pv.slice(0, MAX_LINE).map((step, index) => this.lineStep(step, pv.slice(0, index + 1)));
    return h(
      "details.line",
      { open: (isFirst && value.exact) !== toggledLines.has(text) },
      h(
        "summary",
        { "aria-label": `${text}: ${sentence}, ${value.text}`, onclick: toggle },
        h(`span.value.${value.kind}`, value.text),
        disc(turn),
        h("span", h("b", text), h("span.quiet", sentence.replace(", estimate", ""))),
        icon("down"),
      ),
      h("div.line-steps.row", steps, pv.length > MAX_LINE && "…"),
    );
  }

  // A button that plays a line up to its move.
  lineStep({ player, text }, moves) {
    const playMoves = () => {
      for (const move of moves) this.model.play(move.text);
    };
    const label = `Go to ${PLAYER_NAMES[player]} ${text}`;
    return h("button.line-step.flat.row", { "aria-label": label, onclick: playMoves }, disc(player), text);
  }
}

const outcomeVerdict = ({ headline, detail }) => ({ verdict: headline, how: detail });

export const screen = new AnalysisScreen();
