"""The readable solver, for every game that comes to an end: alpha-beta to the last move, with a table.

This is the definition of exact values; the native solver is its fast twin where there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter

from fourcast.errors import UsageError
from fourcast.rules import Chance, PopRule, Position
from fourcast.search import Stopped, StopSearch
from fourcast.solver.values import value_of_end

SEEN_OFTEN = 1024
"""Nodes between two looks at the clock."""


def never() -> bool:
    return False


def check(deadline: float, stop: Callable[[], bool]) -> None:
    """Raise `StopSearch` if the time is up or the work was told to stop."""
    if stop():
        raise StopSearch(Stopped.ASKED)
    if perf_counter() >= deadline:
        raise StopSearch(Stopped.TIME)


class ForwardSolver:
    """Exact values by looking ahead to the end."""

    def __init__(self) -> None:
        self.nodes = 0
        self._bounds: dict[Position, tuple[float, float]] = {}
        self._nodes_left: float = inf
        self._deadline: float = inf
        self._stop: Callable[[], bool] = never

    def value(
        self,
        position: Position,
        *,
        nodes: float = inf,
        deadline: float = inf,
        stop: Callable[[], bool] = never,
    ) -> float:
        """The exact value to the side to move. Raises `StopSearch` at its limit, and when told to stop."""
        if position.rules.pop_rule is PopRule.OWN:
            raise UsageError("With unlimited pop-outs a game may go on for ever: looking ahead does not solve it.")
        self._nodes_left, self._deadline, self._stop = self.nodes + nodes, deadline, stop
        return self._search(position, -inf, inf)

    def _search(self, position: Position, alpha: float, beta: float) -> float:
        """The value if it lies between alpha and beta, else a bound on that side."""
        self._count()
        if outcome := position.outcome:
            return value_of_end(position, outcome)
        low, high = self._bounds.get(position, (-inf, inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best = -inf
        for move in position.generate_moves():
            after = position.play_unchecked(move)
            if isinstance(after, Chance):
                value = sum(float(branch.probability) * -self._exactly(branch.position) for branch in after.branches)
            else:
                value = -self._search(after, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        if best <= alpha:
            high = min(high, best)
        elif best >= beta:
            low = max(low, best)
        else:
            low = high = best
        self._bounds[position] = (low, high)
        return best

    def _exactly(self, position: Position) -> float:
        """A mean needs every value itself, not a bound."""
        return self._search(position, -inf, inf)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self._nodes_left:
            raise StopSearch(Stopped.NODES)
        if self.nodes % SEEN_OFTEN == 0:
            check(self._deadline, self._stop)
