// The graph of a review: the value after every move, Red's half above the draw line, Yellow's below.
import { s } from "lib/dom.js";

const WIDTH = 256;
const HEIGHT = 150;
const LEFT = 46;
const RIGHT = 8;
const TOP = 6;
const BOTTOM = 20;
const MIDDLE = (TOP + HEIGHT - BOTTOM) / 2;

const label = (x, y, text, anchor = "start") => s("text", { x, y, "text-anchor": anchor }, text);

/** An SVG of the moves of a review; `number` is the move that is shown. `onChoose(number)` is called on a click. */
export function reviewGraph(moves, number, count, isExpectation, onChoose) {
  const step = (WIDTH - LEFT - RIGHT - 12) / Math.max(1, count - 1);
  const x = (move) => LEFT + 6 + (move - 1) * step;
  const y = (height) => TOP + (1 - height) * (HEIGHT - TOP - BOTTOM);
  const known = moves.filter((move) => move.height !== null);
  const parts = [];
  known.forEach((move, index) => {
    const isNext = known[index - 1]?.number === move.number - 1;
    parts.push(`${isNext ? "L" : "M"}${x(move.number)} ${y(move.height)}`);
  });
  const half = (kind, top) =>
    s(`rect.half.${kind}`, { x: LEFT, y: top, width: WIDTH - LEFT - RIGHT, height: MIDDLE - TOP });
  const choose = ({ clientX, currentTarget }) => {
    const box = currentTarget.getBoundingClientRect();
    const at = ((clientX - box.left) / box.width) * WIDTH;
    onChoose(Math.max(1, Math.min(count, Math.round((at - LEFT - 6) / step) + 1)));
  };
  const wins = isExpectation ? "ahead" : "wins";
  return s(
    "svg.graph",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, onclick: choose },
    s(
      "defs",
      s(
        "pattern",
        { id: "not-solved", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("path", { d: "M0 0V6" }),
      ),
    ),
    half("p1", TOP),
    half("p2", MIDDLE),
    unsolvedStretches(moves, count).map(([from, to]) => stretch(x(from) - step / 2, x(to) + step / 2)),
    s("path.zero", { d: `M${LEFT} ${MIDDLE}H${WIDTH - RIGHT}` }),
    s("path.here", { d: `M${x(number)} ${TOP}V${HEIGHT - BOTTOM}` }),
    s("path.values", { d: parts.join("") }),
    known.map((move) =>
      s("circle", {
        class: [move.symbol === "??" && "bad", move.number === number && "current"].filter(Boolean).join(" "),
        cx: x(move.number),
        cy: y(move.height),
        r: move.number === number ? 5 : count > 30 ? 2.2 : 3.4,
      }),
    ),
    label(0, TOP + 12, "Red"),
    label(0, TOP + 26, wins),
    label(0, MIDDLE + 4, isExpectation ? "even" : "draw"),
    label(0, HEIGHT - BOTTOM - 18, "Yellow"),
    label(0, HEIGHT - BOTTOM - 4, wins),
    [1, number, count]
      .filter((move, index, all) => all.indexOf(move) === index && (move === number || Math.abs(move - number) > 2))
      .map((move) => label(x(move), HEIGHT - 5, move, "middle")),
  );
}

// First and last moves of the stretches without a value.
function unsolvedStretches(moves, count) {
  const stretches = [];
  for (let number = 1; number <= count; number += 1) {
    const isUnknown = (moves[number - 1]?.height ?? null) === null;
    const last = stretches.at(-1);
    if (isUnknown && last?.[1] === number - 1) last[1] = number;
    else if (isUnknown) stretches.push([number, number]);
  }
  return stretches;
}

function stretch(from, to) {
  const left = Math.max(LEFT, from);
  const right = Math.min(WIDTH - RIGHT, to);
  return [
    s("rect.unsolved", { x: left, y: TOP, width: right - left, height: HEIGHT - TOP - BOTTOM }),
    right - left > 64 && label((left + right) / 2, MIDDLE - 8, "not solved", "middle"),
  ];
}
