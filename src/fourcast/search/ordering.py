"""In which order moves are tried. A good order finds the best move first, and pruning does the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from fourcast.errors import UsageError, quote
from fourcast.rules import Move, MoveKind, Position, Rules
from fourcast.search.recursion import Order

KILLERS_KEPT: Final = 2
_LIST: Final = re.compile(r"[1-9][0-9]{0,4}([,-][1-9][0-9]{0,4})*")
_BETWEEN: Final = re.compile(r"[,-]")


@dataclass(frozen=True)
class MoveOrder:
    """A fixed order as text: `ascending`, `centre`, or columns such as `4,5,3,6,2,7,1,8` (or with `-` between); with
    `+killers`, moves that lately cut off elsewhere are tried first."""

    text: str = "ascending"

    def __post_init__(self) -> None:
        base, plus, extra = self.text.partition("+")
        if plus and extra != "killers":
            raise UsageError(f"{quote('+' + extra)} is unknown in an order of moves. Only +killers may stand there.")
        if base not in ("ascending", "centre"):
            self._columns()

    @property
    def killers(self) -> bool:
        return self.text.endswith("+killers")

    def rank(self, rules: Rules) -> Callable[[Move], tuple[int, ...]]:
        """The key by which moves are sorted: drops before pops before the call of a draw, then by place."""
        width, height = rules.shape.width, rules.shape.height
        kinds = {MoveKind.DROP: 0, MoveKind.PLACE: 0, MoveKind.POP: 1, MoveKind.CALL_DRAW: 2}
        base = self.text.partition("+")[0]
        if base == "ascending":
            return lambda move: (kinds[move.kind], move.row, move.column)
        if base == "centre":

            def from_centre(move: Move) -> tuple[int, ...]:
                upwards = abs(2 * move.row - (height - 1)) if move.kind is MoveKind.PLACE else 0
                return kinds[move.kind], abs(2 * move.column - (width - 1)) + upwards, move.row, move.column

            return from_centre
        places = self._columns()
        most = width if rules.gravity else rules.shape.cells
        if any(place >= most for place in places):
            raise UsageError(
                f"The order {quote(base)} names a place beyond {most}. Name columns (or cells) from 1 to {most}."
            )
        ranks = {place: index for index, place in enumerate(places)}

        def as_listed(move: Move) -> tuple[int, ...]:
            place = move.row * width + move.column
            return kinds[move.kind], ranks.get(place, len(ranks)), place

        return as_listed

    def order(self, rules: Rules) -> Order:
        """This order under given rules."""
        if self.text == "ascending":
            return lambda position, depth: position.generate_moves()
        rank = self.rank(rules)
        return lambda position, depth: sorted(position.generate_moves(), key=rank)

    def _columns(self) -> list[int]:
        """The listed places, from 0."""
        base = self.text.partition("+")[0]
        if not _LIST.fullmatch(base):
            raise UsageError(
                f"{quote(base)} is no order of moves. Write ascending, centre, or columns such as 4-5-3-6-2-7-1, each "
                "also with killers: centre+killers."
            )
        places = [int(part) - 1 for part in _BETWEEN.split(base)]
        if len(set(places)) != len(places):
            raise UsageError(f"The order {quote(base)} names a column twice. Name each once.")
        return places


class Killers:
    """Moves that cut off lately, by the depth left where they did: often good in the next position of that depth."""

    def __init__(self) -> None:
        self._moves: dict[int, tuple[Move, ...]] = {}

    def note(self, depth: int, move: Move) -> None:
        kept = [known for known in self._moves.get(depth, ()) if known != move]
        self._moves[depth] = (move, *kept[: KILLERS_KEPT - 1])

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
