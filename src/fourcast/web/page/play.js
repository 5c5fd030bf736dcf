// The Play screen: players, board, moves, and what one can do about them.
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { all, find, h, put, stamp } from "./explorer/dom.js";
import { LiveGame } from "./game.js";
import { drawStepper, moveRows, plyButton, showCurrent, stepActs } from "./moves.js";
import { copy, note, tried } from "./notes.js";
import { drawPlayer, tick } from "./players.js";
import { goTo, rename } from "./route.js";
import { remember, settings } from "./settings.js";
import { discCount } from "./words.js";
import { dialog } from "./dialog.js";

let live = null, board = null, parts = null, cards = null, ticking = null;
// A game made a moment ago, which need not be asked for again.
let fresh = null;
// Only the last game that was asked for is shown.
let asked = 0;

const stepTo = (at) => live?.stepTo(at);
const steps = stepActs(() => live.at, stepTo);
const command = (name, body) => () => live.command(name, body);
const acts = {
  ...steps,
  hint: () => live.askHint(),
  undo: command("undo"),
  redo: command("redo"),
  callDraw: () => live.choose("="),
  branch: () => tried(async () => {
    open(await post(live.path("/branch"), { ply: live.at }));
    note("A new game goes on from here. The other one is kept.");
  }),
  toLast: steps.last,
  pause: command("pace", { paused: true }),
  goOn: command("pace", { paused: false }),
  step: command("step"),
  speed: ({ value }) => live.command("pace", { seconds: Number(value) }),
  save: () => note("Saved. It reopens with every move.", { action: "Rename", act: renameGame }),
  resign: async () => { if (await dialog("resign-dialog").closed === "yes") live.command("resign"); },
  link: copyLink,
  copy: copyLink,
  again: () => tried(async () => {
    const { rules, start, seats } = live.game;
    open(await post("/api/games", { rules: rules.text, start, seats: seats.map(({ name, agent }) => ({ name, agent })) }));
  }),
};

const keys = {
  ArrowLeft: () => board.enter() || acts.back(), ArrowRight: () => board.enter() || acts.on(), Home: acts.first, End: acts.last,
  " ": () => live.playBest(), h: acts.hint, u: acts.undo, r: acts.redo, s: acts.save, "=": acts.callDraw,
  Escape: () => live.game.thinking && acts.pause(),
};

export const play = {
  matches: ({ pathname }) => pathname === "/" || pathname.startsWith("/game/"),
  show, hide,
  analysisPath: () => live?.link,
  digit: (number, isPop) => live?.choose(`${isPop ? "p" : ""}${number}`),
  popStarted: () => live?.say("Pop which column?"),
  get keys() { return live ? keys : {}; },
};

async function show(host, { pathname }) {
  const mine = ++asked, linked = pathname.split("/")[2], ident = linked ?? settings.game;
  if (!parts) build(host);
  if (live?.game.id !== ident) {
    const gone = (problem) => {
      if (problem.status !== 404) throw problem;
      if (linked) note("It may have been deleted. Here is a new one.", { title: "There is no such game" });
    };
    const known = fresh?.id === ident ? fresh : ident && await get(`/api/games/${ident}`).catch(gone);
    const game = known || await begin();
    if (mine !== asked) return;
    live?.close();
    live = null;
    live = new LiveGame(game, draw);
    remember({ game: game.id });
  }
  rename(`/game/${live.game.id}`);
  draw(false);
}

/** A game between the last players, or against an agent of middling strength. */
function begin() {
  const usual = { seats: [{ name: settings.name }, { agent: "level4" }] };
  return post("/api/games", settings.players ?? usual).catch(() => post("/api/games", usual));
}

/** Show a game that has just been made. What was pressed for it is left, so that every key is the game's. */
export function open(made) {
  fresh = made;
  find("#screen").focus({ preventScroll: true });
  goTo(`/game/${made.id}`);
}

function hide() {
  asked += 1;
  live?.close();
  clearInterval(ticking);
  [live, parts] = [null, null];
}

function build(host) {
  parts = stamp("play-screen", acts);
  cards = all(".player", parts.root);
  put(host, parts.root);
  board = new Board(parts.board, { choose: (text) => live.choose(text) });
  ticking = setInterval(() => live && tick(cards, live), 250);
  allow({});
}

function copyLink() {
  copy(location.origin + live.link, "The link is copied. It opens this position in Analysis.");
}

async function renameGame() {
  const { title, seats } = live.game;
  const { name, closed } = dialog("rename-dialog");
  name.value = title ?? seats.map((seat) => seat.name).join(" and ");
  name.select();
  if (await closed === "yes") live.rename(name.value);
}

// Drawing

function draw(grew) {
  if (!parts || !live?.position) return;
  const { game, last, at } = live;
  board.show(game.rules, live.position, { last, animate: grew && live.isLast, hint: live.hint, active: live.mayPlay });
  cards.forEach((card, player) => drawPlayer(card, live, player));
  tick(cards, live);
  put(parts.how, game.rules.how_won);
  const [headline, detail] = live.isLost ? ["No answer", "Your last move is safe; trying again."]
    : live.isLast ? [game.headline, !live.isOver && (game.detail || howToMove())]
      : [`Move ${at} of ${game.plies.length}`, last?.said ?? "The start"];
  put(parts.headline, headline);
  put(parts.detail, detail);
  // Under drift, where the last disc went, until the next move.
  put(parts.below, live.sentence || (last && last.landed !== last.column && `aimed ${last.column + 1}, fell in ${last.landed + 1}`));
  // First, as its card takes room from the moves.
  drawEnd();
  drawMoves(game, at);
  allow(wanted());
  const { gravity, width, height } = game.rules, digits = gravity ? width : width * height;
  parts.digits.hidden = parts.space.hidden = live.isOver || live.isOfAgents;
  put(parts.digits, digits <= 9 && [h("kbd", "1"), digits > 1 && [" – ", h("kbd", digits)], gravity ? " drop" : " place"]);
}

function howToMove() {
  const { position: { moves }, rules } = live.game;
  if (moves.some((move) => move.kind === "pop")) return "Drop a disc, or pop one from the bottom";
  return rules.gravity ? "Drop a disc" : "Choose a cell";
}

function drawMoves({ plies, position: { discs } }, at) {
  put(parts.discs, discCount(discs));
  put(parts.list, moveRows(plies, at, stepTo));
  put(parts.ribbon, plies.map((ply, index) => plyButton(ply, index, at, stepTo)));
  drawStepper(parts.root, at, plies.length);
  for (const list of [parts.list, parts.ribbon]) showCurrent(list);
}

function drawEnd() {
  const { outcome } = live.game.position, isShown = Boolean(outcome) && live.isLast;
  const appears = isShown && parts.ended.hidden;
  parts.ended.hidden = !isShown;
  if (!isShown) return;
  put(parts.endTitle, outcome.title);
  put(parts.endDetail, `${outcome.detail} ${live.best}`);
  parts.lookBack.href = live.game.link;
  if (appears && document.activeElement.contains(parts.root)) find("button", parts.ended).focus({ preventScroll: true });
}

/** What can be done now: by the names of acts, whether they are possible this very moment. */
function wanted() {
  const { game, isOver } = live, always = { save: true, copy: true, again: true, saved: true, theme: true };
  const undo = game.plies.length > 0, redo = game.undone > 0 || undefined;
  if (!live.isLast) return { ...always, branch: true, toLast: true, link: true };
  if (isOver) return { ...always, link: true, undo, redo };
  if (live.isOfAgents) return { ...always, [game.paused ? "goOn" : "pause"]: true, step: true, speed: true };
  const callDraw = (live.isTurnOfPerson && game.position.moves.some((move) => move.kind === "call-draw")) || undefined;
  return { ...always, hint: live.mayPlay, undo, redo, callDraw, resign: true };
}

function allow(possible) {
  for (const control of all("[data-act]:not(.stepper *, .thinking *)", parts.root)) {
    const isPossible = possible[control.dataset.act];
    control.hidden = isPossible === undefined;
    control.disabled = !isPossible;
    if (isPossible && control.dataset.act === "speed") find("select", control).value = live.game.pace;
  }
}

document.addEventListener("new-game", ({ detail }) => tried(async () => open(await post("/api/games", detail))));
