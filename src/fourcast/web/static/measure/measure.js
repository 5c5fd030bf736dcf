// The Measure screen: algorithms compared on a position. The address holds the position. Requests:
//   GET /api/compare/options?rules=…      the algorithms and evaluations to choose from
//   GET /api/position?rules&start&moves   the position, for its picture
//   WebSocket /api/compare/live           a comparison or "stop"; sends started, row, boxes, ended, queued, problem
//   GET /api/compare/ID/{nodes,time,moves-made}.{svg,png,json}?theme=light|dark&legend=
//   GET /api/compare/ID/{rows,moves-made}.csv
import { find, findAll, h, instantiate, put, setPressed } from "lib/dom.js";
import { latest } from "lib/latest.js";
import { get, query } from "../app/api.js";
import { showGameInBar } from "../app/bar.js";
import { settingTitle } from "../app/format.js";
import { findGame } from "../app/games.js";
import { reportProblems, showProblem } from "../app/notices.js";
import { linkTo, positionInQuery, replaceAddress } from "../app/router.js";
import { theme } from "../app/settings.js";
import { boardThumbnail } from "../board/thumbnail.js";
import { Comparison, ComparisonRunner } from "./comparison.js";
import { comparisonTable, spreadTable } from "./table.js";

const CHART_MILLISECONDS = 700;
const MAX_DEPTHS = 16;
const DESKTOP_WIDTH = 1100;

class MeasureScreen {
  constructor() {
    // The form and its results stay, and a comparison continues, while other screens are shown.
    this.parts = null;
    this.options = null;
    // The position of the form, and its name.
    this.position = null;
    this.positionTitle = "";
    this.comparison = null;
    this.runner = new ComparisonRunner();
    // What the table shows: nodes or seconds.
    this.measure = "nodes";
    this.chartTimer = null;
    this.requests = latest();
    this.keys = { Escape: () => this.comparison?.isRunning && this.runner.stop() };
  }

  // The contract of a screen

  async show(host, { searchParams }) {
    const isLatest = this.requests.start();
    if (!this.parts) this.build();
    put(host, this.parts.root);
    const parameters = searchParams.size ? positionInQuery(searchParams) : await openGamePosition();
    await this.choosePosition(parameters, isLatest);
  }

  hide() {
    this.requests.cancel();
  }

  build() {
    this.parts = instantiate("measure-screen", {
      stop: () => this.runner.stop(),
      change: () => this.changePosition(),
      measure: (button) => {
        this.measure = button.value;
        setPressed(button.parentNode.children, button.value);
        this.draw();
      },
    });
    // Nothing can be pressed before there is a position.
    this.parts.root.inert = true;
    this.parts.form.onsubmit = (event) => {
      event.preventDefault();
      this.start(new FormData(this.parts.form));
    };
    document.addEventListener("theme", () => this.drawCharts());
  }

  // The form

  changePosition() {
    const { rules, moves } = this.parts;
    return this.choosePosition({ rules: rules.value, moves: moves.value }, this.requests.start());
  }

  choosePosition(parameters, isLatest) {
    return reportProblems(async () => {
      const { rules, start, moves, position } = await get("/api/position", parameters);
      const options = await get("/api/compare/options", { rules: rules.text });
      if (!isLatest()) return;
      const before = this.position && String(query(this.position));
      this.options = options;
      this.position = { rules: rules.text, start, moves };
      const address = String(query(this.position));
      replaceAddress(`/measure?${address}`);
      showGameInBar(rules);
      if (address !== before) this.drawForm(rules, position);
    });
  }

  drawForm(rules, position) {
    const { parts, options } = this;
    const { start, moves } = this.position;
    parts.root.inert = false;
    const origin = describeOrigin(start, moves);
    this.positionTitle = `${rules.title}, ${origin}`;
    put(parts.position, boardThumbnail(position.rows), h("div", h("b", rules.title), h("p", origin)));
    put(parts.summary, this.positionTitle);
    put(parts.algorithms, options.specs.filter((algorithm) => algorithm.chosen).map(algorithmBox));
    put(parts.moreAlgorithms, options.specs.filter((algorithm) => !algorithm.chosen).map(algorithmBox));
    put(
      parts.evaluation,
      options.evaluations.map((name) => {
        return h("option", { value: name, selected: name === options.natural_evaluation }, settingTitle(name));
      }),
    );
    parts.rules.value = rules.text;
    parts.moves.value = moves;
    this.draw();
  }

  start(data) {
    const number = (name) => Number(data.get(name));
    const [first, last] = [number("from"), number("to")];
    const specs = data.getAll("spec");
    const reason = invalidReason(specs, first, last);
    if (reason) {
      showProblem({ title: "Invalid comparison", detail: reason });
      return;
    }
    const request = {
      ...this.position,
      specs,
      depths: Array.from({ length: last - first + 1 }, (_, index) => first + index),
      evaluation: data.get("evaluation"),
      seconds: number("seconds"),
      repeats: number("repeats"),
      positions: number("positions"),
    };
    this.comparison = new Comparison(request, this.positionTitle, () => this.draw());
    this.runner.start(this.comparison);
    this.parts.fold.open = innerWidth > DESKTOP_WIDTH;
    this.draw();
  }

  // Results

  draw() {
    const { parts, comparison } = this;
    const isRunning = Boolean(comparison?.isRunning);
    parts.stop.hidden = !isRunning;
    parts.compare.hidden = isRunning;
    if (!comparison) return;
    const isElsewhere = comparison.title !== this.positionTitle;
    parts.progress.value = comparison.progress;
    put(parts.state, comparison.state, isElsewhere && ` · ${comparison.title}`);
    put(parts.finding, comparison.finding);
    if (comparison.algorithms.length) put(parts.table, comparisonTable(comparison, this.measure));
    this.scheduleCharts();
  }

  // Charts are drawn by the server: at the end, and from time to time before.
  scheduleCharts() {
    const { id, isRunning } = this.comparison;
    if (!isRunning) clearTimeout(this.chartTimer);
    else if (!id || this.chartTimer !== null) return;
    const draw = () => {
      this.chartTimer = null;
      this.drawCharts();
    };
    this.chartTimer = setTimeout(draw, isRunning ? CHART_MILLISECONDS : 0);
  }

  drawCharts() {
    const { parts, options, comparison } = this;
    if (!comparison?.id || !comparison.rows.size) return;
    const { id, rows, spread } = comparison;
    // `charts` is the reason why the server draws none.
    const { charts: noCharts } = options;
    const isMissing = (name) => name.startsWith("moves-made") && !spread;
    put(parts.noCharts, noCharts);
    for (const figure of findAll("[data-chart]", parts.root)) {
      const { chart } = figure.dataset;
      figure.hidden = Boolean(noCharts) || isMissing(chart);
      const parameters = query({ theme: theme(), legend: "false", rows: rows.size });
      if (!figure.hidden) find("img", figure).src = linkTo(`/api/compare/${id}/${chart}.svg?${parameters}`);
    }
    if (spread) {
      put(parts.positions, `n = ${spread.positions} positions, log scale`);
      put(parts.spread, spreadTable(spread));
    }
    parts.downloads.hidden = false;
    for (const link of findAll("a", parts.downloads)) {
      const name = link.textContent;
      link.hidden = isMissing(name) || (Boolean(noCharts) && !name.endsWith("csv"));
      link.href = linkTo(`/api/compare/${id}/${name}`);
      link.download = `fourcast-${name}`;
    }
  }
}

// Why there is nothing to compare, or too much; undefined if it can be compared.
function invalidReason(specs, first, last) {
  if (!specs.length) return "Choose at least one algorithm.";
  if (last < first) return "The last depth is smaller than the first.";
  const count = last - first + 1;
  return count > MAX_DEPTHS ? `These are ${count} depths. Choose at most ${MAX_DEPTHS}.` : undefined;
}

// The position of the game that was open last; if that is over, there is nothing to search: the start of its rules.
async function openGamePosition() {
  const game = await findGame();
  if (!game) return {};
  const { rules, start, moves, position } = game;
  return position.outcome ? { rules: rules.text } : { rules: rules.text, start, moves };
}

function describeOrigin(start, moves) {
  if (moves) return `after ${moves}`;
  return start ? "from a set-up" : "empty board";
}

function algorithmBox({ text, title, chosen, note }) {
  const box = h("input", {
    type: "checkbox",
    name: "spec",
    value: text,
    checked: chosen,
    disabled: note !== null,
  });
  return h("label.row", box, title, note && h("span.quiet", note));
}

export const screen = new MeasureScreen();
