// The Analysis screen: what every move of a position is worth, and positions in every notation.
import { get, post, Socket } from "./api.js";
import { Board } from "./board.js";
import { disc } from "./explorer/discs.js";
import { all, find, h, put, stamp } from "./explorer/dom.js";
import { drawStepper, plyButton, showCurrent, stepActs } from "./moves.js";
import { announce, copy, note, tried } from "./notes.js";
import { open } from "./play.js";
import { placeIn, rename, tellRules } from "./route.js";
import { settings } from "./settings.js";
import { icon } from "./dialog.js";
import { COLOURS, count, discCount, speed, time } from "./words.js";

const SECONDS = 60;
// Of a line that are shown.
const STEPS = 16;

let parts = null, board = null, socket = null, bar = null;
// The position that is shown, with how it came about.
let place = null;
// Moves that were stepped back over.
let ahead = [];
let found = null, editing = null, fault = null, isStopped = false;
// What changes the position goes one after another, however fast it is typed.
let changing = Promise.resolve();
// The moves whose line the person has opened or closed.
let toggled = new Set();

const request = () => ({ rules: place.rules.text, start: place.start, moves: place.moves });
const position = (wish) => get("/api/position", wish);

const inTurn = (act) => (...given) => {
  changing = changing.catch(() => {}).then(() => parts && tried(() => act(...given)));
  return changing;
};
const choose = inTurn(move), go = inTurn(jump), read = inTurn(understand);

// Another position, for which nothing is to come.
const replace = (ask) => inTurn(async () => {
  [ahead, fault] = [[], null];
  take(await ask());
});

const steps = stepActs(() => place.plies.length, jump);
for (const name in steps) steps[name] = inTurn(steps[name]);
const acts = {
  ...steps,
  copy: ({ dataset: { form }, textContent }) => copy((form === "link" ? location.origin : "") + place.forms[form], `${textContent} copied.`),
  setUp: () => {
    editing = { rows: [...place.position.rows], turn: place.position.turn };
    socket?.send("stop");
    found = null;
    draw();
  },
  mirror: replace(() => post("/api/position/mirror", request())),
  clear: replace(() => position({ rules: place.rules.text })),
  done: () => read(`${editing.rows.join("/")} turn=${"xo"[editing.turn]}`),
  turn: () => {
    editing.turn = 1 - editing.turn;
    draw();
  },
  cancel: () => take(place),
  stop: () => {
    socket?.send("stop");
    isStopped = true;
    if (found) found = { ...found, done: true };
    draw();
  },
  goBack: () => history.back(),
  playFromHere: () => tried(async () => {
    const opponent = settings.players?.seats.find((seat) => seat.agent)?.agent ?? "level4";
    const seats = [{ name: settings.name }, { agent: opponent }];
    if (place.position.turn === 1) seats.reverse();
    open(await post("/api/games", { ...request(), seats }));
  }),
};

export const analysis = {
  matches: (url) => url.pathname === "/analysis",
  show, hide,
  digit: (number, isPop) => choose(`${isPop ? "p" : ""}${number}`),
  keys: {
    ArrowLeft: acts.back, ArrowRight: acts.on, Home: acts.first, End: acts.last, u: acts.back, r: acts.on, Escape: acts.stop,
    " ": inTurn(() => bestMove() && move(bestMove().text)),
  },
};

async function show(host, { searchParams }) {
  if (!parts) build(host);
  await inTurn(() => load(() => position(placeIn(searchParams)), () => position({})))();
}

function hide() {
  socket?.close();
  [socket, parts, found, editing] = [null, null, null, null];
}

/** Show a position that is asked for; if it cannot be read, say why and show the moves that can, or what is asked for `instead`. */
async function load(asked, instead) {
  let next = null;
  fault = null;
  try {
    next = await asked();
  } catch (problem) {
    if (problem.detail === undefined) throw problem;
    fault = problem;
    announce(`${problem.title}. ${problem.detail}`);
    const { rules, start, moves } = problem;
    next = moves || (rules && instead) ? await position({ rules, start, moves }) : await instead?.();
  }
  if (!next) return draw();
  ahead = [];
  return take(next);
}

function take(next, animate = false) {
  if (!parts) return;
  [place, found, editing, toggled] = [next, null, null, new Set()];
  tellRules(place.rules);
  rename(place.forms.link);
  draw(animate);
  ask();
}

function ask() {
  isStopped = false;
  // A socket for every position: what is still on its way on the one before tells of another.
  socket?.close();
  const wish = JSON.stringify({ ...request(), seconds: SECONDS });
  socket = new Socket("/api/analysis/live", { told, opened: () => isStopped || editing || socket.send(wish) });
}

function told({ type, analysis: news, place: number, problem }) {
  if (type !== "analysis") {
    put(parts.below, type === "queued" ? `All search places are taken. You are number ${number} in the queue.` : problem.detail);
    return;
  }
  if (editing) return;
  if (!found) put(parts.below);
  news.columns.sort((a, b) => a.rank - b.rank);
  found = isStopped ? { ...news, done: true } : news;
  draw();
  if (found.done && found.value) announce(`${found.headline}. ${found.verdict}.`);
}

// Moving through positions

async function move(text) {
  if (editing || !place) return;
  try {
    const next = await position({ ...request(), moves: place.moves ? place.moves + place.rules.separator + text : text });
    ahead = ahead[0] === text ? ahead.slice(1) : [];
    fault = null;
    take(next, true);
  } catch (problem) {
    if (parts) put(parts.below, problem.detail);
    announce(problem.detail);
  }
}

async function jump(at) {
  const all = [...place.plies.map((ply) => ply.text), ...ahead];
  const wanted = Math.max(0, Math.min(all.length, at));
  if (wanted === place.plies.length) return;
  const next = await position({ ...request(), moves: all.slice(0, wanted).join(place.rules.separator) });
  ahead = all.slice(wanted);
  take(next);
}

async function understand(text) {
  if (!text.trim()) return;
  await load(() => post("/api/position/read", { rules: place.rules.text, text }));
  if (!fault) note(`Read as ${place.notation}.`);
}

function setCell(column, row) {
  const fromTop = place.rules.height - 1 - row, cells = [...editing.rows[fromTop]];
  cells[column] = { ".": "x", x: "o", o: "." }[cells[column]];
  editing.rows[fromTop] = cells.join("");
  draw();
}

const bestMove = () => found?.columns.find((column) => column.best)?.move;

// Drawing

function build(host) {
  parts = stamp("analysis-screen", acts);
  put(host, parts.root);
  board = new Board(parts.board, { choose, setUp: setCell });
  bar = h("div.evalbar.when-still", h("div.evalbar-text"));
  parts.text.onkeydown = ({ key }) => { if (key === "Enter") read(parts.text.value); };
  parts.text.onpaste = (event) => {
    event.preventDefault();
    read(event.clipboardData.getData("text"));
  };
}

function draw(animate = false) {
  if (!parts || !place) return;
  const shown = editing ? { ...place.position, ...editing, moves: [], lines: [], outcome: null } : place.position;
  const { outcome, turn, discs } = shown, { forms, rules } = place;
  const top = bestMove(), isEditing = Boolean(editing);
  board.show(rules, shown, {
    last: editing ? null : place.plies.at(-1) ?? null, animate, active: !outcome, editing: isEditing,
    values: editing ? null : new Map(found?.columns.map((column) => [column.move.text, column])),
    best: !editing && top?.kind === "drop" && top.lands.length === 1 ? top : null,
  });
  bar.style.setProperty("--share", `${100 * (found?.share ?? 0.5)}%`);
  put(bar.firstChild, found?.bar);
  board.host.append(bar);
  put(parts.headline, !outcome && disc(turn, "big"), outcome?.headline ?? (editing ? "Set up" : found?.headline ?? `${COLOURS[turn]} to move`));
  put(parts.discs, discCount(discs));
  put(parts.notation, forms.moves === null ? "Board" : "Moves");
  const text = forms.moves ?? forms.board;
  // Typing is not disturbed.
  if (parts.text.dataset.shown !== text) parts.text.value = parts.text.dataset.shown = text;
  parts.text.ariaInvalid = Boolean(fault);
  put(parts.fault, fault && [h("b", `${fault.title}. `), fault.detail]);
  for (const button of all("[data-form], [data-act=playFromHere]", parts.root)) {
    button.hidden = forms[button.dataset.form] === null;
    button.disabled = isEditing || (outcome && !button.dataset.form);
    button.title = isEditing ? "Press Done first" : "";
  }
  parts.root.classList.toggle("editing", isEditing);
  put(find("[data-act=turn]", parts.root), `${COLOURS[turn]} to move`);
  if (parts.root.dataset.link !== forms.link) drawStrip();
  parts.root.dataset.link = forms.link;
  drawVerdict(outcome);
  drawLines(outcome);
}

function drawStrip() {
  const at = place.plies.length, first = place.plies[0]?.player ?? place.position.turn;
  const all = [...place.plies.map((ply) => ply.text), ...ahead].map((text, index) => ({ text, player: (first + index) % 2 }));
  put(parts.list, all.map((ply, index) => h("li", plyButton(ply, index, at, go))));
  put(parts.below);
  drawStepper(parts.root, at, all.length);
  showCurrent(parts.list);
}

function drawVerdict(outcome) {
  const over = outcome && { verdict: outcome.headline, how: outcome.detail, done: true };
  const { value, verdict = "Looking ahead", how, nodes = 0, seconds = 0, depth = 0, exact, done } = over ?? found ?? {};
  parts.value.className = `big ${value?.kind ?? ""}`;
  parts.facts.hidden = parts.lines.hidden = Boolean(over);
  const words = { value: value?.text ?? (over ? "" : "…"), verdictWords: verdict, how, nodes: count(nodes), second: exact ? "time" : "depth",
    secondValue: exact ? time(seconds) : depth, speed: speed(nodes, seconds), soFar: `${time(seconds)} so far` };
  for (const [name, word] of Object.entries(words)) put(parts[name], word);
  parts.running.hidden = !found || done;
}

// The best line is open, others on demand.
function drawLines(outcome) {
  const columns = found?.columns ?? [];
  put(parts.unit, place.rules.gravity ? "columns" : "cells");
  put(parts.noLines, !columns.length && (outcome ? "The game is over here." : "Looking ahead …"));
  put(parts.lines, columns.map(({ move: { text }, value, sentence, line }, index) => h("details.line", { open: (index === 0) !== toggled.has(text) },
    h("summary", { "aria-label": `${text}: ${value.text}, ${sentence}`, onclick: () => toggled.delete(text) || toggled.add(text) },
      h(`span.value.${value.kind}`, value.text), disc(place.position.turn), h("span", h("b", text), h("span.quiet", sentence)), icon("down")),
    h("div.line-steps.row", line.slice(0, STEPS).map(({ player, text: step }, at) => h("button.line-step.flat.row",
      { "aria-label": `Go to ${COLOURS[player]} ${step}`, onclick: () => follow(line.slice(0, at + 1)) },
      disc(player), step)), line.length > STEPS && "…"))));
}

function follow(steps) {
  for (const step of steps) choose(step.text);
}
