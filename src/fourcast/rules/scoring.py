"""Lines and runs among one player's discs.

`cells & cells >> step` keeps the cells that start a run of two along a step; doing it again keeps those that start a
run of three, and so on. Everything here is that one observation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from fourcast.rules.geometry import Shape

Cell: TypeAlias = tuple[int, int]
"""Column and row, from 0."""

LINE_POINTS: Final = 20
"""Run points for each full line in a run."""
ONE_SHORT_POINTS: Final = 5
"""Run points for a rest that is one disc short of a line."""
TWO_SHORT_POINTS: Final = 2
"""Run points for a rest that is two discs short of a line. A single disc never scores."""


def has_line(cells: int, shape: Shape) -> bool:
    """Whether `connect` of the cells stand in a row.

    >>> row = Shape(7, 6, 4).bottom
    >>> has_line(row, Shape(7, 6, 4)), has_line(row, Shape(7, 6, 8))
    (True, False)
    """
    return any(_run_starts(cells, step, shape.connect) for step in shape.steps)


def line_cells(cells: int, shape: Shape) -> int:
    """The cells that stand in at least one line."""
    cells_in_lines = 0
    for step in shape.steps:
        starts = _run_starts(cells, step, shape.connect)
        for n in range(shape.connect):
            cells_in_lines |= starts << n * step
    return cells_in_lines


def count_lines(cells: int, shape: Shape) -> int:
    """How many windows of `connect` cells are wholly among the cells: five in a row are two fours.

    >>> count_lines(Shape(7, 6, 4).board, Shape(7, 6, 4))
    69
    """
    return sum(_run_starts(cells, step, shape.connect).bit_count() for step in shape.steps)


def run_points(cells: int, shape: Shape) -> int:
    """Points for maximal runs, summed over rows, columns and diagonals.

    >>> run_points(Shape(8, 6, 4).board, Shape(8, 6, 4))
    736
    """
    weights = run_weights(shape)
    total = 0
    for step in shape.steps:
        length, starts = 1, cells
        while starts:
            total += weights[length] * starts.bit_count()
            starts &= starts >> step
            length += 1
    return total


def points_of_run(length: int, connect: int) -> int:
    """What one maximal run of `length` discs scores.

    >>> [points_of_run(length, 4) for length in range(10)]
    [0, 0, 2, 5, 20, 20, 22, 25, 40, 40]
    """
    full, rest = divmod(length, connect)
    if rest < 2:
        part = 0
    else:
        part = {connect - 1: ONE_SHORT_POINTS, connect - 2: TWO_SHORT_POINTS}.get(rest, 0)
    return LINE_POINTS * full + part


def run_weights(shape: Shape) -> Sequence[int]:
    """What every start of a run of n discs adds to the run points, for n up to the longest run on the board.

    A maximal run of length L holds one start of a run of L, two of a run of L − 1, three of a run of L − 2 …, so the
    weights are the second differences of the points: summed over all starts they give back the points of every run.
    """
    longest = max(shape.width, shape.height)
    points = [0, 0, *(points_of_run(length, shape.connect) for length in range(1, longest + 1))]
    return (0, *(points[n + 1] - 2 * points[n] + points[n - 1] for n in range(1, longest + 1)))


def _run_starts(cells: int, step: int, length: int) -> int:
    for _ in range(length - 1):
        cells &= cells >> step
    return cells


def full_runs(cells: int, shape: Shape) -> Iterator[tuple[Cell, Cell]]:
    """The first and last cell of every maximal run that contains a line: five in a row are one run.

    >>> list(full_runs(Shape(7, 6, 4).bottom, Shape(7, 6, 4)))
    [((0, 0), (6, 0))]
    """
    return ((first, last) for first, last, length in _maximal_runs(cells, shape) if length >= shape.connect)


def scoring_runs(cells: int, shape: Shape) -> Iterator[tuple[Cell, Cell, int]]:
    """The first and last cell of every maximal run that scores run points, and its points.

    >>> list(scoring_runs(Shape(6, 6, 4).bottom, Shape(6, 6, 4)))
    [((0, 0), (5, 0), 22)]
    """
    for first, last, length in _maximal_runs(cells, shape):
        if points := points_of_run(length, shape.connect):
            yield first, last, points


def _maximal_runs(cells: int, shape: Shape) -> Iterator[tuple[Cell, Cell, int]]:
    for step in shape.steps:
        starts = cells & ~(cells << step)
        while starts:
            first = last = starts & -starts
            length = 1
            while cells & last << step:
                last <<= step
                length += 1
            yield _column_and_row(first, shape), _column_and_row(last, shape), length
            starts ^= first


def _column_and_row(cell: int, shape: Shape) -> Cell:
    return divmod(cell.bit_length() - 1, shape.stride)
