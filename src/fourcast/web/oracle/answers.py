"""Positions given as moves, and the exact score of every column of each, or the bounds known when the time was over."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any, Final, TypeAlias

import numpy as np

from fourcast.algorithms import StopFlag
from fourcast.errors import UsageError
from fourcast.native import Engine, core_unsupported_reason
from fourcast.rules import Position, Rules, drop, position_after
from fourcast.solver import Solution, Solver, boards_after, counts_discs_left, find_book, unsupported_reason

MAX_SOLVERS: Final = 4
"""Sets of rules whose tables stay in memory."""
MAX_TABLE_MB: Final = 128
"""The memory for one set of rules: it excludes PopOut on larger boards."""
DIGITS: Final = 12
"""Of a score behind the point."""
EMPTY_BOARD: Final = ("", "0")
"""How the position before the first move is written."""

Number: TypeAlias = float | None
Bounds: TypeAlias = list[Number]
"""The lower and the upper bound; None if there is none."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known about one position: the scores, or an `error` and, if it was not solved in time, the bounds."""

    pos: str
    score: list[float] | None = None
    """By column, to the side to move."""
    moves: dict[str, float] | None = None
    """By move, in games where the columns do not say everything."""
    error: str | None = None
    bounds: dict[str, Bounds] | None = None
    """By move; a solved move has the same number twice."""

    def as_json(self) -> str:
        if self.score is not None and self.moves is None:  # most answers: four times as fast as the encoder
            return f'{{"pos": {json.dumps(self.pos)}, "score": {self.score}}}'
        fields = ("pos", "score", "moves", "error", "bounds")
        return json.dumps({name: value for name in fields if (value := getattr(self, name)) is not None})


def solver_of(rules: Rules, threads: int) -> Solver:
    """The solver of these rules. Raises `UsageError` if the oracle has none."""
    reason = unsupported_reason(rules, MAX_TABLE_MB)
    if reason and not core_unsupported_reason():
        raise UsageError(f"The oracle does not solve these rules: {reason}.")
    return _solver_of(rules, threads)


@lru_cache(maxsize=MAX_SOLVERS)
def _solver_of(rules: Rules, threads: int) -> Solver:
    return Solver(rules, threads=threads, book=find_book(rules))


def solve_texts(
    solver: Solver, texts: Sequence[str], *, time: float, full: int, stop: StopFlag | None = None
) -> list[Answer]:
    """The answers, in order. `time`: seconds for all of them. `full`: the score of a column that cannot be played."""
    moves = ["" if text in EMPTY_BOARD else text for text in texts]
    if counts_discs_left(solver.rules) and solver.rules.gravity and solver.engine is Engine.NATIVE:
        return _solve_boards(solver, texts, moves, time=time, full=full, stop=stop)
    return _solve_positions(solver, texts, moves, time=time, full=full, stop=stop)


def _solve_boards(
    solver: Solver, texts: Sequence[str], moves: Sequence[str], *, time: float, full: int, stop: StopFlag | None
) -> list[Answer]:
    """Many positions at once, as arrays."""
    boards, is_read = boards_after(solver.rules, moves)
    errors: dict[int, str] = {}
    for index in np.flatnonzero(~is_read).tolist():
        position = _read(solver.rules, moves[index])
        if isinstance(position, Position):
            boards[index] = position.to_array()
        else:
            boards[index] = 0
            errors[index] = position
    lower, upper = solver.bound_boards(boards, time=time, stop=stop)
    is_closed = np.ma.getmaskarray(lower)
    low, high = lower.data, upper.data
    is_solved = (is_closed | (low == high)).all(axis=1).tolist()
    scores = np.where(is_closed, full, low).tolist()
    answers = []
    for index, text in enumerate(texts):
        if index in errors:
            answers.append(Answer(text, error=errors[index]))
        elif is_solved[index]:
            answers.append(Answer(text, scores[index]))
        else:
            bounds: dict[str, Bounds] = {
                str(drop(column)): [int(low[index, column]), int(high[index, column])]
                for column in np.flatnonzero(~is_closed[index]).tolist()
            }
            answers.append(_unsolved(text, bounds))
    return answers


def _solve_positions(
    solver: Solver, texts: Sequence[str], moves: Sequence[str], *, time: float, full: int, stop: StopFlag | None
) -> list[Answer]:
    positions = [_read(solver.rules, text) for text in moves]
    valid = [position for position in positions if isinstance(position, Position)]
    solved = iter(solver.solve_moves_many(valid, time=time, stop=stop))
    return [
        Answer(text, error=position)
        if isinstance(position, str)
        else _answer(solver.rules, text, next(solved), full=full)
        for text, position in zip(texts, positions, strict=True)
    ]


def _read(rules: Rules, text: str) -> Position | str:
    """The position, or what is wrong with the text."""
    try:
        return position_after(rules.start(), text)
    except UsageError as error:
        return str(error)


def _answer(rules: Rules, text: str, solutions: Mapping[Any, Solution], *, full: int) -> Answer:
    if not all(solution.is_exact for solution in solutions.values()):
        bounds = {str(move): [_number(number) for number in solution.bounds] for move, solution in solutions.items()}
        return _unsolved(text, bounds)
    by_move = {str(move): _rounded(solution.low) for move, solution in solutions.items()}
    columns = [str(drop(column)) for column in range(rules.shape.width)] if rules.gravity else []
    score = [by_move.get(column, full) for column in columns]
    is_told_by_columns = counts_discs_left(rules) and rules.gravity
    return Answer(text, score, None if is_told_by_columns else by_move)


def _unsolved(text: str, bounds: dict[str, Bounds]) -> Answer:
    return Answer(text, error="Not solved in time. Allow more time, or try again.", bounds=bounds)


def _number(number: float) -> Number:
    return _rounded(number) if isfinite(number) else None


def _rounded(number: float) -> float:
    """Expected values are sums of floats, which differ in the last digits for a position and its mirror image."""
    return round(number, DIGITS) + 0  # + 0: not −0.0


def blocks(texts: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """The texts in parts of at most so many."""
    for first in range(0, len(texts), size):
        yield texts[first : first + size]
