"""What the page says, in whole sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fourcast.experiments.compare.ways import TITLES as WAYS
from fourcast.play import NATURAL_EVALS, Agent, PerfectAgent, SearchAgent, count_text, margin_text, wins_text
from fourcast.rules import (
    LINE_POINTS,
    ONE_SHORT_POINTS,
    TWO_SHORT_POINTS,
    Drift,
    Ending,
    Goal,
    MoveKind,
    Outcome,
    Player,
    Ply,
    PopRule,
    Position,
    Rules,
    runs,
)
from fourcast.search import GREEDY, MCTS, RANDOM

_NUMBERS: Final = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
ALGORITHMS: Final[Mapping[str, str]] = {
    **WAYS,
    "alphabeta": "Alpha-beta",
    RANDOM: "Random",
    GREEDY: "Greedy",
    MCTS: "Monte-Carlo tree",
}
NO_TREE: Final[Mapping[str, str]] = {
    PerfectAgent.algorithm: "solves exactly",
    RANDOM: "does not look ahead",
    MCTS: "plays games to their end",
}
"""What agents do whose replies have no tree to be looked at."""
LEVELS: Final = (
    "It takes what it can and blocks what it sees.",
    "It sees your answer, and not what comes after.",
    "It falls into traps that take patience.",
    "It sees simple traps and sets a few.",
    "It punishes careless moves.",
    "It plans, and it waits for your mistake.",
    "It seldom gives a win away.",
    "The strongest that answers within three seconds.",
)
"""What to expect of each level."""


def how_won(rules: Rules) -> str:
    """How the game is won, and what is special about it."""
    connect = number_word(rules.shape.connect)
    many = connect.capitalize()
    parts = {
        Goal.FIRST_LINE: [f"{many} of your discs in a row: across, up or on a diagonal. The first line ends the game."],
        Goal.MOST_LINES: [f"Play until the board is full. Every {connect} in a row is a line, and more lines win."],
        Goal.RUN_POINTS: [
            f"Rows of your discs score: {connect} {LINE_POINTS} points, one short of it {ONE_SHORT_POINTS}, two short "
            f"{TWO_SHORT_POINTS}. When no move is left, more points win."
        ],
    }[rules.goal]
    if not rules.gravity:
        parts.append("Nothing falls: choose any empty cell.")
    if rules.pop_rule is PopRule.OWN:
        parts.append("Instead of dropping you may pop one of your own discs out of the bottom row.")
    if rules.pop_rule is PopRule.LIMITED:
        parts.append(
            f"Each side may pop {number_word(rules.pops_each)} times, any disc: Red from columns 1, 3, 5 …, "
            "Yellow from 2, 4, 6 …."
        )
    if rules.drift:
        parts.append(f"A falling disc {_slips(rules.drift)}.")
    return " ".join(parts)


def not_with(rules: Rules) -> str:
    """Why pop-outs or drift that somebody wants cannot be added to rules."""
    if not rules.gravity:
        return "Nothing falls in this game, so nothing can be popped and nothing drifts."
    return "Pop-outs without a limit need a game that the first line ends."


def _slips(drift: Drift) -> str:
    total = sum(drift)
    if drift.left == drift.right:
        return f"slips one column to either side, {drift.left} time{'s'[: drift.left > 1]} in {total} each way"
    return f"slips one column to the left {drift.left} in {total} times, to the right {drift.right} in {total}"


def number_word(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def listed(items: Sequence[str]) -> str:
    """`1, 2 and 6`"""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


# Players


def agent_title(text: str, agent: Agent) -> str:
    """What an agent is called when nobody names it."""
    if (text.startswith("level") and "," not in text) or isinstance(agent, PerfectAgent):
        return agent.name.partition(",")[0]
    return ALGORITHMS.get(agent.algorithm, agent.name).partition(",")[0]


def agent_about(agent: Agent, rules: Rules) -> str:
    """How an agent looks ahead, in few words."""
    if not isinstance(agent, SearchAgent):
        return "Exact play"
    name = ALGORITHMS[agent.plan(rules).algorithm]
    if agent.algorithm in (RANDOM, GREEDY):
        return name
    limit = agent.limit
    if agent.algorithm == MCTS:
        return f"{name}, {limit.nodes:,} games" if limit.nodes else f"{name}, {limit.time:g} s"
    return f"{name}, depth {limit.depth}" if limit.depth else f"{name}, {limit.time:g} s"


def why_no_tree(agent: Agent, name: str) -> str | None:
    """Why the replies of an agent have no tree to be looked at; None if they have one."""
    does = NO_TREE.get(agent.algorithm)
    return does and f"{name} {does}: it keeps no tree of this kind."


def evaluation_for(rules: Rules) -> str:
    return NATURAL_EVALS[rules.goal]


# Moves


def ply_said(ply: Ply, name: str) -> str:
    """A move as the page tells it below the headline."""
    column = ply.move.column + 1
    match ply.move.kind:
        case MoveKind.POP:
            return f"{name} popped column {column}"
        case MoveKind.CALL_DRAW:
            return f"{name} called a draw"
        case MoveKind.PLACE:
            return f"{name} played row {ply.move.row + 1}, column {column}"
        case MoveKind.DROP:
            if ply.landed is not None and ply.landed != ply.move.column:
                return f"{name} aimed {column}, fell in {ply.landed + 1}"
            return f"{name} dropped in column {column}"


# Endings


def ending_title(rules: Rules, outcome: Outcome) -> str:
    """How it ended, in two or three words."""
    match outcome.ending:
        case Ending.LINE:
            return f"{number_word(rules.shape.connect).capitalize()} in a row"
        case Ending.RESIGNATION:
            return "Resigned"
        case Ending.TIME:
            return "Out of time"
        case Ending.FORFEIT:
            return "Forfeited"
        case Ending.ADJUDICATION:
            return "Adjudicated"
        case Ending.REPETITION:
            return "Third time"
        case Ending.FULL_BOARD:
            return "Full board"
        case Ending.NO_ACTION:
            return "No move left"


def headline_of(position: Position, outcome: Outcome, names: Sequence[str]) -> str:
    """How it ended, as a headline."""
    if outcome.winner is None:
        return "Draw"
    wins, loser = wins_text(names[outcome.winner]), names[1 - outcome.winner]
    match outcome.ending:
        case Ending.RESIGNATION:
            return f"{loser} resigned"
        case Ending.TIME:
            return f"{loser} ran out of time"
        case Ending.FORFEIT:
            return f"{loser} forfeited"
        case Ending.ADJUDICATION:
            return wins
        case Ending.LINE:
            return f"{wins} {_direction(position, outcome.winner)}"
        case _:
            return margin_text(outcome, position.rules.goal, names)


def detail_of(position: Position, outcome: Outcome, names: Sequence[str]) -> str:
    """The sentence below the headline of an ending."""
    discs = f"after {position.discs} discs"
    match outcome.ending:
        case Ending.LINE:
            assert outcome.winner is not None
            return f"{_where(position, outcome.winner)}, {discs}."
        case Ending.REPETITION:
            return "The position stands for the third time."
        case Ending.ADJUDICATION:
            return f"Not played out: the exact solver knew it {discs}."
        case Ending.RESIGNATION | Ending.TIME | Ending.FORFEIT:
            assert outcome.winner is not None
            return f"{wins_text(names[outcome.winner])} {discs}."
        case _:
            if position.drawn:
                return f"{names[1 - position.turn]} called it on the full board."
            how = "The board is full" if outcome.ending is Ending.FULL_BOARD else "No move is left"
            if outcome.winner is None and position.rules.goal is not Goal.FIRST_LINE:
                return f"{how}, {count_text(outcome.scores[0], position.rules.goal)} each."
            return f"{how}."


def _direction(position: Position, winner: Player) -> str:
    (column, row), (last_column, last_row) = next(runs(position, winner))
    return "up a column" if column == last_column else "across" if row == last_row else "on the diagonal"


def _where(position: Position, winner: Player) -> str:
    (column, row), (last_column, last_row) = next(runs(position, winner))
    if column == last_column:
        return f"Column {column + 1}, rows {row + 1} to {last_row + 1}"
    columns = f"columns {column + 1} to {last_column + 1}"
    return f"Row {row + 1}, {columns}" if row == last_row else columns.capitalize()


def to_move(player: Player, names: Sequence[str], persons: Sequence[bool]) -> str:
    """Whose turn it is: `Your turn` where only one person plays and it is his."""
    if persons[player] and not persons[1 - player]:
        return "Your turn"
    return f"{names[player]} to move"
