// Horizontal positions of a tidy tree, as in layout.py; keeps whole contours in place of threads.

/**
 * The x of every node's centre. Node 0 is the root, and every child has a greater number than its parent. `gap` is kept
 * between siblings, `familyGap` between other neighbours.
 */
export function tidy(children, widths, gap, familyGap) {
  // Of a node from its parent.
  const offsets = children.map(() => 0);
  // Contours of every subtree: by level, the distance of its edges from the centre of its root.
  const lefts = [];
  const rights = [];
  for (let node = children.length - 1; node >= 0; node -= 1) {
    const family = children[node];
    const centres = placeSiblings(family, widths, lefts, rights, gap, familyGap);
    const middle = family.length ? (centres[0] + centres.at(-1)) / 2 : 0;
    lefts[node] = [-widths[node] / 2];
    rights[node] = [widths[node] / 2];
    family.forEach((child, index) => {
      const offset = centres[index] - middle;
      offsets[child] = offset;
      lefts[child].forEach((edge, level) => {
        lefts[node][level + 1] ??= offset + edge;
      });
      rights[child].forEach((edge, level) => {
        rights[node][level + 1] = offset + edge;
      });
    });
  }
  const x = [-Math.min(...lefts[0])];
  children.forEach((family, node) => {
    for (const child of family) x[child] = x[node] + offsets[child];
  });
  return x;
}

// Place siblings from left to right, each as near as its contour allows, and spread those between two that had to move
// apart evenly over the room.
function placeSiblings(family, widths, lefts, rights, gap, familyGap) {
  const centres = [];
  const shifts = family.map(() => 0);
  // By level: the rightmost edge so far, and which sibling has it.
  const contour = [];
  family.forEach((child, index) => {
    const previous = index - 1;
    let centre = index ? centres[previous] + (widths[family[previous]] + widths[child]) / 2 + gap : 0;
    lefts[child].forEach((edge, level) => {
      if (level === 0 || !contour[level]) return;
      const { edge: rightmost, sibling } = contour[level];
      const missing = rightmost + familyGap - centre - edge;
      if (missing <= 0) return;
      centre += missing;
      for (let between = sibling + 1; between < index; between += 1) {
        shifts[between] += (missing * (between - sibling)) / (index - sibling);
      }
    });
    centres.push(centre);
    rights[child].forEach((edge, level) => {
      contour[level] = { edge: centre + edge, sibling: index };
    });
  });
  return centres.map((centre, index) => centre + shifts[index]);
}
