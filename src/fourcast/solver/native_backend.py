"""The compiled solvers as backends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from math import inf, isfinite
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fourcast.native import (
    NO_NODE_LIMIT,
    STOPPED,
    TURN_NODES,
    Engine,
    FirstLineSolver,
    GeneralSolver,
    encode_position,
    encode_rows,
    first_line_solver,
    general_solver,
)
from fourcast.rules import MoveDict, Position, Rules, drop
from fourcast.solver.solution import BestMove, Solution, SolveOptions, counts_discs_left, plies_to_end

_DEFAULTS = SolveOptions()
_STOP_REASONS = (*STOPPED, None)
"""By the number from the core; −1, the last one: the search was not stopped."""
_new: Final = tuple.__new__


class NativeBackend:
    """What both compiled solvers have in common."""

    engine = Engine.NATIVE.value

    def __init__(self, rules: Rules, core: FirstLineSolver | GeneralSolver) -> None:
        self._rules = rules
        self.stop, self.clear = core.stop, core.clear


class FirstLineBackend(NativeBackend):
    """The compiled solver of first-line games with gravity. Concurrent calls run at the same time."""

    def __init__(self, rules: Rules, table_mb: int) -> None:
        self._core = first_line_solver(rules, table_mb)
        self._cells = rules.shape.cells
        super().__init__(rules, self._core)

    def solve(self, position: Position, options: SolveOptions = _DEFAULTS) -> Solution:
        start = perf_counter()
        low, high, stopped, nodes = self._core.solve(position.stones, position.turn, *options)
        return self._solution(self._cells - position.discs, low, high, stopped, nodes, perf_counter() - start)

    def best_move(self, position: Position, options: SolveOptions = _DEFAULTS) -> BestMove | None:
        """The best move, of equal ones the first by `Rules.centre_first`; None if the game is over or the call was
        stopped. Only the limit of time counts."""
        start = perf_counter()
        column, (low, high, stopped, nodes) = self._core.best_move(
            position.stones, position.turn, options.time, options.threads, options.progress
        )
        if column < 0:
            return None
        empty, seconds = self._cells - position.discs, perf_counter() - start
        return BestMove(drop(column), self._solution(empty, low, high, stopped, nodes, seconds))

    def solve_moves(self, position: Position, options: SolveOptions = _DEFAULTS) -> MoveDict[Solution]:
        """The solution of every legal move, to the side to move."""
        start = perf_counter()
        results = self._core.solve_moves(position.stones, position.turn, *options)
        empty, seconds = self._cells - position.discs, (perf_counter() - start) / max(1, len(results))
        return MoveDict(
            {
                drop(column): self._solution(empty, -high, -low, stopped, nodes, seconds)
                for column, (low, high, stopped, nodes) in results
            }
        )

    def solve_many(self, positions: Sequence[Position], options: SolveOptions = _DEFAULTS) -> list[Solution]:
        start = perf_counter()
        rows = encode_rows(positions)
        low, high, stopped, nodes = (column.tolist() for column in self.solve_rows(rows, options))
        empty = (self._cells - np.bitwise_count(rows).sum(axis=1)).tolist()
        seconds = (perf_counter() - start) / max(1, len(positions))
        plies = (
            plies_to_end(score, cells) if score == upper else None
            for score, upper, cells in zip(low, high, empty, strict=True)
        )
        reasons = map(_STOP_REASONS.__getitem__, stopped)
        return [
            _new(Solution, fields)
            for fields in zip(low, high, nodes, repeat(seconds), repeat(self.engine), plies, reasons, strict=False)
        ]

    def _solution(self, empty_cells: int, low: int, high: int, stopped: int, nodes: int, seconds: float) -> Solution:
        plies = plies_to_end(low, empty_cells) if low == high else None
        return _new(Solution, (low, high, nodes, seconds, self.engine, plies, _STOP_REASONS[stopped]))

    def solve_rows(
        self, rows: NDArray[np.uint64], options: SolveOptions = _DEFAULTS
    ) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int8], NDArray[np.uint64]]:
        """Lower bounds, upper bounds, stop reasons and nodes of positions encoded by `encode_rows` or
        `encode_boards`."""
        min_score, max_score = options.window or (-self._cells, self._cells)
        return self._core.solve_many(
            rows, threads=options.threads, min_score=min_score, max_score=max_score, **_core_options(options)
        )


class GeneralBackend(NativeBackend):
    """The compiled solver of every other game: margins, expected margins, PopOut. Concurrent calls take turns."""

    def __init__(self, rules: Rules, table_mb: int) -> None:
        self._core = general_solver(rules, table_mb)
        self._counts_discs_left = counts_discs_left(rules)
        super().__init__(rules, self._core)

    def solve(self, position: Position, options: SolveOptions = _DEFAULTS) -> Solution:
        return self.solve_many([position], options)[0]

    def solve_many(self, positions: Sequence[Position], options: SolveOptions = _DEFAULTS) -> list[Solution]:
        start = perf_counter()
        encoded = [encode_position(position) for position in positions]
        results = self._core.solve_many(
            encoded,
            turn_nodes=TURN_NODES,
            threads=options.threads,
            window=options.window,
            **_core_options(options),
        )
        seconds = (perf_counter() - start) / max(1, len(positions))
        return [
            self._solution(position, self._number(low), self._number(high), stopped, nodes, seconds, plies)
            for position, (stopped, low, high, nodes, plies) in zip(positions, results, strict=True)
        ]

    def _solution(
        self, position: Position, low: float, high: float, stopped: int, nodes: int, seconds: float, plies: int
    ) -> Solution:
        """`plies`: as the core knows them, −1 if it does not."""
        known = plies if plies > 0 and low == high else None
        if self._counts_discs_left and low == high:
            known = plies_to_end(int(low), self._rules.shape.cells - position.discs)
        return Solution(low, high, nodes, seconds, self.engine, known, _STOP_REASONS[stopped])

    def _number(self, value: float) -> float:
        """Scores are integers unless discs drift; an unknown bound is infinite."""
        return int(value) if self._rules.drift is None and isfinite(value) else value


def _core_options(options: SolveOptions) -> dict[str, Any]:
    return {
        "weak": options.weak,
        "static_bounds": True,
        "seconds": inf if options.time is None else options.time,
        "max_nodes": NO_NODE_LIMIT if options.nodes is None else options.nodes,
        "progress": options.progress,
    }
