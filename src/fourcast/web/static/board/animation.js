// Animation of a move. The position after it is drawn already: discs move from where they were to where they are.

/** Side of a cell in SVG units. */
export const CELL = 100;

// A fall with a bounce at the end.
const FALL_EASING =
  "linear(0,.022 8.7%,.09 17.5%,.2 26%,.36 35%,.56 44%,.81 52.4%,1 58%," +
  ".96 63%,.93 68%,.92 75%,.93 81%,.96 86%,1 91%,.99 95%,1)";
const EASING = "cubic-bezier(.2,.8,.2,1)";
const FALL_MILLISECONDS = 190;
const DRIFT_MILLISECONDS = 180;

/** Animate a move on a board with `height` rows; `discAt(row, column)` is the element of a disc. */
export function animatePly(ply, height, discAt) {
  const { kind, column, landed, row } = ply;
  if (kind === "drop") animateDrop(discAt(row, landed), height - row, column - landed);
  else if (kind === "place") animatePlacing(discAt(row, column));
  else if (kind === "pop") {
    for (let above = 0; above < height; above += 1) animatePop(discAt(above, column));
  }
}

// A disc falls a number of cells, after it has drifted from a number of columns away.
function animateDrop(disc, cells, columns) {
  const top = `${-cells * CELL}px`;
  const delay = columns ? DRIFT_MILLISECONDS : 0;
  disc?.animate([{ transform: `translateY(${top})` }, { transform: "none" }], {
    duration: FALL_MILLISECONDS * Math.sqrt(cells),
    easing: FALL_EASING,
    delay,
    fill: "backwards",
  });
  if (!columns) return;
  const from = `translate(${columns * CELL}px, ${top})`;
  const to = `translate(0, ${top})`;
  disc?.animate([{ transform: from }, { transform: to }], { duration: delay, easing: EASING });
}

function animatePlacing(disc) {
  disc?.animate([{ transform: "scale(.6)", opacity: 0 }, {}], { duration: 120, easing: EASING });
}

function animatePop(disc) {
  const from = { transform: `translateY(${-CELL}px)` };
  disc?.animate([from, { transform: "none" }], { duration: 200, easing: EASING });
}

export function fadeIn(elements) {
  for (const element of elements) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 320 });
}
