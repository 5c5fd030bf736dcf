"""Making an opening book: the positions of the last ply are solved in blocks; the scores of earlier ones follow. Those
of a repertoire are solved ply by ply, because each best move decides which positions come two plies later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from fourcast.datasets.labels import BLOCK, finish_job, output_ledger
from fourcast.errors import JobError, UsageError
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
BEST_MOVES: Final = "fourcast.datasets.book:best_moves_block"

Layer: TypeAlias = list[int]
"""Sorted keys of the unfinished positions with the same number of discs."""


@dataclass(frozen=True)
class BookPlan:
    """The positions of a book, by ply."""

    rules: Rules
    layers: tuple[Layer, ...]
    last_ply: int
    """Of the repertoire; `ply` if there is none."""

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

            def finish(tasks: Sequence[Task]) -> None:
                finish_job(path, tasks, store, workers=workers, cluster=cluster, on_progress=on_progress)

            finish(self.tasks())
            scores = self.scores(store)
            if self.last_ply > self.ply:
                self._add_repertoire(scores, store, finish)
            last_ply = max(position_of_key(self.rules, key).discs for key in scores)
            write_book(path, self.rules, self.ply, scores, last_ply=last_ply)

    def tasks(self) -> list[Task]:
        """The last layer in blocks."""
        return self._blocks(SOLVE, self.layers[-1])

    def _blocks(self, function: str, keys: Layer) -> list[Task]:
        blocks = (keys[at : at + BLOCK] for at in range(0, len(keys), BLOCK))
        rules = str(self.rules)
        return [Task(function, {"rules": rules, "keys": [f"{key:x}" for key in block]}) for block in blocks]

    def _add_repertoire(self, scores: dict[int, int], ledger: Ledger, finish: Callable[[Sequence[Task]], None]) -> None:
        """Add the scores of the positions in which the owner of the repertoire is to move, first or second, and of
        those after its best moves."""
        start = self.rules.start()
        layers = [{book_key(start)}, _keys(_successors(start))]
        for ply in range(self.last_ply):
            keys = sorted(layers[ply])
            if ply >= self.ply and keys:
                finish(tasks := self._blocks(BEST_MOVES, keys))
                solved = [best for _, block in ledger.results(tasks) for best in block]
                for key, (move, score) in zip(keys, solved, strict=True):
                    position = position_of_key(self.rules, key)
                    after = position.play(move)
                    known = [scores.setdefault(key, score)]
                    if after.outcome is None:
                        known.append(-scores.setdefault(book_key(after), -score))
                    if known.count(score) < len(known):
                        raise JobError(f"Two solutions of {position!r} differ: delete the ledger {ledger.path}.")
            if ply == 0:
                continue
            layers.append(set())
            for position in (position_of_key(self.rules, key) for key in layers[ply - 1]):
                for image in (position, position.mirror()):
                    layers[-1] |= _keys(_successors(_best_successor(image, scores)))

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


def plan_book(rules: Rules, ply: int, *, last_ply: int = 0) -> BookPlan:
    """Find every position up to a ply. `last_ply`: that of a repertoire. Raises `UsageError` if there are no books of
    these rules."""
    if reason := book_unsupported_reason(rules):
        raise UsageError(f"Opening books of these rules are not supported: {reason}.")
    layers = [[book_key(rules.start())]]
    for _ in range(ply):
        successors = (after for key in layers[-1] for after in _successors(position_of_key(rules, key)))
        keys = _keys(successors)
        if not keys:
            break
        layers.append(sorted(keys))
    return BookPlan(rules, tuple(layers), max(last_ply, len(layers) - 1))


def solve_block(rules: str, keys: Sequence[str]) -> list[int]:
    """The exact scores of some positions. A task function."""
    solver = shared_solver(Rules.parse(rules), threads=1, use_book=False)
    positions = [position_of_key(solver.rules, int(key, 16)) for key in keys]
    return [int(solution.low) for solution in solver.solve_many(positions)]


def best_moves_block(rules: str, keys: Sequence[str]) -> list[tuple[str, int]]:
    """A best move of each of some positions, and its score. A task function."""
    solver = shared_solver(Rules.parse(rules), threads=1, use_book=False)
    moves = []
    for key in keys:
        best = solver.best_move(position_of_key(solver.rules, int(key, 16)))
        if not best:
            raise JobError(f"The solver found no best move for the key {key}.")
        moves.append((str(best.move), int(best.solution.low)))
    return moves


def _best_successor(position: Position, scores: dict[int, int]) -> Position:
    """The position after the best move that `Solver.best_move` finds in a book of these scores: the first one that is
    worth as much as the position. A move that wins at once is better than any that does not; otherwise only the last
    move of a game ends it."""
    after = [position.play(move) for move in position.rules.centre_first(position.legal_moves)]
    known = [each for each in after if each.outcome or book_key(each) in scores]
    return next(each for each in known if _score(each, scores) == -scores[book_key(position)])


def _score(position: Position, scores: dict[int, int]) -> int:
    outcome = position.outcome
    return exact_terminal_value(position, outcome) if outcome else scores[book_key(position)]


def _keys(positions: Iterable[Position]) -> set[int]:
    """The keys of those that are not over."""
    return {book_key(position) for position in positions if position.outcome is None}


def _successors(position: Position) -> Iterator[Position]:
    for move in position.generate_moves():
        after = position.play_unchecked(move)
        assert isinstance(after, Position)
        yield after
