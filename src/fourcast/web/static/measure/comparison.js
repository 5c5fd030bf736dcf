// A comparison of algorithms that runs on the server.
import { Socket } from "../app/api.js";
import { formatTime } from "../app/format.js";
import { announce, showProblem } from "../app/notices.js";

// Searching one ply deeper takes about this many times as long.
const GROWTH = 3;

const cellKey = (algorithm, depth) => `${algorithm} ${depth}`;

export class Comparison {
  /** `request` is what the server gets, `title` names the position; `onChange` is called after every change. */
  constructor(request, title, onChange) {
    this.request = request;
    this.title = title;
    this.onChange = onChange;
    // Set by the first message: the id and the size of the table.
    this.id = null;
    this.algorithms = [];
    this.depths = [];
    this.cellCount = 0;
    // Rows by algorithm and depth, then the spread of moves made.
    this.rows = new Map();
    this.spread = null;
    this.finding = null;
    this.queuePosition = null;
    this.isRunning = true;
    this.isStopped = false;
    this.startTime = performance.now();
  }

  row(algorithm, depth) {
    return this.rows.get(cellKey(algorithm.text, depth));
  }

  get progress() {
    return this.cellCount ? this.rows.size / this.cellCount : 0;
  }

  handleMessage({ type, ...message }) {
    if (type === "started") {
      this.id = message.id;
      this.algorithms = message.specs;
      this.depths = message.depths;
      this.cellCount = message.cells;
    } else if (type === "row") this.rows.set(cellKey(message.row.algorithm, message.row.depth), message.row);
    else if (type === "boxes") this.spread = message;
    else if (type === "queued") this.queuePosition = message.queue_position;
    else {
      if (type === "problem") showProblem(message.problem);
      this.end(message);
      return;
    }
    this.onChange();
  }

  end({ stopped = true, finding = null } = {}) {
    this.isRunning = false;
    this.isStopped = stopped;
    this.finding = finding;
    announce(finding ?? "The comparison has ended.");
    this.onChange();
  }

  /** The progress as a sentence. */
  get state() {
    const { cellCount, rows, queuePosition, isRunning, isStopped } = this;
    if (!cellCount) return queuePosition ? `Queued, position ${queuePosition}` : "";
    const done = `${rows.size} of ${cellCount} done`;
    if (!isRunning) return isStopped ? `${done}, stopped` : done;
    if (rows.size === cellCount) return `${done}, now moves made`;
    if (!rows.size) return `${done}, running`;
    return `${done}, about ${formatTime(Math.max(1, Math.round(this.secondsLeft())))} left`;
  }

  // Estimated from the time so far; no cell takes longer than its limit.
  secondsLeft() {
    const { seconds, repeats } = this.request;
    const cells = this.algorithms.flatMap((algorithm) =>
      this.depths.map((depth) => ({
        weight: GROWTH ** depth,
        isDone: this.row(algorithm, depth) !== undefined,
      })),
    );
    const doneWeight = cells.reduce((sum, { weight, isDone }) => sum + (isDone ? weight : 0), 0);
    const secondsPerWeight = (performance.now() - this.startTime) / 1000 / doneWeight;
    const cellSeconds = (weight) => Math.min(seconds * repeats, secondsPerWeight * weight);
    return cells.reduce((sum, { weight, isDone }) => sum + (isDone ? 0 : cellSeconds(weight)), 0);
  }
}

/** The connection on which comparisons run, one at a time. */
export class ComparisonRunner {
  constructor() {
    this.comparison = null;
    this.socket = null;
  }

  start(comparison) {
    this.comparison = comparison;
    if (this.socket) this.send();
    else {
      this.socket = new Socket("/api/compare/live", {
        onMessage: (message) => this.comparison.handleMessage(message),
        onOpen: () => this.comparison.isRunning && !this.comparison.id && this.send(),
        onClose: () => this.comparison.isRunning && this.comparison.end(),
      });
    }
  }

  send() {
    this.socket.send(JSON.stringify(this.comparison.request));
  }

  stop() {
    this.socket?.send("stop");
  }
}
