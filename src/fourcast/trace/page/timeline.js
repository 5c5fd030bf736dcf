// The search step by step: a slider over a strip with one mark a step, its height telling the depth.
import { counted, html, svg } from "./dom.js";
import { movesWindow, stepSentence } from "./steps.js";

const PICTURES = {
  first: "M5 4v12M15 4l-7 6 7 6z",
  back: "M12 4l-6 6 6 6",
  play: "M7 4l9 6-9 6z",
  pause: "M7 4v12M13 4v12",
  forward: "M8 4l6 6-6 6",
  last: "M15 4v12M5 4l7 6-7 6z",
};
const PACE = 700; // milliseconds a step

export class Timeline {
  constructor(goTo) {
    this.goTo = goTo;
    this.playing = null;
    const button = (name, label, act) => html("button", { type: "button", class: `button go-${name}`, "aria-label": label, onclick: act },
      svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: PICTURES[name] })));
    const going = (to) => () => { this.play(false); goTo(to()); };
    this.button = button("play", "Play", () => this.playOrPause());
    this.strip = html("canvas", { "aria-hidden": "true" });
    this.slider = html("input", { type: "range", min: 0, "aria-label": "Step of the search" });
    this.slider.addEventListener("input", going(() => Number(this.slider.value)));
    this.count = html("span", { class: "count" });
    this.said = html("span", { "aria-live": "polite" });
    this.element = html("section", { class: "timeline", "aria-label": "The search, step by step" },
      html("div", { class: "buttons" },
        button("first", "First step", going(() => 0)), button("back", "Step back", going(() => this.model.step - 1)), this.button,
        button("forward", "Step forward", going(() => this.model.step + 1)), button("last", "Last step", going(() => this.model.lastStep))),
      html("div", { class: "strip-box" }, this.strip, this.slider),
      html("p", { class: "said" }, this.count, " ", this.said));
  }

  show(model) {
    if (this.model !== model) {
      this.model = model;
      this.slider.max = model.lastStep;
      this.paint();
    }
    const { step, steps } = model;
    this.slider.value = step;
    const place = `Step ${counted(step + 1)} of ${counted(steps.length)}`;
    this.slider.setAttribute("aria-valuetext", place);
    this.count.textContent = place;
    this.said.textContent = model.secret ? "" : stepSentence(model.nodes, steps[step]);
    this.needle();
  }

  say(sentence) {
    this.said.textContent = sentence;
  }

  // The strip without the needle is kept, for there may be many thousand marks.
  paint() {
    const { strip, model: { steps, nodes } } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [strip.clientWidth, strip.clientHeight];
    if (!width) return;
    strip.width = width * ratio;
    strip.height = height * ratio;
    this.painted = document.createElement("canvas");
    [this.painted.width, this.painted.height] = [strip.width, strip.height];
    const brush = this.painted.getContext("2d");
    brush.scale(ratio, ratio);
    const colour = Object.fromEntries(["cut", "accent", "ink-3", "edge"].map((name) => [name, this.colour(name)]));
    const deepest = nodes.reduce((most, node) => Math.max(most, node.level), 1) + 1;
    const each = (width - 16) / Math.max(steps.length, 1);
    const tall = Math.max(3, Math.min(9, (height - 4) / deepest));
    for (const cuts of [false, true]) { // cuts last, for they must not be hidden where marks are dense
      steps.forEach((step, place) => {
        if ((step.what === "cut") !== cuts) return;
        brush.fillStyle = colour[cuts ? "cut" : movesWindow(step) ? "accent" : step.what === "leaf" ? "ink-3" : "edge"];
        const y = 2 + (step.node.level / deepest) * (height - 4);
        brush.fillRect(8 + place * each, y, Math.max(1, Math.min(each * 0.8, 9)), cuts ? tall * 1.6 : tall);
      });
    }
    this.needle();
  }

  // A custom property as a colour that a brush can take.
  colour(name) {
    this.strip.style.color = `var(--${name})`;
    return getComputedStyle(this.strip).color;
  }

  needle() {
    if (!this.painted) return;
    const { strip, model } = this;
    const brush = strip.getContext("2d");
    brush.clearRect(0, 0, strip.width, strip.height);
    brush.drawImage(this.painted, 0, 0);
    const x = (8 + ((strip.clientWidth - 16) * (model.step + 0.5)) / model.steps.length) * (devicePixelRatio || 1);
    brush.fillStyle = this.colour("ink");
    brush.fillRect(x - 1, 0, 2, strip.height);
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
    this.button.querySelector("path").setAttribute("d", PICTURES[on ? "pause" : "play"]);
    this.button.setAttribute("aria-label", on ? "Pause" : "Play");
  }
}
