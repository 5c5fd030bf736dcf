"""Leaf values: of a finished game, and of an unfinished one with no depth left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from fourcast.evals import TerminalValue, terminal_value
from fourcast.rules import Goal, Player, Position

WIN: Final = 10**12
"""More than any evaluation. A won game is worth this and the depth that was left: sooner is better."""

LeafValue: TypeAlias = Callable[[Position, int], tuple[float, bool] | None]
"""The value of a position with so much depth left to the side to move, and whether it is an estimate that more depth
could change; None if the position is no leaf."""


def leaf_values(evaluate: Callable[[Position, Player], float], player: Player, terminal: TerminalValue) -> LeafValue:
    """The leaf values of a search for `player`. Evaluations are computed from this player's point of view alone, for
    some are not antisymmetric; for the opponent only the sign changes."""

    def evaluated(position: Position) -> float:
        value = evaluate(position, player)
        return value if position.turn == player else -value

    def leaf_value(position: Position, depth: int) -> tuple[float, bool] | None:
        if terminal is TerminalValue.CUT_FIRST and depth == 0:
            return evaluated(position), True
        outcome = position.outcome
        if outcome is None:
            return None if depth else (evaluated(position), True)
        if terminal is TerminalValue.EVALUATED:
            return evaluated(position), False
        if terminal is TerminalValue.DRAW_FIRST and outcome.winner == player and position.is_full:
            return 0, False
        value = terminal_value(position, outcome)
        return (value * (WIN + depth) if position.rules.goal is Goal.FIRST_LINE else value), False

    return leaf_value
