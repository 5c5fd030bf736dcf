// Where nodes stand from left to right: the tidy tree of layout.py, with whole outlines instead of threads through them.
// Node 0 is the root, and every child has a greater number than its parent.
export function tidy(children, widths, gap, familyGap) {
  // Of a node from its parent.
  const offsets = children.map(() => 0);
  // Of every subtree, level by level, how far it reaches from the middle of its root.
  const lefts = [], rights = [];
  for (let node = children.length - 1; node >= 0; node -= 1) {
    const below = children[node], places = [], spread = below.map(() => 0);
    // For every level how far the children placed so far reach, and which of them does.
    const ends = [];
    below.forEach((child, n) => {
      let at = n ? places[n - 1] + (widths[below[n - 1]] + widths[child]) / 2 + gap : 0;
      lefts[child].forEach((edge, level) => {
        if (!level || !ends[level]) return;
        const { edge: end, by } = ends[level], missing = end + familyGap - at - edge;
        if (missing <= 0) return;
        at += missing;
        // Those between share the room.
        for (let k = by + 1; k < n; k += 1) spread[k] += missing * (k - by) / (n - by);
      });
      places.push(at);
      rights[child].forEach((edge, level) => { ends[level] = { edge: at + edge, by: n }; });
    });
    const middle = below.length ? (places[0] + places.at(-1)) / 2 : 0;
    [lefts[node], rights[node]] = [[-widths[node] / 2], [widths[node] / 2]];
    below.forEach((child, n) => {
      const offset = offsets[child] = places[n] + spread[n] - middle;
      lefts[child].forEach((edge, level) => { lefts[node][level + 1] ??= offset + edge; });
      rights[child].forEach((edge, level) => { rights[node][level + 1] = offset + edge; });
    });
  }
  const edge = Math.min(...lefts[0]), x = [-edge];
  children.forEach((below, node) => below.forEach((child) => { x[child] = x[node] + offsets[child]; }));
  return x;
}
