// The tables of a comparison. The table of nodes or times is also the legend of the charts: its samples have the dash,
// shape and colour of each line.
import { formatNumber, h, s } from "lib/dom.js";
import { style } from "lib/style.js";
import { formatCount, formatTime } from "../app/format.js";

const columnHead = (text) => h("th", { scope: "col" }, text);
const rowHead = (...content) => h("th", { scope: "row" }, content);
const quietCell = (text, title) => h("td.quiet", { title }, text);

function lineSample(index) {
  const { colours, dashes, shapes } = style.series;
  const pick = (list) => list[index % list.length];
  const sample = s(
    "svg.sample",
    { viewBox: "-14 -7 28 14", width: 28, height: 14 },
    s("path", { d: "M-14 0h28", "stroke-dasharray": pick(dashes).join(" ") }),
    s("path", { d: pick(shapes).path }),
  );
  sample.style.color = `var(--${pick(colours).replace("_", "-")})`;
  return sample;
}

/** Algorithms × depths; `measure` is "nodes" or "seconds". */
export function comparisonTable(comparison, measure) {
  const { algorithms, depths } = comparison;
  const running = comparison.isRunning ? nextCell(comparison) : null;
  const lastDepth = depths.at(-1);
  const hasTimes = measure === "nodes";
  const head = h(
    "tr",
    columnHead("Algorithm"),
    depths.map((depth, index) => columnHead(index ? depth : `depth ${depth}`)),
    hasTimes && columnHead(`time at ${lastDepth}`),
  );
  const body = algorithms.map((algorithm, index) => {
    const lastRow = comparison.row(algorithm, lastDepth);
    const time = lastRow?.state === "done" && formatTime(lastRow.seconds);
    return h(
      "tr",
      rowHead(lineSample(index), algorithm.title),
      depths.map((depth) => {
        const isNext = running?.algorithm === algorithm && running.depth === depth;
        return cell(comparison, algorithm, depth, measure, isNext);
      }),
      hasTimes && quietCell(time),
    );
  });
  return h("table", h("thead", head), h("tbody", body));
}

// The cell that is searched now.
function nextCell(comparison) {
  for (const depth of comparison.depths) {
    const algorithm = comparison.algorithms.find((candidate) => !comparison.row(candidate, depth));
    if (algorithm) return { algorithm, depth };
  }
  return null;
}

function cell(comparison, algorithm, depth, measure, isRunning) {
  const row = comparison.row(algorithm, depth);
  if (!row) return quietCell(isRunning && "running");
  if (row.state === "left out") return quietCell("–", "Skipped: a smaller depth exceeded the limit");
  if (row.state !== "done") {
    const reason = `Stopped after ${formatTime(row.seconds)}: ${row.state} limit exceeded`;
    return quietCell(`> ${formatCount(row.nodes)}`, reason);
  }
  const text = measure === "nodes" ? formatNumber(row.nodes) : formatTime(row.seconds);
  const title = `value ${row.value_text}, move ${row.move}, ${row.engine} engine`;
  return h("td", { class: isBest(comparison, row, depth, measure) && "best", title }, text);
}

// The smallest number of a depth, unless all are equal.
function isBest(comparison, row, depth, measure) {
  const numbers = comparison.algorithms
    .map((algorithm) => comparison.row(algorithm, depth))
    .filter((other) => other?.state === "done")
    .map((other) => other[measure]);
  return row[measure] === Math.min(...numbers) && row[measure] < Math.max(...numbers);
}

const SPREAD_COLUMNS = ["Search", "minimum", "lower quartile", "median", "upper quartile", "maximum"];

/** The spread of moves made over many positions, as a table for screen readers. */
export function spreadTable({ depth, boxes }) {
  const rows = boxes.map(({ form, min, lower, median, upper, max }) => {
    const numbers = [min, lower, median, upper, max];
    return h(
      "tr",
      rowHead(form),
      numbers.map((number) => h("td", formatNumber(Math.round(number)))),
    );
  });
  return h("table", h("caption", `Moves made at depth ${depth}`), h("tr", SPREAD_COLUMNS.map(columnHead)), rows);
}
