// Where nodes stand from left to right: the tidy tree of layout.py (Walker; Buchheim, Jünger and Leipert), line by line.
// Node 0 is the root, and every child has a greater number than its parent.
export function tidy(children, widths, gap, familyGap) {
  const size = children.length;
  const numbers = (value) => new Array(size).fill(value);
  const parent = numbers(0), number = numbers(0), thread = numbers(null);
  const middle = numbers(0), prelim = numbers(0), mod = numbers(0), shift = numbers(0), change = numbers(0);
  const ancestor = children.map((_, node) => node);
  children.forEach((below, node) => below.forEach((child, place) => {
    parent[child] = node;
    number[child] = place;
  }));
  const distance = (left, right, between) => (widths[left] + widths[right]) / 2 + between;
  const nextLeft = (node) => (children[node].length ? children[node][0] : thread[node]);
  const nextRight = (node) => (children[node].length ? children[node].at(-1) : thread[node]);

  function move(left, right, by) {
    const subtrees = number[right] - number[left];
    change[right] -= by / subtrees;
    shift[right] += by;
    change[left] += by / subtrees;
    prelim[right] += by;
    mod[right] += by;
  }

  function apportion(child, leftSibling, first, defaultAncestor) {
    let innerRight = child, outerRight = child, innerLeft = leftSibling, outerLeft = first;
    let moveIR = mod[child], moveOR = mod[child], moveIL = mod[leftSibling], moveOL = mod[first];
    for (;;) {
      const belowLeft = nextRight(innerLeft), belowRight = nextLeft(innerRight);
      if (belowLeft === null || belowRight === null) break;
      [innerLeft, innerRight] = [belowLeft, belowRight];
      [outerLeft, outerRight] = [nextLeft(outerLeft), nextRight(outerRight)];
      ancestor[outerRight] = child;
      const wanted = distance(innerLeft, innerRight, familyGap);
      const missing = prelim[innerLeft] + moveIL + wanted - prelim[innerRight] - moveIR;
      if (missing > 0) {
        const beside = ancestor[innerLeft];
        move(beside && parent[beside] === parent[child] ? beside : defaultAncestor, child, missing);
        moveIR += missing;
        moveOR += missing;
      }
      moveIL += mod[innerLeft];
      moveIR += mod[innerRight];
      moveOL += mod[outerLeft];
      moveOR += mod[outerRight];
    }
    const belowLeft = nextRight(innerLeft), belowRight = nextLeft(innerRight);
    if (belowLeft !== null && nextRight(outerRight) === null) {
      thread[outerRight] = belowLeft;
      mod[outerRight] += moveIL - moveOR;
    }
    if (belowRight !== null && nextLeft(outerLeft) === null) {
      thread[outerLeft] = belowRight;
      mod[outerLeft] += moveIR - moveOL;
      defaultAncestor = child;
    }
    return defaultAncestor;
  }

  for (let node = size - 1; node >= 0; node--) {
    const below = children[node];
    if (!below.length) continue;
    let defaultAncestor = below[0];
    below.forEach((child, place) => {
      const left = below[place - 1];
      prelim[child] = place ? prelim[left] + distance(left, child, gap) : middle[child];
      mod[child] = prelim[child] - middle[child];
      if (place) defaultAncestor = apportion(child, left, below[0], defaultAncestor);
    });
    let shifted = 0, changed = 0;
    for (const child of [...below].reverse()) {
      prelim[child] += shifted;
      mod[child] += shifted;
      changed += change[child];
      shifted += shift[child] + changed;
    }
    middle[node] = (prelim[below[0]] + prelim[below.at(-1)]) / 2;
  }

  const x = numbers(0), moved = numbers(0);
  x[0] = middle[0];
  children.forEach((below, node) => below.forEach((child) => {
    x[child] = prelim[child] + moved[node];
    moved[child] = moved[node] + mod[child];
  }));
  const edge = x.reduce((least, centre, node) => Math.min(least, centre - widths[node] / 2), Infinity);
  return x.map((centre) => centre - edge);
}
