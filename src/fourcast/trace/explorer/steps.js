// The search as a list of steps: entering a node, returning from it. A node without children takes one step.
import { capitalise } from "lib/dom.js";

/** All steps in the order of the search; sets `enterStep` and `leaveStep` of every node. */
export function listSteps(nodes) {
  const steps = [];
  const path = [];
  const leave = () => {
    const node = path.pop();
    node.leaveStep = steps.length;
    steps.push({ node, event: node.isCut ? "cut" : "return" });
  };
  for (const node of nodes) {
    while (path.length && path.at(-1).index !== node.parent) leave();
    node.enterStep = steps.length;
    if (node.children.length) {
      steps.push({ node, event: "enter" });
      path.push(node);
    } else {
      node.leaveStep = steps.length;
      steps.push({ node, event: "leaf" });
    }
  }
  while (path.length) leave();
  return steps;
}

/** Whether this step narrows the window of the node's parent. */
export const narrowsWindow = ({ node, event }) => node.narrowsWindow && event !== "enter";

export function describeStep(step) {
  const { node, event } = step;
  const name = `${node.who} ${node.reached}`;
  const sentences = {
    enter: `Enter ${name}, ${node.windowWord} (${node.alphaText}, ${node.betaText}).`,
    cut: `${name}: ${node.why} ${cutMoves(node)}`,
    leaf: `${name}: ${node.valueText}. ${node.explained}`,
    return: `Return from ${name}: ${node.valueText}.`,
  };
  const sentence = capitalise(sentences[event]);
  return narrowsWindow(step) ? `${sentence} ${node.windowChange}` : sentence;
}

export const cutMoves = (node) => `Not searched: ${node.cut.join(", ")}.`;
