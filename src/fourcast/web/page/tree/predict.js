// Predicting: the search stands still inside a node, and the reader says what it will not look at and what it will find.
import { h, put } from "../dom.js";
import { inWords, portrait } from "../explorer/inspector.js";

const MOST = 20; // questions

export class Predict {
  constructor(explorer) {
    this.explorer = explorer;
    this.element = h("div", { class: "predict" });
  }

  get model() {
    return this.explorer.active.model;
  }

  // The questions: where something was cut and where the window moved; any node with a choice, if there is none such.
  async start() {
    const inner = this.model.nodes.filter((node) => node.children.length && node.parent !== null);
    const telling = inner.filter((node) => node.isCut || node.moves);
    this.questions = (telling.length ? telling : inner).slice(0, MOST);
    [this.at, this.right, this.answered] = [0, 0, 0];
    if (this.questions.length) await this.ask();
    else put(this.element, h("p", {}, "There is nothing to predict in so small a tree. Search deeper."));
  }

  async end() {
    this.model.secret = null;
    await this.explorer.goTo(this.model.lastStep);
  }

  async ask() {
    const { model, explorer } = this;
    const node = this.questions[this.at];
    await model.reveal(node.index);
    await model.need(node.index);
    if (node.look === "chance") return this.next();
    const first = model.nodes[node.children[0]];
    model.secret = (other) => other === node;
    await explorer.goTo(first.left);
    await explorer.choose(node.index, false, { linked: false });
    if (explorer.active.view.zoom < 0.7) explorer.active.view.zoomBy(0.75 / explorer.active.view.zoom);
    explorer.active.view.bringIntoView(node.index);
    const moves = [...node.children.map((child) => model.nodes[child].step), ...node.cut];
    this.marks = moves.map((text) => h("button", {
      type: "button", class: "button", "aria-pressed": "false", "data-move": text,
      onclick: (event) => event.currentTarget.setAttribute("aria-pressed", String(event.currentTarget.getAttribute("aria-pressed") !== "true")),
    }, text));
    this.guess = h("input", { class: "input", inputmode: "text", autocomplete: "off", size: 8, onkeydown: (event) => event.key === "Enter" && this.check() });
    this.verdict = h("div", { role: "status" });
    this.button = h("button", { class: "button first", type: "button", onclick: () => this.check() }, "Check");
    put(this.element, portrait(model, node),
      h("h3", {}, "Predict", h("span", { class: "predict-score" }, this.score())),
      h("p", {}, `${node.who} has found ${/^(win|loss)$/.test(first.valueText) ? "a " : ""}${first.valueText} with ${inWords(model.tree, first.step)}. The window on entry was α ${node.alphaText}, β ${node.betaText}. Which replies will not be looked at?`),
      h("div", { class: "row predict-moves", role: "group", "aria-label": "Replies that will be cut" }, this.marks),
      h("label", { class: "field" }, "What will it be worth? (if you like)", this.guess),
      h("div", { class: "row" }, this.button, h("button", { class: "button", type: "button", onclick: () => this.next() }, "Another")),
      this.verdict);
    return undefined;
  }

  score() {
    return this.answered ? `${this.right} of ${this.answered} right` : `${this.questions.length} questions`;
  }

  async check() {
    const { model, explorer } = this;
    if (!model.secret) return;
    const node = this.questions[this.at];
    const marked = this.marks.filter((mark) => mark.getAttribute("aria-pressed") === "true").map((mark) => mark.dataset.move);
    const cutsRight = marked.length === node.cut.length && marked.every((text) => node.cut.includes(text));
    const number = (text) => text.trim().toLowerCase().replace(/^[≥≤<>=]+/, "").replace("−", "-");
    const valueRight = !this.guess.value.trim() || number(this.guess.value) === number(node.valueText);
    this.answered += 1;
    this.right += cutsRight && valueRight;
    model.secret = null;
    await explorer.goTo(node.left);
    for (const mark of this.marks) mark.classList.toggle("was-cut", node.cut.includes(mark.dataset.move));
    const told = node.cut.length ? `Not looked at: ${node.cut.join(", ")}.` : "Every reply is looked at.";
    put(this.verdict, h("p", { class: node.reason ? "why cut" : "why" },
      h("b", {}, cutsRight && valueRight ? "Right. " : cutsRight ? "The cuts are right, the value is not. " : "Not so. "),
      `${told} Value ${node.valueText}. ${node.why} ${node.explained}`));
    this.element.querySelector(".predict-score").textContent = this.score();
    this.button.disabled = true;
  }

  next() {
    this.at = (this.at + 1) % this.questions.length;
    return this.ask();
  }
}
