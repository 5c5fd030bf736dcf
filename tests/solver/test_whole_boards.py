"""Every position of small boards against brute force. The static bounds rest on this."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from support.brute_force import every_position
from support.core_solvers import solve_first_line
from support.engines import needs_core

from fourcast.native import first_line_solver
from fourcast.rules import Rules
from fourcast.solver import FirstLineBackend, SolveOptions

pytestmark = needs_core


@cache
def board(width: int, height: int, connect: int) -> tuple[NDArray[np.uint64], NDArray[np.int16]]:
    layers = every_position(width, height, connect)
    rows = np.zeros((sum(len(layer.own) for layer in layers), 4), np.uint64)
    rows[:, 0] = np.concatenate([layer.own for layer in layers])
    rows[:, 2] = np.concatenate([layer.other for layer in layers])
    return rows, np.concatenate([layer.scores for layer in layers])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("width", "height", "connect", "positions"),
    [
        (4, 4, 4, 161_029),
        (5, 4, 4, 3_945_711),
        (4, 5, 4, 1_706_255),
        (5, 3, 4, None),
        (6, 3, 4, None),
        (3, 6, 4, None),
        (5, 4, 3, None),
        (4, 4, 2, None),
        (4, 3, 3, None),
        (3, 5, 3, None),
        (3, 4, 2, None),
        (1, 6, 4, None),
        (6, 1, 4, None),
    ],
)
def test_every_position_has_its_brute_force_score(
    width: int, height: int, connect: int, positions: int | None, threads: int
) -> None:
    rows, scores = board(width, height, connect)
    assert positions in (None, len(rows))
    backend = FirstLineBackend(Rules("classic", width=width, height=height, connect=connect), 64)
    low, high, *_ = backend.solve_rows(rows, SolveOptions(threads=threads))
    assert np.array_equal(low, scores)
    assert np.array_equal(high, scores)


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 3), (3, 6)])
def test_so_it_has_without_vector_instructions(width: int, height: int) -> None:
    rows, scores = board(width, height, 4)
    solver = first_line_solver(Rules("classic", width=width, height=height), 16, portable=True)
    solved = solve_first_line(solver, rows)
    assert [(low, high) for low, high, _ in solved] == [(score, score) for score in scores.tolist()]
