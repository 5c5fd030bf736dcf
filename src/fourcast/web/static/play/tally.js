// The tally over the games of the same two players with the same rules, in the settings of this browser.
import { PLAYER_NAMES } from "../app/format.js";
import { saveSettings, settings } from "../app/settings.js";

const DRAW = "";

/**
 * Count a game if it is over: the number of games that each player won, and of draws; null before the first result. A
 * game of other players or rules starts another tally if it ended on this page, `isPlayed`.
 */
export function updateTally({ id, rules, players, position }, isPlayed) {
  const { outcome } = position;
  const idents = players.map(({ agent, name }) => agent ?? name);
  // Two agents of the same kind are told apart by their colour.
  const winners = idents[0] === idents[1] ? PLAYER_NAMES : idents;
  const key = [rules.text, ...winners.toSorted()].join("\n");
  const isSame = settings.tally?.key === key;
  if (!isSame && !(outcome && isPlayed)) return null;
  const results = { ...(isSame && settings.tally.results) };
  const before = results[id];
  if (outcome) results[id] = winners[outcome.winner] ?? DRAW;
  // A move was taken back.
  else delete results[id];
  if (results[id] !== before) saveSettings({ tally: { key, results } });
  const all = Object.values(results);
  const count = (winner) => all.filter((result) => result === winner).length;
  return all.length ? { wins: winners.map(count), draws: count(DRAW) } : null;
}

/** You 2, Level 3 1, draws 0 */
export const tallyText = ({ players }, { wins, draws }) =>
  `${players.map(({ name }, player) => `${name} ${wins[player]}`).join(", ")}, draws ${draws}`;
