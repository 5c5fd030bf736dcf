// Moves as buttons, and the four buttons that step through them.
import { disc } from "lib/discs.js";
import { find, findAll, h } from "lib/dom.js";

/** The button of the move at `index` with its mark, where `ply` moves are shown as played. `goTo(ply)` steps. */
export function moveButton({ text, player, gain, description = text, mark = null }, index, ply, goTo) {
  const attributes = {
    class: index >= ply && "later",
    "aria-current": index + 1 === ply || null,
    "aria-label": `Move ${index + 1}, ${description}${mark?.symbol ? `, ${mark.words}` : ""}`,
    title: mark?.symbol ? mark.words : description,
    onclick: () => goTo(index + 1),
  };
  const sign = mark?.symbol && h("span.mark", { class: mark.symbol === "??" && "bad" }, mark.symbol);
  return h("button.ply.flat.row", attributes, disc(player), text, gain && h("small.quiet", gain), sign);
}

/** The buttons of the moves from an index on. */
export const moveButtons = (moves, ply, goTo, from = 0) =>
  moves.slice(from).map((move, index) => moveButton(move, from + index, ply, goTo));

/** Pairs of moves with the number of the first, from a row on. */
export function moveRows(moves, ply, goTo, from = 0) {
  const first = moves[0]?.player ?? 0;
  const cell = (index) => (moves[index] ? moveButton(moves[index], index, ply, goTo) : h("span"));
  const rows = [];
  for (let index = 2 * from - first; index < moves.length; index += 2) {
    rows.push(h("li", h("span.ply-number", Math.max(1, index + 1)), cell(index), cell(index + 1)));
  }
  return rows;
}

/** Show moves in a list by `draw`, one of the two above. What it shows already stays, however many moves there are. */
export function updateMoves(list, moves, ply, goTo, draw) {
  const changed = moves.findIndex((move, index) => move !== list.moves?.[index]);
  const same = changed < 0 ? moves.length : changed;
  const from = draw === moveRows ? Math.floor((same + (moves[0]?.player ?? 0)) / 2) : same;
  while (list.children.length > from) list.lastElementChild.remove();
  list.append(...draw(moves, ply, goTo, from));
  list.moves = moves;
  for (const [index, button] of findAll("button", list).entries()) {
    button.classList.toggle("later", index >= ply);
    button.ariaCurrent = index + 1 === ply ? "true" : null;
  }
}

/** The actions of the four buttons; `ply()` is the number of moves that are shown as played. */
export const stepActions = (ply, goTo) => ({
  first: () => goTo(0),
  previous: () => goTo(ply() - 1),
  next: () => goTo(ply() + 1),
  last: () => goTo(Infinity),
});

/** Disable the buttons that lead nowhere. */
export function drawStepper(root, ply, count) {
  for (const action of ["first", "previous"]) find(`[data-action=${action}]`, root).disabled = ply === 0;
  for (const action of ["next", "last"]) find(`[data-action=${action}]`, root).disabled = ply === count;
}

/** Scroll a list of moves to the current one. */
export function scrollToCurrent(list) {
  const current = find("[aria-current]", list);
  list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight + 44 : 0;
  list.scrollLeft = current ? current.offsetLeft - list.offsetLeft - list.clientWidth / 2 : 0;
}
