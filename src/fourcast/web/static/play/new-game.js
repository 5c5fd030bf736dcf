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
const AGENT_FIELDS = ["algorithm", "evaluation", "by", "limit", "order", "table"];
const LIMITS = ["depth", "nodes", "time"];
const PLAYERS = [0, 1];
const PERFECT_DEPTH = 12;
const DEFAULT_LIMITS = { depth: 6, nodes: 2000, time: 1 };

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
    this.parts = openDialog("new-game", { ownRules: () => openRules(this.rules) });
    const { form, cards, players } = this.parts;
    this.fields = form.elements;
    // Agents, pops and drifts that these rules exclude: the reason by name.
    this.excluded = {};
    // What to expect of agents that are not the same in every game: a sentence by name.
    this.agents = {};
    this.problem = null;
    cards.prepend(...options.variants.map(variantCard));
    for (const [name, list] of Object.entries(RULES_LISTS)) {
      this.fields[name].append(...optionElements(options[list]));
    }
    for (const name of ["width", "height", "connect"]) this.fields[name].max = options.bounds.side;
    this.fields.popsEach.max = options.bounds.pops;
    this.players = PLAYERS.map((player) => this.createPlayer(player));
    players.prepend(...this.players.map(({ root }) => root));
    form.addEventListener("input", ({ target }) => this.handleInput(target.name));
    form.addEventListener("submit", (event) => this.start(event));
    this.handleInput("like");
    if (settings.newGame) this.restore(settings.newGame);
  }

  // Choose what was chosen last.
  restore({ rules = "classic", players, starts = "first" }) {
    const [name, ...changes] = rules.split(",");
    if (!findByName(options.variants, name)) return;
    this.fields.variant.value = changes.length ? "own" : name;
    this.fields.like.value = name;
    this.handleInput("like");
    for (const change of changes) this.setRule(...change.split("="));
    this.fields.starts.value = starts;
    for (const player of PLAYERS) this.restorePlayer(player, players[player]);
    this.handleInput("variant");
  }

  restorePlayer(player, { name, agent }) {
    const set = (field, value) => {
      this.fields[field + player].value = value;
    };
    set("kind", agent ? "agent" : "person");
    if (name) set("name", name);
    if (!agent) return;
    const [algorithm, ...values] = agent.split(",");
    if (findByName(options.levels, algorithm)) {
      set("level", algorithm);
      this.handleInput(`level${player}`);
      return;
    }
    if (!findByName(options.algorithms, algorithm)) return;
    set("algorithm", algorithm);
    for (const text of values) {
      const [key, value] = text.split(/=(.*)/s); // at the first one
      if (key === "eval") set("evaluation", value);
      if (key === "order" || key === "table") set(key, value);
      if (LIMITS.includes(key)) {
        set("by", key);
        set("limit", value);
      }
    }
    this.handleInput(`limit${player}`);
  }

  setRule(name, value) {
    const isNumber = name === "pops" && /^\d+$/.test(value);
    if (isNumber) this.fields.popsEach.value = value;
    if (this.fields[name]) this.fields[name].value = isNumber ? "number" : value;
  }

  ruleValue(name) {
    return name === "pops" && this.value("pops") === "number" ? this.value("popsEach") : this.value(name);
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
    field("table").append(...optionElements(options.tables));
    // Agents that only this server has.
    const isServed = ({ name }) => name.startsWith("server:");
    put(parts.levels, options.levels.filter((level) => !isServed(level)).map(levelLabel));
    put(parts.served, options.levels.filter(isServed).map(levelLabel));
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
    return [this.value("like"), ...RULES_FIELDS.map((name) => `${name}=${this.ruleValue(name)}`)].join(",");
  }

  // Ask the server whether these rules are valid and what they exclude.
  async check() {
    const { rules } = this;
    const answer = await get("/api/rules", { text: rules }).catch((problem) => problem);
    if (rules !== this.rules) return;
    this.problem = answer.detail;
    this.excluded = answer.excluded ?? this.excluded;
    this.agents = answer.agents ?? {};
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
      for (const field of RULES_FIELDS) this.setRule(field, String(rules[field]));
    }
    for (const player of PLAYERS) this.updateAgentFields(name, player);
    this.draw();
    if (["variant", "like", "popsEach", ...RULES_FIELDS].includes(name)) this.checked = this.check();
  }

  updateAgentFields(name, player) {
    const { [`by${player}`]: by, [`limit${player}`]: limit, [`level${player}`]: levels } = this.fields;
    if (name === "like" || name === `level${player}`) {
      this.fields[`algorithm${player}`].value = "alphabeta";
      by.value = "depth";
      limit.value = this.level(player)?.depth ?? PERFECT_DEPTH;
    }
    if (name === `algorithm${player}`) {
      const limits = LIMITS.filter((key) => this.algorithm(player).settings.includes(key));
      if (limits.length && !limits.includes(by.value)) {
        [by.value] = limits;
        limit.value = DEFAULT_LIMITS[by.value];
      }
    }
    if (name === by.name) limit.value = DEFAULT_LIMITS[by.value];
    if (AGENT_FIELDS.some((field) => name === field + player)) {
      for (const level of levels) level.checked = false;
    }
  }

  draw() {
    const { excluded, parts, fields } = this;
    for (const name of RULES_FIELDS) {
      const option = fields[name].selectedOptions?.[0];
      const isTitle = option && this.value(name) !== "number";
      put(find(`[data-of=${name}]`, parts.root), isTitle ? option.textContent : this.ruleValue(name));
    }
    fields.popsEach.closest("label").hidden = this.value("pops") !== "number";
    for (const select of [fields.pops, fields.drift]) {
      for (const option of select.options) option.disabled = excluded[option.value];
      select.disabled = !find("option:not([disabled], :checked)", select);
    }
    put(parts.excludedSettings, excluded.own);
    const problem = this.problem ?? PLAYERS.map((player) => this.agentProblem(player)).find(Boolean);
    put(parts.problem, problem);
    // Not `disabled`, which would take the focus away.
    parts.submit.ariaDisabled = Boolean(problem);
    for (const player of PLAYERS) this.drawPlayer(player);
  }

  agentProblem(player) {
    const name = this.level(player)?.name ?? this.value(`algorithm${player}`);
    return this.isAgent(player) && this.excluded[name];
  }

  drawPlayer(player) {
    const { agents, excluded, fields } = this;
    const { bounds } = options;
    const parts = this.players[player];
    const level = this.level(player);
    const algorithm = this.algorithm(player);
    const by = this.value(`by${player}`);
    const title = level?.title ?? "Custom";
    for (const choice of findAll(".levels input, option", parts.root)) {
      choice.disabled = Boolean(excluded[choice.value]);
      const { about } = findByName(options.levels, choice.value) ?? {};
      if (about) choice.parentElement.title = excluded[choice.value] ?? agents[choice.value] ?? about;
    }
    put(parts.title, title);
    put(
      parts.description,
      h("b", level ? `${title} ` : `${title}. `),
      agents[level?.name] ?? (level ?? algorithm).about,
    );
    // Only what the algorithm uses.
    const uses = new Set(algorithm.settings);
    const isLimited = uses.has(by);
    const shown = new Set([...uses, ...(isLimited ? ["by", "limit"] : [])]);
    for (const field of AGENT_FIELDS.slice(1)) fields[field + player].closest("label").hidden = !shown.has(field);
    for (const option of fields[`by${player}`].options) option.hidden = !uses.has(option.value);
    fields[`limit${player}`].disabled = !uses.has(by);
    const labels = { depth: `Depth, 1 to ${bounds.depth}`, nodes: "Games", time: `Seconds, up to ${bounds.seconds}` };
    put(parts.limit, labels[by]);
    fields[`limit${player}`].max = { depth: bounds.depth, nodes: 1e6, time: bounds.seconds }[by];
    const name = this.isAgent(player) ? title : this.value(`name${player}`) || PLAYER_NAMES[player];
    put(this.parts[["first", "second"][player]], name);
  }

  async start(event) {
    event.preventDefault();
    await this.checked;
    if (this.parts.submit.ariaDisabled === "true" || !this.parts.root.open) return;
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
    return { name: null, agent: this.level(player)?.name ?? this.customAgent(player) };
  }

  customAgent(player) {
    const values = AGENT_FIELDS.map((field) => this.value(field + player).trim());
    const [algorithm, evaluation, by, limit, order, table] = values;
    const uses = this.algorithm(player).settings;
    const text = [algorithm];
    if (uses.includes("evaluation")) text.push(`eval=${evaluation}`);
    if (uses.includes(by)) text.push(`${by}=${limit}`);
    if (uses.includes("order") && order) text.push(`order=${order.replaceAll(/[,\s]+/g, "-")}`);
    if (uses.includes("table") && table !== "off") text.push(`table=${table}`);
    return text.join(",");
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
