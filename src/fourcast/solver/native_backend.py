"""The compiled solvers as backends."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourcast.native import (
    NO_NODE_LIMIT,
    STOPPED,
    Engine,
    encode_position,
    encode_rows,
    first_line_solver,
    general_solver,
)
from fourcast.rules import PopRule, Position, Rules
from fourcast.solver.backend import SolveOptions
from fourcast.solver.solution import Solution
from fourcast.solver.values import counts_discs_left, plies_to_end

_DEFAULTS = SolveOptions()
_STOP_REASONS = (*STOPPED, None)
"""By the number from the core; −1, the last one: the search was not stopped."""


class Bounds(NamedTuple):
    """Lower and upper bounds of many scores, as arrays."""

    low: NDArray[np.int16]
    high: NDArray[np.int16]


class FirstLineBackend:
    """The compiled solver of first-line games with gravity. Concurrent calls run at the same time."""

    engine = Engine.NATIVE.value

    def __init__(self, rules: Rules, table_mb: int) -> None:
        self._cells = rules.shape.cells
        self._core = first_line_solver(rules, table_mb)

    def solve_many(self, positions: Sequence[Position], options: SolveOptions = _DEFAULTS) -> list[Solution]:
        start, cells = perf_counter(), self._cells
        columns = self._solve(encode_rows(positions), options)
        seconds = (perf_counter() - start) / max(1, len(positions))
        return [
            Solution(
                low,
                high,
                nodes,
                seconds,
                self.engine,
                plies_to_end(low, cells - position.discs) or None if low == high else None,  # 0: the game is over
                _STOP_REASONS[stopped],
            )
            for position, low, high, stopped, nodes in zip(
                positions, *(column.tolist() for column in columns), strict=True
            )
        ]

    def solve_rows(self, rows: NDArray[np.uint64], options: SolveOptions = _DEFAULTS) -> Bounds:
        """The bounds of positions encoded by `encode_rows` or `encode_boards`."""
        low, high, _, _ = self._solve(rows, options)
        return Bounds(low, high)

    def _solve(
        self, rows: NDArray[np.uint64], options: SolveOptions
    ) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int8], NDArray[np.uint64]]:
        min_score, max_score = options.window or (-self._cells, self._cells)
        return self._core.solve_many(
            rows,
            weak=options.weak,
            static_bounds=True,
            threads=options.threads,
            min_score=min_score,
            max_score=max_score,
            seconds=inf if options.time is None else options.time,
            max_nodes=NO_NODE_LIMIT if options.nodes is None else options.nodes,
            progress=options.progress,
        )

    def stop(self) -> None:
        self._core.stop()

    def clear(self) -> None:
        self._core.clear()


class GeneralBackend:
    """The compiled solver of every other game: margins, expected margins, PopOut. Concurrent calls take turns."""

    engine = Engine.NATIVE.value

    def __init__(self, rules: Rules, table_mb: int) -> None:
        self._rules = rules
        self._core = general_solver(rules, table_mb)

    def solve_many(self, positions: Sequence[Position], options: SolveOptions = _DEFAULTS) -> list[Solution]:
        start = perf_counter()
        results = self._core.solve_many(
            [encode_position(position) for position in positions],
            weak=options.weak,
            static_bounds=True,
            seconds=inf if options.time is None else options.time,
            max_nodes=NO_NODE_LIMIT if options.nodes is None else options.nodes,
            progress=options.progress,
        )
        seconds = (perf_counter() - start) / max(1, len(positions))
        return [
            Solution(
                self._value(low),
                self._value(high),
                nodes,
                seconds,
                self.engine,
                self._plies(position, low) if low == high else None,
                _STOP_REASONS[stopped],
            )
            for position, (stopped, low, high, nodes) in zip(positions, results, strict=True)
        ]

    def _value(self, value: float) -> float:
        """Scores are integers unless discs drift; an unknown bound is infinite."""
        return int(value) if self._rules.drift is None and isfinite(value) else value

    def _plies(self, position: Position, score: float) -> int | None:
        if counts_discs_left(self._rules):
            return plies_to_end(int(score), self._rules.shape.cells - position.discs) or None
        if self._rules.pop_rule is PopRule.OWN and (plies := self._core.plies(encode_position(position))) > 0:
            return plies
        return None

    def stop(self) -> None:
        self._core.stop()

    def clear(self) -> None:
        self._core.clear()
