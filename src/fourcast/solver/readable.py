"""The readable solvers behind the same calls as the compiled ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from threading import Lock
from time import perf_counter

from fourcast.native import Found
from fourcast.rules import PopRule, Position, Progress, Rules
from fourcast.search import StopSearch
from fourcast.solver.forward import ForwardSolver, check
from fourcast.solver.retrograde import RetrogradeSolver


class ReadableSolver:
    """Forwards to the end where games end, backwards from the end where they need not. Calls take turns."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._turn = Lock()
        self._stops = 0
        self.clear()

    def solve_many(
        self,
        positions: Sequence[Position],
        *,
        weak: bool = False,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
    ) -> list[Found]:
        """What is known of every position's score; `nodes` is for each of them, `seconds` for all.

        A whole score takes no longer than its sign: `weak` changes nothing.
        """
        del weak
        deadline = inf if seconds is None else perf_counter() + seconds
        stops = self._stops
        found: list[Found] = []

        def stop() -> bool:
            return self._stops != stops or (progress is not None and progress(len(found)) is True)

        try:
            while not self._turn.acquire(timeout=0.01):
                check(deadline, stop)
        except StopSearch as end:
            return [Found(end.reason, -inf, inf, 0) for _ in positions]
        try:
            for position in positions:
                found.append(self._solve(position, inf if nodes is None else nodes, deadline, stop))
        finally:
            self._turn.release()
        return found

    def plies(self, position: Position) -> int | None:
        """In how many moves a position that has been solved backwards is decided; None if nobody wins."""
        return self._solver.plies(position) if isinstance(self._solver, RetrogradeSolver) else None

    def stop(self) -> None:
        """End the calls that are under way, from another thread."""
        self._stops += 1

    def clear(self) -> None:
        """Forget everything."""
        endless = self._rules.pop_rule is PopRule.OWN
        self._solver: ForwardSolver | RetrogradeSolver = RetrogradeSolver() if endless else ForwardSolver()

    def _solve(self, position: Position, nodes: float, deadline: float, stop: Callable[[], bool]) -> Found:
        before = self._solver.nodes
        try:
            value = self._solver.value(position, nodes=nodes, deadline=deadline, stop=stop)
            low = high = value
            stopped = None
        except StopSearch as end:
            low, high, stopped = -inf, inf, end.reason
        return Found(stopped, low, high, self._solver.nodes - before)
