// The Analysis screen: what every move of a position is worth, and positions in every notation.
import { get, post, Socket } from "./api.js";
import { Board, disc } from "./board.js";
import { find, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { announce, note, tried } from "./notes.js";
import { open } from "./play.js";
import { rename } from "./route.js";
import { settings } from "./settings.js";
import { COLOURS, count, speed, time } from "./words.js";

const SECONDS = 60;
const LEGEND = [["win", "+2", "side to move wins, exact"], ["draw", "0", "draw with best play"], ["loss", "−3", "side to move loses"], ["estimate", "≈4", "estimate, not proved"]];

let parts = null, board = null, socket = null, bar = null;
let place = null; // the position that is shown, with how it came about
let ahead = []; // moves that were stepped back over
let found = null, editing = null, fault = null, stopped = false, opened = new Set();

export const analysis = {
  name: "analysis", title: "Analysis", letter: "a", icon: "eye", path: "/analysis",
  matches: (url) => url.pathname === "/analysis",
  show, hide,
  digit: (number, isPop) => choose(`${isPop ? "p" : ""}${number}`),
  keys: {
    ArrowLeft: () => back(), ArrowRight: () => on(),
    Home: () => jump(0), End: () => jump(Infinity),
    " ": () => playBest(), u: () => back(), r: () => on(),
    Escape: () => stop(),
  },
};

const request = () => ({ rules: place.rules.text, start: place.start, moves: place.moves });
const query = (wish) => new URLSearchParams(Object.entries(wish).filter(([, value]) => value));

async function show(host, url) {
  if (!parts || !host.firstChild) build(host);
  const wish = Object.fromEntries(["rules", "start", "moves"].map((key) => [key, url.searchParams.get(key)]));
  ahead = [];
  await load(() => get(`/api/position?${query(wish)}`), wish.rules ?? "classic");
  socket ??= new Socket("/api/analysis/live", { told, opened: ask });
}

function hide() {
  socket?.close();
  [socket, parts, found, editing] = [null, null, null, null];
}

/** Show a position that is asked for; if it cannot be read, say why and keep what can. */
async function load(asked, rules) {
  try {
    take(await asked());
    fault = null;
  } catch (problem) {
    if (problem.detail === undefined) throw problem;
    fault = problem;
    announce(`${problem.title}. ${problem.detail}`);
    if (problem.moves !== undefined) take(await get(`/api/position?${query({ rules, moves: problem.moves })}`));
    else if (!place) take(await get("/api/position"));
    else draw();
  }
  draw();
}

function take(next, { animate = false } = {}) {
  place = next;
  found = null;
  editing = null;
  opened = new Set();
  document.dispatchEvent(new CustomEvent("rules", { detail: place.rules }));
  rename(place.forms.link);
  draw(animate);
  ask();
}

function ask() {
  stopped = false;
  if (place && socket) socket.send(JSON.stringify({ ...request(), seconds: SECONDS }));
}

function stop() {
  socket.send("stop");
  stopped = true;
  if (found) found = { ...found, done: true };
  draw();
}

function told(message) {
  if (message.type === "analysis") {
    found = stopped ? { ...message.analysis, done: true } : message.analysis;
    draw();
    if (found.done && found.value) announce(`${found.headline}. ${found.verdict}.`);
  } else if (message.type === "queued") {
    put(parts.below, `All search places are taken. You are number ${message.place} in the queue.`);
  } else put(parts.below, message.problem.detail);
}

// Moving through positions

async function choose(text) {
  if (editing || !place) return;
  const moves = place.moves ? `${place.moves}${place.rules.separator}${text}` : text;
  try {
    const next = await get(`/api/position?${query({ ...request(), moves })}`);
    ahead = ahead[0] === text ? ahead.slice(1) : [];
    fault = null;
    take(next, { animate: true });
  } catch (problem) {
    put(parts.below, problem.detail);
    announce(problem.detail);
  }
}

async function jump(at) {
  const all = [...place.plies.map((ply) => ply.text), ...ahead];
  const wanted = Math.max(0, Math.min(all.length, at));
  if (wanted === place.plies.length) return;
  const next = await tried(() => get(`/api/position?${query({ ...request(), moves: all.slice(0, wanted).join(place.rules.separator) })}`));
  if (!next) return;
  ahead = all.slice(wanted);
  take(next);
}

const back = () => jump(place.plies.length - 1);
const on = () => jump(place.plies.length + 1);

function playBest() {
  const best = bestColumn();
  if (best) choose(best.move.text);
}

// The nearest to the centre of the best, as the server has ranked them.
const bestColumn = () => {
  const best = found?.columns.filter((column) => column.best) ?? [];
  const middle = (place.rules.width - 1) / 2;
  return best.sort((a, b) => (a.move.kind === "pop") - (b.move.kind === "pop") || Math.abs(a.move.column - middle) - Math.abs(b.move.column - middle))[0];
};

async function read(text) {
  if (!text.trim()) return;
  ahead = [];
  await load(() => post("/api/position/read", { rules: place.rules.text, text }), place.rules.text);
  if (!fault) note(`Read as ${place.notation}.`);
}

const copy = async (text, what) => {
  await navigator.clipboard?.writeText(text);
  note(`${what} copied.`);
};

async function playFromHere() {
  const opponent = settings.players?.seats.find((seat) => seat.agent)?.agent ?? "level4";
  const seats = [{ name: settings.name }, { agent: opponent }];
  if (place.position.turn === 1) seats.reverse();
  await tried(async () => open(await post("/api/games", { ...request(), seats })));
}

// Setting up

function startEditing() {
  editing = { rows: [...place.position.rows], turn: place.position.turn };
  socket.send("stop");
  found = null;
  draw();
}

function setCell(column, row) {
  const fromTop = place.rules.height - 1 - row;
  const cells = [...editing.rows[fromTop]];
  cells[column] = { ".": "x", x: "o", o: "." }[cells[column]];
  editing.rows[fromTop] = cells.join("");
  draw();
}

async function finishEditing() {
  const text = `${editing.rows.join("/")} turn=${"xo"[editing.turn]}`;
  await read(text);
}

// Drawing

function build(host) {
  const boardHost = h("div");
  parts = {
    position: h("section", { class: "card" }),
    legend: h("section", {}, h("h3", {}, "Reading the numbers"), h("ul", { class: "legend" }, LEGEND.map(([kind, text, words]) => h("li", {}, h("span", { class: `value ${kind}` }, text), words)))),
    headline: h("div", { class: "headline" }),
    below: h("p", { class: "below quiet", role: "status" }),
    strip: h("div", { class: "strip" }),
    verdict: h("section", { class: "card" }),
    lines: h("section", { class: "card" }),
    buttons: h("div", { class: "pair" }),
  };
  bar = { whole: h("div", { class: "evalbar", "aria-hidden": "true" }), fill: h("i"), middle: h("div", { class: "evalbar-mid" }), text: h("div", { class: "evalbar-text" }) };
  bar.whole.append(bar.fill);
  put(host, h("div", { class: "screen analysis" },
    h("div", { class: "side left" }, parts.position, parts.legend),
    h("div", { class: "middle" }, parts.headline, boardHost, parts.strip, parts.below),
    h("div", { class: "side right" }, parts.verdict, parts.lines, parts.buttons)));
  board = new Board(boardHost, { choose, setUp: setCell });
  drawn = null;
}

let drawn = null; // the position whose panels are drawn, so that typing is not disturbed while values come in

function draw(animate = false) {
  if (!parts || !place) return;
  const position = editing ? { ...place.position, rows: editing.rows, turn: editing.turn, moves: [], lines: [], outcome: null } : place.position;
  const values = new Map(found?.columns.map((column) => [column.move.text, column]) ?? []);
  const top = bestColumn();
  board.show(place.rules, position, {
    last: editing ? null : place.plies.at(-1) ?? null, animate, values: editing ? null : values, active: !position.outcome,
    editing: Boolean(editing), best: found && top && top.move.kind !== "pop" && !editing && place.rules.gravity && top.move.lands.length === 1 ? { column: top.move.column, row: top.move.row } : null,
  });
  drawBar();
  const side = position.turn;
  put(parts.headline, h("h1", { class: "row" }, !position.outcome && disc(side, "big"), position.outcome ? position.outcome.headline : editing ? "Set up" : found?.headline ?? `${COLOURS[side]} to move`), editing && h("p", {}, "Press a cell: Red, Yellow, empty."));
  const key = JSON.stringify([place.forms.link, editing, fault?.detail]);
  if (drawn !== key) {
    drawPosition();
    drawStrip();
    drawn = key;
    put(parts.below);
  }
  parts.verdict.hidden = parts.lines.hidden = bar.whole.hidden = bar.middle.hidden = Boolean(editing);
  if (editing) return;
  drawVerdict();
  drawLines();
}

function drawBar() {
  const { height, gravity } = place.rules;
  const units = 100 * height + 36, lane = gravity ? 92 : 0, whole = units + lane + (gravity ? 40 : 0);
  const at = (element, top, high) => {
    element.style.top = `${100 * top / whole}%`;
    if (high) element.style.height = `${100 * high / whole}%`;
  };
  at(bar.whole, lane, units);
  at(bar.middle, lane + units / 2);
  at(bar.text, Math.max(0, lane - 50));
  bar.fill.style.height = `${100 * (found?.share ?? 0.5)}%`;
  bar.text.textContent = found?.bar ?? "";
  board.host.append(bar.whole, bar.middle, bar.text);
}

function drawPosition() {
  const { position, forms, rules } = place;
  const field = h("input", { class: "input", id: "position-text", value: forms.moves ?? forms.board, spellcheck: "false", autocomplete: "off", "aria-invalid": String(Boolean(fault)), "aria-describedby": "position-help",
    onkeydown: (event) => event.key === "Enter" && read(field.value),
    onpaste: (event) => {
      const text = event.clipboardData.getData("text");
      event.preventDefault();
      read(text);
    } });
  const small = (word, act, name) => h("button", { class: "button small", type: "button", onclick: act }, name && icon(name), word);
  put(parts.position,
    h("div", { class: "card-head" }, h("h2", {}, "Position"), h("span", { class: "quiet" }, `${position.discs} disc${position.discs === 1 ? "" : "s"}`)),
    h("div", { class: "setup" },
      h("label", { class: "field", for: "position-text" }, forms.moves === null ? "Board" : "Moves", field),
      fault && h("div", { class: "fault", role: "alert" }, h("b", {}, `${fault.title}. `), fault.detail),
      h("p", { class: "quiet", id: "position-help" }, "Paste moves, board text or a Fourcast link. The form is recognised."),
      h("h3", {}, "Copy as"),
      h("div", { class: "row" },
        forms.moves !== null && small("Moves", () => copy(forms.moves, "Moves")), small("Board", () => copy(forms.board, "Board")), small("Link", () => copy(location.origin + forms.link, "Link")),
        forms.packed && small("Number", () => copy(forms.packed, "Number")), forms.start_file && small("File", () => copy(forms.start_file, "Start file"))),
      h("div", { class: "row" },
        editing ? [small("Done", finishEditing), small(`${COLOURS[editing.turn]} to move`, () => { editing.turn = 1 - editing.turn; drawn = null; draw(); })] : small("Set up", startEditing, "board"),
        !editing && small("Mirror", () => tried(async () => { ahead = []; take(await post("/api/position/mirror", request())); }), "mirror"),
        small(editing ? "Cancel" : "Clear", () => (editing ? take(place) : tried(async () => { ahead = []; fault = null; take(await get(`/api/position?${query({ rules: rules.text })}`)); }))))));
}

function drawStrip() {
  const at = place.plies.length, all = at + ahead.length;
  const button = (name, label, to, off) => h("button", { class: "button", type: "button", "aria-label": label, disabled: off, onclick: () => jump(to) }, icon(name));
  const first = place.plies[0]?.player ?? place.position.turn;
  const one = (text, index) => h("li", {}, h("button", { class: index >= at ? "ply undone" : "ply", type: "button", "aria-current": index + 1 === at ? "true" : null, "aria-label": `Move ${index + 1}, ${text}`, onclick: () => jump(index + 1) }, disc((first + index) % 2), text));
  const list = h("ol", {}, [...place.plies.map((ply) => ply.text), ...ahead].map(one));
  put(parts.strip, button("first", "First move", 0, at === 0), button("back", "One move back", at - 1, at === 0), list,
    button("on", "One move on", at + 1, at === all), button("last", "Last move", Infinity, at === all));
  const here = find("[aria-current]", list);
  if (here) list.scrollLeft = here.offsetLeft - list.offsetLeft - list.clientWidth / 2;
}

function drawVerdict() {
  const value = found?.value;
  put(parts.verdict,
    h("div", { class: "verdict" }, h("span", { class: `big ${value?.kind ?? ""}` }, value?.text ?? "…"), h("b", { class: "strong" }, found?.verdict ?? "Looking ahead"), h("span", { class: "quiet" }, found?.how ?? "")),
    h("dl", { class: "facts" },
      h("div", {}, h("dt", {}, "nodes"), h("dd", {}, count(found?.nodes ?? 0))),
      h("div", {}, h("dt", {}, found?.exact ? "time" : "depth"), h("dd", {}, found?.exact ? time(found.seconds) : found?.depth ?? 0)),
      h("div", {}, h("dt", {}, "speed"), h("dd", {}, speed(found?.nodes ?? 0, found?.seconds ?? 0)))),
    found && !found.done && h("div", { class: "row spread" }, h("span", { class: "quiet" }, `${time(found.seconds)} so far`), h("button", { class: "button small", type: "button", onclick: stop }, "Stop")));
}

const RANK = { win: 3, estimate: 2, draw: 2, loss: 1 };
const number = (value) => Number(value.text.replace("−", "-").replace(/[≈+,]/g, ""));

function drawLines() {
  const columns = [...(found?.columns ?? [])].sort((a, b) => b.best - a.best || RANK[b.value.kind] - RANK[a.value.kind] || number(b.value) - number(a.value));
  const top = bestColumn();
  if (top) columns.sort((a, b) => (b === top) - (a === top));
  const player = place.position.turn;
  const focused = parts.lines.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const row = (column, index) => {
    const { text } = column.move, isOpen = (index === 0) !== opened.has(text);
    const steps = isOpen && h("div", { class: "line-steps" }, column.line.slice(0, 16).map((step, at) => h("button", { class: "line-step", type: "button", "data-key": `${text}-${at}`, "aria-label": `Go to ${COLOURS[step.player]} ${step.text}`, onclick: () => follow(column.line.slice(0, at + 1)) }, disc(step.player), step.text)), column.line.length > 16 && "…");
    return h("li", {}, h("button", { class: "line-head", type: "button", "data-key": text, "aria-expanded": String(isOpen), onclick: () => { opened.has(text) ? opened.delete(text) : opened.add(text); drawLines(); } },
      h("span", { class: `value ${column.value.kind}` }, column.value.text), disc(player), h("span", {}, h("b", {}, text), h("span", { class: "quiet" }, column.sentence)), icon("down")), steps);
  };
  put(parts.lines, h("div", { class: "card-head" }, h("h2", {}, "Best lines"), h("span", { class: "quiet" }, place.rules.gravity ? "columns" : "cells")),
    columns.length ? h("ul", { class: "lines" }, columns.map(row)) : h("p", { class: "quiet" }, place.position.outcome ? "The game is over here." : "Looking ahead …"));
  if (focused) parts.lines.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  put(parts.buttons, h("button", { class: "button", type: "button", onclick: () => history.back() }, icon("undo"), "Back"),
    h("button", { class: "button", type: "button", disabled: Boolean(place.position.outcome), onclick: playFromHere }, icon("play"), "Play from here"));
}

async function follow(steps) {
  for (const step of steps) await choose(step.text);
}
