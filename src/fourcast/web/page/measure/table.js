// The tables of a comparison. That of the cells is the legend of the charts: line, dash, mark and colour as they have them.
import { counted, h, s } from "../explorer/dom.js";
import { count, time } from "../words.js";

const COLOURS = ["ink-3", "loss", "est", "accent", "win", "cut", "p2-rim", "p1-rim", "ink", "edge"];
const DASHES = ["", "6 3", "2 3", "", "8 3"];
const MARKS = ["M-4-4h8v8h-8z", "M0-5 5 4h-10z", "M0-5 5 0 0 5-5 0z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M0 5 5-4h-10z",
  "M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z", "M5 0-4 5v-10z"];

const head = (text) => h("th", { scope: "col" }, text);

function sample(at) {
  const of = (list) => list[at % list.length];
  const picture = s("svg.sample", { viewBox: "-14 -7 28 14", width: 28, height: 14 },
    s("path", { d: "M-14 0h28", "stroke-dasharray": of(DASHES) || null }), s("path", { d: of(MARKS) }));
  picture.style.color = `var(--${of(COLOURS)})`;
  return picture;
}

/** Ways × depths; `shows` nodes or seconds. */
export function cellTable({ ways, depths, rows }, shows, isRunning) {
  const at = (way, depth) => rows.get(`${way.text} ${depth}`);
  const next = isRunning && depths.flatMap((depth) => ways.map((way) => [way, depth])).find(([way, depth]) => !at(way, depth));
  const isBest = (number, depth) => {
    const all = ways.map((way) => at(way, depth)).filter((row) => row?.state === "done").map((row) => row[shows]);
    return number === Math.min(...all) && number < Math.max(...all);
  };
  const quiet = (text, title) => h("td.quiet", { title }, text);
  const cell = (way, depth) => {
    const row = at(way, depth);
    if (!row) return quiet(next && next[0] === way && next[1] === depth && "running");
    if (row.state === "left out") return quiet("–", "Left out: a smaller depth was over the budget");
    if (row.state !== "done") return quiet(`> ${count(row.nodes)}`, `Given up after ${time(row.seconds)}: over its budget of ${row.state}`);
    return h("td", { class: isBest(row[shows], depth) && "best", title: `value ${row.value_text}, move ${row.move}, ${row.engine} engine` },
      shows === "nodes" ? counted(row.nodes) : time(row.seconds));
  };
  const last = depths.at(-1), withTime = shows === "nodes";
  return h("table",
    h("thead", h("tr", head("Algorithm"), depths.map((depth, place) => head(place ? depth : `depth ${depth}`)), withTime && head(`time at ${last}`))),
    h("tbody", ways.map((way, place) => h("tr", h("th", { scope: "row" }, sample(place), way.title), depths.map((depth) => cell(way, depth)),
      withTime && quiet(at(way, last)?.state === "done" && time(at(way, last).seconds))))));
}

export const boxTable = ({ depth, boxes }) => h("table", h("caption", `Discs dropped at depth ${depth}`),
  h("tr", ["Pruning", "least", "lower quarter", "middle", "upper quarter", "most"].map(head)),
  boxes.map(({ form, least, lower, middle, upper, most }) => h("tr", h("th", { scope: "row" }, form),
    [least, lower, middle, upper, most].map((number) => h("td", counted(Math.round(number)))))));
