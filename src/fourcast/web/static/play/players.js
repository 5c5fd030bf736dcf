// The cards of the two players: name, clock, scores, and the last reply of an agent or its search.
import { disc } from "lib/discs.js";
import { find, h, put } from "lib/dom.js";
import { icon } from "lib/icon.js";
import { PLAYER_NAMES, formatClock, formatCount, formatTime } from "../app/format.js";
import { linkTo } from "../app/router.js";
import { ME } from "./game.js";
import { tallyText } from "./tally.js";

// Searches shorter than this are not shown, in milliseconds.
const SEARCH_DELAY = 150;

export function drawPlayer(card, open, player) {
  const { players, position } = open.game;
  const { outcome, turn } = position;
  const { name, about, clock, agent } = players[player];
  const isTurn = !outcome && turn === player;
  card.classList.toggle("turn", isTurn);
  card.ariaLabel = `${PLAYER_NAMES[player]}, ${name}`;
  const reply = agent && lastReply(open.game, player);
  const brief = reply ? briefReply(reply) : about;
  put(
    card,
    disc(player, "big"),
    h(
      "div.player-who",
      h("b", name),
      wins(open, player),
      about !== name && h("span.about.quiet", about),
      h("span.brief.quiet.not-phone", brief),
    ),
    h("div.player-end.row.spread", h("span.clock", formatClock(clock)), tag(outcome, player, isTurn)),
    h(
      "div.more.grid",
      scores(open, player),
      agent ? agentState(open, player, isTurn, reply, brief) : seatState(open, player),
    ),
  );
}

// A button to give the seat of a person to somebody else, or to another device.
function seatState(open, player) {
  const { players } = open.game;
  const { invited, owner } = players[player];
  if (!ME || open.isOver || players.some(({ agent }) => agent)) return null;
  if (!open.isMine(player)) return owner && !open.isWatching && h("span.quiet.seat", "On another device");
  const invite = ["Invite", invited ? " again" : h("span.not-phone", " by a link")];
  const move = [h("span.not-phone", "Continue on another device"), h("span.only-phone", "Another device")];
  const label = open.isSplit ? move : invite;
  return h("button.button.link.seat", { "data-action": "invite", value: player }, h("span", label));
}

// The games that the player has won against the other.
const wins = ({ game, tally }, player) =>
  tally && h("span.wins", { title: `Games won: ${tallyText(game, tally)}` }, tally.wins[player]);

function tag(outcome, player, isTurn) {
  if (outcome?.winner === player) return h("span.tag.won", "Won");
  return isTurn && h("span.tag", "To move");
}

/** Advance the clock of the side to move while it runs on the server, and the time that a solver has left. */
export function updateClock(cards, { game, receivedAt, isConnected }) {
  const { thinking } = game;
  const countdown = find(".countdown", cards[game.position.turn]);
  if (countdown && thinking) {
    const seconds = thinking.seconds + (performance.now() - receivedAt) / 1000;
    const left = Math.max(0, Math.ceil(thinking.limit - seconds));
    find("progress", cards[game.position.turn]).value = seconds;
    countdown.textContent = left ? `At most ${left} s, then ${thinking.fallback}` : `Now ${thinking.fallback}`;
  }
  if (!game.running || !isConnected) return;
  const { turn } = game.position;
  const seconds = game.players[turn].clock + (performance.now() - receivedAt) / 1000;
  find(".clock", cards[turn]).textContent = formatClock(seconds);
}

function scores({ position, game }, player) {
  const { scores: points, pops } = position;
  if (!points && !pops) return null;
  // "3 lines", "1 line"
  const count = (numbers, words) => {
    if (!numbers) return null;
    const number = numbers[player];
    return h("span", h("b", number), number === 1 ? words.replace("s", "") : words);
  };
  return h("p.score.row.quiet", count(points, game.rules.counts), count(pops, "pops left"));
}

function agentState(open, player, isTurn, reply, brief) {
  const change = { "data-action": "changeOpponent", value: player };
  return h(
    "div.reply.grid",
    h("span.brief.quiet.only-phone", brief),
    reply && replyFacts(open.game, player, reply),
    isTurn && searchState(open, player),
    !open.isOver && h("button.button.link", change, "Change opponent"),
  );
}

// The note of the last reply of an agent, with its ply and its time as text; null if it has none.
function lastReply({ plies, notes }, player) {
  // An agent that was replaced has a name in its notes.
  const isOwn = (note) => note && !note.player && (note.nodes !== null || !note.given);
  const index = plies.findLastIndex((ply, number) => ply.player === player && isOwn(notes[number]));
  if (index < 0) return null;
  const note = notes[index];
  const fromBook = note.engine === "book" && { depth: 0, remark: "From the opening book" };
  return { ...note, ...fromBook, ply: index + 1, time: formatTime(note.search_seconds ?? note.seconds) };
}

// A random move has depth 0: nothing was searched. The first words of a remark replace the numbers.
const briefReply = ({ nodes, depth, time, remark }) => {
  if (remark) return remark.split(": ")[0];
  const words = nodes === 1 ? "node" : "nodes";
  return `${depth ? `${formatCount(nodes)} ${words}, depth ${depth}, ` : ""}${time.replace(" ", "\u00a0")}`;
};

function replyFacts({ id, players }, player, { ply, nodes, dropped, all_nodes: allNodes, depth, time, seed, remark }) {
  const fact = (name, value) => h("div", h("dt", name), h("dd", value));
  const tree = { href: linkTo(`/tree?game=${id}&ply=${ply}`) };
  return [
    h("span.quiet.not-phone", "Last reply"),
    h("dl.facts", depth > 0 && [fact("nodes", formatCount(nodes)), fact("depth", depth)], fact("time", time)),
    dropped && h("p.quiet.not-phone", countsText(dropped, allNodes)),
    seed !== null && h("p.quiet.not-phone", `Seed ${seed}`),
    remark && h("p.quiet", remark),
    !players[player].no_tree && h("a.button.link", tree, icon("tree"), "See how it decided"),
  ];
}

/** What the numbers of a reply count: its last iteration alone, where the search had several. */
function countsText(dropped, allNodes) {
  const made = `${formatCount(dropped)} moves made in the search`;
  return allNodes ? `${made}, last iteration; ${formatCount(allNodes)} nodes in all iterations` : made;
}

// The search of the agent to move, with a button to pause or resume it.
function searchState(open, player) {
  const { paused, thinking, players } = open.game;
  if (paused && !open.hasOnlyAgents && !open.isWatching) return stateLine("Stopped", "resume", "Resume");
  if (thinking?.player !== player) return null;
  const { queue_position: queuePosition, depth, limit } = thinking;
  const isSolving = limit && !queuePosition;
  const words = queuePosition
    ? `Number ${queuePosition} in the queue`
    : [h("span.not-phone", `${players[player].name} `), depth ? `is thinking, depth ${depth}` : "is thinking"];
  if (open.isWatching) return h("div.thinking.row.soft", words);
  const line = stateLine(isSolving ? h("span.countdown") : h("span", words), "pause", "Stop");
  if (!queuePosition) line.append(h("button.button.small", { "data-action": "moveNow" }, "Move now"));
  if (isSolving) line.append(h("progress", { max: limit, value: thinking.seconds, "aria-label": "Time for solving" }));
  line.hidden = performance.now() - open.receivedAt < SEARCH_DELAY && !depth;
  setTimeout(() => {
    line.hidden = false;
  }, SEARCH_DELAY);
  return line;
}

const stateLine = (words, action, label) =>
  h("div.thinking.row.spread.soft", words, h("button.button.small", { "data-action": action }, label));
