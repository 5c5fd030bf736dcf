"""Positions with the exact score of every move: as many of each ply, no two alike up to mirror.

The positions come from random play that ends no game, a stream for every ply, and depend on the seed alone. They are
labelled in blocks, each the task of a job.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil
from random import Random
from typing import Any, Final

from fourcast.errors import UsageError
from fourcast.jobs import Ledger, Task
from fourcast.rules import (
    SIGNS,
    Goal,
    Move,
    Ply,
    PopRule,
    Position,
    Rules,
    board_text,
    drop,
    has_line,
    line_text,
    move_text,
    parse_rules,
    place,
    position_after,
    rules_text,
)
from fourcast.solver import Solver, shared_solver

BLOCK: Final = 10
"""Positions in a task: a second of work where they are hardest, milliseconds where they are easy."""
EMPTY_CELLS: Final = 32
"""Unless told, positions have at most so many: each is labelled within a fraction of a second."""
TRIES: Final = 1000
"""So many games, and REPEATS for each position found, without a new position, and there is none."""
REPEATS: Final = 20
LABEL: Final = "fourcast.datasets.dataset:label"

Score = int | float | None


@dataclass(frozen=True)
class Dataset:
    """What a dataset is made of."""

    rules: Rules
    positions: int
    seed: int
    plies: range

    def __post_init__(self) -> None:
        if reason := why_no_dataset(self.rules):
            raise UsageError(f"There is no dataset of these rules: {reason}.")
        if not self.plies or not 0 <= self.plies[0] <= self.plies[-1] < self.rules.shape.cells:
            raise UsageError(f"Plies go from 0 to {self.rules.shape.cells - 1} here, the lower one first.")

    @property
    def moves(self) -> tuple[str, ...]:
        """Every move there may be, as people write it: a score each."""
        return move_names(self.rules)

    def tasks(self) -> Iterator[Task]:
        """Blocks of positions, in turn from every ply that has more."""
        streams = {ply: random_lines(self.rules, ply, self.seed) for ply in self.plies}
        exhausted: set[int] = set()
        left = self.positions
        while left and streams:
            for turn, ply in enumerate(list(streams)):
                share = min(BLOCK, ceil(left / (len(streams) - turn)))
                some = list(islice(streams[ply], share))
                left -= len(some)
                if some:
                    yield Task(LABEL, {"rules": rules_text(self.rules), "positions": some})
                if len(some) < share:
                    exhausted.add(ply)
            for ply in exhausted & streams.keys():
                del streams[ply]

    def count_tasks(self) -> int:
        """How many tasks there are if no ply runs out of positions."""
        count = len(self.plies)
        rounds, rest = divmod(self.positions, BLOCK * count)
        return rounds * count + min(rest, count)

    def rows(self, tasks: Iterable[Task], ledger: Ledger) -> Iterator[Row]:
        """What has been labelled, in the order of the tasks."""
        for task, labels in ledger.results(tasks):
            lines: Any = task.arguments["positions"]
            for line, (board, scores) in zip(lines, labels, strict=True):
                yield Row(self.rules, line, board, scores)


@dataclass(frozen=True)
class Row:
    """A position, the moves that lead to it, and the score of every move to the side that makes it."""

    rules: Rules
    line: str
    board: str
    """Rows from the top, with a stroke between them: . empty, x first player, o second."""
    scores: Sequence[Score]
    """None where a move cannot be made."""

    @property
    def ply(self) -> int:
        return self.board.count("x") + self.board.count("o")

    @property
    def value(self) -> Score:
        """What the position is worth: its best move."""
        return max(score for score in self.scores if score is not None)

    def position(self) -> Position:
        return position_after(self.rules.start(), self.line)

    def as_data(self, moves: Sequence[str]) -> dict[str, object]:
        """The row of a table."""
        return {
            "ply": self.ply,
            "moves": self.line,
            "board": self.board,
            "turn": SIGNS[self.ply % 2],
            "value": self.value,
            **{f"score_{move}": score for move, score in zip(moves, self.scores, strict=True)},
        }


def why_no_dataset(rules: Rules) -> str | None:
    """Why positions of these rules cannot be labelled so; None if they can."""
    if rules.drift is not None:
        return "drops drift, so that moves do not lead to one position"
    if rules.pop_rule is not PopRule.NONE:
        return "discs are popped out, so that a position has no ply"
    return None


def usual_plies(rules: Rules) -> range:
    """From where a solver is quick to the last move."""
    return range(max(0, rules.shape.cells - EMPTY_CELLS), rules.shape.cells)


def move_names(rules: Rules) -> tuple[str, ...]:
    return tuple(move_text(rules, move) for move in rules.start().generate_moves())


def label(rules: str, positions: Sequence[str]) -> list[tuple[str, list[Score]]]:
    """The boards of some positions and the scores of every move. The work of a task."""
    solver = shared_solver(parse_rules(rules), threads=1, use_book=False)
    start = solver.rules.start()
    moves = start.generate_moves()
    boards: list[str] = []
    followers: list[dict[Move, Position]] = []
    for line in positions:
        position = position_after(start, line)
        boards.append(board_text(position).replace("\n", "/"))
        followers.append({move: _after(position, move) for move in position.legal_moves})
    solved = iter(solver.solve_many([after for children in followers for after in children.values()]))
    scores = [
        [_number(next(solved).one_ply_earlier().score) if move in children else None for move in moves]
        for children in followers
    ]
    return list(zip(boards, scores, strict=True))


def check(rows: Iterable[Row]) -> list[str]:
    """What is wrong with some labels, found another way: by the whole position, and by each move in the mirror."""
    wrong = []
    solver: Solver | None = None
    for row in rows:
        rules, position = row.rules, row.position()
        solver = solver or Solver(rules, threads=1)
        if solver.solve(position).score != row.value:
            wrong.append(f"{row.line}: the position itself is not worth {row.value}")
        image = position.mirror() if rules.symmetric else position
        for move, solution in solver.solve_moves(image).items():
            labelled = move.mirror(rules.shape.width) if rules.symmetric else move
            at = rules.start().generate_moves().index(labelled)
            if solution.score != row.scores[at]:
                wrong.append(f"{row.line}: move {move_names(rules)[at]} is not worth {row.scores[at]}")
    return wrong


def random_lines(rules: Rules, ply: int, seed: int) -> Iterator[str]:
    """Moves that lead to different positions after so many, up to mirror, until no new ones are found."""
    dice = Random(f"{seed}/{ply}")
    shape = rules.shape
    seen: set[tuple[int, int]] = set()
    misses = 0
    while misses < TRIES + REPEATS * len(seen):
        cells = _random_game(rules, ply, dice)
        if cells is None:
            misses += 1
            continue
        stones = sum(cells[0::2]), sum(cells[1::2])
        key = min(stones, (shape.mirrored(stones[0]), shape.mirrored(stones[1]))) if rules.symmetric else stones
        if key in seen:
            misses += 1
            continue
        misses = 0
        seen.add(key)
        yield line_text(rules, [Ply(_move_to(rules, cell)) for cell in cells])


def _random_game(rules: Rules, plies: int, dice: Random) -> list[int] | None:
    """The cells of so many random moves that do not end the game; None if they do not get so far.

    Millions of them are played, so this is done on sets of cells; that a board is not full yet is known.
    """
    shape, ends_by_line = rules.shape, rules.goal is Goal.FIRST_LINE
    own = others = 0
    game: list[int] = []
    for _ in range(plies):
        occupied = own | others
        if rules.gravity:
            landing = shape.landing(occupied)
            cells = [cell for column in shape.columns if (cell := landing & column)]
        else:
            cells = [cell for number in range(shape.bits) if (cell := 1 << number & shape.board & ~occupied)]
        while cells:
            # Not `randrange`: only `random` gives the same numbers in every version of Python.
            cell = cells.pop(int(dice.random() * len(cells)))
            if not (ends_by_line and has_line(own | cell, shape)):
                break
        else:
            return None
        game.append(cell)
        own, others = others, own | cell
    return game


def _move_to(rules: Rules, cell: int) -> Move:
    column, row = divmod(cell.bit_length() - 1, rules.shape.stride)
    return drop(column) if rules.gravity else place(column, row, rules.shape.width)


def _after(position: Position, move: Move) -> Position:
    after = position.play_unchecked(move)
    assert isinstance(after, Position)
    return after


def _number(score: float | None) -> Score:
    return int(score) if score is not None and float(score).is_integer() else score
