// Predicting: the search stands still inside a node, and the reader says what it will not look at and what it will find.
import { disc } from "../explorer/discs.js";
import { h, put, stamp } from "../explorer/dom.js";
import { inWords, portrait } from "../explorer/inspector.js";

// Questions.
const MOST = 20;

export class Predict {
  constructor(explorer) {
    this.explorer = explorer;
    this.parts = stamp("predict", { check: () => this.check(), next: () => this.next() });
    this.element = this.parts.root;
    this.parts.guess.onkeydown = ({ key }) => { if (key === "Enter") this.check(); };
  }

  get model() { return this.explorer.active.model; }
  get node() { return this.questions[this.at]; }

  // The questions: where something was or might have been cut; any node with a choice, if there is none such.
  async start() {
    const inner = this.model.nodes.filter((node) => node.children.length && node.parent !== null);
    const telling = inner.filter((node) => node.isCut || node.mayCut);
    this.questions = (telling.length ? telling : inner).slice(0, MOST);
    [this.at, this.right, this.answered] = [0, 0, 0];
    if (this.questions.length) await this.ask();
    else put(this.parts.asked, "There is nothing to predict in so small a tree. Search deeper.");
  }

  async end() {
    this.model.secret = null;
    await this.explorer.goTo(this.model.lastStep);
  }

  async ask() {
    const { model, explorer, node } = this, { view } = explorer.active;
    await model.reveal(node.index);
    await model.need(node.index);
    if (node.look === "chance") return this.next();
    const first = model.nodes[node.children[0]];
    model.secret = (other) => other === node;
    await explorer.goTo(first.left);
    await explorer.choose(node.index, false, { linked: false });
    if (view.zoom < 0.7) view.zoomBy(0.75 / view.zoom);
    view.bringIntoView(node.index);
    this.marks = [...node.children.map((child) => model.nodes[child].step), ...node.cut].map((text) => h("label.button",
      h("input.unseen", { type: "checkbox", value: text }), disc(node.turn === "Red" ? 0 : 1), text));
    const { top, asked, moves, guess, verdict, check } = this.parts;
    const worth = `${/^(win|loss)$/.test(first.valueText) ? "a " : ""}${first.valueText}`;
    put(top, portrait(model, node));
    put(asked, `${node.who} has found ${worth} with ${inWords(model.tree, first.step)}. `,
      `The window on entry was α ${node.alphaText}, β ${node.betaText}. Which replies will not be looked at?`);
    put(moves, this.marks);
    put(verdict);
    guess.value = "";
    check.disabled = false;
    this.tell();
    return undefined;
  }

  tell() {
    put(this.parts.score, this.answered ? `${this.right} of ${this.answered} right` : `${this.questions.length} questions`);
  }

  async check() {
    const { model, node, parts: { guess, verdict, check } } = this;
    if (!model.secret) return;
    const boxes = this.marks.map((mark) => mark.firstChild);
    const isCut = ({ value }) => node.cut.includes(value);
    const cutsRight = boxes.every((box) => box.checked === isCut(box));
    const number = (text) => text.trim().toLowerCase().replace(/^[≥≤<>=]+/, "").replace("−", "-");
    const valueRight = !guess.value.trim() || number(guess.value) === number(node.valueText);
    this.answered += 1;
    this.right += cutsRight && valueRight;
    model.secret = null;
    await this.explorer.goTo(node.left);
    for (const box of boxes) box.parentNode.classList.toggle("was-cut", isCut(box));
    const told = node.cut.length ? `Not looked at: ${node.cut.join(", ")}.` : "Every reply is looked at.";
    put(verdict, h("p.why", { class: node.reason && "cut" },
      h("b", cutsRight && valueRight ? "Right. " : cutsRight ? "The cuts are right, the value is not. " : "Not so. "),
      `${told} Value ${node.valueText}. ${node.why} ${node.explained}`));
    this.tell();
    check.disabled = true;
  }

  next() {
    this.at = (this.at + 1) % this.questions.length;
    return this.ask();
  }
}
