// The Measure screen: ways to look ahead compared on a position. It asks the server for
//   GET /api/compare/options?rules=…        the ways and evaluations to choose from
//   GET /api/position?rules&start&moves     the position, for its picture
//   WebSocket /api/compare/live             sent a comparison, or "stop"; tells begun, row …, boxes, ended; queued, problem
//   GET /api/compare/ID/{nodes,time,dropped}.{svg,png,json}?theme=light|dark&legend=
//   GET /api/compare/ID/{rows,dropped}.csv
// The address carries the position.
import { get, query, Socket } from "../api.js";
import { all, find, h, put, stamp } from "../explorer/dom.js";
import { miniBoard } from "../mini.js";
import { announce, complain, tried } from "../notes.js";
import { placeIn, rename, tellRules } from "../route.js";
import { press } from "../dialog.js";
import { theme } from "../settings.js";
import { openGame } from "../tree/tree.js";
import { time } from "../words.js";
import { boxTable, cellTable } from "./table.js";

// Milliseconds between two drawings of the charts.
const REDRAW = 700;

let parts = null, socket = null, options = null, asked = 0;
// The position of the form, and in words.
let place = null, words = null;
// { text, of, most, id, ways, depths, cells, rows, boxes, begun, ended, finding }
let run = null;
let shows = "nodes", drawing = null;

const isRunning = () => run !== null && !run.ended;
const stop = () => socket?.send("stop");
const acts = {
  stop,
  change: () => choosePlace({ rules: parts.rules.value, moves: parts.moves.value }),
  shows: (button) => {
    shows = button.value;
    press(button.parentNode.children, shows);
    draw();
  },
};

export const screen = { show, hide, keys: { Escape: () => isRunning() && stop() } };

async function show(host, { searchParams }) {
  const mine = ++asked;
  // What was chosen and found stays, and what runs goes on, while other screens are shown.
  if (!parts) {
    parts = stamp("measure-screen", acts);
    parts.form.onsubmit = (event) => {
      event.preventDefault();
      start(new FormData(parts.form));
    };
    document.addEventListener("theme", drawCharts);
  }
  put(host, parts.root);
  const { rules, start: from, moves } = searchParams.size ? {} : await openGame();
  await choosePlace(searchParams.size ? placeIn(searchParams) : { rules: rules?.text, start: from, moves }, mine);
}

function hide() {
  asked += 1;
}

const choosePlace = (wish, mine = asked) => tried(async () => {
  const { rules, start: from, moves, position } = await get("/api/position", wish);
  const choices = await get("/api/compare/options", { rules: rules.text });
  // Another screen is shown by now.
  if (mine !== asked) return;
  const before = String(place && query(place));
  options = choices;
  place = { rules: rules.text, start: from, moves };
  rename(`/measure?${query(place)}`);
  tellRules(rules);
  if (String(query(place)) === before) return;
  const where = moves ? `after ${moves}` : from ? "from a set-up" : "empty board";
  put(parts.place, miniBoard(position.rows), h("div", h("b", rules.title), h("p", where)));
  words = `${rules.title}, ${where}`;
  put(parts.summary, words);
  const choice = ({ text, title, chosen, note }) => h("label.row",
    h("input", { type: "checkbox", name: "way", value: text, checked: chosen, disabled: note !== null }), title, note && h("span.quiet", note));
  put(parts.ways, options.ways.filter((way) => way.chosen).map(choice));
  put(parts.moreWays, options.ways.filter((way) => !way.chosen).map(choice));
  put(parts.evaluation, options.evaluations.map((name) => h("option", { value: name, selected: name === options.natural_evaluation },
    name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase()))));
  [parts.rules.value, parts.moves.value] = [rules.text, moves];
  draw();
});

function start(data) {
  const number = (name) => Number(data.get(name)), [from, to] = [number("from"), number("to")], ways = data.getAll("way");
  if (!ways.length || to < from) {
    complain({ title: "Nothing to compare", detail: ways.length ? "The last depth is smaller than the first." : "Choose at least one algorithm." });
    return;
  }
  const text = JSON.stringify({
    ...place, ways, depths: Array.from({ length: to - from + 1 }, (_, at) => from + at).slice(0, 16), evaluation: data.get("evaluation"),
    seconds: number("seconds"), repeats: number("repeats"), positions: number("positions"),
  });
  run = { text, of: words, most: number("seconds") * number("repeats"),
    ways: [], depths: [], rows: new Map(), boxes: null, cells: 0, begun: performance.now(), ended: false };
  const lost = () => isRunning() && ended({});
  if (socket) socket.send(text);
  else socket = new Socket("/api/compare/live", { told, opened: () => isRunning() && !run.id && socket.send(run.text), lost });
  parts.fold.open = innerWidth > 1100;
  draw();
}

function told({ type, ...message }) {
  if (type === "begun") Object.assign(run, message);
  else if (type === "row") run.rows.set(`${message.row.algorithm} ${message.row.depth}`, message.row);
  else if (type === "boxes") run.boxes = message;
  else if (type === "queued") run.place = message.place;
  else {
    if (type === "problem") complain(message.problem);
    ended(message);
  }
  draw();
}

function ended({ stopped = true, finding = null }) {
  Object.assign(run, { ended: true, stopped, finding });
  clearTimeout(drawing);
  drawing = null;
  announce(finding ?? "The comparison has ended.");
  draw();
  drawCharts();
}

// Drawing

function draw() {
  parts.stop.hidden = !isRunning();
  parts.compare.hidden = isRunning();
  if (!run) return;
  parts.progress.value = run.cells ? run.rows.size / run.cells : 0;
  put(parts.state, stateText(), run.of !== words && ` · ${run.of}`);
  put(parts.finding, run.finding);
  if (run.ways.length) put(parts.table, cellTable(run, shows, isRunning()));
  if (run.id && drawing === null) drawing = setTimeout(() => { drawing = null; drawCharts(); }, run.ended ? 0 : REDRAW);
}

function stateText() {
  const { cells, rows: { size }, ended: isEnded, stopped } = run;
  if (!cells) return run.place ? `Waiting, place ${run.place}` : "";
  const done = `${size} of ${cells} done`;
  if (isEnded) return stopped ? `${done}, stopped` : done;
  if (size === cells) return `${done}, now discs dropped`;
  return size ? `${done}, about ${time(Math.max(1, Math.round(timeLeft())))} left` : `${done}, running`;
}

/** Seconds: a depth more takes about three times as long, but never longer than a run may. */
function timeLeft() {
  const { ways, depths, rows, begun, most } = run;
  const cells = ways.flatMap(({ text }) => depths.map((depth) => [3 ** depth, rows.has(`${text} ${depth}`)]));
  const share = cells.reduce((sum, [weight, isDone]) => sum + isDone * weight, 0), each = (performance.now() - begun) / 1000 / share;
  return cells.reduce((sum, [weight, isDone]) => sum + (isDone ? 0 : Math.min(most, each * weight)), 0);
}

function drawCharts() {
  if (!run?.id || !run.rows.size) return;
  const { id, rows, boxes } = run, isMissing = (name) => name.startsWith("dropped") && !boxes;
  put(parts.noCharts, options.charts);
  for (const figure of all("[data-chart]", parts.root)) {
    const { chart } = figure.dataset;
    figure.hidden = options.charts || isMissing(chart);
    if (!figure.hidden) find("img", figure).src = `/api/compare/${id}/${chart}.svg?${query({ theme: theme(), legend: "false", rows: rows.size })}`;
  }
  if (boxes) {
    put(parts.positions, `${boxes.positions} positions`);
    put(parts.boxes, boxTable(boxes));
  }
  parts.downloads.hidden = false;
  for (const link of all("a", parts.downloads)) {
    const name = link.textContent;
    link.hidden = isMissing(name) || (options.charts && !name.endsWith("csv"));
    Object.assign(link, { href: `/api/compare/${id}/${name}`, download: `fourcast-${name}` });
  }
}
