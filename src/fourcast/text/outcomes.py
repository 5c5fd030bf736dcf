"""Moves, scores and endings of games in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fourcast.algorithms import Score, ScoreKind
from fourcast.rules import FIRST, SECOND, Ending, Goal, MoveKind, Outcome, Ply, Position, Rules, full_runs
from fourcast.text.numbers import count_of, number_word

PLAYERS: Final = ("Red", "Yellow")
"""The first and the second player, by the colour of their discs."""


# Scores


def count_text(number: int, goal: Goal) -> str:
    """A number of lines or points, whichever the goal counts."""
    return count_of(number, "line" if goal is Goal.MOST_LINES else "point")


def score_text(scores: tuple[int, int], goal: Goal) -> str:
    """Both scores.

    >>> score_text((1, 0), Goal.MOST_LINES), score_text((20, 7), Goal.RUN_POINTS)
    ('1 line to 0', '20 points to 7')
    """
    return f"{count_text(scores[0], goal)} to {scores[1]}"


def win_text(rules: Rules, score: float, plies: int) -> str:
    """A win as high scores list it: `won in 9 moves`, `won by 3 lines in 30 moves`."""
    margin = "" if rules.goal is Goal.FIRST_LINE else f" by {count_text(round(score), rules.goal)}"
    return f"won{margin} in {count_of(plies, 'move')}"


HIGH_SCORE_ORDER: Final = (
    "Wins against the strongest opponents come first, then the largest margin, then the fewest moves of both players."
)


def score_sentence(position: Position, names: Sequence[str]) -> str | None:
    """The score so far, where the goal counts lines or points, and the pop-outs left, where they are limited."""
    figures = {}
    if position.rules.goal is not Goal.FIRST_LINE:
        figures["Lines" if position.rules.goal is Goal.MOST_LINES else "Points"] = position.scores
    if position.rules.pops_each:
        figures["Pop-outs left"] = position.pops
    parts = (f"{what}: {names[FIRST]} {first}, {names[SECOND]} {second}." for what, (first, second) in figures.items())
    return " ".join(parts) or None


def state_sentence(position: Position, outcome: Outcome | None, names: tuple[str, str]) -> str:
    """The ending, or the side to move, with the score where there is one."""
    if outcome:
        return outcome_sentence(outcome, position.rules.goal, names)
    score = score_sentence(position, names)
    turn = f"{names[position.turn]} to move."
    return f"{turn} {score}" if score else turn


def value_text(score: Score) -> str:
    """The value of a position: `win in 5 moves`, `+3`."""
    if score.kind is ScoreKind.VALUE:
        return str(score)
    return f"{score} move" if score.number == 1 else f"{score} moves"


# Winners


def wins_text(name: str) -> str:
    """
    >>> wins_text("Ada"), wins_text("You")
    ('Ada wins', 'You win')
    """
    return f"{name} {'win' if name == 'You' else 'wins'}"


def margin_text(outcome: Outcome, goal: Goal, names: Sequence[str]) -> str:
    """The winner and the margin, where the goal counts lines or points: `Ada wins, 3 lines to 1`."""
    assert outcome.winner is not None
    own, others = outcome.scores[outcome.winner], outcome.scores[1 - outcome.winner]
    return f"{wins_text(names[outcome.winner])}, {score_text((own, others), goal)}"


# Endings


def ending_title(connect: int, ending: Ending) -> str:
    """The ending in two or three words."""
    return {
        Ending.LINE: f"{number_word(connect).capitalize()} in a row",
        Ending.RESIGNATION: "Resigned",
        Ending.TIME: "Out of time",
        Ending.FORFEIT: "Forfeited",
        Ending.ADJUDICATION: "Adjudicated",
        Ending.REPETITION: "Threefold repetition",
        Ending.FULL_BOARD: "Full board",
        Ending.NO_ACTION: "No move left",
    }[ending]


_LOSSES: Final = {
    Ending.RESIGNATION: ("resigned", "resigned"),
    Ending.TIME: ("ran out of time", "ran out of time"),
    Ending.FORFEIT: ("forfeited", "made no legal move"),
}
"""What the loser did, in a headline and in a sentence."""


def outcome_headline(position: Position, outcome: Outcome, names: Sequence[str]) -> str:
    """The ending as a headline."""
    if outcome.winner is None:
        return "Draw"
    if outcome.ending in _LOSSES:
        return f"{names[1 - outcome.winner]} {_LOSSES[outcome.ending][0]}"
    match outcome.ending:
        case Ending.ADJUDICATION:
            return wins_text(names[outcome.winner])
        case Ending.LINE:
            return f"{wins_text(names[outcome.winner])} {_direction(position, outcome)}"
        case _:
            return margin_text(outcome, position.rules.goal, names)


def outcome_detail(position: Position, outcome: Outcome, names: Sequence[str]) -> str:
    """The sentence below the headline of an ending."""
    discs = f"after {position.discs} discs"
    match outcome.ending:
        case Ending.LINE:
            where = _line_place(position, outcome)
            return f"{where[0].upper()}{where[1:]}, {discs}."
        case Ending.REPETITION:
            return "The position occurred for the third time."
        case Ending.ADJUDICATION:
            return f"Not played out: decided by the exact solver {discs}."
        case Ending.RESIGNATION | Ending.TIME | Ending.FORFEIT:
            assert outcome.winner is not None
            return f"{wins_text(names[outcome.winner])} {discs}."
        case _:
            if position.drawn:
                return f"{names[1 - position.turn]} called it on the full board."
            how = "The board is full" if outcome.ending is Ending.FULL_BOARD else "No move is left"
            if outcome.winner is None and position.rules.goal is not Goal.FIRST_LINE:
                return f"{how}, {count_text(outcome.scores[0], position.rules.goal)} each."
            if outcome.winner is not None:
                what = "lines" if position.rules.goal is Goal.MOST_LINES else "points"
                have = "have" if names[outcome.winner] == "You" else "has"
                return f"{names[outcome.winner]} {have} more {what}."
            return f"No player has {number_word(position.rules.shape.connect)} in a row."


def ending_sentence(position: Position, outcome: Outcome, names: tuple[str, str]) -> str:
    """The ending in one sentence, with the place of the line or the player who called the draw."""
    if position.drawn:
        return f"Draw. {names[1 - position.turn]} called it on the full board."
    sentence = outcome_sentence(outcome, position.rules.goal, names)
    if outcome.ending is Ending.LINE and outcome.winner is not None:
        return f"{sentence.removesuffix(' with a line.')}: {_line_place(position, outcome)}."
    return sentence


def outcome_sentence(outcome: Outcome, goal: Goal, names: tuple[str, str]) -> str:
    """The ending in one sentence, without the position."""
    if outcome.winner is None:
        return _draw_sentence(outcome, goal)
    wins = wins_text(names[outcome.winner])
    if outcome.ending in _LOSSES:
        return f"{names[1 - outcome.winner]} {_LOSSES[outcome.ending][1]}. {wins}."
    match outcome.ending:
        case Ending.ADJUDICATION:
            return f"{wins}, decided by the exact solver."
        case Ending.LINE:
            return f"{wins} with a line."
        case _:
            return f"{margin_text(outcome, goal, names)}."


def _draw_sentence(outcome: Outcome, goal: Goal) -> str:
    match outcome.ending:
        case Ending.REPETITION:
            return "Draw. The position occurred for the third time."
        case Ending.ADJUDICATION:
            return "Draw, decided by the exact solver."
        case Ending.FULL_BOARD if goal is Goal.FIRST_LINE:
            return "Draw. The board is full."
        case Ending.FULL_BOARD | Ending.NO_ACTION:
            return f"Draw, {score_text(outcome.scores, goal)}."
        case _:
            return "Draw."


def _direction(position: Position, outcome: Outcome) -> str:
    (column, row), (last_column, last_row) = _winning_run(position, outcome)
    kind = "vertical" if column == last_column else "horizontal" if row == last_row else "diagonal"
    return f"with a {kind} {number_word(position.rules.shape.connect)}"


def _line_place(position: Position, outcome: Outcome) -> str:
    (column, row), (last_column, last_row) = _winning_run(position, outcome)
    if column == last_column:
        return f"column {column + 1}, rows {row + 1} to {last_row + 1}"
    if row == last_row:
        return f"row {row + 1}, columns {column + 1} to {last_column + 1}"
    return f"the diagonal from column {column + 1}, row {row + 1} to column {last_column + 1}, row {last_row + 1}"


def _winning_run(position: Position, outcome: Outcome) -> tuple[tuple[int, int], tuple[int, int]]:
    assert outcome.winner is not None
    return next(full_runs(position.stones[outcome.winner], position.rules.shape))


# Moves


def ply_sentence(ply: Ply, name: str) -> str:
    """A move as it was played."""
    column = ply.move.column + 1
    match ply.move.kind:
        case MoveKind.POP:
            return f"{name} popped column {column}"
        case MoveKind.CALL_DRAW:
            return f"{name} called a draw"
        case MoveKind.PLACE:
            return f"{name} played cell {ply.move}"
        case MoveKind.DROP:
            if ply.landed is not None and ply.landed != ply.move.column:
                return f"{name} aimed at column {column}, and the disc fell into column {ply.landed + 1}"
            return f"{name} dropped in column {column}"
