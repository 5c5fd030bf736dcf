// Discs and small boards. Red is plain, Yellow carries a ring, at every size.
import { s } from "./dom.js";

/** A disc of radius 37 round the origin. */
export const discShape = (player) => s(`g.p${player + 1}`,
  s("circle.face", { r: 37 }), s("path.shine", { d: "M-27 -13A30 30 0 0 1 27 -13" }), player === 1 && s("circle.core", { r: 13 }));

/** A disc beside text. */
export const disc = (player, size = "") => s("svg.disc", { class: size || null, viewBox: "-40 -40 80 80" }, discShape(player));

/** How large a board is with its frame, which is `sizes.frame` cells wide. */
export const boardSize = ({ width, height, sizes }, cell) => [(width + 2 * sizes.frame) * cell, (height + 2 * sizes.frame) * cell];

/**
 * A board; `cell` is the side of a cell, `board` its cells from the top left: `.`, `x`, `o`. Marked are cells by their
 * places in it: where the `last` disc came to lie, where one `mayFall`, a `line`; and the column that was `popped`.
 * Discs are lines of no length with round ends: a path for all of a kind.
 */
export function boardSvg({ width, height, board, last = [], mayFall = [], line = [], popped = null, turn = "" }, frame, cell) {
  const place = (at) => [frame + (at % width + 0.5) * cell, frame + (Math.floor(at / width) + 0.5) * cell];
  const dots = (kind, size, places) => places.length > 0 && s(`path.dots.${kind}`, {
    d: places.map((at) => `M${place(at).map((n) => n.toFixed(2)).join(" ")}h0`).join(""), "stroke-width": size * cell });
  const having = (sign) => [...board].flatMap((found, at) => (found === sign ? [at] : []));
  const ring = (kind, radius) => (at) => {
    const [cx, cy] = place(at);
    return s(`circle.${kind}`, { cx, cy, r: radius * cell, "stroke-width": Math.max(0.14 * cell, 0.6) });
  };
  const seconds = having("o"), plain = board.length > 400;
  const [x, y] = [frame + (popped + 0.5) * cell, frame + (height + 0.05) * cell];
  return s("g.tiny", { class: plain && "plain", "aria-hidden": "true" },
    s("rect", { width: width * cell + 2 * frame, height: height * cell + 2 * frame, rx: Math.min(cell / 2, 8) }),
    !plain && dots("void", 0.78, having(".")), dots("won", 1.02, line), dots("red", 0.82, having("x")),
    dots("yellow", 0.82, seconds), dots("rim", 0.46, seconds), dots("yellow", 0.2, seconds),
    last.map(ring("came", 0.46)), mayFall.map(ring(turn === "Red" ? "may-fall.red" : "may-fall.rim", 0.3)),
    popped !== null && s("path.popped", { d: `M${x - 0.42 * cell} ${y}h${0.84 * cell}l${-0.42 * cell} ${0.55 * cell}z` }));
}
