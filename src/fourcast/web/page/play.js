// The Play screen: players, board, moves, and what one can do about them.
import { get, post, call, Socket } from "./api.js";
import { Board, disc } from "./board.js";
import { find, h, put } from "./dom.js";
import { icon } from "./icons.js";
import { announce, complain, note, tried } from "./notes.js";
import { goTo, rename } from "./route.js";
import { remember, settings } from "./settings.js";
import { sheet } from "./sheet.js";
import { showSaved } from "./saved.js";
import { clock, COLOURS, count, time } from "./words.js";

const PATIENCE = 150;
const SPEEDS = [["Slow", 2], ["Calm", 0.6], ["Fast", 0.15], ["At once", 0]];

let game = null, socket = null, board = null, parts = null, ticking = null;
let ply = null; // the move that is looked at; null for the last one
let choosing = Promise.resolve();
let fresh = null; // a game made a moment ago, which need not be asked for again
let received = 0, hint = null, sentence = "", lost = false, best = null;
const positions = new Map();

export const play = {
  name: "play", title: "Play", letter: "g", icon: "board", path: "/",
  matches: (url) => url.pathname === "/" || url.pathname.startsWith("/game/"),
  show, hide,
  analysisPath: () => game && linkAt(ply ?? game.plies.length),
  digit: (number, isPop) => choose(`${isPop ? "p" : ""}${number}`),
  popStarted: () => say("Pop which column?"),
  keys: {
    ArrowLeft: () => stepTo((ply ?? game.plies.length) - 1),
    ArrowRight: () => stepTo((ply ?? game.plies.length) + 1),
    Home: () => stepTo(0),
    End: () => stepTo(Infinity),
    " ": () => playBest(),
    h: () => askHint(),
    u: () => command("undo"),
    r: () => command("redo"),
    s: () => save(),
    Escape: () => game?.thinking && pace({ paused: true }),
    "=": () => choose("="),
  },
};

async function show(host, url) {
  const [, , wanted] = url.pathname.split("/");
  if (!parts || !host.firstChild) build(host);
  const ident = wanted ?? settings.game;
  if (game && socket && game.id === ident) {
    rename(`/game/${ident}`);
    draw(false);
    return;
  }
  const known = fresh?.id === ident ? fresh : ident && await get(`/api/games/${ident}`).catch((problem) => (problem.status === 404 ? null : Promise.reject(problem)));
  watch(known || await begin());
}

/** A game between the last players, or against an agent of middling strength. */
function begin() {
  const usual = { seats: [{ name: settings.name }, { agent: "level4" }] };
  return post("/api/games", settings.players ?? usual).catch(() => post("/api/games", usual));
}

/** Show a game that has just been made. */
export function open(made) {
  fresh = made;
  goTo(`/game/${made.id}`);
}

function watch(opened) {
  socket?.close();
  positions.clear();
  [game, ply, hint, sentence] = [null, null, null, ""];
  receive(opened);
  remember({ game: opened.id });
  rename(`/game/${opened.id}`);
  socket = new Socket(`/api/games/${opened.id}/live`, {
    told: (message) => {
      if (message.type === "game") receive(message.game);
      else if (message.type === "thinking") think(message.thinking);
      else if (message.type === "problem") complain(message.problem);
    },
    opened: () => { lost = false; drawHeadline(); },
    lost: () => { lost = true; drawHeadline(); },
  });
}

function hide() {
  socket?.close();
  socket = null;
  clearInterval(ticking);
  parts = null;
}

function build(host) {
  const boardHost = h("div");
  parts = {
    players: [h("section", { class: "card player" }), h("section", { class: "card player" })],
    how: h("section", { class: "how" }),
    headline: h("div", { class: "headline" }),
    below: h("p", { class: "below quiet", role: "status" }),
    ribbon: h("div", { class: "ribbon", "aria-label": "Moves" }),
    ended: h("section", { class: "card ended", hidden: true }),
    moves: h("section", { class: "card moves" }),
    controls: h("div", { class: "pair not-phone" }),
    four: h("div", { class: "phone-four only-phone" }),
    keys: h("p", { class: "key-line not-phone" }),
  };
  put(host, h("div", { class: "screen play" },
    h("div", { class: "side players" }, parts.players, parts.how),
    h("div", { class: "middle" }, parts.headline, boardHost, parts.below),
    h("div", { class: "side right" }, parts.ended, parts.ribbon, parts.moves, parts.controls, parts.four, parts.keys)));
  board = new Board(boardHost, { choose });
  clearInterval(ticking);
  ticking = setInterval(tick, 250);
}

// What the server says

function receive(next) {
  const before = game;
  if (before && before.id === next.id && next.version < before.version) return;
  const grew = before?.id === next.id && next.plies.length === before.plies.length + 1 && next.version > before.version;
  if (before?.version !== next.version) {
    positions.clear();
    hint = null;
    sentence = "";
    best = null;
    if (ply !== null && (ply >= next.plies.length || !grew)) ply = null;
  }
  game = next;
  received = performance.now();
  document.dispatchEvent(new CustomEvent("rules", { detail: game.rules }));
  draw(grew && ply === null);
  if (grew) tellMove();
  if (next.position.outcome && before?.version !== next.version) findBest();
}

function think(thinking) {
  if (!game) return;
  game = { ...game, thinking };
  drawPlayers();
}

function tellMove() {
  const last = game.plies.at(-1), outcome = game.position.outcome;
  const who = `${COLOURS[last.player]}, ${game.seats[last.player].name}`;
  const slip = last.landed === last.column ? "" : ` Aimed ${last.column + 1}, fell in ${last.landed + 1}.`;
  const did = last.kind === "pop" ? `popped column ${last.column + 1}.` : last.kind === "call-draw" ? "called a draw." : `column ${last.landed + 1}, row ${last.row + 1}.`;
  announce(`${who}: ${did}${slip} ${outcome ? `${outcome.headline}. ${outcome.detail}` : `${COLOURS[game.position.turn]} to move.`}`);
}

/** Whether this win is the best of its name, for the card at the end. */
async function findBest() {
  const { winner } = game.position.outcome;
  if (winner === null || game.seats[winner].agent) return;
  const lists = await get("/api/scores").catch(() => []);
  const mine = lists.find((list) => list.rules === game.rules.text)?.scores.find((score) => score.name === game.seats[winner].name);
  best = mine && mine.plies === game.plies.length ? `Best win on this board so far for ${mine.name}.` : null;
  drawEnded();
}

// What a person does

const isLast = () => ply === null || ply === game.plies.length;
const isOver = () => game.position.outcome !== null;
const isTurnOfPerson = () => !isOver() && game.seats[game.position.turn].agent === null;
const twoAgents = () => game.seats.every((seat) => seat.agent !== null);
const path = (rest) => `/api/games/${game.id}/${rest}`;

function say(words) {
  sentence = words;
  put(parts.below, words);
}

/** Moves go one after another, however fast they are typed. */
function choose(text) {
  choosing = choosing.then(() => playNow(text));
  return choosing;
}

async function playNow(text) {
  if (!game || !isLast()) {
    say("This is an earlier move. Branch from here to play on, or go to the last one.");
    return;
  }
  try {
    const changed = await post(path("moves"), { move: text, after: game.plies.length });
    receive(changed);
  } catch (problem) {
    say(problem.detail);
    announce(problem.detail);
  }
}

async function command(name, body) {
  ply = null;
  await tried(async () => receive(await post(path(name), body)));
}

const pace = (wish) => command("pace", wish);

async function askHint() {
  if (!isTurnOfPerson() || !isLast()) return null;
  say("Looking for the best move …");
  const at = game.version;
  const found = await tried(() => post(path("hint")));
  if (!found || game.version !== at) return null;
  hint = { ...found, kind: found.move.startsWith("p") ? "pop" : "drop" };
  draw(false);
  say(found.sentence);
  announce(found.sentence);
  return found;
}

async function playBest() {
  if (!isTurnOfPerson() || !isLast()) return;
  const found = hint ?? await askHint();
  if (found) choose(found.move);
}

async function save() {
  note("Saved. It reopens with every move.", { action: "Rename", act: renameGame });
}

function renameGame() {
  const field = h("input", { class: "input", value: game.title ?? game.seats.map((seat) => seat.name).join(" and "), maxlength: 40, "aria-label": "Name of this game" });
  const close = sheet("Rename", h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    close();
    tried(async () => receive(await call("PATCH", `/api/games/${game.id}`, { title: field.value })));
  } }, field, h("button", { class: "button first" }, "Rename")));
}

async function copyLink() {
  await navigator.clipboard?.writeText(location.origin + linkAt(ply ?? game.plies.length));
  note("The link is copied. It opens this position in Analysis.");
}

function linkAt(at) {
  const url = new URL(game.link, location.origin);
  const moves = game.plies.slice(0, at).map((one) => one.text).join(game.rules.separator);
  if (moves) url.searchParams.set("moves", moves);
  else url.searchParams.delete("moves");
  return url.pathname + url.search;
}

async function branch() {
  await tried(async () => {
    const made = await post(path("branch"), { ply });
    open(made);
    note("A new game goes on from here. The other one is kept.");
  });
}

async function again() {
  const wish = { rules: game.rules.text, start: game.start, seats: game.seats.map(({ name, agent }) => ({ name, agent })) };
  await tried(async () => open(await post("/api/games", wish)));
}

async function stepTo(at) {
  if (!game) return;
  const last = game.plies.length;
  const wanted = Math.max(0, Math.min(last, at));
  ply = wanted === last ? null : wanted;
  if (ply !== null && !positions.has(ply)) {
    const asked = ply, found = await tried(() => get(path(`positions/${asked}`)));
    if (!found) return;
    positions.set(asked, found);
    if (ply !== asked) return;
  }
  hint = null;
  draw(false);
}

// Drawing

function draw(animate) {
  if (!parts || !game) return;
  const at = ply ?? game.plies.length;
  const position = ply === null ? game.position : positions.get(ply);
  if (!position) return;
  board.show(game.rules, position, {
    last: game.plies[at - 1] ?? null, animate, hint,
    active: isLast() && isTurnOfPerson(),
  });
  drawPlayers();
  drawHeadline();
  drawMoves(at);
  drawEnded();
  drawControls();
  if (!sentence) put(parts.below, slipSentence(at));
}

/** Under drift, where the last disc went, until the next move. */
function slipSentence(at) {
  const last = game.plies[at - 1];
  return last && last.landed !== last.column ? `aimed ${last.column + 1}, fell in ${last.landed + 1}` : "";
}

function drawPlayers() {
  if (!parts) return;
  const { seats, position, rules } = game;
  parts.players.forEach((card, player) => {
    const seat = seats[player], turn = !isOver() && position.turn === player;
    card.classList.toggle("turn", turn);
    card.setAttribute("aria-label", `${COLOURS[player]}, ${seat.name}`);
    const won = position.outcome?.winner === player;
    put(card,
      disc(player, "big"),
      h("div", { class: "player-who" }, h("b", {}, seat.name), h("span", { class: "quiet" }, seat.about)),
      h("div", { class: "player-end" }, h("span", { class: "clock" }, clock(seat.clock)), won ? h("span", { class: "tag won" }, "Won") : turn && h("span", { class: "tag" }, "To move")),
      h("div", { class: "more" }, scores(player, rules, position), seat.agent && lastReply(player), seat.agent && turn && waiting(seat, player)));
  });
  put(parts.how, h("h3", {}, "How this game is won"), h("p", {}, rules.how_won));
}

function scores(player, rules, position) {
  const shown = (ply === null ? position : positions.get(ply)) ?? position;
  if (!shown.scores && !shown.pops) return null;
  return h("p", { class: "score" },
    shown.scores && h("span", {}, h("b", {}, shown.scores[player]), shown.scores[player] === 1 ? rules.counts.slice(0, -1) : rules.counts),
    shown.pops && h("span", {}, h("b", {}, shown.pops[player]), shown.pops[player] === 1 ? "pop left" : "pops left"));
}

function lastReply(player) {
  const at = game.plies.findLastIndex((one, index) => one.player === player && game.notes[index]?.nodes !== null && game.notes[index]?.nodes !== undefined);
  if (at < 0) return null;
  const reply = game.notes[at];
  return [
    h("span", { class: "quiet last-title not-phone" }, "Last reply"),
    h("dl", { class: "facts" },
      h("div", {}, h("dt", {}, "nodes"), h("dd", {}, count(reply.nodes))),
      h("div", {}, h("dt", {}, "depth"), h("dd", {}, reply.depth)),
      h("div", {}, h("dt", {}, "time"), h("dd", {}, time(reply.seconds)))),
    h("span", { class: "quiet only-phone" }, `${count(reply.nodes)} nodes, ${time(reply.seconds)}`),
    reply.remark && h("p", { class: "quiet" }, reply.remark),
    h("a", { class: "button link", href: `/tree?game=${game.id}&ply=${at + 1}` }, icon("tree"), "See how it decided"),
  ];
}

function waiting(seat, player) {
  if (game.paused && !twoAgents()) {
    return h("div", { class: "thinking" }, "Stopped", h("button", { class: "button small", type: "button", onclick: () => pace({ paused: false }) }, "Go on"));
  }
  const { thinking } = game;
  if (!thinking || thinking.player !== player) return null;
  const words = thinking.place ? `Number ${thinking.place} in the queue` : `${seat.name} looks ahead${thinking.depth ? `, depth ${thinking.depth}` : ""}`;
  const line = h("div", { class: "thinking", hidden: performance.now() - received < PATIENCE && !thinking.depth }, words,
    h("button", { class: "button small", type: "button", onclick: () => pace({ paused: true }) }, "Stop"));
  setTimeout(() => { line.hidden = false; }, PATIENCE);
  return line;
}

function tick() {
  if (!game?.running || isOver() || !parts) return;
  const { turn } = game.position;
  const shown = find(".clock", parts.players[turn]);
  if (shown) shown.textContent = clock(game.seats[turn].clock + (performance.now() - received) / 1000);
}

function drawHeadline() {
  if (!parts || !game) return;
  if (lost) put(parts.headline, h("h1", {}, "No answer"), h("p", {}, "Your last move is safe; trying again."));
  else if (!isLast()) put(parts.headline, h("h1", {}, `Move ${ply} of ${game.plies.length}`), h("p", {}, ply ? game.plies[ply - 1].said : "The start"));
  else put(parts.headline, h("h1", {}, game.headline), !isOver() && h("p", {}, game.detail || howToMove()));
}

const howToMove = () => (game.position.moves.some((move) => move.kind === "pop") ? "Drop a disc, or pop one from the bottom" : game.rules.gravity ? "Drop a disc" : "Choose a cell");

function plyButton(one, index, at) {
  return h("button", { class: "ply", type: "button", "aria-current": index + 1 === at ? "true" : null, "aria-label": `Move ${index + 1}, ${one.said}`, onclick: () => stepTo(index + 1) }, disc(one.player), one.text);
}

function moveRows(at) {
  const rows = [], first = game.plies[0]?.player ?? 0;
  for (let index = -first; index < game.plies.length; index += 2) {
    rows.push(h("li", {}, h("span", { class: "ply-number" }, (index + first) / 2 + 1),
      [index, index + 1].map((one) => (game.plies[one] ? plyButton(game.plies[one], one, at) : h("span")))));
  }
  return rows;
}

function stepper(at) {
  const button = (name, label, to, off) => h("button", { class: "button", type: "button", "aria-label": label, disabled: off, onclick: () => stepTo(to) }, icon(name));
  return h("div", { class: "stepper" },
    button("first", "First move", 0, at === 0), button("back", "One move back", at - 1, at === 0),
    button("on", "One move on", at + 1, at === game.plies.length), button("last", "Last move", Infinity, at === game.plies.length));
}

function drawMoves(at) {
  const { discs } = game.position;
  const list = h("ol", {}, moveRows(at));
  const focused = parts.moves.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  put(parts.moves, h("div", { class: "card-head" }, h("h2", {}, "Moves"), h("span", { class: "quiet" }, `${discs} disc${discs === 1 ? "" : "s"}`)), list, stepper(at));
  if (focused) [...parts.moves.querySelectorAll("button")].find((button) => button.getAttribute("aria-label") === focused)?.focus();
  parts.moves.classList.toggle("short", isOver());
  const current = find("[aria-current]", list);
  list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight + 44 : 0;
  put(parts.ribbon, game.plies.map((one, index) => plyButton(one, index, at)));
  const here = find("[aria-current]", parts.ribbon);
  parts.ribbon.scrollLeft = here ? here.offsetLeft : 0;
}

function drawEnded() {
  if (!parts) return;
  const { outcome } = game.position;
  const appears = outcome && parts.ended.hidden;
  parts.ended.hidden = !outcome || !isLast();
  if (parts.ended.hidden) return;
  const focus = appears ? document.activeElement === document.body : parts.ended.contains(document.activeElement);
  const first = h("button", { class: "button first", type: "button", onclick: again }, "Play again");
  put(parts.ended, h("h2", {}, outcome.title), h("p", {}, `${outcome.detail} ${best ?? ""}`),
    h("div", { class: "row" }, first, h("a", { class: "button", href: game.link }, "Look back in Analysis")));
  if (focus) first.focus({ preventScroll: true });
}

function drawControls() {
  const button = (name, label, key, act, off = false) => h("button", { class: "button", type: "button", disabled: off, onclick: act }, icon(name), label, key && h("kbd", {}, key));
  const all = {
    hint: () => button("bulb", "Hint", "H", askHint, !isTurnOfPerson() || !isLast()),
    undo: () => button("undo", "Take back", "U", () => command("undo"), !game.plies.length),
    redo: () => game.undone > 0 && button("redo", "Redo", "R", () => command("redo")),
    save: () => button("save", "Save", "S", save),
    resign: () => button("flag", "Resign", null, resign, isOver()),
    link: () => button("share", "Copy link", null, copyLink),
    branch: () => button("branch", "Branch from here", null, branch),
    back: () => button("last", "Last move", null, () => stepTo(Infinity)),
    pause: () => (game.paused ? button("play", "Go on", null, () => pace({ paused: false }), isOver()) : button("pause", "Pause", null, () => pace({ paused: true }), isOver())),
    step: () => button("step", "Step", null, () => command("step"), isOver()),
    draw: () => game.position.moves.some((move) => move.kind === "call-draw") && isTurnOfPerson() && button("flag", "Call a draw", "=", () => choose("=")),
    speed: () => h("label", { class: "field" }, h("span", { class: "unseen" }, "Speed"), h("select", { class: "input", onchange: (event) => pace({ seconds: Number(event.target.value) }) },
      SPEEDS.map(([word, seconds]) => h("option", { value: seconds, selected: seconds === game.pace }, word)))),
  };
  const wanted = !isLast() ? ["branch", "back", "save", "link"]
    : twoAgents() && !isOver() ? ["pause", "step", "speed", "save"]
      : isOver() ? ["save", "link", "undo", "redo"]
        : ["hint", "undo", "redo", "draw", "save", "resign"];
  put(parts.controls, wanted.map((name) => all[name]()));
  const main = !isLast() ? ["branch", "back"] : twoAgents() && !isOver() ? ["pause", "step"] : ["undo", "hint"];
  put(parts.four, main.map((name) => all[name]()),
    button("list", "Moves", null, () => sheet("Moves", h("div", { class: "moves-sheet moves" }, h("ol", {}, moveRows(ply ?? game.plies.length)), stepper(ply ?? game.plies.length)))),
    button("more", "More", null, () => {
      const close = sheet("More", h("div", { class: "pair", onclick: () => close() },
        wanted.filter((name) => !main.includes(name)).map((name) => all[name]()), !wanted.includes("link") && all.link(),
        button("list", "Saved games", null, showSaved), button("moon", "Colours", null, () => find("#switch-theme").click())));
    }));
  const { rules } = game;
  const digits = rules.gravity ? rules.width : rules.width * rules.height;
  put(parts.keys, digits <= 9 && h("span", {}, h("kbd", {}, "1"), " – ", h("kbd", {}, digits), rules.gravity ? " drop" : " place"),
    h("span", {}, h("kbd", {}, "Space"), " best move"), h("span", {}, h("kbd", {}, "?"), " keys"));
}

function resign() {
  const close = sheet("Resign?", h("p", {}, "The other side wins. You can take it back."),
    h("div", { class: "row" },
      h("button", { class: "button warn", type: "button", onclick: () => { close(); command("resign"); } }, "Resign"),
      h("button", { class: "button", type: "button", onclick: () => close() }, "Play on")));
}

document.addEventListener("new-game", ({ detail }) => tried(async () => open(await post("/api/games", detail))));
