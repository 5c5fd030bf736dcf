"""Move ordering. A good order tries the best move first, so that more is pruned."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from fourcast.algorithms.recursion import Order
from fourcast.errors import UsageError, quote
from fourcast.rules import Move, MoveKind, Position, Rules

MAX_KILLERS: Final = 2
"""Killer moves per depth."""
ASCENDING: Final = "ascending"
CENTRE: Final = "centre"
_LIST: Final = re.compile(r"[1-9][0-9]{0,4}(-[1-9][0-9]{0,4})*")
_KINDS: Final = {MoveKind.DROP: 0, MoveKind.PLACE: 0, MoveKind.POP: 1, MoveKind.CALL_DRAW: 2}


@dataclass(frozen=True)
class MoveOrder:
    """A fixed order as text: `ascending`, `centre`, or columns such as `4-5-3-6-2-7-1-8` (or `4,5,3,…`); with
    `+killers`, moves that recently caused cutoffs at the same depth are tried first."""

    text: str = field(default=ASCENDING, compare=False)
    base: str = field(init=False, repr=False)
    """`ascending`, `centre`, or columns with `-` between them."""
    killers: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        base, plus, extra = self.text.partition("+")
        if plus and extra != "killers":
            raise UsageError(f"Unknown {quote('+' + extra)} in a move order. Only +killers is possible.")
        if base not in (ASCENDING, CENTRE):
            base = re.sub(", *", "-", base)
            if not _LIST.fullmatch(base):
                raise UsageError(
                    f"Invalid move order {quote(base)}. Use ascending, centre, or columns such as 4-5-3-6-2-7-1 or "
                    "4,5,3, each also with killers: centre+killers."
                )
            if len(set(base.split("-"))) != base.count("-") + 1:
                raise UsageError(f"The move order {quote(base)} names a column twice. Name each once.")
        object.__setattr__(self, "base", base)
        object.__setattr__(self, "killers", bool(plus))

    def __str__(self) -> str:
        return self.base + ("+killers" if self.killers else "")

    def rank(self, rules: Rules) -> Callable[[Move], tuple[int, ...]]:
        """The key by which moves are sorted: drops before pops before the call of a draw, then by column or cell."""
        width, height = rules.shape.width, rules.shape.height
        if self.base == ASCENDING:
            return lambda move: (_KINDS[move.kind], move.row, move.column)
        if self.base == CENTRE:

            def from_centre(move: Move) -> tuple[int, ...]:
                upwards = abs(2 * move.row - (height - 1)) if move.kind is MoveKind.PLACE else 0
                return _KINDS[move.kind], abs(2 * move.column - (width - 1)) + upwards, move.row, move.column

            return from_centre
        cells = [int(part) - 1 for part in self.base.split("-")]
        count = width if rules.gravity else rules.shape.cells
        if any(cell >= count for cell in cells):
            raise UsageError(
                f"The move order {quote(self.base)} names a column that the board does not have. Use 1 to {count}."
            )
        ranks = {cell: index for index, cell in enumerate(cells)}

        def as_listed(move: Move) -> tuple[int, ...]:
            cell = move.row * width + move.column
            return _KINDS[move.kind], ranks.get(cell, len(ranks)), cell

        return as_listed

    def order(self, rules: Rules) -> Order:
        """This order under given rules, without killer moves."""
        if self.base == ASCENDING:
            return lambda position, depth: position.generate_moves()
        rank = self.rank(rules)
        return lambda position, depth: sorted(position.generate_moves(), key=rank)


class Killers:
    """Moves that recently caused cutoffs, by the depth left: often good in the next position of that depth."""

    def __init__(self) -> None:
        self._moves: dict[int, tuple[Move, ...]] = {}

    def note(self, depth: int, move: Move) -> None:
        others = [known for known in self._moves.get(depth, ()) if known != move]
        self._moves[depth] = (move, *others[: MAX_KILLERS - 1])

    def at(self, depth: int) -> tuple[Move, ...]:
        return self._moves.get(depth, ())


def tried_first(order: Order, *favourites: Callable[[Position, int], Sequence[Move]]) -> Order:
    """The order with favourite moves, where legal, put first."""

    def reordered(position: Position, depth: int) -> Sequence[Move]:
        moves = order(position, depth)
        first: list[Move] = []
        for favourite in favourites:
            first += [move for move in favourite(position, depth) if move in moves and move not in first]
        return [*first, *(move for move in moves if move not in first)]

    return reordered
