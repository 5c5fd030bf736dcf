"""Datasets: different positions, equally many of each ply, with the exact score of every move.

Positions come from random play that ends no game. They depend on the rules, the seed and the plies alone, and no two
are mirror images. They are labelled in blocks, each of which is a task of a job. A ply is a move played; a position is
given by the moves that lead to it (`44>5`: aimed at column 4, landed in 5; `p4`: popped) and as a board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import ceil, isclose
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from fourcast.datasets.positions import SEED, mirror_key, moves_text, random_quiet_game, random_quiet_line
from fourcast.datasets.table_file import (
    CSV,
    JSON_LINES,
    PARQUET,
    check_table_path,
    read_column,
    read_notes,
    write_table,
)
from fourcast.errors import JobError, UsageError
from fourcast.jobs import Ledger, Progress, Task, delete_ledger, run_job
from fourcast.rules import (
    CALL_DRAW,
    SIGNS,
    Move,
    PopRule,
    Position,
    Rules,
    board_text,
    line_text,
    parse_line,
    pop,
    position_after,
)
from fourcast.solver import Solver, shared_solver, solver_reach, unsupported_reason
from fourcast.text import count_of

SUFFIXES: Final = (PARQUET, CSV, JSON_LINES)
BLOCK: Final = 10
"""Positions in a task: about a second of work for the hardest, milliseconds for easy ones."""
MAX_PLY: Final = 9999
"""Where a game has no maximum length."""
CHECKS: Final = 50
"""Default number of positions whose labels are computed a second time, in another way."""
MAX_MISSES: Final = 1000
"""A ply has no more positions after this many games, and REPEATS for each known position, without a new one."""
REPEATS: Final = 20
_POPS: Final = ("pops_x", "pops_o")
"""Columns of the pop-outs that each player has left."""
LABEL: Final = "fourcast.datasets.labels:label"

Score: TypeAlias = int | float | None


@dataclass(frozen=True)
class Dataset:
    """The specification of a dataset; `write` makes it."""

    rules: Rules
    positions: int
    seed: int
    plies: range

    def __post_init__(self) -> None:
        if reason := dataset_unsupported_reason(self.rules):
            raise UsageError(f"Datasets of these rules are not supported: {reason}.")
        if self.positions < 1:
            raise UsageError(f"Invalid number of positions {self.positions}: use 1 or more.")
        last = MAX_PLY if self.rules.max_plies is None else self.rules.max_plies - 1
        if not self.plies or not 0 <= self.plies[0] <= self.plies[-1] <= last:
            raise UsageError(f"Invalid plies: use a range within 0 to {last}, the lower one first.")

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Every move of these rules, each of which has a column of scores."""
        return tuple(map(str, _every_move(self.rules)))

    @property
    def notes(self) -> dict[str, str]:
        """What the rows depend on, as a Parquet file stores it."""
        plies = f"{self.plies[0]}-{self.plies[-1]}"
        return {"rules": str(self.rules), "seed": str(self.seed), "positions": str(self.positions), "plies": plies}

    def write(
        self,
        path: Path | str,
        *,
        workers: int | None = None,
        cluster: str | None = None,
        ledger: Path | None = None,
        checks: int = CHECKS,
        on_progress: Callable[[Progress], bool | None] | None = None,
    ) -> DatasetFile:
        """Write the dataset to a .parquet, .csv or .jsonl file.

        A Parquet file with the same specification is left as it is. Results are stored in `ledger` as they come, so an
        interrupted call continues where it stopped; the default is a file beside the output, which is deleted at the
        end. `checks` positions are labelled a second time in another way.

        Raises `UsageError` if the file cannot be written, `JobError` if a block failed, a label is wrong, or
        `on_progress` stopped the job.
        """
        path = Path(path)
        check_table_path(path, SUFFIXES)
        if read_notes(path) == self.notes:
            return DatasetFile(path, Counter(read_column(path, "ply")), checked=0, existed=True)
        tasks: list[Task] = []

        def recorded() -> Iterator[Task]:
            for task in self.tasks():
                tasks.append(task)
                yield task

        with output_ledger(path, ledger) as store:
            total = self.count_tasks()
            finish_job(path, recorded(), store, total=total, workers=workers, cluster=cluster, on_progress=on_progress)
            plies, sample = self._sample(tasks, store, checks)
            if not plies:
                raise UsageError(
                    f"Random play leaves no unfinished position at plies {self.notes['plies']}: use others."
                )
            if wrong := check(sample):
                reasons = "; ".join(wrong[:5])
                raise JobError(f"{path} is not written: {store.path} has wrong labels, delete it. {reasons}.")
            number = "int16" if self.rules.drift is None else "float64"
            columns = {"ply": "int16", "moves": "string", "board": "string", "turn": "string"}
            if self.rules.pop_rule is PopRule.LIMITED:
                columns |= dict.fromkeys(_POPS, "int16")
            columns |= {"value": number, **{f"score_{move}": number for move in self.moves}}
            write_table(path, columns, (row.as_data(self.moves) for row in self.rows(tasks, store)), notes=self.notes)
        return DatasetFile(path, plies, checked=len(sample), existed=False)

    def tasks(self) -> Iterator[Task]:
        """Blocks of positions, in turn from every ply that has more."""
        streams = {ply: random_lines(self.rules, ply, self.seed) for ply in self.plies}
        exhausted: set[int] = set()
        left = self.positions
        while left and streams:
            for turn, ply in enumerate(list(streams)):
                share = min(BLOCK, ceil(left / (len(streams) - turn)))
                block = list(islice(streams[ply], share))
                left -= len(block)
                if block:
                    yield Task(LABEL, {"rules": str(self.rules), "positions": block})
                if len(block) < share:
                    exhausted.add(ply)
            for ply in exhausted & streams.keys():
                del streams[ply]

    def count_tasks(self) -> int:
        """The number of tasks if no ply runs out of positions."""
        count = len(self.plies)
        rounds, rest = divmod(self.positions, BLOCK * count)
        return rounds * count + min(rest, count)

    def rows(self, tasks: Iterable[Task], ledger: Ledger) -> Iterator[LabelledPosition]:
        """The labelled positions, in the order of the tasks."""
        for task, labels in ledger.results(tasks):
            lines: Any = task.arguments["positions"]
            for line, (board, scores) in zip(lines, labels, strict=True):
                yield LabelledPosition(self.rules, line, board, scores)

    def _sample(self, tasks: Sequence[Task], ledger: Ledger, size: int) -> tuple[Counter[int], list[LabelledPosition]]:
        """How many positions each ply has, and some of all positions, each with the same probability."""
        rng, plies, sample = Random(self.seed), Counter[int](), list[LabelledPosition]()
        for number, row in enumerate(self.rows(tasks, ledger), start=1):
            plies[row.ply] += 1
            if len(sample) < size:
                sample.append(row)
            elif (at := int(rng.random() * number)) < size:
                sample[at] = row
        return plies, sample


@dataclass(frozen=True)
class DatasetFile:
    """A dataset that was written."""

    path: Path
    plies: Mapping[int, int]
    """How many positions each ply has."""
    checked: int
    """Positions whose labels were computed a second time."""
    existed: bool
    """Whether the file was there already, with the same specification."""

    @property
    def positions(self) -> int:
        return sum(self.plies.values())


@dataclass(frozen=True)
class LabelledPosition:
    """A position, the moves that lead to it, and the score of every move for the side to move."""

    rules: Rules
    line: str
    board: str
    """Rows from the top, separated by slashes: . empty, x first player, o second."""
    scores: Sequence[Score]
    """None for a move that is not legal."""

    @cached_property
    def ply(self) -> int:
        """Moves played: the discs on the board, except where discs are popped out."""
        if self.rules.pop_rule is not PopRule.NONE:
            return len(parse_line(self.rules.start(), self.line))
        return self.board.count("x") + self.board.count("o")

    @property
    def value(self) -> Score:
        """The score of the best move."""
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
            **(dict(zip(_POPS, self.position().pops, strict=True)) if self.rules.pop_rule is PopRule.LIMITED else {}),
            "value": self.value,
            **{f"score_{move}": score for move, score in zip(moves, self.scores, strict=True)},
        }


def dataset_unsupported_reason(rules: Rules) -> str | None:
    """Why positions of these rules cannot be labelled; None if they can."""
    return unsupported_reason(rules) if rules.pop_rule is PopRule.OWN else None


def default_plies(rules: Rules) -> range:
    """From where the solver is fast to the last move. Where a game has no maximum length, as many plies as cells: the
    solver knows all positions then."""
    if rules.max_plies is None:
        return range(rules.shape.cells)
    return range(max(0, rules.max_plies - solver_reach(rules).fast), rules.max_plies)


def label(rules: str, positions: Sequence[str]) -> list[tuple[str, list[Score]]]:
    """The boards of some positions and the scores of every move. A task function."""
    solver = shared_solver(Rules.parse(rules), threads=1, use_book=False)
    moves, start = _every_move(solver.rules), solver.rules.start()
    boards = [position_after(start, line) for line in positions]
    return [
        (
            board_text(position).replace("\n", "/"),
            [_number(solutions[move].score) if move in solutions else None for move in moves],
        )
        for position, solutions in zip(boards, solver.solve_moves_many(boards), strict=True)
    ]


def check(rows: Iterable[LabelledPosition]) -> list[str]:
    """What is wrong with labels, by solving the position itself and every move of its mirror image."""
    wrong = []
    solver: Solver | None = None
    for row in rows:
        rules, position = row.rules, row.position()
        solver = solver or Solver(rules, threads=1)
        if not _are_equal(solver.solve(position).score, row.value):
            wrong.append(f"{row.line}: the score of the position is not {row.value}")
        image = position.mirror() if rules.symmetric else position
        moves = _every_move(rules)
        for move, solution in solver.solve_moves(image).items():
            original = move.mirror(rules.shape.width) if rules.symmetric else move
            score = row.scores[moves.index(original)]
            if not _are_equal(solution.score, score):
                wrong.append(f"{row.line}: the score of move {original!s} is not {score}")
    return wrong


def random_lines(rules: Rules, ply: int, seed: int) -> Iterator[str]:
    """Moves that lead to different positions at a ply, up to mirror images, until no new ones are found."""
    rng = Random(f"{seed}/{ply}")
    seen: set[Hashable] = set()
    misses = 0
    draw_line = _random_line if rules.drift or rules.pop_rule is not PopRule.NONE else _random_simple_line
    while misses < MAX_MISSES + REPEATS * len(seen):
        drawn = draw_line(rules, ply, rng)
        if drawn is None or drawn[0] in seen:
            misses += 1
            continue
        misses = 0
        seen.add(drawn[0])
        yield drawn[1]


def _random_simple_line(rules: Rules, ply: int, rng: Random) -> tuple[Hashable, str] | None:
    """A key that a position and its mirror image have in common, and the moves that lead there."""
    cells = random_quiet_game(rules, ply, rng)
    if cells is None:
        return None
    shape, stones = rules.shape, (sum(cells[0::2]), sum(cells[1::2]))
    key = min(stones, (shape.mirrored(stones[0]), shape.mirrored(stones[1]))) if rules.symmetric else stones
    return key, moves_text(rules, cells)


def _random_line(rules: Rules, ply: int, rng: Random) -> tuple[Hashable, str] | None:
    """The same where discs drift or are popped out."""
    drawn = random_quiet_line(rules, ply, rng)
    if drawn is None:
        return None
    line, position = drawn
    return mirror_key(position), line_text(rules, line)


@contextmanager
def output_ledger(path: Path, ledger: Path | None) -> Iterator[Ledger]:
    """The ledger of a job whose file is written in the block. The default is a ledger beside the file, which is deleted
    after the block."""
    with Ledger(ledger or ledger_beside(path)) as store:
        yield store
    if ledger is None:
        delete_ledger(ledger_beside(path))


def finish_job(
    path: Path, tasks: Iterable[Task], store: Ledger, *, is_done: Callable[[], bool] = lambda: False, **job: Any
) -> None:
    """Run the tasks of a file. `job` are arguments of `run_job`. Raises `JobError` if a task failed or the job was
    stopped before it was done."""
    summary = run_job(tasks, store, retry_failed=True, **job)
    if summary.failures:
        reason, failed = summary.failures[0].reason, count_of(len(summary.failures), "task")
        raise JobError(f"{path} is not written: {failed} failed. {reason}")
    if summary.stopped and not is_done():
        raise JobError(f"{path} is not written: the job was stopped. Results so far are in {store.path}.")


def ledger_beside(path: Path) -> Path:
    """The default ledger of a job that writes a file."""
    return path.with_name(f"{path.name}.ledger")


def _every_move(rules: Rules) -> list[Move]:
    """Every move that a position of these rules can have."""
    moves = list(rules.start().generate_moves())
    if rules.pop_rule is not PopRule.NONE:
        moves += map(pop, range(rules.shape.width))
    return [*moves, CALL_DRAW] if rules.pop_rule is PopRule.OWN else moves


def _are_equal(one: float | None, other: float | None) -> bool:
    """Means are summed in another order where discs drift."""
    return one == other or (one is not None and other is not None and isclose(one, other, abs_tol=1e-9))


def _number(score: float | None) -> Score:
    return int(score) if score is not None and float(score).is_integer() else score


def dataset(
    positions: int = 10_000,
    *,
    plies: range | tuple[int, int] | None = None,
    rules: Rules | str = "classic",
    seed: int = SEED,
) -> Dataset:
    """A dataset of different positions, equally many of each ply; `plies` are the first and the last one.

    >>> dataset(10_000, plies=(8, 41)).plies
    range(8, 42)
    """
    parsed = Rules.parse(rules) if isinstance(rules, str) else rules
    if isinstance(plies, tuple):
        plies = range(plies[0], plies[1] + 1)
    return Dataset(parsed, positions, seed, default_plies(parsed) if plies is None else plies)
