// The Measure screen: ways to look ahead compared on a position. It asks the server for
//   GET /api/compare/options?rules=…        the ways and evaluations to choose from
//   GET /api/position?rules&start&moves     the position, for its picture
//   WebSocket /api/compare/live             sent a comparison, or "stop"; tells begun, row …, boxes, ended; queued, problem
//   GET /api/compare/ID/{nodes,time,dropped}.{svg,png,json}?theme=light|dark&legend=
//   GET /api/compare/ID/{rows,dropped}.csv
// The address carries the position.
import { get, query, Socket } from "../api.js";
import { h, put } from "../explorer/dom.js";
import { miniBoard } from "../mini.js";
import { announce, complain, tried } from "../notes.js";
import { placeIn, rename } from "../route.js";
import { press, stamp } from "../template.js";
import { openGame } from "../tree/tree.js";
import { time } from "../words.js";
import { boxTable, cellTable } from "./table.js";

const CHARTS = [["nodes", "Nodes against depth"], ["time", "Time against depth"], ["dropped", "Discs dropped, by pruning"]];
const REDRAW = 700; // milliseconds between two drawings of the charts

let parts = null, socket = null, place = null, options = null;
let run = null; // { id, ways, depths, cells, rows, boxes, begun, ended, finding }
let shows = "nodes", drawing = null;
const themes = new MutationObserver(() => drawCharts());
const dark = matchMedia("(prefers-color-scheme: dark)");

const isRunning = () => run !== null && !run.ended;
const stop = () => socket?.send("stop");
const acts = {
  stop,
  change: () => choosePlace({ rules: parts.rules.value, moves: parts.moves.value }),
  fold: (button) => fold(button.getAttribute("aria-expanded") === "true"),
  shows: (button) => {
    shows = button.value;
    press(button.parentNode.children, shows);
    draw();
  },
};

export const screen = { show, hide, keys: { Escape: () => isRunning() && stop() } };

async function show(host, { searchParams }) {
  parts = stamp("measure-screen", acts);
  put(host, parts.root);
  parts.form.onsubmit = (event) => {
    event.preventDefault();
    start(new FormData(parts.form));
  };
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  dark.addEventListener("change", drawCharts);
  const { rules, ...open } = searchParams.size ? {} : await openGame();
  await choosePlace(searchParams.size ? placeIn(searchParams) : { rules: rules?.text, ...open });
}

function hide() {
  themes.disconnect();
  dark.removeEventListener("change", drawCharts);
  socket?.close();
  clearTimeout(drawing);
  [socket, parts, run, drawing] = [null, null, null, null];
}

function fold(isFolded) {
  parts.form.classList.toggle("closed", isFolded);
  parts.form.querySelector(".folded").setAttribute("aria-expanded", !isFolded);
}

const choosePlace = (wish) => tried(async () => {
  const { rules, start: from, moves, position } = await get(`/api/position?${query(wish)}`);
  options = await get(`/api/compare/options?${query({ rules: rules.text })}`);
  place = { rules: rules.text, start: from, moves };
  rename(`/measure?${query(place)}`);
  document.dispatchEvent(new CustomEvent("rules", { detail: rules }));
  const where = moves ? `after ${moves}` : from ? "from a set-up" : "empty board";
  put(parts.place, miniBoard(position.rows), h("div", h("b", rules.title), h("p", where)));
  put(parts.summary, `${rules.title}, ${where}`);
  const choice = ({ text, title, chosen, note }) => h("label",
    h("input", { type: "checkbox", name: "way", value: text, checked: chosen, disabled: note !== null }), title, note && h("span.quiet", note));
  put(parts.ways, options.ways.filter((way) => way.chosen).map(choice));
  put(parts.moreWays, options.ways.filter((way) => !way.chosen).map(choice));
  put(parts.evaluation, options.evaluations.map((name) => h("option", { value: name, selected: name === options.natural_evaluation },
    name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase()))));
  [parts.rules.value, parts.moves.value] = [rules.text, moves];
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
  run = { ways: [], depths: [], rows: new Map(), boxes: null, cells: 0, begun: performance.now(), ended: false };
  const lost = () => run && ended({ stopped: true, finding: null });
  if (socket) socket.send(text);
  else socket = new Socket("/api/compare/live", { told, opened: () => isRunning() && !run.id && socket.send(text), lost });
  fold(true);
  draw();
}

function told({ type, ...message }) {
  if (!parts || !run) return;
  if (type === "begun") Object.assign(run, message);
  else if (type === "row") run.rows.set(`${message.row.algorithm} ${message.row.depth}`, message.row);
  else if (type === "boxes") run.boxes = message;
  else if (type === "queued") run.place = message.place;
  else {
    if (type === "problem") complain(message.problem);
    ended({ stopped: true, finding: null, ...message });
  }
  draw();
}

function ended({ stopped, finding }) {
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
  put(parts.state, stateText());
  put(parts.finding, run.finding);
  if (run.ways.length) put(parts.table, cellTable(run, shows, isRunning()));
  if (run.rows.size) drawDownloads();
  if (run.id && drawing === null) drawing = setTimeout(() => { drawing = null; drawCharts(); }, run.ended ? 0 : REDRAW);
}

function stateText() {
  const { cells, rows: { size }, ended: isEnded, stopped } = run;
  if (!cells) return run.place ? `Waiting, place ${run.place}` : "";
  const done = `${size} of ${cells} done`;
  if (isEnded) return stopped ? `${done}, stopped` : done;
  if (size === cells) return `${done}, now discs dropped`;
  const left = timeLeft();
  return left ? `${done}, about ${time(Math.max(1, Math.round(left)))} left` : `${done}, running`;
}

/** Seconds: each way takes so many times longer a depth as it did from the depth before to its last one. */
function timeLeft() {
  const { ways, depths, rows } = run, { repeats, seconds } = Object.fromEntries(new FormData(parts.form));
  let left = 0;
  for (const { text } of ways) {
    let last = null, growth = 3;
    for (const depth of depths) {
      const row = rows.get(`${text} ${depth}`);
      if (row?.state && row.state !== "done") break;
      if (row) {
        if (last) growth = Math.min(8, Math.max(1.5, row.seconds / last));
        last = row.seconds;
      } else if (last === null) return null;
      else {
        last = Math.min(Number(seconds), last * growth);
        left += last * Number(repeats);
      }
    }
  }
  return left;
}

function drawCharts() {
  if (!parts || !run?.id || !run.rows.size) return;
  const theme = document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  put(parts.charts, options.charts ? h("p.quiet", options.charts) : CHARTS.map(([name, title]) => {
    const isBox = name === "dropped";
    if (isBox && !run.boxes) return null;
    return h("figure.card", h("figcaption", h("b", title), h("span.quiet", isBox ? `${run.boxes.positions} positions` : "log scale")),
      h("img", { src: `/api/compare/${run.id}/${name}.svg?${query({ theme, legend: "false", rows: run.rows.size })}`, width: 300, height: 285,
        alt: `${title}: the numbers ${isBox ? "follow as a table" : "are in the table above"}` }),
      isBox && h("div.unseen", boxTable(run.boxes)));
  }));
}

function drawDownloads() {
  const { id, boxes } = run, key = `${id} ${Boolean(boxes)}`;
  if (parts.downloads.dataset.of === key) return;
  parts.downloads.dataset.of = key;
  parts.downloads.hidden = false;
  const names = ["rows.csv", boxes && "dropped.csv", ...(options.charts ? [] : CHARTS.flatMap(([name]) => (name !== "dropped" || boxes ? [`${name}.svg`, `${name}.png`] : [])))];
  put(parts.files, names.map((name) => name && h("a.button.bare", { href: `/api/compare/${id}/${name}`, download: `fourcast-${name}` }, name)));
}
