"""The compiled exact solver of first-line games with gravity."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourcast.errors import EngineUnavailable
from fourcast.native.bridge import core, native_rules, why_not
from fourcast.native.ordering_weights import Lessons, lessons_for
from fourcast.native.search import LONGEST_LINE, STOPPED
from fourcast.rules import Goal, PopRule, Position, Progress, Rules
from fourcast.search import Stopped

WEIGHTS: Final = (64, 50, 35, 4)
"""How much a move is worth trying first: for a new threat of the parity that serves the mover, for any other, on top of
that for one right above a playable cell, and for every step towards the centre. Lessons are added to it."""

NO_LIMIT: Final = (1 << 64) - 1
_LIMB: Final = (1 << 64) - 1


class Found(NamedTuple):
    """What is known of a score: why its search stopped (None if it did not), between what it lies, and the nodes."""

    stopped: Stopped | None
    low: float
    high: float
    nodes: int


class Scores(NamedTuple):
    """The same of many positions; `stopped` is −1 where the search did not."""

    low: NDArray[np.int16]
    high: NDArray[np.int16]
    stopped: NDArray[np.int8]
    nodes: NDArray[np.uint64]


class Studied(NamedTuple):
    """What each move of some positions costs."""

    positions: list[list[int]]
    """The discs of the side to move, and of the other."""
    costs: list[list[int]]
    """Nodes by column: −1 for a move that needs no search, the most there may be for one that does not lead there."""
    seen: list[int]
    """How many positions there were to choose from, by the number of empty cells."""


def why_no_solver(rules: Rules) -> str | None:
    """Why the native solver cannot play these rules; None if it can."""
    if reason := why_not(rules):
        return reason
    if rules.goal is not Goal.FIRST_LINE or not rules.gravity or rules.pop_rule is not PopRule.NONE or rules.drift:
        return "it solves games of the first line, with gravity, without pop-outs and drift"
    if rules.shape.bits > core.MOST_SOLVER_BITS:
        return f"columns × (rows + 1) is {rules.shape.bits}, and it holds at most {core.MOST_SOLVER_BITS}"
    if rules.shape.connect > LONGEST_LINE:
        return f"lines are longer than {LONGEST_LINE}"
    return None


class NativeSolver:
    """A solver with its table, for calls from any number of threads."""

    def __init__(self, rules: Rules, megabytes: int, *, lessons: Lessons | None = None, plain: bool = False) -> None:
        """Without `lessons` those that come with the board, if any; `plain` keeps to what every machine can do."""
        if reason := why_no_solver(rules):
            raise EngineUnavailable(f"The native solver cannot do this: {reason}. Ask for another.")
        self.rules = rules
        learned = lessons_for(rules.shape) if lessons is None else lessons
        flat = np.zeros(0, np.int8) if learned is None else np.ascontiguousarray(learned.reshape(-1))
        self._core = core.Solver(native_rules(rules), megabytes, weights=WEIGHTS, lessons=flat, plain=plain)

    def solve_many(
        self,
        positions: Sequence[Position],
        *,
        weak: bool = False,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        window: tuple[int, int] | None = None,
        trust_bounds: bool = True,
        progress: Progress | None = None,
    ) -> list[Found]:
        """What is known of every position's score; `nodes` is for each of them, `seconds` for all.

        With a window, scores are told apart only within it.
        """
        scores = self.solve_rows(
            rows_of(positions),
            weak=weak,
            seconds=seconds,
            nodes=nodes,
            threads=threads,
            window=window,
            trust_bounds=trust_bounds,
            progress=progress,
        )
        return [
            Found(None if stopped < 0 else STOPPED[stopped], low, high, visited)
            for low, high, stopped, visited in zip(*(column.tolist() for column in scores), strict=True)
        ]

    def solve_rows(
        self,
        rows: NDArray[np.uint64],
        *,
        weak: bool = False,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        window: tuple[int, int] | None = None,
        trust_bounds: bool = True,
        progress: Progress | None = None,
    ) -> Scores:
        """The same for positions as `rows_of` and `rows_of_boards` give them."""
        lowest, highest = window or (-self.rules.shape.cells, self.rules.shape.cells)
        return Scores(
            *self._core.solve_many(
                rows,
                weak=weak,
                trust_bounds=trust_bounds,
                threads=threads,
                lowest=lowest,
                highest=highest,
                seconds=inf if seconds is None else seconds,
                nodes=NO_LIMIT if nodes is None else nodes,
                progress=progress,
            )
        )

    def study(
        self, position: Position, *, chances: Sequence[float], most_nodes: Sequence[int], seed: int, nodes: int
    ) -> Studied:
        """Solve a position of at most 64 bits within `nodes`, and look into the search on the way: at a position with n
        empty cells by a chance of `chances[n]`, searching each of its moves for `most_nodes[n]` at most."""
        discs = position.stones[position.turn], position.stones[1 - position.turn]
        positions, costs, seen = self._core.study(discs, chances=chances, most_nodes=most_nodes, seed=seed, nodes=nodes)
        return Studied(positions, costs, seen)

    def stop(self) -> None:
        """End the calls that are under way, from another thread."""
        self._core.stop()

    def clear(self) -> None:
        """Forget everything."""
        self._core.clear()


def rows_of(positions: Sequence[Position]) -> NDArray[np.uint64]:
    """A row for each position: the discs of the side to move, low and high 64 bits, and those of the other side."""
    rows = np.empty((len(positions), 4), np.uint64)
    own = [position.stones[position.turn] for position in positions]
    other = [position.stones[1 - position.turn] for position in positions]
    for column, cells in ((0, own), (2, other)):
        rows[:, column] = [one & _LIMB for one in cells]
        rows[:, column + 1] = [one >> 64 for one in cells]
    return rows


def rows_of_boards(rules: Rules, boards: NDArray[np.integer]) -> NDArray[np.uint64]:
    """The same of boards as arrays: `boards[n, row, column]`, top row first, 0 empty, 1 first player, 2 second.

    Raises ValueError for a board that no game under these rules can show.
    """
    shape = rules.shape
    if boards.ndim != 3 or boards.shape[1:] != (shape.height, shape.width):
        raise ValueError(
            f"Boards come as an array of shape (n, {shape.height}, {shape.width}), top row first; "
            f"this one has shape {boards.shape}."
        )
    if not np.issubdtype(boards.dtype, np.integer):
        raise ValueError(f"Boards hold the integers 0, 1 and 2, not {boards.dtype}.")
    upwards = boards[:, ::-1, :].astype(np.int8)
    first, second = upwards == 1, upwards == 2
    taken = first | second
    _refuse(np.any(upwards != boards[:, ::-1, :], axis=(1, 2)), "numbers other than 0, 1 and 2")
    _refuse(np.any((upwards != 0) & ~taken, axis=(1, 2)), "numbers other than 0, 1 and 2")
    _refuse(np.any(taken[:, 1:] & ~taken[:, :-1], axis=(1, 2)), "a disc above an empty cell")
    lead = first.sum(axis=(1, 2)) - second.sum(axis=(1, 2))
    _refuse((lead < 0) | (lead > 1), "discs that were not dropped in turn")
    first_rows, second_rows = (_limbs_of(discs, shape.height, shape.bits) for discs in (first, second))
    second_moves = (lead == 1)[:, None]
    return np.hstack(
        [np.where(second_moves, second_rows, first_rows), np.where(second_moves, first_rows, second_rows)],
    )


def _limbs_of(discs: NDArray[np.bool_], height: int, bits: int) -> NDArray[np.uint64]:
    """Sets of cells as two 64-bit words each, of discs by row from the bottom and column."""
    count, _, width = discs.shape
    columns = np.zeros((count, width, height + 1), np.uint8)
    columns[:, :, :height] = discs.transpose(0, 2, 1)
    spread = np.zeros((count, 128), np.uint8)
    spread[:, :bits] = columns.reshape(count, bits)
    return np.packbits(spread, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _refuse(bad: NDArray[np.bool_], what: str) -> None:
    if bad.any():
        raise ValueError(f"Board {int(np.argmax(bad))} has {what}.")
