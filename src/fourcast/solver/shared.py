"""The solvers that this process keeps, one for each set of rules, and the calls that need no solver of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from fourcast.environment import cpu_count
from fourcast.rules import Move, Position, Progress, Rules, parse_rules
from fourcast.solver.book import find_book
from fourcast.solver.solution import Solution
from fourcast.solver.solver import Boards, Solver

MOST_KEPT: Final = 4
"""Solvers that wait for the next who asks."""


def shared_solver(rules: Rules, *, threads: int | None = None, with_book: bool = True) -> Solver:
    """The solver of these rules that everybody in this process shares, with all that it has learned.

    One thread is for workers, of which there is one a processor already; no book for whoever makes what a book is made
    of, or checks it.
    """
    return _kept(rules, threads or cpu_count(), with_book)


@lru_cache(maxsize=MOST_KEPT)
def _kept(rules: Rules, threads: int, with_book: bool) -> Solver:
    return Solver(rules, threads=threads, book=find_book(rules) if with_book else None)


def solve(position: Position, *, weak: bool = False, time: float | None = None) -> Solution:
    """The exact score of a position.

    >>> from fourcast.rules import parse_rules
    >>> from fourcast.rules.notation import position_after
    >>> print(solve(position_after(parse_rules("classic,width=5,height=4").start(), "")))
    0
    """
    return shared_solver(position.rules).solve(position, weak=weak, time=time)


def solve_moves(position: Position, *, time: float | None = None) -> dict[Move, Solution]:
    """The exact score of every legal move, to the side that makes it."""
    return shared_solver(position.rules).solve_moves(position, time=time)


@overload
def solve_many(
    positions: Boards,
    *,
    weak: bool = ...,
    time: float | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> NDArray[np.int16]: ...


@overload
def solve_many(
    positions: Iterable[Position],
    *,
    weak: bool = ...,
    time: float | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> list[Solution]: ...


def solve_many(
    positions: Iterable[Position] | Boards,
    *,
    weak: bool = False,
    time: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Solution] | NDArray[np.int16]:
    """The exact scores of many positions of the same rules. Boards of an array are taken for four in a row."""
    if isinstance(positions, np.ndarray):
        if positions.ndim != 3:
            raise ValueError(f"Boards come as an array of shape (n, rows, columns), not {positions.shape}.")
        rules = parse_rules(f"classic,width={positions.shape[2]},height={positions.shape[1]}")
        return shared_solver(rules, threads=threads).solve_many(positions, weak=weak, time=time, progress=progress)
    listed = list(positions)
    if not listed:
        return []
    solver = shared_solver(listed[0].rules, threads=threads)
    return solver.solve_many(listed, weak=weak, time=time, progress=progress)
