"""The compiled solvers with the settings that only tests use: no static bounds, no vector instructions."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fourcast.native import (
    NO_NODE_LIMIT,
    TURN_NODES,
    FirstLineSolver,
    GeneralSolver,
    encode_position,
    encode_rows,
    first_line_solver,
    first_line_unsupported_reason,
    general_solver,
)
from fourcast.rules import Position, Rules

MAX_SCORE: Final = 64


def solve_first_line(
    solver: FirstLineSolver, positions: Sequence[Position] | NDArray[np.uint64], *, static_bounds: bool = True
) -> list[tuple[int, int, int]]:
    """Lower bound, upper bound and nodes of each position, given as an object or as a row of `encode_rows`."""
    low, high, _, nodes = solver.solve_many(
        positions if isinstance(positions, np.ndarray) else encode_rows(positions),
        weak=False,
        static_bounds=static_bounds,
        threads=1,
        min_score=-MAX_SCORE,
        max_score=MAX_SCORE,
        seconds=inf,
        max_nodes=NO_NODE_LIMIT,
        progress=None,
    )
    return list(zip(low.tolist(), high.tolist(), nodes.tolist(), strict=True))


def bounds_without_static_bounds(rules: Rules, positions: Sequence[Position]) -> list[tuple[float, float]]:
    """Lower and upper bound of each position, by a search that uses no static bounds."""
    if first_line_unsupported_reason(rules) is None:
        solver = first_line_solver(rules, 16)
        return [(low, high) for low, high, _ in solve_first_line(solver, positions, static_bounds=False)]
    results = solve_general(general_solver(rules, 16), positions, static_bounds=False, turn_nodes=0)
    return [(low, high) for _, low, high, _, _ in results]


def solve_general(
    solver: GeneralSolver,
    positions: Sequence[Position],
    *,
    static_bounds: bool = True,
    turn_nodes: int = TURN_NODES,
    max_nodes: int = NO_NODE_LIMIT,
) -> list[tuple[int, float, float, int, int]]:
    """For each position why the search stopped, lower and upper bound, nodes, and plies."""
    return solver.solve_many(
        [encode_position(position) for position in positions],
        weak=False,
        static_bounds=static_bounds,
        turn_nodes=turn_nodes,
        threads=1,
        window=None,
        seconds=inf,
        max_nodes=max_nodes,
        progress=None,
    )
