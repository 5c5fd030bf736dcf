// The dialog for a new game: which game, who plays, who starts. The form holds all there is to know.
import { get } from "./api.js";
import { disc } from "./explorer/discs.js";
import { find, h, put } from "./explorer/dom.js";
import { tried } from "./notes.js";
import { remember, settings } from "./settings.js";
import { mini } from "./mini.js";
import { dialog, stamp } from "./template.js";
import { COLOURS } from "./words.js";

const OWN = ["width", "height", "connect", "pops", "drift"];
let options = null;

/** Ask, and tell the page by the event "new-game". */
export async function newGame() {
  if (find("dialog[open]")) return;
  options ??= await tried(() => get("/api/options"));
  if (options) new Dialog();
}

const choices = (list) => list.map(({ name, title, about }) => h("option", { value: name, title: about }, title));

class Dialog {
  constructor() {
    this.parts = dialog("new-game");
    const { form, cards, seats } = this.parts;
    this.fields = form.elements;
    this.excluded = {};
    cards.prepend(...options.variants.map((variant) => h("label.variant",
      h("input.unseen", { type: "radio", name: "variant", value: variant.name, checked: variant.name === "classic" }),
      mini(variant.picture), h("div", h("b", variant.title), h("span", variant.about)))));
    this.seats = [0, 1].map((player) => this.seat(player));
    seats.prepend(...this.seats.map((seat) => seat.root));
    this.fields.like.append(...choices(options.variants));
    for (const name of ["width", "height", "connect"]) this.fields[name].max = options.bounds.side;
    form.addEventListener("input", ({ target }) => this.changed(target.name));
    form.addEventListener("submit", (event) => this.start(event));
    this.changed("like");
  }

  // Which game

  get rules() {
    const { variant, like } = this.fields;
    return variant.value === "own" ? [like.value, ...OWN.map((name) => `${name}=${this.fields[name].value}`)].join(",") : variant.value;
  }

  /** Who cannot play these rules, as the server says. */
  async check() {
    const asked = this.rules, found = await get(`/api/rules?text=${encodeURIComponent(asked)}`).catch((problem) => problem);
    if (asked !== this.rules) return;
    put(this.parts.fault, found.detail);
    this.excluded = found.excluded ?? {};
    for (const seat of this.seats) if (seat.isLevel && found.natural_evaluation) seat.fields.evaluation.value = found.natural_evaluation;
    this.draw();
  }

  /** A field has another value: what follows from it. */
  changed(name) {
    if (name === "like") {
      const { rules } = options.variants.find((variant) => variant.name === this.fields.like.value);
      for (const key of OWN) this.fields[key].value = rules[key];
    }
    for (const key of OWN) put(find(`[data-of=${key}]`, this.parts.root), this.fields[key].value);
    for (const seat of this.seats) seat.follow(name);
    if (["variant", "like", ...OWN].includes(name)) this.check();
    this.draw();
  }

  // Who plays: fields are named for their side, such as level1

  seat(player) {
    const seat = stamp("seat");
    seat.fields = Object.fromEntries([...seat.root.querySelectorAll("[name]:not([name=kind])")].map((field) => [field.name, field]));
    const { name, algorithm, evaluation, by, limit } = seat.fields;
    put(seat.disc, disc(player));
    put(seat.order, ["first", "second"][player]);
    seat.kinds.setAttribute("aria-label", `${COLOURS[player]} is`);
    Object.assign(name, { value: player ? "" : settings.name, placeholder: COLOURS[player], ariaLabel: `Name of ${COLOURS[player]}` });
    algorithm.append(...choices(options.algorithms));
    algorithm.value = "alphabeta";
    evaluation.append(...choices(options.evaluations));
    put(seat.levels, options.levels.map((level) => h("label", { title: level.about },
      h("input.unseen", { type: "radio", name: "level", value: level.name, checked: level.name === "level4" }), level.title.replace("Level ", ""))));
    find(`[value=${player ? "agent" : "person"}]`, seat.root).checked = true;
    for (const field of seat.root.querySelectorAll("[name]")) field.name += player;
    const chosen = (key) => seat.root.querySelector(`[name=${key}${player}]:checked`)?.value;
    Object.defineProperties(seat, { isAgent: { get: () => chosen("kind") === "agent" }, isLevel: { get: () => options.levels.find((one) => one.name === chosen("level")) } });
    // A level sets what is below Advanced; whoever changes that has an agent of his own.
    seat.follow = (changed) => {
      if (changed === `level${player}` || changed === "like") [by.value, limit.value] = ["depth", seat.isLevel?.depth ?? 12];
      if (changed === `by${player}`) limit.value = by.value === "depth" ? 6 : 1;
      if (["algorithm", "evaluation", "by", "limit"].some((key) => changed === key + player)) for (const level of seat.levels.querySelectorAll("input")) level.checked = false;
    };
    return seat;
  }

  draw() {
    const { excluded, parts } = this, { bounds } = options;
    this.seats.forEach((seat, player) => {
      const { algorithm, by, limit, name } = seat.fields, level = seat.isLevel;
      const own = options.algorithms.find((one) => one.name === algorithm.value);
      for (const one of seat.root.querySelectorAll(".levels input, option")) one.disabled = Boolean(excluded[one.value]);
      put(seat.title, level ? level.title : "Custom");
      put(seat.words, level ? [h("b", `${level.title} `), level.about] : [h("b", "Custom. "), own.about],
        excluded.perfect && h("span.fault", ` ${excluded.perfect}`), !level && excluded[own.name] && h("span.fault", ` ${excluded[own.name]}`));
      put(seat.limit, by.value === "depth" ? `Depth, 1 to ${bounds.depth}` : `Seconds, up to ${bounds.seconds}`);
      limit.max = by.value === "depth" ? bounds.depth : bounds.seconds;
      put(parts[["first", "second"][player]], seat.isAgent ? (level ? level.title : "Custom") : name.value || COLOURS[player]);
    });
  }

  // The answer

  start(event) {
    event.preventDefault();
    const seats = this.seats.map(({ isAgent, isLevel, fields: { name, algorithm, evaluation, by, limit } }) => (
      !isAgent ? { name: name.value.trim() || null, agent: null }
        : { name: null, agent: isLevel?.name ?? `${algorithm.value},eval=${evaluation.value},${by.value}=${limit.value}` }));
    const wish = { rules: this.rules, seats, starts: this.fields.starts.value };
    remember({ players: wish, name: seats.find((seat) => seat.name)?.name ?? settings.name });
    this.parts.root.close();
    document.dispatchEvent(new CustomEvent("new-game", { detail: wish }));
  }
}
