// Predict: the search stops inside a node, and the reader says which replies will be cut and what the value will be.
import { describeMove, nodeHeader, playerToMove } from "explorer/inspector.js";
import { cutMoves } from "explorer/steps.js";
import { disc } from "lib/discs.js";
import { h, instantiate, put } from "lib/dom.js";

const MAX_QUESTIONS = 20;
const MIN_ZOOM = 0.7;
const QUESTION_ZOOM = 0.75;

export class Predict {
  constructor(explorer) {
    this.explorer = explorer;
    this.parts = instantiate("predict", { check: () => this.check(), next: () => this.next() });
    this.element = this.parts.root;
    this.parts.guess.onkeydown = ({ key }) => {
      if (key === "Enter") this.check();
    };
  }

  get model() {
    return this.explorer.active.model;
  }

  get node() {
    return this.questions[this.index];
  }

  /** Ask about nodes in which something was or could have been cut; about any inner node if there is none. */
  async start() {
    const inner = this.model.nodes.filter((node) => node.children.length && node.parent !== null);
    const candidates = inner.filter((node) => node.isCut || node.canBeCut);
    this.questions = (candidates.length ? candidates : inner).slice(0, MAX_QUESTIONS);
    this.index = 0;
    this.correctCount = 0;
    this.answerCount = 0;
    if (this.questions.length) await this.ask();
    else put(this.parts.question, "This tree is too small for predictions. Increase the depth.");
  }

  async end() {
    this.model.isHidden = null;
    await this.explorer.goToStep(this.model.lastStep);
  }

  next() {
    this.index = (this.index + 1) % this.questions.length;
    return this.ask();
  }

  async ask() {
    const { model, node } = this;
    await model.reveal(node.index);
    await model.loadChildren(node.index);
    if (node.look === "chance") {
      await this.next();
      return;
    }
    await this.stopInside(node);
    this.drawQuestion(node);
  }

  // Show the search after the first reply of a node, with its value hidden.
  async stopInside(node) {
    const { model, explorer } = this;
    const { view } = explorer.active;
    model.isHidden = (other) => other === node;
    await explorer.goToStep(model.nodes[node.children[0]].leaveStep);
    await explorer.select(node.index, { focus: false, isLinked: false });
    if (view.zoom < MIN_ZOOM) view.zoomBy(QUESTION_ZOOM / view.zoom);
    view.bringIntoView(node.index);
  }

  drawQuestion(node) {
    const { model, parts } = this;
    const first = model.nodes[node.children[0]];
    const value = /^(win|loss)$/.test(first.valueText) ? `a ${first.valueText}` : first.valueText;
    const moves = [...node.children.map((child) => model.nodes[child].step), ...node.cut];
    this.boxes = moves.map((text) => h("input.visually-hidden", { type: "checkbox", value: text }));
    put(parts.top, nodeHeader(model, node));
    put(
      parts.question,
      `${node.who} has found ${value} with ${describeMove(model.tree, first.step)}. `,
      `The window on entry was α ${node.alphaText}, β ${node.betaText}. Which replies will not be searched?`,
    );
    put(
      parts.moves,
      this.boxes.map((box) => h("label.button", box, disc(playerToMove(node)), box.value)),
    );
    put(parts.verdict);
    parts.guess.value = "";
    parts.check.disabled = false;
    this.drawScore();
  }

  drawScore() {
    const { correctCount, answerCount, questions } = this;
    put(this.parts.score, answerCount ? `${correctCount} of ${answerCount} right` : `${questions.length} questions`);
  }

  async check() {
    const { model, node, boxes, parts } = this;
    if (!model.isHidden) return;
    const isCut = (box) => node.cut.includes(box.value);
    const areCutsRight = boxes.every((box) => box.checked === isCut(box));
    const guess = parts.guess.value.trim();
    const isValueRight = !guess || plainNumber(guess) === plainNumber(node.valueText);
    this.answerCount += 1;
    if (areCutsRight && isValueRight) this.correctCount += 1;
    model.isHidden = null;
    await this.explorer.goToStep(node.leaveStep);
    for (const box of boxes) box.parentNode.classList.toggle("was-cut", isCut(box));
    const replies = node.cut.length ? cutMoves(node) : "Every reply is searched.";
    put(
      parts.verdict,
      h(
        "p.why",
        { class: node.reason && "cut" },
        h("b", verdict(areCutsRight, isValueRight)),
        `${replies} Value ${node.valueText}. ${node.why} ${node.explained}`,
      ),
    );
    this.drawScore();
    parts.check.disabled = true;
  }
}

function verdict(areCutsRight, isValueRight) {
  if (!areCutsRight) return "Wrong. ";
  return isValueRight ? "Right. " : "The cuts are right, the value is not. ";
}

// A value without its bound and with an ordinary minus.
const plainNumber = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[≥≤<>=]+/, "")
    .replace("−", "-");
