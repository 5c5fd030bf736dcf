"""Rewards by the result of a game, or by exact values."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from fourcast.errors import UsageError
from fourcast.evals import terminal_value
from fourcast.rules import FIRST, Ending, Outcome, Player, Position, Rules
from fourcast.solver import Solution, counts_discs_left, shared_solver, unsupported_reason
from fourcast.spec import parse_enum

SOLVER_SECONDS: Final = 60.0
"""Default of the time for the exact values of one step."""


class Reward(Enum):
    """What an environment rewards."""

    RESULT = "result"
    """The end of a game: 1 for a win, −1 for a loss, 0 for a draw."""
    EXACT = "exact"
    """Every move, by how it changed the exact value of the game. The rewards of a game add up to its result (or its
    margin) less the value of the position that it started from."""


def parse_reward(reward: Reward | str, rules: Rules) -> Reward:
    """A reward or its name. Raises `UsageError` if the solver does not support the rules that need it."""
    chosen = parse_enum(Reward, "reward", reward) if isinstance(reward, str) else reward
    if chosen is Reward.EXACT and (reason := unsupported_reason(rules)):
        raise UsageError(f"There are no exact rewards for {rules}: {reason}. Use reward='result'.")
    return chosen


def result_for(outcome: Outcome | None, player: Player) -> int:
    """The result of a game to a player; 0 while it is not over."""
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner == player else -1


def exact_values(
    positions: Sequence[Position], outcomes: Sequence[Outcome | None], *, time: float = SOLVER_SECONDS
) -> list[float]:
    """The exact values of games to the first player: of finished ones the result, or the margin where that decides;
    of others what best play makes of it, the expected value where discs drift. A forfeit is worth 1 everywhere.

    Raises `UsageError` if the solver does not find them all in so many seconds.
    """
    going_on = [position for position, outcome in zip(positions, outcomes, strict=True) if outcome is None]
    solutions = shared_solver(positions[0].rules).solve_many(going_on, weak=True, time=time) if going_on else []
    if any(_value(position.rules, solution) is None for position, solution in zip(going_on, solutions, strict=True)):
        raise UsageError(
            f"The solver did not find the exact values in {time:g} s. Use reward='result', a smaller board, a later "
            "position to start from, or more seconds by time=."
        )
    solved = iter(solutions)
    values = (
        _value(position.rules, next(solved)) or 0 if outcome is None else _final_value(position, outcome)
        for position, outcome in zip(positions, outcomes, strict=True)
    )
    return [value if position.turn == FIRST else -value for position, value in zip(positions, values, strict=True)]


def _final_value(position: Position, outcome: Outcome) -> float:
    if outcome.ending is Ending.FORFEIT:
        return result_for(outcome, position.turn)
    return terminal_value(position, outcome)


def _value(rules: Rules, solution: Solution) -> float | None:
    """None if it is not known."""
    return solution.sign if counts_discs_left(rules) else solution.score
