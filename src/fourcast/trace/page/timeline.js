// The search step by step: a slider over a strip with one mark a step, its height telling the depth.
import { counted, h, lineIcon, put, s } from "./dom.js";
import { movesWindow, stepSentence } from "./steps.js";

export const STEP_ICONS = {
  first: "M6 5v14M18 6l-6 6 6 6",
  back: "m15 6-6 6 6 6",
  play: "M7 5v14l12-7L7 5Z",
  pause: "M8 5v14M16 5v14",
  on: "m9 6 6 6-6 6",
  last: "M18 5v14M6 6l6 6-6 6",
};
const PACE = 700; // milliseconds a step
const FINEST = 600; // marks that can be told apart; where there are more, each is wider than its place

export class Timeline {
  constructor(goTo) {
    this.goTo = goTo;
    this.playing = null;
    const button = (name, label, act) => h("button.button", { "aria-label": label, onclick: act }, lineIcon(STEP_ICONS[name]));
    const going = (to) => () => { this.play(false); goTo(to()); };
    this.button = button("play", "Play", () => this.playOrPause());
    this.button.classList.add("round");
    this.strip = s("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.slider = h("input", { type: "range", min: 0, "aria-label": "Step of the search", oninput: going(() => Number(this.slider.value)) });
    this.box = h("div.strip-box", this.strip, this.slider);
    this.count = h("span.steps");
    this.said = h("span", { "aria-live": "polite" });
    this.element = h("section.timeline", { "aria-label": "The search, step by step" },
      h("div.step-buttons",
        button("first", "First step", going(() => 0)), button("back", "Step back", going(() => this.model.step - 1)), this.button,
        button("on", "Step forward", going(() => this.model.step + 1)), button("last", "Last step", going(() => this.model.lastStep))),
      this.box, h("p.said", this.count, " ", this.said));
  }

  show(model) {
    if (this.model !== model) {
      this.model = model;
      this.slider.max = model.lastStep;
      this.draw();
    }
    const { step, steps } = model;
    this.slider.value = step;
    this.slider.style.setProperty("--done", `${100 * step / Math.max(1, model.lastStep)}%`);
    this.count.textContent = `Step ${counted(step + 1)} of ${counted(steps.length)}`;
    this.slider.setAttribute("aria-valuetext", this.count.textContent);
    this.said.textContent = model.secret ? "" : stepSentence(model.nodes, steps[step]);
  }

  say(sentence) {
    this.said.textContent = sentence;
  }

  // One path for each kind of mark; cuts last, for they must not be hidden where marks are dense.
  draw() {
    const { steps, nodes } = this.model;
    const paths = { way: "", leaf: "", moved: "", cut: "" };
    const width = Math.max(0.8, steps.length / FINEST);
    steps.forEach((step, at) => {
      const kind = step.what === "cut" ? "cut" : movesWindow(step) ? "moved" : step.what === "leaf" ? "leaf" : "way";
      paths[kind] += `M${at} ${step.node.level}h${width}v${kind === "cut" ? 1.4 : 0.8}h${-width}z`;
    });
    const deepest = nodes.reduce((most, node) => Math.max(most, node.level), 1);
    this.strip.setAttribute("viewBox", `0 0 ${steps.length} ${deepest + 1.6}`);
    this.box.style.setProperty("--steps", steps.length);
    put(this.strip, Object.entries(paths).map(([kind, d]) => s(`path.${kind}`, { d })));
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
    put(this.button, lineIcon(STEP_ICONS[on ? "pause" : "play"]));
    this.button.setAttribute("aria-label", on ? "Pause" : "Play");
  }
}
