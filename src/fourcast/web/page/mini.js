// A small picture of a position, with what is special about its game: lines that count, discs that pop, a slip.
import { boardSvg } from "./explorer/discs.js";
import { s } from "./explorer/dom.js";

const CELL = 10, FRAME = 3.5;

export const miniBoard = (rows) => mini({ rows, lines: [], moves: [] });

export function mini({ rows, lines, moves }) {
  const [width, height] = [rows[0].length, rows.length];
  const x = (column) => FRAME + (column + 0.5) * CELL, y = (row) => FRAME + (height - row - 0.5) * CELL;
  const pops = moves.filter((move) => move.kind === "pop"), slips = moves.find((move) => move.lands.length > 2);
  const [wide, high] = [width * CELL + 2 * FRAME, height * CELL + 2 * FRAME];
  return s("svg.mini", { viewBox: `0 0 ${wide} ${high + (pops.length && 12)}` },
    boardSvg({ width, height, board: rows.join("") }, FRAME, CELL),
    lines.map(({ player, ends: [[c, r], [d, q]] }) => s(`path.mini-line.p${player + 1}`, { d: `M${x(c)} ${y(r)}L${x(d)} ${y(q)}` })),
    pops.map(({ column }) => s("path.mini-pop", { d: `M${x(column)} ${high + 2}v8m-3-3 3 3 3-3` })),
    slips?.lands.map((land) => s("circle.mini-slip", { cx: x(land.column), cy: y(land.row), r: 3.9, opacity: 0.25 + land.chance / 2 })));
}
