// The search as it ran: going into a node, coming back from it. A node without children takes one step.
const steps = [];

(function readSteps() {
  const path = [];
  const leave = () => {
    const node = path.pop();
    node.left = steps.length;
    steps.push({ node, what: node.reason ? "cut" : "back" });
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
})();

const lastStep = steps.length - 1;

// What a finished child did to its parent's window, read off the window of the child after it.
function windowMoved({ node, what }) {
  if (what === "in" || node.parent === null) return null;
  const parent = nodes[node.parent];
  const next = nodes[parent.children[parent.children.indexOf(node.index) + 1]];
  if (!next) return null;
  if (parent.look === "max" && (next.alpha ?? -Infinity) > (node.alpha ?? -Infinity) && next.alphaText !== "−∞") {
    return `α rises from ${node.alphaText} to ${next.alphaText}: MAX has found ${next.alphaText}.`;
  }
  if (parent.look === "min" && (next.beta ?? Infinity) < (node.beta ?? Infinity) && next.betaText !== "∞") {
    return `β falls from ${node.betaText} to ${next.betaText}: MIN has found ${next.betaText}.`;
  }
  return null;
}

function stepSentence(step) {
  const { node, what } = step;
  const place = `${node.who} ${node.reached}`;
  const moved = windowMoved(step);
  const after = moved ? ` ${moved}` : "";
  switch (what) {
    case "in":
      return `Look at ${place}, window ${node.alphaText}, ${node.betaText}.`;
    case "cut":
      return `${place}: ${node.why} Not looked at: ${node.cut.join(", ")}.${after}`;
    case "leaf":
      return `${place}: ${node.valueText}. ${node.explained}${after}`;
    default:
      return `Back from ${place}: ${node.valueText}.${after}`;
  }
}
