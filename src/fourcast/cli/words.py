"""What is said about a position or a game, in whole sentences."""

from __future__ import annotations

from fourcast.play import margin_text, score_text, wins_text
from fourcast.rules import FIRST, SECOND, Ending, Goal, Outcome, Player, PopRule, Position, runs
from fourcast.search import Score
from fourcast.search import ScoreKind as ScoreKind


def ending_sentence(position: Position, outcome: Outcome, names: tuple[str, str]) -> str:
    """How it ended, with where the line is or who called the draw."""
    if position.drawn:
        return f"Draw. {names[1 - position.turn]} called it on the full board."
    sentence = outcome_sentence(outcome, position.rules.goal, names)
    if outcome.ending is Ending.LINE and outcome.winner is not None:
        return sentence.removesuffix(" with a line.") + f": {_where_the_line_is(position, outcome.winner)}."
    return sentence


def _where_the_line_is(position: Position, player: Player) -> str:
    (column, row), (last_column, last_row) = next(runs(position, player))
    if column == last_column:
        return f"column {column + 1}, rows {row + 1} to {last_row + 1}"
    if row == last_row:
        return f"row {row + 1}, columns {column + 1} to {last_column + 1}"
    return f"the diagonal from column {column + 1}, row {row + 1} to column {last_column + 1}, row {last_row + 1}"


def outcome_sentence(outcome: Outcome, goal: Goal, names: tuple[str, str]) -> str:
    """How it ended."""
    if outcome.winner is None:
        return {
            Ending.REPETITION: "Draw. The position stands for the third time.",
            Ending.ADJUDICATION: "Draw: the exact solver says so.",
            Ending.NO_ACTION: f"Draw, {score_text(outcome.scores, goal)}.",
            Ending.FULL_BOARD: "Draw. The board is full."
            if goal is Goal.FIRST_LINE
            else f"Draw, {score_text(outcome.scores, goal)}.",
        }.get(outcome.ending, "Draw.")
    wins, loser = wins_text(names[outcome.winner]), names[1 - outcome.winner]
    match outcome.ending:
        case Ending.RESIGNATION:
            return f"{loser} resigned. {wins}."
        case Ending.TIME:
            return f"{loser} ran out of time. {wins}."
        case Ending.FORFEIT:
            return f"{loser} gave no move that may be played. {wins}."
        case Ending.ADJUDICATION:
            return f"{wins}: the exact solver says so."
        case Ending.LINE:
            return f"{wins} with a line."
        case _:
            return f"{margin_text(outcome, goal, names)}."


def score_sentence(position: Position, names: tuple[str, str]) -> str | None:
    """The score so far, where the goal counts something, and the pop-outs left, where they are limited."""
    parts = []
    if position.rules.goal is not Goal.FIRST_LINE:
        unit = "Lines" if position.rules.goal is Goal.MOST_LINES else "Points"
        first, second = position.scores
        parts.append(f"{unit}: {names[FIRST]} {first}, {names[SECOND]} {second}.")
    if position.rules.pop_rule is PopRule.LIMITED:
        parts.append(f"Pop-outs left: {names[FIRST]} {position.pops[FIRST]}, {names[SECOND]} {position.pops[SECOND]}.")
    return " ".join(parts) or None


def state_sentence(position: Position, outcome: Outcome | None, names: tuple[str, str]) -> str:
    """How it ended or whose turn it is, with the score where there is one."""
    if outcome:
        return outcome_sentence(outcome, position.rules.goal, names)
    score = score_sentence(position, names)
    turn = f"{names[position.turn]} to move."
    return f"{turn} {score}" if score else turn


def time_text(seconds: float) -> str:
    """A time in the unit that fits.

    >>> time_text(0.0000042), time_text(0.0312), time_text(2.5), time_text(90)
    ('4.2 µs', '31.2 ms', '2.50 s', '1.50 min')
    """
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds:.2f} s" if seconds < 60 else f"{seconds / 60:.2f} min"


def value_text(score: Score) -> str:
    """A score as people say it."""
    if score.kind is ScoreKind.VALUE:
        return str(score)
    return f"{score} moves" if score.number != 1 else f"{score} move"
