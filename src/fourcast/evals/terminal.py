"""The value of a finished game."""

from __future__ import annotations

from enum import Enum

from fourcast.rules import FIRST, Goal, Outcome, Position


class TerminalValue(Enum):
    """How a search values finished games.

    The normal way is `SOONER`. The others are how the published systems did it, and are there to reproduce them.
    """

    SOONER = "sooner"
    """A win is worth more the sooner it comes; a game of lines or points is worth its margin."""
    EVALUATED = "evaluated"
    """Like any other leaf, by the evaluation (Connect-4s, Connect Four 8×6)."""
    CUT_FIRST = "cut-first"
    """The evaluation when no depth is left, finished or not; before that, the margin (Smart-Connect-4)."""
    DRAW_FIRST = "draw-first"
    """A full board is a draw before it is a win of the side that searches (zer0lose's order of tests)."""


def terminal_value(position: Position, outcome: Outcome) -> int:
    """The value of a finished game to the side to move: the margin of lines or points; where the first line wins, 1 for
    a win, 0 for a draw, −1 for a loss."""
    if position.rules.goal is not Goal.FIRST_LINE:
        first, second = outcome.scores
        return first - second if position.turn == FIRST else second - first
    if outcome.winner is None:
        return 0
    return 1 if outcome.winner == position.turn else -1
