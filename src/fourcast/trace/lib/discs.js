// Discs and small boards. Red discs are plain, Yellow ones carry a ring, at every size.
import { s } from "lib/dom.js";
import { style } from "lib/style.js";

/** A disc with radius 37 around the origin. */
export const discShape = (player) =>
  s(
    `g.p${player + 1}`,
    s("circle.face", { r: 37 }),
    s("path.shine", { d: "M-27 -13A30 30 0 0 1 27 -13" }),
    player === 1 && s("circle.core", { r: 13 }),
  );

/** A disc beside text. */
export const disc = (player, size = null) =>
  s("svg.disc", { class: size, viewBox: "-40 -40 80 80" }, discShape(player));

/** Width and height of a board with its frame. */
export function boardSize({ width, height }, cell) {
  const frame = 2 * style.board.frame;
  return [(width + frame) * cell, (height + frame) * cell];
}

/**
 * A board with cells of side `cell` inside a frame.
 *
 * `board` holds its cells from the top left: `.`, `x` or `o`. Cells to mark are indices into it: the `last` disc, those
 * where a disc `mayFall`, a winning `line`. `popped` is the column that was popped.
 */
export function boardSvg(position, frame, cell) {
  const { width, height, board, last = [], mayFall = [], line = [], popped = null, turn = "" } = position;
  const { hole, disc: face, ring, centre, line: halo, stroke, min_stroke: minStroke, ...sizes } = style.board;
  const point = (index) => ({
    x: frame + ((index % width) + 0.5) * cell,
    y: frame + (Math.floor(index / width) + 0.5) * cell,
  });
  // Discs are lines of length zero with round caps: one path for all discs of a kind.
  const dots = (kind, size, indices) => {
    if (!indices.length) return null;
    const path = indices.map(point).map(({ x, y }) => `M${x.toFixed(2)} ${y.toFixed(2)}h0`);
    return s(`path.dots.${kind}`, { d: path.join(""), "stroke-width": size * cell });
  };
  const circle = (kind, radius) => (index) => {
    const { x, y } = point(index);
    return s(`circle.${kind}`, {
      cx: x,
      cy: y,
      r: radius * cell,
      "stroke-width": Math.max(stroke * cell, minStroke),
    });
  };
  const cellsWith = (sign) => [...board].flatMap((found, index) => (found === sign ? [index] : []));
  const yellow = cellsWith("o");
  const isPlain = board.length > sizes.max_holes;
  return s(
    "g.tiny",
    { class: isPlain && "plain", "aria-hidden": "true" },
    s("rect", {
      width: width * cell + 2 * frame,
      height: height * cell + 2 * frame,
      rx: Math.min(cell / 2, 8),
    }),
    !isPlain && dots("void", hole, cellsWith(".")),
    dots("won", halo, line),
    dots("red", face, cellsWith("x")),
    dots("yellow", face, yellow),
    dots("rim", ring, yellow),
    dots("yellow", centre, yellow),
    last.map(circle("last-disc", sizes.last_radius)),
    mayFall.map(circle(turn === "Red" ? "may-fall.red" : "may-fall.rim", sizes.may_fall_radius)),
    popped !== null && popMark(frame + (popped + 0.5) * cell, frame + (height + 0.05) * cell, cell),
  );
}

function popMark(x, y, cell) {
  const { pop_width: width, pop_height: height } = style.board;
  const half = (width / 2) * cell;
  return s("path.popped", { d: `M${x - half} ${y}h${2 * half}l${-half} ${height * cell}z` });
}
