// The Measure screen: ways to look ahead compared on a position. It asks the server for
//   GET /api/compare/options?rules=…        the ways and evaluations to choose from
//   GET /api/position?rules&start&moves     the position, for its picture
//   WebSocket /api/compare/live             sent a comparison, or "stop"; tells begun, row …, boxes, ended; queued, problem
//   GET /api/compare/ID/{nodes,time,dropped}.{svg,png,json}?theme=light|dark&legend=
//   GET /api/compare/ID/{rows,dropped}.csv
// The address carries the position. The table is the legend of the charts.
import { get, Socket } from "../api.js";
import { miniBoard } from "../board.js";
import { h, put, s } from "../dom.js";
import { icon } from "../icons.js";
import { announce, complain, tried } from "../notes.js";
import { rename } from "../route.js";
import { openGame } from "../tree/tree.js";
import { count, time } from "../words.js";

const COLOURS = ["ink-3", "loss", "est", "accent", "win", "cut", "p2-rim", "p1-rim", "ink", "edge"];
const DASHES = ["", "6 3", "2 3", "", "8 3"];
const MARKS = ["M-4-4h8v8h-8z", "M0-5 5 4h-10z", "M0-5 5 0 0 5-5 0z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M0 5 5-4h-10z", "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z", "M5 0-4 5v-10z"];
const CHARTS = [["nodes", "Nodes against depth", "log scale"], ["time", "Time against depth", "log scale"], ["dropped", "Discs dropped, by pruning", ""]];
const REDRAW = 700; // milliseconds between two drawings of the charts

let parts = null, socket = null, place = null, options = null;
let run = null; // { id, ways, depths, cells, rows, boxes, begun, ended, finding }
let shows = "nodes", drawing = null;
const themes = new MutationObserver(() => drawCharts());
const dark = matchMedia("(prefers-color-scheme: dark)");

export const screen = {
  show, hide,
  keys: { Escape: () => isRunning() && stop() },
};

const isRunning = () => run !== null && !run.ended;
const theme = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
const query = (wish) => new URLSearchParams(Object.entries(wish).filter(([, value]) => value));

async function show(host, url) {
  const wish = Object.fromEntries(["rules", "start", "moves"].map((field) => [field, url.searchParams.get(field)]));
  build(host);
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  dark.addEventListener("change", drawCharts);
  await choosePlace(url.searchParams.size ? wish : await openGame());
  draw();
}

function hide() {
  themes.disconnect();
  dark.removeEventListener("change", drawCharts);
  socket?.close();
  clearTimeout(drawing);
  [socket, parts, run, drawing] = [null, null, null, null];
}

async function choosePlace(wish) {
  await tried(async () => {
    const found = await get(`/api/position?${query(wish)}`);
    options = await get(`/api/compare/options?${query({ rules: found.rules.text })}`);
    place = { rules: found.rules.text, start: found.start, moves: found.moves };
    rename(`/measure?${query(place)}`);
    document.dispatchEvent(new CustomEvent("rules", { detail: found.rules }));
    put(parts.place, miniBoard(found.position.rows), h("div", {}, h("b", {}, found.rules.title), h("p", {}, found.moves ? `after ${found.moves}` : found.start ? "from a set-up" : "empty board")));
    const choice = ({ text, title, chosen, note }) => h("label", {},
      h("input", { type: "checkbox", name: "way", value: text, checked: chosen, disabled: note !== null }), h("span", {}, title), note && h("span", { class: "quiet" }, note));
    put(parts.ways, options.ways.filter((way) => way.chosen).map(choice),
      h("details", {}, h("summary", {}, "More algorithms"), options.ways.filter((way) => !way.chosen).map(choice)));
    put(parts.evaluation, options.evaluations.map((name) => h("option", { value: name, selected: name === options.natural_evaluation }, name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase()))));
    parts.rules.value = found.rules.text;
    parts.moves.value = found.moves;
  });
}

function build(host) {
  const number = (name, value, least, most, step = 1) => h("input", { class: "input", type: "number", name, value, min: least, max: most, step, required: true });
  const field = (title, input) => h("label", { class: "field" }, title, input);
  parts = {
    place: h("div", { class: "measure-place" }), ways: h("fieldset", { class: "measure-ways" }), evaluation: h("select", { class: "input", name: "evaluation" }),
    rules: h("input", { class: "input", autocomplete: "off" }), moves: h("input", { class: "input", autocomplete: "off" }),
    button: h("div"), table: h("div", { class: "measure-scroll", tabindex: 0, role: "region", "aria-label": "Table of the comparison" }), charts: h("div", { class: "measure-charts" }),
    finding: h("p", { class: "measure-finding", role: "status" }), progress: h("progress", { "aria-label": "Cells done", max: 1, value: 0 }), state: h("span", { class: "quiet" }), downloads: h("div"),
  };
  const change = () => choosePlace({ rules: parts.rules.value, moves: parts.moves.value });
  parts.form = h("form", { class: "card measure-form", onsubmit: (event) => { event.preventDefault(); start(); } },
    h("h2", {}, "Comparison"), parts.place,
    h("details", {}, h("summary", {}, "Change"), field("Rules", parts.rules), field("Moves", parts.moves), h("button", { class: "button", type: "button", onclick: change }, "Take this position")),
    h("h3", {}, "Algorithms"), parts.ways, field("Evaluation", parts.evaluation),
    h("div", { class: "measure-numbers" }, field("Depth from", number("from", 1, 1, 30)), field("to", number("to", 7, 1, 30)), field("Repeats", number("repeats", 3, 1, 9))),
    h("div", { class: "measure-numbers two" }, field("Stop a run after (s)", number("seconds", 5, 0.1, 30, 0.1)), field("Positions", number("positions", 24, 0, 100))),
    parts.button);
  const tab = (name, title) => h("button", { type: "button", "aria-pressed": String(shows === name), onclick: (event) => {
    shows = name;
    for (const other of event.target.parentNode.children) other.setAttribute("aria-pressed", String(other === event.target));
    drawTable();
  } }, title);
  put(host, h("div", { class: "measure" }, h("h1", { class: "unseen" }, "Measure: algorithms compared"), parts.form,
    h("div", { class: "measure-found" },
      h("section", { class: "card", "aria-label": "What was found" },
        h("div", { class: "measure-head" }, h("h2", {}, "Positions looked at"), h("div", { class: "choice", role: "group", "aria-label": "The table shows" }, tab("nodes", "Nodes"), tab("time", "Time")), parts.state, parts.downloads),
        parts.progress, parts.table),
      parts.charts, parts.finding)));
}

function start() {
  const data = new FormData(parts.form);
  const [from, to] = [Number(data.get("from")), Number(data.get("to"))];
  const ways = data.getAll("way");
  if (!ways.length || to < from) {
    complain({ title: "Nothing to compare", detail: ways.length ? "The last depth is smaller than the first." : "Choose at least one algorithm." });
    return;
  }
  const wish = {
    ...place, ways, depths: Array.from({ length: to - from + 1 }, (_, at) => from + at).slice(0, 16), evaluation: data.get("evaluation"),
    seconds: Number(data.get("seconds")), repeats: Number(data.get("repeats")), positions: Number(data.get("positions")),
  };
  const text = JSON.stringify(wish);
  run = { ways: [], depths: [], rows: new Map(), boxes: null, cells: 0, begun: performance.now(), ended: false };
  if (socket) socket.send(text);
  else socket = new Socket("/api/compare/live", { told, opened: () => isRunning() && !run.id && socket.send(text), lost: () => run && ended({ stopped: true, finding: null }) });
  draw();
}

const stop = () => socket?.send("stop");

function told(message) {
  if (!parts || !run) return;
  const kinds = {
    begun: () => Object.assign(run, { id: message.id, ways: message.ways, depths: message.depths, cells: message.cells }),
    row: () => run.rows.set(`${message.row.algorithm} ${message.row.depth}`, message.row),
    boxes: () => { run.boxes = message; },
    queued: () => { run.place = message.place; },
    ended: () => ended(message),
    problem: () => { complain(message.problem); ended({ stopped: true, finding: null }); },
  };
  kinds[message.type]?.();
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
  put(parts.button, isRunning()
    ? h("button", { class: "button warn", type: "button", onclick: stop }, icon("stop"), "Stop")
    : h("button", { class: "button first", type: "submit" }, icon("play"), "Compare"));
  parts.progress.value = run?.cells ? run.rows.size / run.cells : 0;
  put(parts.state, stateText());
  put(parts.finding, run?.finding ?? (run ? "" : "Nothing measured yet. Choose what to compare."));
  drawTable();
  drawDownloads();
  if (run?.id && drawing === null) drawing = setTimeout(() => { drawing = null; drawCharts(); }, run.ended ? 0 : REDRAW);
}

function stateText() {
  if (!run?.cells) return run?.place ? `Waiting, place ${run.place}` : "";
  const done = run.rows.size;
  const told = `${done} of ${run.cells} done`;
  if (run.ended) return run.stopped ? `${told}, stopped` : told;
  return done === run.cells ? `${told}, now discs dropped` : `${told}, running`;
}

// A line with its dash and its mark, as the charts have it.
function sample(at) {
  const colour = COLOURS[at % COLOURS.length];
  return s("svg", { class: `sample c-${colour}`, viewBox: "-14 -7 28 14", width: 28, height: 14, "aria-hidden": "true" },
    s("path", { d: "M-14 0h28", "stroke-dasharray": DASHES[at % DASHES.length] || null }), s("path", { d: MARKS[at % MARKS.length] }));
}

function drawTable() {
  if (!run?.ways.length) {
    put(parts.table, h("p", { class: "quiet" }, "The table fills in while the searches run."));
    return;
  }
  const at = (way, depth) => run.rows.get(`${way.text} ${depth}`);
  const numbers = (depth) => run.ways.map((way) => at(way, depth)).filter((row) => row?.state === "done").map((row) => row[shows === "nodes" ? "nodes" : "seconds"]);
  const isBest = (number, depth) => number < Math.max(...numbers(depth)) && number === Math.min(...numbers(depth));
  const next = isRunning() && run.depths.flatMap((depth) => run.ways.map((way) => [way, depth])).find(([way, depth]) => !at(way, depth));
  const cell = (way, depth) => {
    const row = at(way, depth);
    if (!row) return h("td", { class: "quiet" }, next && next[0] === way && next[1] === depth ? "running" : "");
    if (row.state === "left out") return h("td", { class: "quiet" }, h("abbr", { title: "Left out: a smaller depth was over the budget" }, "–"));
    if (row.state !== "done") return h("td", { class: "quiet" }, h("abbr", { title: `Given up after ${time(row.seconds)}: over its budget of ${row.state}` }, `> ${count(row.nodes)}`));
    const number = shows === "nodes" ? row.nodes : row.seconds;
    return h("td", { class: isBest(number, depth) ? "best" : null, title: `value ${row.value_text}, move ${row.move}, ${row.engine} engine` }, shows === "nodes" ? row.nodes.toLocaleString("en") : time(row.seconds));
  };
  const last = run.depths.at(-1);
  put(parts.table, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Algorithm"), run.depths.map((depth, place) => h("th", { scope: "col" }, place ? depth : `depth ${depth}`)), shows === "nodes" && h("th", { scope: "col" }, `time at ${last}`))),
    h("tbody", {}, run.ways.map((way, place) => {
      const row = at(way, last);
      return h("tr", {}, h("th", { scope: "row" }, sample(place), way.title), run.depths.map((depth) => cell(way, depth)),
        shows === "nodes" && h("td", { class: "quiet" }, row?.state === "done" ? time(row.seconds) : ""));
    }))));
}

function drawCharts() {
  if (!parts || !run?.id || !run.rows.size) return;
  if (options.charts) {
    put(parts.charts, h("p", { class: "quiet" }, options.charts));
    return;
  }
  const ready = CHARTS.filter(([name]) => name !== "dropped" || run.boxes);
  put(parts.charts, ready.map(([name, title, scale]) => {
    const source = `/api/compare/${run.id}/${name}.svg?${query({ theme: theme(), legend: "false" })}&rows=${run.rows.size}`;
    return h("figure", { class: "card" },
      h("figcaption", {}, h("b", {}, title), h("span", { class: "quiet" }, name === "dropped" ? `${run.boxes.positions} positions` : scale)),
      h("img", { src: source, width: 300, height: 285, alt: name === "dropped" ? `${title}: the numbers follow as a table` : `${title}: the numbers are in the table above` }),
      name === "dropped" && boxTable());
  }));
}

function boxTable() {
  const heads = ["Pruning", "least", "lower quarter", "middle", "upper quarter", "most"];
  return h("div", { class: "unseen" }, h("table", {}, h("caption", {}, `Discs dropped at depth ${run.boxes.depth}`),
    h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head))),
    run.boxes.boxes.map((box) => h("tr", {}, h("th", { scope: "row" }, box.form), [box.least, box.lower, box.middle, box.upper, box.most].map((number) => h("td", {}, Math.round(number).toLocaleString("en")))))));
}

function drawDownloads() {
  if (!run?.id || !run.rows.size || parts.downloads.dataset.of === `${run.id} ${Boolean(run.boxes)}`) return;
  parts.downloads.dataset.of = `${run.id} ${Boolean(run.boxes)}`;
  const file = (name, kind) => h("a", { class: "button bare", href: `/api/compare/${run.id}/${name}.${kind}`, download: `fourcast-${name}.${kind}` }, `${name}.${kind}`);
  const names = CHARTS.map(([name]) => name).filter((name) => name !== "dropped" || run.boxes);
  const charts = options.charts ? [] : names.flatMap((name) => [file(name, "svg"), file(name, "png")]);
  put(parts.downloads, h("details", { class: "tree-save" }, h("summary", { class: "button" }, icon("save"), "Download", icon("down")),
    h("div", { class: "card" }, file("rows", "csv"), run.boxes && file("dropped", "csv"), charts)));
}
