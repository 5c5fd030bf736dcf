"""The solvers in Python: the definition of exact scores, and the backend for rules that the compiled solvers lack."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from math import inf
from threading import Lock
from time import perf_counter
from typing import Final, TypeAlias

from fourcast.algorithms import Stopped, StopSearch
from fourcast.errors import EngineUnavailable, UsageError
from fourcast.native import Engine
from fourcast.rules import Chance, PopRule, Position, Rules
from fourcast.solver.solution import (
    Solution,
    SolveOptions,
    counts_discs_left,
    exact_terminal_value,
    plies_to_end,
)

_DEFAULTS = SolveOptions()
CHECK_INTERVAL: Final = 1024
"""Nodes between two checks of the clock and of the stop request."""

OnNode: TypeAlias = Callable[[], None]
"""Called at every node; raises `StopSearch` to end the search."""


class Budget:
    """Counts nodes; raises `StopSearch` at a limit or when `should_stop` says so."""

    def __init__(
        self, max_nodes: float = inf, deadline: float = inf, should_stop: Callable[[], bool] = lambda: False
    ) -> None:
        self.nodes = 0
        self._max_nodes, self._deadline, self._should_stop = max_nodes, deadline, should_stop

    def __call__(self) -> None:
        self.nodes += 1
        if self.nodes > self._max_nodes:
            raise StopSearch(Stopped.NODES)
        if self.nodes % CHECK_INTERVAL == 0:
            self.check()

    def check(self) -> None:
        if self._should_stop():
            raise StopSearch(Stopped.ASKED)
        if perf_counter() >= self._deadline:
            raise StopSearch(Stopped.TIME)


class ForwardSolver:
    """Exact scores of every game that comes to an end: alpha-beta to the last move, with a transposition table."""

    def __init__(self) -> None:
        self._bounds: dict[Position, tuple[float, float]] = {}
        self._on_node: OnNode = Budget()

    def value(self, position: Position, on_node: OnNode | None = None) -> float:
        """The exact score to the side to move."""
        if position.rules.pop_rule is PopRule.OWN:
            raise UsageError("Under unlimited pop-outs a game can go on for ever: use RetrogradeSolver.")
        self._on_node = on_node or Budget()
        return self._search(position, -inf, inf)

    def _search(self, position: Position, alpha: float, beta: float) -> float:
        """The score if it lies between alpha and beta, else a bound on that side."""
        self._on_node()
        if outcome := position.outcome:
            return exact_terminal_value(position, outcome)
        low, high = self._bounds.get(position, (-inf, inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best = -inf
        for move in position.generate_moves():
            after = position.play_unchecked(move)
            if isinstance(after, Chance):  # a mean needs exact values, not bounds
                value = sum(
                    float(branch.probability) * -self._search(branch.position, -inf, inf) for branch in after.branches
                )
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


class RetrogradeSolver:
    """Exact scores of games that can go on for ever, from finished games backwards.

    A position is won if a move leads to a lost one, and lost if every move leads to a won one. All others are draws:
    neither side can be forced to leave the positions in which it does not lose, so best play goes on for ever or a draw
    is called.
    """

    def __init__(self) -> None:
        self._values: dict[Position, int] = {}
        self._plies: dict[Position, int] = {}

    def value(self, position: Position, on_node: OnNode = lambda: None) -> int:
        """1 if the side to move wins, −1 if it loses, 0 for a draw. `on_node` is called for every position."""
        if position.rules.drift is not None:
            raise UsageError("Retrograde analysis does not solve games with drift.")
        if position not in self._values:
            self._decide(self._predecessors(position, on_node))
        return self._values[position]

    def plies(self, position: Position) -> int | None:
        """The number of plies to the end from a solved position; None for a draw."""
        return self._plies.get(position)

    def _predecessors(self, start: Position, on_node: OnNode) -> dict[Position, list[Position]]:
        """Every position that can follow from `start`, with the positions that lead to it."""
        predecessors: dict[Position, list[Position]] = {start: []}
        unvisited = [start]
        while unvisited:
            on_node()
            position = unvisited.pop()
            for _, _, after in position.successors():
                if after not in predecessors:
                    predecessors[after] = []
                    unvisited.append(after)
                predecessors[after].append(position)
        return predecessors

    def _decide(self, predecessors: dict[Position, list[Position]]) -> None:
        """Layer by layer: what is decided in n plies decides its predecessors in n + 1."""
        open_moves: dict[Position, int] = defaultdict(int)
        for positions in predecessors.values():
            for position in positions:
                open_moves[position] += 1
        values = dict.fromkeys(predecessors, 0)
        plies: dict[Position, int] = {}
        decided: deque[Position] = deque()
        for position in predecessors:
            if (outcome := position.outcome) and outcome.winner is not None:
                values[position], plies[position] = exact_terminal_value(position, outcome), 0
                decided.append(position)
        while decided:
            position = decided.popleft()
            for before in predecessors[position]:
                if before in plies:
                    continue
                if values[position] > 0:
                    open_moves[before] -= 1
                    if open_moves[before]:
                        continue
                values[before], plies[before] = -values[position], plies[position] + 1
                decided.append(before)
        self._values |= values
        self._plies |= plies


class PythonBackend:
    """Forward search where games end, retrograde analysis where they need not. Concurrent calls take turns."""

    engine = Engine.PYTHON.value

    def __init__(self, rules: Rules) -> None:
        if rules.pop_rule is PopRule.OWN and rules.drift is not None:
            raise EngineUnavailable("Cannot solve games with unlimited pop-outs and drift: they can go on for ever.")
        self._rules = rules
        self._lock = Lock()
        self._stops = 0
        self.clear()

    def solve(self, position: Position, options: SolveOptions = _DEFAULTS) -> Solution:
        return self.solve_many([position], options)[0]

    def solve_many(self, positions: Sequence[Position], options: SolveOptions = _DEFAULTS) -> list[Solution]:
        deadline = inf if options.time is None else perf_counter() + options.time
        max_nodes = inf if options.nodes is None else options.nodes
        progress, stops, solutions = options.progress, self._stops, list[Solution]()

        def should_stop() -> bool:
            return self._stops != stops or (progress is not None and progress(len(solutions)) is True)

        try:
            while not self._lock.acquire(timeout=0.01):
                Budget(deadline=deadline, should_stop=should_stop).check()
        except StopSearch as end:
            return [Solution(-inf, inf, engine=self.engine, stopped=end.reason) for _ in positions]
        try:
            for position in positions:
                solutions.append(self._solve(position, Budget(max_nodes, deadline, should_stop)))
        finally:
            self._lock.release()
        return solutions

    def _solve(self, position: Position, budget: Budget) -> Solution:
        start = perf_counter()
        low, high, plies, stopped = -inf, inf, None, None
        try:
            low = high = self._solver.value(position, budget)
            plies = self._plies(position, low)
        except StopSearch as end:
            stopped = end.reason
        return Solution(low, high, budget.nodes, perf_counter() - start, self.engine, plies, stopped)

    def _plies(self, position: Position, score: float) -> int | None:
        if isinstance(self._solver, RetrogradeSolver):
            return self._solver.plies(position) or None
        if counts_discs_left(self._rules):
            return plies_to_end(int(score), self._rules.shape.cells - position.discs)
        return None

    def stop(self) -> None:
        self._stops += 1

    def clear(self) -> None:
        is_endless = self._rules.pop_rule is PopRule.OWN
        self._solver: ForwardSolver | RetrogradeSolver = RetrogradeSolver() if is_endless else ForwardSolver()
