// Moves as buttons, in a list, a ribbon or a strip, and the four buttons that step through them.
import { disc } from "./explorer/discs.js";
import { find, h } from "./explorer/dom.js";

/** The move at an index; `at` moves have been played where one is. */
export const plyButton = ({ text, player, said = text }, index, at, go) => h("button.ply.flat.row",
  { class: index >= at && "undone", "aria-current": index + 1 === at || null, "aria-label": `Move ${index + 1}, ${said}`, onclick: () => go(index + 1) },
  disc(player), text);

/** Pairs of moves, numbered. */
export function moveRows(plies, at, go) {
  const first = plies[0]?.player ?? 0, rows = [];
  for (let index = -first; index < plies.length; index += 2) {
    rows.push(h("li", h("span.ply-number", (index + first) / 2 + 1),
      [index, index + 1].map((one) => (plies[one] ? plyButton(plies[one], one, at, go) : h("span")))));
  }
  return rows;
}

/** What the four buttons do, where `at()` of so many moves are shown. */
export const stepActs = (at, go) => ({ first: () => go(0), back: () => go(at() - 1), on: () => go(at() + 1), last: () => go(Infinity) });

export function drawStepper(root, at, all) {
  // There is nothing before the first and nothing after the last.
  for (const act of ["first", "back", "on", "last"]) find(`[data-act=${act}]`, root).disabled = at === (/[fb]/.test(act) ? 0 : all);
}

/** Scroll so that the current move is seen. */
export function showCurrent(list) {
  const here = find("[aria-current]", list);
  list.scrollTop = here ? here.offsetTop - list.offsetTop - list.clientHeight + 44 : 0;
  list.scrollLeft = here ? here.offsetLeft - list.offsetLeft - list.clientWidth / 2 : 0;
}
