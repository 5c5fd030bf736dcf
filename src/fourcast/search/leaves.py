"""What a leaf is worth: a finished game, or an unfinished one with no depth left.

The normal way is `sooner`. The others are how the published systems did it, and are there to reproduce them.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, TypeAlias

from fourcast.rules import FIRST, Goal, Outcome, Player, Position

WIN: Final = 10**12
"""More than any evaluation. A won game is worth this and the depth that was left: sooner is better."""

LeafValue: TypeAlias = Callable[[Position, int], tuple[float, bool] | None]
"""What a position with so much depth left is worth to the side to move, and whether more depth could tell otherwise;
None if it is no leaf."""


class Ends(Enum):
    """How finished games are valued."""

    SOONER = "sooner"
    """A win is worth more the sooner it comes; a game of lines or points is worth its margin."""
    EVALUATED = "evaluated"
    """Like any other leaf, by the evaluation (Connect-4s, Connect Four 8×6)."""
    CUT_FIRST = "cut-first"
    """The evaluation when no depth is left, finished or not; before that, the margin (Smart-Connect-4)."""
    DRAW_FIRST = "draw-first"
    """A full board is a draw before it is the searcher's win (zer0lose's order of tests)."""


def leaf_value(evaluate: Callable[[Position, Player], float], hero: Player, ends: Ends) -> LeafValue:
    """The judge of leaves in a search that looks ahead for `hero`: evaluations are asked for him alone, for some are
    not antisymmetric, and only the sign is turned for the opponent."""

    def judged(position: Position) -> float:
        value = evaluate(position, hero)
        return value if position.turn == hero else -value

    def value_of(position: Position, depth: int) -> tuple[float, bool] | None:
        if ends is Ends.CUT_FIRST and depth == 0:
            return judged(position), True
        outcome = position.outcome
        if outcome is None:
            return None if depth else (judged(position), True)
        if ends is Ends.EVALUATED:
            return judged(position), False
        if ends is Ends.DRAW_FIRST and outcome.winner == hero and position.is_full:
            return 0, False
        return _value_of_end(position, outcome, depth), False

    return value_of


def _value_of_end(position: Position, outcome: Outcome, depth: int) -> int:
    """To the side to move."""
    if position.rules.goal is not Goal.FIRST_LINE:
        first, second = outcome.scores
        return first - second if position.turn == FIRST else second - first
    if outcome.winner is None:
        return 0
    return WIN + depth if outcome.winner == position.turn else -WIN - depth
