// The dialog for a new game: which game, who plays, who starts. The form holds all there is to know.
import { get } from "./api.js";
import { dialog } from "./dialog.js";
import { disc } from "./explorer/discs.js";
import { all, find, h, put, stamp } from "./explorer/dom.js";
import { mini } from "./mini.js";
import { tried } from "./notes.js";
import { remember, settings } from "./settings.js";
import { COLOURS } from "./words.js";

const OWN = ["width", "height", "connect", "pops", "drift"];
// What is below Advanced.
const CUSTOM = ["algorithm", "evaluation", "by", "limit"];
let options = null;

/** Ask, and tell the page by the event "new-game". */
export async function newGame() {
  if (find("dialog[open]")) return;
  options ??= await tried(() => get("/api/options"));
  if (options) new Dialog();
}

const choices = (list) => list.map(({ name, title, about }) => h("option", { value: name, title: about }, title));
const radio = (name, value, isChosen) => h("input.unseen", { type: "radio", name, value, checked: isChosen });
const named = (list, name) => list.find((one) => one.name === name);

class Dialog {
  constructor() {
    this.parts = dialog("new-game");
    const { form, cards, seats } = this.parts;
    this.fields = form.elements;
    this.excluded = {};
    cards.prepend(...options.variants.map(({ name, title, about, picture }) => h("label.variant.card",
      radio("variant", name, name === "classic"), mini(picture), h("div", h("b", title), h("span.soft", about)))));
    for (const [name, list] of [["like", "variants"], ["pops", "pops"], ["drift", "drifts"]]) this.fields[name].append(...choices(options[list]));
    this.seats = [0, 1].map((player) => this.seat(player));
    seats.prepend(...this.seats.map((seat) => seat.root));
    for (const name of ["width", "height", "connect"]) this.fields[name].max = options.bounds.side;
    form.addEventListener("input", ({ target }) => this.changed(target.name));
    form.addEventListener("submit", (event) => this.start(event));
    this.changed("like");
  }

  // The fields of a side are named for it, such as level1.
  seat(player) {
    const seat = stamp("seat"), field = (name) => find(`[name=${name}]`, seat.root);
    put(seat.disc, disc(player));
    put(seat.order, ["first", "second"][player]);
    seat.kinds.ariaLabel = `${COLOURS[player]} is`;
    Object.assign(field("name"), { value: player ? "" : settings.name, placeholder: COLOURS[player], ariaLabel: `Name of ${COLOURS[player]}` });
    field("algorithm").append(...choices(options.algorithms));
    field("algorithm").value = "alphabeta";
    field("evaluation").append(...choices(options.evaluations));
    put(seat.levels, options.levels.map(({ name, title, about }) => h("label", { title: about },
      radio("level", name, name === "level4"), title.replace("Level ", ""))));
    find(`[value=${player ? "agent" : "person"}]`, seat.root).checked = true;
    for (const one of all("[name]", seat.root)) one.name += player;
    return seat;
  }

  value(name) { return this.fields[name].value; }
  isAgent(player) { return this.value(`kind${player}`) === "agent"; }
  level(player) { return named(options.levels, this.value(`level${player}`)); }

  get rules() {
    const variant = this.value("variant");
    return variant === "own" ? [this.value("like"), ...OWN.map((name) => `${name}=${this.value(name)}`)].join(",") : variant;
  }

  /** Who cannot play these rules and what cannot be added to them, as the server says. */
  async check() {
    this.parts.submit.disabled = true;
    const asked = this.rules, found = await get("/api/rules", { text: asked }).catch((problem) => problem);
    if (asked !== this.rules) return;
    this.fault = found.detail;
    this.excluded = found.excluded ?? this.excluded;
    for (const player of [0, 1]) if (this.level(player) && found.natural_evaluation) this.fields[`evaluation${player}`].value = found.natural_evaluation;
    this.draw();
  }

  /** A field has another value: what follows from it. A level sets what is below Advanced; changing that leaves no level. */
  changed(name) {
    if (name === "like") for (const key of OWN) this.fields[key].value = named(options.variants, this.value(name)).rules[key];
    for (const player of [0, 1]) {
      const [by, limit] = [this.fields[`by${player}`], this.fields[`limit${player}`]];
      if (name === "like" || name === `level${player}`) [by.value, limit.value] = ["depth", this.level(player)?.depth ?? 12];
      if (name === by.name) limit.value = by.value === "depth" ? 6 : 1;
      if (CUSTOM.some((key) => name === key + player)) for (const level of this.fields[`level${player}`]) level.checked = false;
    }
    this.draw();
    if (["variant", "like", ...OWN].includes(name)) this.check();
  }

  draw() {
    const { excluded, parts, fields } = this, { bounds } = options;
    for (const key of OWN) put(find(`[data-of=${key}]`, parts.root), this.value(key));
    for (const list of [fields.pops, fields.drift]) {
      for (const one of list.options) one.disabled = excluded[one.value];
      list.disabled = !find("option:not([disabled], :checked)", list);
    }
    put(parts.notWith, excluded.own);
    const fault = this.fault ?? [0, 1].map((player) => this.isAgent(player) && excluded[this.level(player)?.name ?? this.value(`algorithm${player}`)]).find(Boolean);
    put(parts.fault, fault);
    parts.submit.disabled = Boolean(fault);
    this.seats.forEach((seat, player) => {
      const level = this.level(player), own = named(options.algorithms, this.value(`algorithm${player}`)), isDeep = this.value(`by${player}`) === "depth";
      for (const one of all(".levels input, option", seat.root)) one.disabled = Boolean(excluded[one.value]);
      put(seat.title, level?.title ?? "Custom");
      put(seat.words, h("b", level ? `${level.title} ` : "Custom. "), (level ?? own).about,
        [excluded.perfect, !level && excluded[own.name]].map((reason) => reason && h("span.fault", ` ${reason}`)));
      put(seat.limit, isDeep ? `Depth, 1 to ${bounds.depth}` : `Seconds, up to ${bounds.seconds}`);
      fields[`limit${player}`].max = isDeep ? bounds.depth : bounds.seconds;
      put([parts.first, parts.second][player], this.isAgent(player) ? level?.title ?? "Custom" : this.value(`name${player}`) || COLOURS[player]);
    });
  }

  start(event) {
    event.preventDefault();
    const seats = [0, 1].map((player) => {
      if (!this.isAgent(player)) return { name: this.value(`name${player}`).trim() || null, agent: null };
      const [algorithm, evaluation, by, limit] = CUSTOM.map((key) => this.value(key + player));
      return { name: null, agent: this.level(player)?.name ?? `${algorithm},eval=${evaluation},${by}=${limit}` };
    });
    const wish = { rules: this.rules, seats, starts: this.value("starts") };
    remember({ players: wish, name: seats.find((seat) => seat.name)?.name ?? settings.name });
    this.parts.root.close();
    document.dispatchEvent(new CustomEvent("new-game", { detail: wish }));
  }
}
