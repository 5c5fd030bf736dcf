// The dialog for a new game: rules, players, who starts. Its form holds all state.
import { disc } from "lib/discs.js";
import { find, findAll, h, instantiate, put } from "lib/dom.js";
import { get } from "../app/api.js";
import { openDialog } from "../app/dialog.js";
import { PLAYER_NAMES } from "../app/format.js";
import { DEFAULT_AGENT, loadOptions, startGame } from "../app/games.js";
import { reportProblems } from "../app/notices.js";
import { saveSettings, settings } from "../app/settings.js";
import { thumbnail } from "../board/thumbnail.js";
import { openRules } from "./rules.js";

// The settings of rules of one's own, and the lists they are chosen from.
const RULES_FIELDS = ["width", "height", "connect", "pops", "drift"];
const RULES_LISTS = { like: "variants", pops: "pops", drift: "drifts" };
// The settings of an agent below "Advanced". Setting one of them leaves no level chosen.
const AGENT_FIELDS = ["algorithm", "evaluation", "by", "limit", "order"];
const PLAYERS = [0, 1];
const PERFECT_DEPTH = 12;
const DEFAULT_DEPTH = 6;
const DEFAULT_SECONDS = 1;

let options = null;

export async function openNewGame() {
  if (find("dialog[open]")) return;
  options = await reportProblems(loadOptions);
  if (options) new NewGameDialog();
}

const optionElements = (choices) =>
  choices.map(({ name, title, about }) => h("option", { value: name, title: about }, title));

const radioButton = (name, value, checked) => h("input.visually-hidden", { type: "radio", name, value, checked });

const findByName = (choices, name) => choices.find((choice) => choice.name === name);

class NewGameDialog {
  constructor() {
    this.parts = openDialog("new-game", { rules: () => openRules(this.rules) });
    const { form, cards, players } = this.parts;
    this.fields = form.elements;
    // Agents, pops and drifts that these rules exclude: the reason by name.
    this.excluded = {};
    this.problem = null;
    cards.prepend(...options.variants.map(variantCard));
    for (const [name, list] of Object.entries(RULES_LISTS)) {
      this.fields[name].append(...optionElements(options[list]));
    }
    for (const name of ["width", "height", "connect"]) this.fields[name].max = options.bounds.side;
    this.players = PLAYERS.map((player) => this.createPlayer(player));
    players.prepend(...this.players.map(({ root }) => root));
    form.addEventListener("input", ({ target }) => this.handleInput(target.name));
    form.addEventListener("submit", (event) => this.start(event));
    this.handleInput("like");
  }

  // The names of a player's fields end with the player's number, such as level1.
  createPlayer(player) {
    const parts = instantiate("player-settings");
    const field = (name) => find(`[name=${name}]`, parts.root);
    const colour = PLAYER_NAMES[player];
    put(parts.disc, disc(player));
    put(parts.order, ["first", "second"][player]);
    parts.kinds.ariaLabel = `${colour} is`;
    field("name").value = player ? "" : settings.name;
    field("name").placeholder = colour;
    field("name").ariaLabel = `Name of ${colour}`;
    field("algorithm").append(...optionElements(options.algorithms));
    field("algorithm").value = "alphabeta";
    field("evaluation").append(...optionElements(options.evaluations));
    put(parts.levels, options.levels.map(levelLabel));
    find(`[value=${player ? "agent" : "person"}]`, parts.root).checked = true;
    for (const element of findAll("[name]", parts.root)) element.name += player;
    return parts;
  }

  value(name) {
    return this.fields[name].value;
  }

  isAgent(player) {
    return this.value(`kind${player}`) === "agent";
  }

  /** The level of a player; undefined if the agent is a custom one. */
  level(player) {
    return findByName(options.levels, this.value(`level${player}`));
  }

  algorithm(player) {
    return findByName(options.algorithms, this.value(`algorithm${player}`));
  }

  get rules() {
    const variant = this.value("variant");
    if (variant !== "own") return variant;
    return [this.value("like"), ...RULES_FIELDS.map((name) => `${name}=${this.value(name)}`)].join(",");
  }

  // Ask the server whether these rules are valid and what they exclude.
  async check() {
    this.parts.submit.disabled = true;
    const { rules } = this;
    const answer = await get("/api/rules", { text: rules }).catch((problem) => problem);
    if (rules !== this.rules) return;
    this.problem = answer.detail;
    this.excluded = answer.excluded ?? this.excluded;
    const { natural_evaluation: evaluation } = answer;
    for (const player of PLAYERS) {
      if (this.level(player) && evaluation) this.fields[`evaluation${player}`].value = evaluation;
    }
    this.draw();
  }

  // Update the fields that depend on the one with this name.
  handleInput(name) {
    if (name === "like") {
      const { rules } = findByName(options.variants, this.value("like"));
      for (const field of RULES_FIELDS) this.fields[field].value = rules[field];
    }
    for (const player of PLAYERS) this.updateAgentFields(name, player);
    this.draw();
    if (["variant", "like", ...RULES_FIELDS].includes(name)) this.check();
  }

  updateAgentFields(name, player) {
    const { [`by${player}`]: by, [`limit${player}`]: limit, [`level${player}`]: levels } = this.fields;
    if (name === "like" || name === `level${player}`) {
      by.value = "depth";
      limit.value = this.level(player)?.depth ?? PERFECT_DEPTH;
    }
    if (name === by.name) limit.value = by.value === "depth" ? DEFAULT_DEPTH : DEFAULT_SECONDS;
    if (AGENT_FIELDS.some((field) => name === field + player)) {
      for (const level of levels) level.checked = false;
    }
  }

  draw() {
    const { excluded, parts, fields } = this;
    for (const name of RULES_FIELDS) put(find(`[data-of=${name}]`, parts.root), this.value(name));
    for (const select of [fields.pops, fields.drift]) {
      for (const option of select.options) option.disabled = excluded[option.value];
      select.disabled = !find("option:not([disabled], :checked)", select);
    }
    put(parts.excludedSettings, excluded.own);
    const problem = this.problem ?? PLAYERS.map((player) => this.agentProblem(player)).find(Boolean);
    put(parts.problem, problem);
    parts.submit.disabled = Boolean(problem);
    for (const player of PLAYERS) this.drawPlayer(player);
  }

  agentProblem(player) {
    const name = this.level(player)?.name ?? this.value(`algorithm${player}`);
    return this.isAgent(player) && this.excluded[name];
  }

  drawPlayer(player) {
    const { excluded, fields } = this;
    const { bounds } = options;
    const parts = this.players[player];
    const level = this.level(player);
    const algorithm = this.algorithm(player);
    const isByDepth = this.value(`by${player}`) === "depth";
    const title = level?.title ?? "Custom";
    for (const choice of findAll(".levels input, option", parts.root)) {
      choice.disabled = Boolean(excluded[choice.value]);
    }
    put(parts.title, title);
    const reasons = [excluded.perfect, !level && excluded[algorithm.name]];
    put(
      parts.description,
      h("b", level ? `${title} ` : `${title}. `),
      (level ?? algorithm).about,
      reasons.map((reason) => reason && h("span.problem", ` ${reason}`)),
    );
    fields[`evaluation${player}`].parentElement.hidden = !algorithm.uses_evaluation;
    put(parts.limit, isByDepth ? `Depth, 1 to ${bounds.depth}` : `Seconds, up to ${bounds.seconds}`);
    fields[`limit${player}`].max = isByDepth ? bounds.depth : bounds.seconds;
    const name = this.isAgent(player) ? title : this.value(`name${player}`) || PLAYER_NAMES[player];
    put(this.parts[["first", "second"][player]], name);
  }

  start(event) {
    event.preventDefault();
    const players = PLAYERS.map((player) => this.player(player));
    const request = { rules: this.rules, players, starts: this.value("starts") };
    const name = players.find((player) => player.name)?.name ?? settings.name;
    saveSettings({ newGame: request, name });
    this.parts.root.close();
    reportProblems(() => startGame(request));
  }

  // A player as the server reads it.
  player(player) {
    if (!this.isAgent(player)) return { name: this.value(`name${player}`).trim() || null, agent: null };
    const [algorithm, evaluation, by, limit, order] = AGENT_FIELDS.map((field) => this.value(field + player).trim());
    const settings = [`${by}=${limit}`];
    if (this.algorithm(player).uses_evaluation) settings.unshift(`eval=${evaluation}`);
    if (order) settings.push(`order=${order}`);
    return { name: null, agent: this.level(player)?.name ?? [algorithm, ...settings].join() };
  }
}

const variantCard = ({ name, title, about, picture }) =>
  h(
    "label.variant.card",
    radioButton("variant", name, name === "classic"),
    thumbnail(picture),
    h("div", h("b", title), h("span.soft", about)),
  );

const levelLabel = ({ name, title, about }) =>
  h("label", { title: about }, radioButton("level", name, name === DEFAULT_AGENT), title.replace("Level ", ""));
