// The cards of the two players: name, clock, scores, the last reply of an agent, and that it is thinking.
import { disc } from "./explorer/discs.js";
import { find, h, put } from "./explorer/dom.js";
import { icon } from "./dialog.js";
import { clock, COLOURS, count, time } from "./words.js";

// Milliseconds before it is said that somebody thinks.
const PATIENCE = 150;

export function drawPlayer(card, live, player) {
  const { seats, position: { outcome, turn } } = live.game, seat = seats[player];
  const isTurn = !outcome && turn === player;
  card.classList.toggle("turn", isTurn);
  card.ariaLabel = `${COLOURS[player]}, ${seat.name}`;
  put(card, disc(player, "big"),
    h("div.player-who", h("b", seat.name), h("span.quiet", seat.about)),
    h("div.player-end.row.spread", h("span.clock", clock(seat.clock)),
      outcome?.winner === player ? h("span.tag.won", "Won") : isTurn && h("span.tag", "To move")),
    h("div.more.grid", scores(live, player), seat.agent && h("div.reply.grid", lastReply(live.game, player), isTurn && waiting(live, seat, player))));
}

/** The clock of the side to move runs, where the server says so. */
export function tick(cards, { game, received, isLost }) {
  if (!game.running || isLost) return;
  const { turn } = game.position;
  find(".clock", cards[turn]).textContent = clock(game.seats[turn].clock + (performance.now() - received) / 1000);
}

function scores({ position: { scores: own, pops }, game: { rules } }, player) {
  const number = (of, words) => of && h("span", h("b", of[player]), of[player] === 1 ? words.replace("s", "") : words);
  return (own || pops) && h("p.score.row.quiet", number(own, rules.counts), number(pops, "pops left"));
}

function lastReply({ id, plies, notes, seats }, player) {
  const at = plies.findLastIndex((ply, index) => ply.player === player && notes[index]?.nodes);
  if (at < 0) return null;
  const { nodes, depth, seconds, remark } = notes[at];
  const fact = (name, value) => h("div", h("dt", name), h("dd", value));
  return [
    h("span.quiet.not-phone", "Last reply"),
    h("dl.facts", fact("nodes", count(nodes)), fact("depth", depth), fact("time", time(seconds))),
    h("span.brief.quiet", `${count(nodes)} nodes, depth ${depth}, ${time(seconds)}`),
    remark && h("p.quiet", remark),
    !seats[player].no_tree && h("a.button.link", { href: `/tree?game=${id}&ply=${at + 1}` }, icon("tree"), "See how it decided"),
  ];
}

function waiting({ game: { paused, thinking }, isOfAgents, received }, { name }, player) {
  const line = (words, act, word) => h("div.thinking.row.spread.soft", words, h("button.button.small", { "data-act": act }, word));
  if (paused && !isOfAgents) return line("Stopped", "goOn", "Go on");
  if (thinking?.player !== player) return null;
  const { place, depth } = thinking;
  const shown = line(h("span", place ? `Number ${place} in the queue` : [h("span.not-phone", `${name} `), `looks ahead${depth ? `, depth ${depth}` : ""}`]), "pause", "Stop");
  shown.hidden = performance.now() - received < PATIENCE && !depth;
  setTimeout(() => { shown.hidden = false; }, PATIENCE);
  return shown;
}
