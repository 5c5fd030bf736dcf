"""Making an opening book: the last layer of positions is solved, block by block; all before follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fourcast.errors import UsageError
from fourcast.jobs import Ledger, Task
from fourcast.native import first_line_unsupported_reason
from fourcast.rules import Position, Rules, parse_rules, rules_text
from fourcast.solver import book_key, exact_terminal_value, position_of_key, shared_solver

BLOCK: Final = 10
"""Positions in a task."""
SOLVE: Final = "fourcast.datasets.make_book:solve_block"

Layer = list[int]
"""Keys of positions with as many discs, none finished, sorted."""


@dataclass(frozen=True)
class BookPlan:
    """What goes into a book: every position that can be reached, by ply, none of them finished."""

    rules: Rules
    layers: tuple[Layer, ...]

    @property
    def ply(self) -> int:
        return len(self.layers) - 1

    @property
    def count(self) -> int:
        return sum(map(len, self.layers))

    def tasks(self) -> list[Task]:
        """The last layer in blocks."""
        last = self.layers[-1]
        blocks = (last[at : at + BLOCK] for at in range(0, len(last), BLOCK))
        rules = rules_text(self.rules)
        return [Task(SOLVE, {"rules": rules, "keys": [f"{key:x}" for key in block]}) for block in blocks]

    def scores(self, ledger: Ledger) -> dict[int, int]:
        """The score of every position: of the last layer from the ledger, of the others by their best move."""
        found: dict[int, int] = {}
        for task, scores in ledger.results(self.tasks()):
            keys: Any = task.arguments["keys"]
            found.update((int(key, 16), score) for key, score in zip(keys, scores, strict=True))
        for layer in reversed(self.layers[:-1]):
            for key in layer:
                after = _followers(position_of_key(self.rules, key))
                found[key] = max(-found[book_key(one)] if not _is_over(one) else -_end(one) for one in after)
        return found


def plan_book(rules: Rules, ply: int, *, on_layer: Callable[[int, int], None] | None = None) -> BookPlan:
    """Find every position up to a ply; `on_layer` is told each ply and its positions."""
    if reason := first_line_unsupported_reason(rules):
        raise UsageError(f"There is no opening book of these rules: {reason}.")
    layer = [book_key(rules.start())]
    layers = [layer]
    for discs in range(1, ply + 1):
        keys = {
            book_key(after) for key in layer for after in _followers(position_of_key(rules, key)) if not _is_over(after)
        }
        if not keys:
            break
        layer = sorted(keys)
        layers.append(layer)
        if on_layer:
            on_layer(discs, len(layer))
    return BookPlan(rules, tuple(layers))


def solve_block(rules: str, keys: Sequence[str]) -> list[int]:
    """The exact scores of some positions. The work of a task."""
    solver = shared_solver(parse_rules(rules), threads=1, use_book=False)
    positions = [position_of_key(solver.rules, int(key, 16)) for key in keys]
    return [int(solution.low) for solution in solver.solve_many(positions)]


def _followers(position: Position) -> Iterator[Position]:
    for move in position.generate_moves():
        after = position.play_unchecked(move)
        assert isinstance(after, Position)
        yield after


def _is_over(position: Position) -> bool:
    return position.outcome is not None


def _end(position: Position) -> int:
    outcome = position.outcome
    assert outcome
    return exact_terminal_value(position, outcome)
