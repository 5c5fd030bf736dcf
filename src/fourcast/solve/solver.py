"""Exact values from whichever engine can: `Solver`, and the calls that make one for you."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from time import perf_counter
from typing import Final

from fourcast.errors import EngineUnavailable
from fourcast.native import Engine
from fourcast.native.solver import NativeSolver, why_no_solver
from fourcast.rules import Chance, Move, Position, Rules
from fourcast.rules.perft import Progress
from fourcast.search.limit import Stopped, StopSearch
from fourcast.solve.forward import ForwardSolver
from fourcast.solve.values import counts_discs_left, plies_to_end

TABLE_MB: Final = 64
"""Megabytes of memory for bounds: more was not faster."""


@dataclass(frozen=True)
class Solution:
    """What is known of a position's exact score, from the side to move: it lies between `low` and `high`, and is known
    where they are equal."""

    low: float
    high: float
    nodes: int
    seconds: float
    engine: str
    plies: int | None = None
    """In how many moves the game is decided under best play, where the score tells."""
    stopped: Stopped | None = None
    """What ended the search before the score was known."""

    @property
    def score(self) -> float | None:
        """The exact score, or None if it is not known."""
        return self.low if self.low == self.high else None

    @property
    def winner(self) -> int | None:
        """1 if the side to move wins, −1 if it loses, 0 for a draw, None if not even that is known."""
        if self.low > 0:
            return 1
        if self.high < 0:
            return -1
        return 0 if self.low == self.high == 0 else None

    def __str__(self) -> str:
        if self.score is not None:
            return f"{self.score:g}"
        return f"between {self.low:g} and {self.high:g}"


class Solver:
    """Solves positions of one set of rules; what it learns about one position helps with the next.

    Safe from several threads: they take turns.
    """

    def __init__(self, rules: Rules, *, table_mb: int = TABLE_MB, engine: Engine | None = None) -> None:
        reason = why_no_solver(rules)
        if engine is Engine.NATIVE and reason:
            raise EngineUnavailable(f"The native solver cannot do this: {reason}. Ask for the Python engine.")
        self.rules = rules
        self.engine = engine or (Engine.PYTHON if reason else Engine.NATIVE)
        self._native = NativeSolver(rules, table_mb) if self.engine is Engine.NATIVE else None
        self._forward = ForwardSolver()

    def solve(
        self, position: Position, *, weak: bool = False, time: float | None = None, nodes: int | None = None
    ) -> Solution:
        """The exact score or, if `weak`, who wins; or what is known of it when the limit is reached."""
        return self.solve_many([position], weak=weak, time=time, nodes=nodes)[0]

    def solve_many(
        self,
        positions: Iterable[Position],
        *,
        weak: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
    ) -> list[Solution]:
        """The scores of many positions, one after another; `time` is for all of them."""
        listed = list(positions)
        if any(position.rules != self.rules for position in listed):
            raise ValueError("A solver solves positions of its own rules. Make another for these.")
        if self._native:
            begun = perf_counter()
            found = self._native.solve_many(listed, weak=weak, seconds=time, progress=progress)
            each = (perf_counter() - begun) / max(1, len(listed))
            return [
                self._solution(position, low, high, visited, each, stopped)
                for position, (stopped, low, high, visited) in zip(listed, found, strict=True)
            ]
        return [self._look_forward(position, time, nodes) for position in listed]

    def solve_moves(
        self, position: Position, *, time: float | None = None, nodes: int | None = None
    ) -> dict[Move, Solution]:
        """The score of every legal move, to the side that makes it."""
        moves = position.moves()
        followers = [position.play_unchecked(move) for move in moves]
        if self._native:
            after = [follower for follower in followers if isinstance(follower, Position)]
            solved = self.solve_many(after, time=time)
            return {move: _seen_from_before(s) for move, s in zip(moves, solved, strict=True)}
        return {
            move: self._chance(after, time, nodes)
            if isinstance(after, Chance)
            else _seen_from_before(self._look_forward(after, time, nodes))
            for move, after in zip(moves, followers, strict=True)
        }

    def stop(self) -> None:
        """End the native search that is under way, from another thread."""
        if self._native:
            self._native.stop()

    def _look_forward(self, position: Position, time: float | None, nodes: int | None) -> Solution:
        begun, before = perf_counter(), self._forward.nodes
        deadline = inf if time is None else begun + time
        try:
            value = self._forward.value(position, nodes=inf if nodes is None else nodes, deadline=deadline)
            low = high = value
            stopped = None
        except StopSearch as end:
            most = float(position.rules.shape.cells * position.rules.shape.line_count() + 1)
            low, high, stopped = -most, most, end.reason
        return self._solution(position, low, high, self._forward.nodes - before, perf_counter() - begun, stopped)

    def _chance(self, chance: Chance, time: float | None, nodes: int | None) -> Solution:
        branches = [self._look_forward(branch.position, time, nodes) for branch in chance.branches]
        low = sum(float(b.probability) * -s.high for b, s in zip(chance.branches, branches, strict=True))
        high = sum(float(b.probability) * -s.low for b, s in zip(chance.branches, branches, strict=True))
        stopped = next((solution.stopped for solution in branches if solution.stopped), None)
        seconds = sum(solution.seconds for solution in branches)
        return Solution(low, high, sum(s.nodes for s in branches), seconds, self.engine.value, stopped=stopped)

    def _solution(
        self, position: Position, low: float, high: float, nodes: int, seconds: float, stopped: Stopped | None
    ) -> Solution:
        plies = None
        if low == high and counts_discs_left(self.rules) and not position.outcome():
            plies = plies_to_end(int(low), self.rules.shape.cells - position.discs)
        return Solution(low, high, nodes, seconds, self.engine.value, plies, stopped)


def solve(position: Position, *, weak: bool = False, time: float | None = None) -> Solution:
    """The exact score of a position.

    >>> from fourcast.rules import parse_rules
    >>> from fourcast.rules.notation import position_after
    >>> print(solve(position_after(parse_rules("classic,width=5,height=4").start(), "")))
    0
    """
    return _shared(position.rules).solve(position, weak=weak, time=time)


def solve_moves(position: Position, *, time: float | None = None) -> dict[Move, Solution]:
    """The exact score of every legal move, to the side that makes it."""
    return _shared(position.rules).solve_moves(position, time=time)


def solve_many(
    positions: Sequence[Position], *, weak: bool = False, time: float | None = None, progress: Progress | None = None
) -> list[Solution]:
    """The exact scores of many positions of the same rules."""
    if not positions:
        return []
    return _shared(positions[0].rules).solve_many(positions, weak=weak, time=time, progress=progress)


@lru_cache(maxsize=4)
def _shared(rules: Rules) -> Solver:
    return Solver(rules)


def _seen_from_before(solution: Solution) -> Solution:
    """A position's score as the side sees it that has just moved there."""
    plies = None if solution.plies is None else solution.plies + 1
    return Solution(
        -solution.high, -solution.low, solution.nodes, solution.seconds, solution.engine, plies, solution.stopped
    )
