// A small picture of a position, with what is special about its game: lines, pops, drift.
import { boardSvg } from "lib/discs.js";
import { s } from "lib/dom.js";

const CELL = 10;
const FRAME = 3.5;
const POP_HEIGHT = 12;

export const boardThumbnail = (rows) => thumbnail({ rows, lines: [], moves: [] });

/** `hasOdds`: whether the chances of a landing are written on it. */
export function thumbnail({ rows, lines, moves, turn = 0 }, { hasOdds = false } = {}) {
  const size = { width: rows[0].length, height: rows.length };
  const width = size.width * CELL + 2 * FRAME;
  const height = size.height * CELL + 2 * FRAME;
  const x = (column) => FRAME + (column + 0.5) * CELL;
  const y = (row) => FRAME + (size.height - row - 0.5) * CELL;
  const pops = moves.filter((move) => move.kind === "pop");
  // The only drop, or one that may land in three columns.
  const drift = moves.length === 1 ? moves[0] : moves.find((move) => move.lands.length > 2);
  const lineMark = ({ player, ends: [[startColumn, startRow], [endColumn, endRow]] }) => {
    const path = `M${x(startColumn)} ${y(startRow)}L${x(endColumn)} ${y(endRow)}`;
    return s(`path.mini-line.p${player + 1}`, { d: path });
  };
  const popMark = ({ column }) => s("path.mini-pop", { d: `M${x(column)} ${height + 2}v8m-3-3 3 3 3-3` });
  const landing = ({ column, row, chance }) =>
    s(`circle.mini-slip.p${turn + 1}`, { cx: x(column), cy: y(row), r: 3.9, opacity: 0.25 + chance / 2 });
  const odds = ({ column, row, chance }) =>
    s("text.mini-text", { x: x(column), y: y(row) + 1.5 }, `${Math.round(chance * 100)}%`);
  const points = ({ ends: [[startColumn, startRow], [endColumn, endRow]], points: number }) =>
    s(
      "text.mini-text",
      { x: (x(startColumn) + x(endColumn)) / 2, y: (y(startRow) + y(endRow)) / 2 + 1.5 },
      `+${number}`,
    );
  return s(
    "svg.mini",
    { viewBox: `0 0 ${width} ${height + (pops.length ? POP_HEIGHT : 0)}` },
    boardSvg({ ...size, board: rows.join("") }, FRAME, CELL),
    lines.map(lineMark),
    pops.map(popMark),
    drift?.lands.map(landing),
    hasOdds && drift?.lands.length > 1 && drift.lands.map(odds),
    hasOdds && lines.filter((line) => line.points).map(points),
  );
}
