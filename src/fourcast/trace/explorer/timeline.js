// The search step by step: a slider over a strip with one mark for each step, whose height shows the depth.
import { narrowsWindow, describeStep } from "explorer/steps.js";
import { formatNumber, put, s } from "lib/dom.js";

const STEP_MILLISECONDS = 700;
// With more steps than this, marks are wider than their share of the strip, so that they stay visible.
const MAX_DISTINCT_MARKS = 600;

export class Timeline {
  constructor(parts, goToStep) {
    this.parts = parts;
    this.goToStep = goToStep;
    this.timer = null;
    const stopAndGo = (step) => () => {
      this.play(false);
      goToStep(step());
    };
    parts.slider.oninput = stopAndGo(() => Number(parts.slider.value));
    this.actions = {
      first: stopAndGo(() => 0),
      back: stopAndGo(() => this.model.step - 1),
      forward: stopAndGo(() => this.model.step + 1),
      last: stopAndGo(() => Infinity),
      play: () => this.playOrPause(),
    };
  }

  show(model) {
    const { slider, count } = this.parts;
    const { step, steps, lastStep } = model;
    if (this.model !== model) {
      this.model = model;
      slider.max = lastStep;
      this.drawStrip();
    }
    slider.value = step;
    slider.style.setProperty("--done", `${(100 * step) / Math.max(1, lastStep)}%`);
    put(count, `Step ${formatNumber(step + 1)} of ${formatNumber(steps.length)}`);
    slider.ariaValueText = count.textContent;
    this.describe(!model.isHidden && describeStep(steps[step]));
  }

  describe(sentence) {
    put(this.parts.sentence, sentence);
  }

  // One path for each kind of mark. Cuts are drawn last, so that they stay visible where marks are dense.
  drawStrip() {
    const { steps, nodes } = this.model;
    const { strip, box } = this.parts;
    const paths = { inner: "", leaf: "", window: "", cut: "" };
    const width = Math.max(0.8, steps.length / MAX_DISTINCT_MARKS);
    steps.forEach((step, index) => {
      const kind = markKind(step);
      const height = kind === "cut" ? 1.4 : 0.8;
      paths[kind] += `M${index} ${step.node.level}h${width}v${height}h${-width}z`;
    });
    const depth = nodes.reduce((deepest, node) => Math.max(deepest, node.level), 1);
    strip.setAttribute("viewBox", `0 0 ${steps.length} ${depth + 1.6}`);
    box.style.setProperty("--steps", steps.length);
    put(
      strip,
      Object.entries(paths).map(([kind, path]) => s(`path.${kind}`, { d: path })),
    );
  }

  playOrPause() {
    if (!this.timer && this.model.step === this.model.lastStep) this.goToStep(0);
    this.play(!this.timer);
  }

  play(isPlaying) {
    clearInterval(this.timer);
    this.timer = isPlaying ? setInterval(() => this.playStep(), STEP_MILLISECONDS) : null;
    this.parts.play.ariaLabel = isPlaying ? "Pause" : "Play";
  }

  playStep() {
    if (this.model.step < this.model.lastStep) this.goToStep(this.model.step + 1);
    else this.play(false);
  }
}

function markKind(step) {
  if (step.event === "cut") return "cut";
  if (narrowsWindow(step)) return "window";
  return step.event === "leaf" ? "leaf" : "inner";
}
