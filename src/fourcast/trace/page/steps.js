// The search as it ran: going into a node, coming back from it. A node without children takes one step.
export function stepsOf(nodes) {
  const steps = [];
  const path = [];
  const leave = () => {
    const node = path.pop();
    node.left = steps.length;
    steps.push({ node, what: node.isCut ? "cut" : "back" });
  };
  for (const node of nodes) {
    while (path.length && path.at(-1).index !== node.parent) leave();
    node.entered = steps.length;
    if (node.children.length) {
      steps.push({ node, what: "in" });
      path.push(node);
    } else {
      node.left = steps.length;
      steps.push({ node, what: "leaf" });
    }
  }
  while (path.length) leave();
  return steps;
}

export const movesWindow = ({ node, what }) => node.moves && what !== "in";

// What a finished child did to its parent's window, read off the window of the child after it.
function windowMoved(nodes, step) {
  if (!movesWindow(step)) return "";
  const { node } = step;
  const parent = nodes[node.parent];
  const next = nodes[parent.children[parent.children.indexOf(node.index) + 1]];
  return parent.look === "max"
    ? ` α rises from ${node.alphaText} to ${next.alphaText}: MAX has found ${next.alphaText}.`
    : ` β falls from ${node.betaText} to ${next.betaText}: MIN has found ${next.betaText}.`;
}

export function stepSentence(nodes, step) {
  const { node, what } = step, place = `${node.who} ${node.reached}`;
  return {
    in: `Look at ${place}, window ${node.alphaText}, ${node.betaText}.`,
    cut: `${place}: ${node.why} Not looked at: ${node.cut.join(", ")}.`,
    leaf: `${place}: ${node.valueText}. ${node.explained}`,
    back: `Back from ${place}: ${node.valueText}.`,
  }[what] + windowMoved(nodes, step);
}
