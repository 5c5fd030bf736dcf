// The search step by step: a slider over a strip with one mark a step, its height telling the depth.
import { counted, put, s } from "./dom.js";
import { movesWindow, stepSentence } from "./steps.js";

// Milliseconds a step.
const PACE = 700;
// Marks that can be told apart; where there are more, each is wider than its place.
const FINEST = 600;

export class Timeline {
  constructor(parts, goTo) {
    Object.assign(this, { parts, goTo, playing: null });
    const going = (to) => () => { this.play(false); goTo(to()); };
    parts.slider.oninput = going(() => Number(parts.slider.value));
    this.acts = {
      first: going(() => 0), back: going(() => this.model.step - 1), on: going(() => this.model.step + 1), last: going(() => Infinity),
      play: () => this.playOrPause(),
    };
  }

  show(model) {
    const { slider, count } = this.parts, { step, steps, lastStep } = model;
    if (this.model !== model) {
      this.model = model;
      slider.max = lastStep;
      this.draw();
    }
    slider.value = step;
    slider.style.setProperty("--done", `${100 * step / Math.max(1, lastStep)}%`);
    put(count, `Step ${counted(step + 1)} of ${counted(steps.length)}`);
    slider.ariaValueText = count.textContent;
    this.say(!model.secret && stepSentence(model.nodes, steps[step]));
  }

  say(sentence) {
    put(this.parts.said, sentence);
  }

  // One path for each kind of mark; cuts last, for they must not be hidden where marks are dense.
  draw() {
    const { steps, nodes } = this.model, paths = { way: "", leaf: "", moved: "", cut: "" };
    const width = Math.max(0.8, steps.length / FINEST);
    steps.forEach((step, at) => {
      const kind = step.what === "cut" ? "cut" : movesWindow(step) ? "moved" : step.what === "leaf" ? "leaf" : "way";
      paths[kind] += `M${at} ${step.node.level}h${width}v${kind === "cut" ? 1.4 : 0.8}h${-width}z`;
    });
    const deepest = nodes.reduce((most, node) => Math.max(most, node.level), 1), { strip, box } = this.parts;
    strip.setAttribute("viewBox", `0 0 ${steps.length} ${deepest + 1.6}`);
    box.style.setProperty("--steps", steps.length);
    put(strip, Object.entries(paths).map(([kind, d]) => s(`path.${kind}`, { d })));
  }

  playOrPause() {
    if (!this.playing && this.model.step === this.model.lastStep) this.goTo(0);
    this.play(!this.playing);
  }

  play(on) {
    clearInterval(this.playing);
    this.playing = on ? setInterval(() => {
      if (this.model.step < this.model.lastStep) this.goTo(this.model.step + 1);
      else this.play(false);
    }, PACE) : null;
    this.parts.play.ariaLabel = on ? "Pause" : "Play";
  }
}
