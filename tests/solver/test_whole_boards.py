"""Every position of small boards, against trying everything. This is what the static bounds rest on."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from support.brute_force import every_position

from fourcast.native import NativeSolver, why_no_solver
from fourcast.rules import parse_rules

pytestmark = pytest.mark.skipif(
    why_no_solver(parse_rules("classic")) is not None,
    reason=f"no native solver: {why_no_solver(parse_rules('classic'))}",
)


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
    ],
)
def test_every_position_has_the_score_that_trying_everything_gives(
    width: int, height: int, connect: int, positions: int | None, threads: int
) -> None:
    rows, scores = board(width, height, connect)
    assert positions in (None, len(rows))
    solver = NativeSolver(parse_rules(f"classic,width={width},height={height},connect={connect}"), 64)
    solved = solver.solve_rows(rows, threads=threads)
    assert np.array_equal(solved.low, scores)
    assert np.array_equal(solved.high, scores)


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 3), (3, 6)])
def test_so_does_the_build_for_every_machine(width: int, height: int) -> None:
    rows, scores = board(width, height, 4)
    solved = NativeSolver(parse_rules(f"classic,width={width},height={height}"), 16, plain=True).solve_rows(rows)
    assert np.array_equal(solved.low, scores)
    assert np.array_equal(solved.high, scores)
