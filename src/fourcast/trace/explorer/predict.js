// Predict: the search stops before a node, and the reader says which replies will not be searched and what the value
// will be. The values of all leaves below the node are shown, so that nothing has to be guessed.
import { describeMove, nodeHeader, playerToMove } from "explorer/inspector.js";
import { cutMoves } from "explorer/steps.js";
import { disc } from "lib/discs.js";
import { h, instantiate, put, setPressed } from "lib/dom.js";

const MIN_ZOOM = 0.7;
const QUESTION_ZOOM = 0.75;
// Half of the last digit that values are shown with.
const TOLERANCE = 0.0051;

/** Add the panel Predict to an explorer, and the tabs that choose between it and Explain. */
export function addPredict(explorer) {
  const predict = new Predict(explorer);
  const { inspector, aside } = explorer.parts;
  predict.element.hidden = true;
  const showPanel = ({ value }) => {
    const isPredicting = value === "predict";
    setPressed(tabs.root.children, value);
    inspector.hidden = isPredicting;
    predict.element.hidden = !isPredicting;
    return isPredicting ? predict.start() : predict.end();
  };
  const tabs = instantiate("panel-tabs", { panel: showPanel });
  inspector.before(tabs.root);
  aside.append(predict.element);
  return predict;
}

class Predict {
  constructor(explorer) {
    this.explorer = explorer;
    const actions = { check: () => this.check(), next: () => this.next(), hint: () => this.showHint() };
    this.parts = instantiate("predict", actions);
    this.element = this.parts.root;
    this.parts.guess.onkeydown = ({ key }) => {
      if (key === "Enter") this.check();
    };
  }

  get model() {
    return this.explorer.active.model;
  }

  get question() {
    return this.model.tree.questions[this.index];
  }

  get node() {
    return this.model.nodes[this.question.node];
  }

  async start() {
    this.index = 0;
    this.correctCount = 0;
    this.answerCount = 0;
    const hasQuestions = this.model.tree.questions.length > 0;
    this.parts.form.hidden = !hasQuestions;
    if (hasQuestions) await this.ask();
    else put(this.parts.question, "There is nothing to predict in this tree. Choose another depth or position.");
  }

  async end() {
    this.model.isHidden = null;
    await this.explorer.goToStep(this.model.lastStep);
  }

  next() {
    this.index = (this.index + 1) % this.model.tree.questions.length;
    return this.ask();
  }

  async ask() {
    const { model, node, explorer } = this;
    const { view } = explorer.active;
    await model.reveal(node.index);
    model.isHidden = (other) => other === node;
    await explorer.goToStep(node.enterStep);
    await explorer.select(node.index, { focus: false, isLinked: false });
    if (view.zoom < MIN_ZOOM) view.zoomBy(QUESTION_ZOOM / view.zoom);
    view.bringIntoView(node.index);
    this.drawQuestion(node);
  }

  drawQuestion(node) {
    const { model, parts, question } = this;
    const { rule, alpha, beta, lowest, highest, replies } = question;
    const hasChance = replies.some(({ kind }) => kind === "chance");
    this.boxes = replies.map(({ step }) => h("input.visually-hidden", { type: "checkbox", value: step }));
    put(parts.top, nodeHeader(model, node));
    put(
      parts.question,
      `${rule} ${node.who} searches the replies in this order; the window on entry is α ${alpha}, β ${beta}. `,
      hasChance && `All values lie between ${lowest} and ${highest}. `,
      h("b", "Which replies will not be searched?"),
    );
    put(
      parts.moves,
      replies.map((reply, index) => {
        const move = describeMove(model.tree, reply.step);
        return h("label.button", this.boxes[index], disc(playerToMove(node)), move, h("span", leafValues(reply)));
      }),
    );
    put(parts.verdict);
    parts.guess.value = "";
    parts.check.disabled = parts.hint.disabled = false;
    this.drawScore();
  }

  drawScore() {
    const { correctCount, answerCount, index } = this;
    const right = answerCount ? `, ${correctCount} of ${answerCount} right` : "";
    put(this.parts.score, `Question ${index + 1} of ${this.model.tree.questions.length}${right}`);
  }

  showHint() {
    put(this.parts.verdict, h("p.why", this.question.hint));
  }

  async check() {
    const { model, node, boxes, parts } = this;
    if (!model.isHidden) return;
    const wrong = boxes.find((box) => box.checked !== node.cut.includes(box.value));
    const guess = parts.guess.value.trim();
    if (!guess) {
      put(parts.verdict, h("p.why", "Enter the value too: what the side to move will have here."));
      parts.guess.focus();
      return;
    }
    const isValueRight = isSameValue(guess, node);
    this.answerCount += 1;
    if (!wrong && isValueRight) this.correctCount += 1;
    model.isHidden = null;
    await this.explorer.goToStep(node.leaveStep);
    await model.loadChildren(node.index);
    for (const box of boxes) box.parentNode.classList.toggle("was-cut", node.cut.includes(box.value));
    const replies = node.cut.length ? cutMoves(node) : "Every reply is searched.";
    put(
      parts.verdict,
      h(
        "p.why",
        { class: node.reason && "cut" },
        h("b", verdict(!wrong, isValueRight)),
        wrong && `${this.whyWrong(node, wrong.value)} `,
        `${replies} Value ${node.valueText}. ${node.why} ${node.explained}`,
      ),
    );
    this.drawScore();
    parts.check.disabled = parts.hint.disabled = true;
  }

  // Why a reply is searched or not, by what the node had before it.
  whyWrong(node, step) {
    const children = node.children.map((child) => this.model.nodes[child]);
    const place = children.findIndex((child) => child.step === step);
    const before = place < 0 ? children.at(-1) : children[place - 1];
    const move = describeMove(this.model.tree, step);
    if (!before) return `The first reply, ${move}, is always searched.`;
    const had = `${node.who} has ${before.parentValue.replace("…", "")} with the window (${windowAfter(before)})`;
    return place < 0 ? `Before ${move} ${had}: the rest is cut off.` : `Before ${move} ${had}: the search goes on.`;
  }
}

const windowAfter = ({ parentAlpha, parentBeta }) => `${parentAlpha}, ${parentBeta}`;

// The leaves below a reply: a value, or a list of them for each reply to it.
function leafValues({ kind, value, children }) {
  if (kind === "leaf") return value;
  return `${kind} of ${children.map((child) => `${child.step}: ${nested(child)}`).join(", ")}`;
}

const nested = (node) => (node.kind === "leaf" ? node.value : `(${leafValues(node)})`);

function verdict(areCutsRight, isValueRight) {
  if (!areCutsRight) return "Wrong. ";
  return isValueRight ? "Right. " : "The cutoff is right, the value is not. ";
}

// A value as text without its bound, or as a number that is rounded at most as far as values are shown.
function isSameValue(guess, node) {
  const plain = (text) => text.toLowerCase().replace(/^[≥≤<>=\s]+/, "").replace("−", "-");
  return plain(guess) === plain(node.valueText) || Math.abs(Number(plain(guess)) - node.value) < TOLERANCE;
}
