"""`solve`, `solve_many`, `scores`, and the solvers that they share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from fourcast.errors import UsageError
from fourcast.rules import AnyPosition, MoveDict, Position, Progress, Rules, drop
from fourcast.solver.boards import Boards
from fourcast.solver.book import find_book
from fourcast.solver.solution import Solution
from fourcast.solver.solver import Solver

MAX_SHARED: Final = 2
"""Solvers that stay in memory. First-line games take 8 MB, PopOut up to 1 GB, other games up to 128 MB."""
_CLASSIC: Final = Rules.parse("classic")


def shared_solver(
    rules: Rules, *, threads: int | None = None, use_book: bool = True, table_mb: int | None = None
) -> Solver:
    """The solver of these rules that the whole process shares, with its tables.

    `threads`: default all CPUs; worker processes, of which there is one per CPU, use 1. `use_book`: whether to look
    scores up in the opening book that `find_book` finds. `table_mb`: as for `Solver`.
    """
    return _shared_solver(rules, threads, use_book, table_mb)


@lru_cache(maxsize=MAX_SHARED)
def _shared_solver(rules: Rules, threads: int | None, use_book: bool, table_mb: int | None) -> Solver:
    return Solver(rules, threads=threads, book=find_book(rules) if use_book else None, table_mb=table_mb)


class _Options(TypedDict, total=False):
    """The options that `solve` and `solve_many` share."""

    rules: Rules | str | None
    weak: bool
    time: float | None
    threads: int | None


@overload
def solve(position: AnyPosition, *, moves: Literal[False] = ..., **options: Unpack[_Options]) -> Solution: ...
@overload
def solve(position: AnyPosition, *, moves: Literal[True], **options: Unpack[_Options]) -> MoveDict[Solution]: ...
def solve(
    position: AnyPosition,
    *,
    rules: Rules | str | None = None,
    moves: bool = False,
    weak: bool = False,
    time: float | None = None,
    threads: int | None = None,
) -> Solution | MoveDict[Solution]:
    """Solve a position: its exact score, or with `moves` that of every legal move, to the side to move.

    `rules` are for a position given as text or as an array (default: classic). `weak`: only find the winner. `time`:
    limit in seconds; the solution then has the bounds that are known.

    >>> solve("414141").score, solve("414141").plies
    (18, 1)
    >>> print(solve("", rules="tictactoe", moves=True)["5"])
    0, draw
    """
    solver, position = _solver_of(position, rules, threads)
    if moves:
        return solver.solve_moves(position, weak=weak, time=time)
    return solver.solve(position, weak=weak, time=time)


@overload
def solve_many(
    positions: Boards, *, moves: bool = ..., progress: Progress | None = ..., **options: Unpack[_Options]
) -> NDArray[np.int16]: ...
@overload
def solve_many(
    positions: Iterable[AnyPosition],
    *,
    moves: Literal[False] = ...,
    progress: Progress | None = ...,
    **options: Unpack[_Options],
) -> list[Solution]: ...
@overload
def solve_many(
    positions: Iterable[AnyPosition], *, moves: Literal[True], **options: Unpack[_Options]
) -> list[MoveDict[Solution]]: ...
def solve_many(
    positions: Iterable[AnyPosition] | Boards,
    *,
    rules: Rules | str | None = None,
    moves: bool = False,
    weak: bool = False,
    time: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Solution] | list[MoveDict[Solution]] | NDArray[np.int16]:
    """Solve many positions of the same rules.

    An array of boards `[n, row, column]` (top row first, 0 empty, 1 first player, 2 second) gives an array of scores,
    int16[n], or with `moves` the score of every column, int16[n, width], masked where the column is full or the game is
    over. A list of positions, moves or board texts gives a list of what `solve` gives. `time`: limit in seconds.

    >>> solve_many(np.zeros((1, 4, 5), np.int8)).tolist()
    [0]
    """
    if isinstance(positions, np.ndarray):
        if rules is None and positions.ndim != 3:
            raise UsageError(f"Invalid array of shape {positions.shape}: use (n, rows, columns), top row first.")
        chosen = Rules.parse(rules) if rules is not None else _classic_rules(*positions.shape[1:])
        return shared_solver(chosen, threads=threads).solve_boards(
            positions, moves=moves, weak=weak, time=time, progress=progress
        )
    if isinstance(positions, str | Position) or not isinstance(positions, Iterable):
        raise TypeError(
            "solve_many takes an array of boards or a list of positions, "
            f"not {type(positions).__name__}: use solve for a single position."
        )
    listed = [
        position if rules is None and isinstance(position, Position) else _read(position, rules, threads)
        for position in positions
    ]
    if not listed:
        return []
    solver = shared_solver(listed[0].rules, threads=threads)
    if moves:
        return solver.solve_moves_many(listed, weak=weak, time=time)
    return solver.solve_many(listed, weak=weak, time=time, progress=progress)


def scores(
    position: AnyPosition = "",
    *,
    rules: Rules | str | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> tuple[float | None, ...]:
    """The exact score of a drop in each column, to the side to move; None for a full column, and for one that is not
    solved in `time` seconds (`solve` with `moves=True` gives its bounds).

    >>> scores("4", rules="classic,width=4,height=4")
    (0, 0, 0, 0)
    """
    solver, position = _solver_of(position, rules, threads)
    if not solver.rules.gravity:
        raise UsageError("These rules have no columns to drop into: use solve(position, moves=True).")
    solutions = map(solver.solve_moves(position, time=time).get, map(drop, range(solver.rules.shape.width)))
    return tuple([solution.score if solution else None for solution in solutions])


def _solver_of(position: AnyPosition, rules: Rules | str | None, threads: int | None) -> tuple[Solver, AnyPosition]:
    """The shared solver for `Position(position, rules)`, and the position or what the solver reads as such."""
    if isinstance(position, Position) and rules is None:
        chosen = position.rules
    elif isinstance(position, str) and position.isdecimal():
        chosen = _CLASSIC if rules is None else Rules.parse(rules)
    elif isinstance(position, np.ndarray) and position.ndim == 2 and position.size > 0:
        chosen = _classic_rules(*position.shape) if rules is None else Rules.parse(rules)
    else:
        position = Position(position, rules)
        chosen = position.rules
    return _shared_solver(chosen, threads, True, None), position


def _read(position: AnyPosition, rules: Rules | str | None, threads: int | None) -> Position:
    solver, unread = _solver_of(position, rules, threads)
    return solver.read(unread)


@lru_cache
def _classic_rules(height: int, width: int) -> Rules:
    rules = Rules("classic", width=width, height=height)
    return _CLASSIC if rules == _CLASSIC else rules  # the same object: equal ones take longer to compare
