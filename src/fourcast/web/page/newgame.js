// The dialog for a new game: which game, who plays, who starts.
import { get } from "./api.js";
import { disc, miniBoard } from "./board.js";
import { h, put } from "./dom.js";
import { icon } from "./icons.js";
import { tried } from "./notes.js";
import { remember, settings } from "./settings.js";

const OWN = "own";
let options = null;

/** Ask, and tell the page by the event "new-game". */
export async function newGame() {
  if (document.querySelector("dialog[open]")) return;
  options ??= await tried(() => get("/api/options"));
  if (options) new Dialog().open();
}

class Dialog {
  constructor() {
    this.variant = "classic";
    this.own = { variant: "classic", width: 7, height: 6, connect: 4, pops: "none", drift: "none" };
    this.seats = [
      { name: settings.name, isAgent: false, level: "level4", custom: null },
      { name: "", isAgent: true, level: "level4", custom: null },
    ];
    this.starts = "first";
    this.excluded = {};
  }

  open() {
    this.ownHost = h("div", { class: "own-fields" });
    this.ownSummary = h("label");
    this.seatHosts = [h("div", { class: "seat" }), h("div", { class: "seat" })];
    this.startsHost = h("div", { class: "row spread" });
    this.fault = h("p", { class: "fault", role: "alert" });
    this.dialog = h("dialog", { "aria-label": "New game" },
      h("div", { class: "dialog-head" }, h("h2", {}, "New game"),
        h("button", { class: "button bare round", type: "button", "aria-label": "Close", onclick: () => this.dialog.close() }, icon("close"))),
      h("div", { class: "dialog-body" }, h("form", { id: "new-game", class: "new-game", onsubmit: (event) => this.start(event) },
        h("div", { role: "radiogroup", "aria-label": "Game" }, h("h3", {}, "Game"), h("div", { class: "cards" }, options.variants.map((variant) => this.card(variant)), this.ownCard())),
        h("div", {}, h("h3", {}, "Players"), h("div", { class: "seats" }, this.seatHosts, this.startsHost)))),
      h("div", { class: "dialog-foot" }, h("div", {}, h("p", { class: "quiet" }, "Your game in progress is saved."), this.fault),
        h("div", { class: "row" }, h("button", { class: "button", type: "button", onclick: () => this.dialog.close() }, "Cancel"),
          h("button", { class: "button first", form: "new-game", autofocus: true }, "Start game"))));
    this.dialog.addEventListener("close", () => this.dialog.remove());
    document.body.append(this.dialog);
    this.draw();
    this.check();
    this.dialog.showModal();
  }

  get rules() {
    if (this.variant !== OWN) return this.variant;
    const { variant, ...settingsOfOwn } = this.own;
    return [variant, ...Object.entries(settingsOfOwn).map(([key, value]) => `${key}=${value}`)].join(",");
  }

  /** Who cannot play these rules, as the server says. */
  async check() {
    this.fault.textContent = "";
    try {
      const asked = this.rules, checked = await get(`/api/rules?text=${encodeURIComponent(asked)}`);
      if (asked !== this.rules) return;
      this.excluded = checked.excluded;
      this.natural = checked.natural_evaluation;
    } catch (problem) {
      this.fault.textContent = problem.detail;
    }
    this.seatHosts.forEach((host, player) => this.drawSeat(host, player));
  }

  // Which game

  card(variant) {
    return h("label", { class: "variant" },
      h("input", { type: "radio", name: "variant", value: variant.name, checked: variant.name === this.variant, onchange: () => { this.variant = variant.name; this.check(); } }),
      miniBoard(variant.picture), h("div", {}, h("b", {}, variant.title), h("span", {}, variant.about)));
  }

  ownCard() {
    this.ownRadio = h("input", { type: "radio", class: "unseen", name: "variant", value: OWN, onchange: () => { this.variant = OWN; this.check(); } });
    return h("div", { class: "own" }, this.ownSummary, this.ownHost);
  }

  drawOwn() {
    const { own } = this;
    const value = (word, text) => h("span", {}, word, h("i", {}, text));
    put(this.ownSummary, this.ownRadio, h("b", {}, "Your own"), value("Width", own.width), value("Height", own.height), value("Connect", own.connect), value("Pops", own.pops), value("Drift", own.drift), icon("down"));
    const change = (key, read = (text) => text) => (event) => {
      own[key] = read(event.target.value);
      if (key === "variant") {
        const { rules } = options.variants.find((variant) => variant.name === own.variant);
        Object.assign(own, { width: rules.width, height: rules.height, connect: rules.connect, pops: rules.pops, drift: rules.drift });
        put(this.ownHost);
        this.drawOwn();
      } else this.drawOwnSummary();
      this.check();
    };
    const number = (word, key) => h("label", { class: "field" }, word, h("input", { class: "input", type: "number", min: key === "connect" ? 2 : 1, max: options.bounds.side, value: own[key], onchange: change(key, Number) }));
    const choice = (word, key, choices) => h("label", { class: "field" }, word, h("select", { class: "input", onchange: change(key) }, choices.map(([name, title]) => h("option", { value: name, selected: name === own[key] }, title))));
    if (this.ownHost.firstChild) return;
    put(this.ownHost,
      choice("Like", "variant", options.variants.map((variant) => [variant.name, variant.title])),
      number("Width", "width"), number("Height", "height"), number("Connect", "connect"),
      choice("Pop-outs", "pops", [["none", "none"], ["own", "own disc, no limit"], ...[2, 4, 6, 8, 12].map((each) => [String(each), `${each} each, any disc`])]),
      choice("Drift", "drift", [["none", "none"], ["3:1:1", "3 : 1 : 1"], ["1:1:1", "1 : 1 : 1"], ["8:1:1", "8 : 1 : 1"]]));
  }

  drawOwnSummary() {
    const { own } = this;
    [...this.ownSummary.querySelectorAll("i")].forEach((element, at) => { element.textContent = [own.width, own.height, own.connect, own.pops, own.drift][at]; });
  }

  // Who plays

  nameOf(player) {
    const seat = this.seats[player];
    if (!seat.isAgent) return seat.name || ["Red", "Yellow"][player];
    return seat.custom ? "Custom" : options.levels.find((level) => level.name === seat.level).title;
  }

  drawSeat(host, player) {
    const seat = this.seats[player];
    const kind = (isAgent, word) => h("button", { type: "button", "aria-pressed": String(seat.isAgent === isAgent), onclick: () => {
      seat.isAgent = isAgent;
      this.drawSeat(host, player);
      this.drawStarts();
    } }, word);
    put(host,
      h("div", { class: "seat-head" }, disc(player),
        seat.isAgent ? h("b", {}, this.nameOf(player), h("span", { class: "quiet" }, ` ${["first", "second"][player]}`))
          : h("input", { class: "input", value: seat.name, maxlength: 40, placeholder: ["Red", "Yellow"][player], "aria-label": `Name of ${["Red", "Yellow"][player]}`, oninput: (event) => { seat.name = event.target.value; this.drawStarts(); } }),
        h("div", { class: "choice", role: "group", "aria-label": `${["Red", "Yellow"][player]} is` }, kind(false, "Person"), kind(true, "Agent"))),
      seat.isAgent && this.agent(host, player, seat));
  }

  agent(host, player, seat) {
    const chosen = options.levels.find((level) => level.name === seat.level);
    const redraw = () => { this.drawSeat(host, player); this.drawStarts(); };
    const level = (one) => {
      const reason = this.excluded[one.name];
      return h("label", { title: reason ?? one.about }, h("input", {
        type: "radio", name: `level${player}`, value: one.name, checked: !seat.custom && seat.level === one.name, disabled: Boolean(reason),
        onchange: () => { seat.level = one.name; seat.custom = null; redraw(); host.querySelector(`input[value="${one.name}"]`)?.focus(); },
      }), one.title.replace("Level ", ""));
    };
    const excluded = this.excluded[seat.level] ?? (seat.custom && this.excluded[seat.custom.algorithm]);
    const words = seat.custom ? options.algorithms.find((one) => one.name === seat.custom.algorithm).about : `${chosen.title} ${chosen.about}`;
    return [
      h("div", { class: "levels", role: "radiogroup", "aria-label": "Strength" }, options.levels.map(level)),
      excluded ? h("p", { class: "fault" }, excluded) : h("p", { class: "quiet" }, seat.custom && h("b", {}, "Custom. "), words),
      this.excluded.perfect && seat.level !== "perfect" && h("p", { class: "quiet" }, this.excluded.perfect),
      this.advanced(host, player, seat, chosen, redraw),
    ];
  }

  advanced(host, player, seat, chosen, redraw) {
    const custom = seat.custom ?? { algorithm: "alphabeta", evaluation: this.natural ?? "quadruplets", by: "depth", depth: chosen.depth ?? 6, seconds: 1 };
    const change = (key, read = (text) => text) => (event) => {
      seat.custom = { ...custom, [key]: read(event.target.value) };
      redraw();
    };
    const choice = (word, key, list) => h("label", { class: "field" }, word, h("select", { class: "input", onchange: change(key) }, list.map((one) => h("option", { value: one.name, selected: one.name === custom[key], disabled: Boolean(this.excluded[one.name]), title: one.about }, one.title))));
    const by = (name, word) => h("button", { type: "button", "aria-pressed": String(custom.by === name), onclick: () => { seat.custom = { ...custom, by: name }; redraw(); } }, word);
    const { bounds } = options;
    const details = h("details", { class: "advanced", open: seat.advanced }, h("summary", {}, "Advanced"),
      h("div", { class: "advanced-fields" }, choice("Algorithm", "algorithm", options.algorithms), choice("Evaluation", "evaluation", options.evaluations),
        h("div", { class: "field" }, "Limit by", h("div", { class: "choice", role: "group", "aria-label": "Limit by" }, by("depth", "Depth"), by("seconds", "Seconds"))),
        custom.by === "depth"
          ? h("label", { class: "field" }, `Depth, 1 to ${bounds.depth}`, h("input", { class: "input", type: "number", min: 1, max: bounds.depth, value: custom.depth, onchange: change("depth", Number) }))
          : h("label", { class: "field" }, `Seconds, up to ${bounds.seconds}`, h("input", { class: "input", type: "number", min: 0.1, max: bounds.seconds, step: 0.1, value: custom.seconds, onchange: change("seconds", Number) }))));
    details.addEventListener("toggle", () => { seat.advanced = details.open; });
    return details;
  }

  drawStarts() {
    const button = (value, word) => h("button", { type: "button", "aria-pressed": String(this.starts === value), onclick: () => { this.starts = value; this.drawStarts(); } }, word);
    put(this.startsHost, h("span", { class: "quiet" }, "Who starts"), h("div", { class: "choice", role: "group", "aria-label": "Who starts" }, button("first", this.nameOf(0)), button("second", this.nameOf(1)), button("lot", "By lot")));
  }

  draw() {
    this.drawOwn();
    this.seatHosts.forEach((host, player) => this.drawSeat(host, player));
    this.drawStarts();
  }

  // The answer

  wish() {
    const seats = this.seats.map((seat) => {
      if (!seat.isAgent) return { name: seat.name.trim() || null, agent: null };
      if (!seat.custom) return { name: null, agent: seat.level };
      const { algorithm, evaluation, by, depth, seconds } = seat.custom;
      return { name: null, agent: `${algorithm},eval=${evaluation},${by === "depth" ? `depth=${depth}` : `time=${seconds}`}` };
    });
    return { rules: this.rules, seats, starts: this.starts };
  }

  start(event) {
    event.preventDefault();
    const wish = this.wish();
    const person = this.seats.find((seat) => !seat.isAgent);
    remember({ players: wish, ...(person?.name.trim() ? { name: person.name.trim() } : {}) });
    this.dialog.close();
    document.dispatchEvent(new CustomEvent("new-game", { detail: wish }));
  }
}
