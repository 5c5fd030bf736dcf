"""Making an opening book: the positions of the last ply are solved in blocks; the scores of earlier ones follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from fourcast.datasets.labels import BLOCK, finish_job, output_ledger
from fourcast.errors import UsageError
from fourcast.jobs import Ledger, Progress, Task
from fourcast.rules import Position, Rules
from fourcast.solver import (
    book_key,
    book_unsupported_reason,
    exact_terminal_value,
    position_of_key,
    shared_solver,
    write_book,
)

SOLVE: Final = "fourcast.datasets.book:solve_block"

Layer: TypeAlias = list[int]
"""Sorted keys of the unfinished positions with the same number of discs."""


@dataclass(frozen=True)
class BookPlan:
    """The positions of a book, by ply."""

    rules: Rules
    layers: tuple[Layer, ...]

    @property
    def ply(self) -> int:
        return len(self.layers) - 1

    def write(
        self,
        path: Path,
        *,
        ledger: Path | None = None,
        workers: int | None = None,
        cluster: str | None = None,
        on_progress: Callable[[Progress], bool | None] | None = None,
    ) -> None:
        """Solve the positions and write the book. Results are stored in `ledger` as they come, by default in a file
        beside the book that is deleted at the end. Raises `JobError` if a block could not be solved or
        `on_progress` stopped the job."""
        with output_ledger(path, ledger) as store:
            finish_job(path, self.tasks(), store, workers=workers, cluster=cluster, on_progress=on_progress)
            write_book(path, self.rules, self.ply, self.scores(store))

    def tasks(self) -> list[Task]:
        """The last layer in blocks."""
        last = self.layers[-1]
        blocks = (last[at : at + BLOCK] for at in range(0, len(last), BLOCK))
        rules = str(self.rules)
        return [Task(SOLVE, {"rules": rules, "keys": [f"{key:x}" for key in block]}) for block in blocks]

    def scores(self, ledger: Ledger) -> dict[int, int]:
        """The score of every position: of the last layer from the ledger, of the others from their successors."""
        scores: dict[int, int] = {}
        for task, solved in ledger.results(self.tasks()):
            keys: Any = task.arguments["keys"]
            scores.update((int(key, 16), score) for key, score in zip(keys, solved, strict=True))
        for layer in reversed(self.layers[:-1]):
            for key in layer:
                successors = _successors(position_of_key(self.rules, key))
                scores[key] = max(-_score(after, scores) for after in successors)
        return scores


def plan_book(rules: Rules, ply: int) -> BookPlan:
    """Find every position up to a ply. Raises `UsageError` if there are no books of these rules."""
    if reason := book_unsupported_reason(rules):
        raise UsageError(f"Opening books of these rules are not supported: {reason}.")
    layers = [[book_key(rules.start())]]
    for _ in range(ply):
        successors = (after for key in layers[-1] for after in _successors(position_of_key(rules, key)))
        keys = {book_key(after) for after in successors if after.outcome is None}
        if not keys:
            break
        layers.append(sorted(keys))
    return BookPlan(rules, tuple(layers))


def solve_block(rules: str, keys: Sequence[str]) -> list[int]:
    """The exact scores of some positions. A task function."""
    solver = shared_solver(Rules.parse(rules), threads=1, use_book=False)
    positions = [position_of_key(solver.rules, int(key, 16)) for key in keys]
    return [int(solution.low) for solution in solver.solve_many(positions)]


def _score(position: Position, scores: dict[int, int]) -> int:
    outcome = position.outcome
    return exact_terminal_value(position, outcome) if outcome else scores[book_key(position)]


def _successors(position: Position) -> Iterator[Position]:
    for move in position.generate_moves():
        after = position.play_unchecked(move)
        assert isinstance(after, Position)
        yield after
