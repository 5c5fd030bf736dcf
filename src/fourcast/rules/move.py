"""Moves as values. A move is its text, as people write it, with its kind, column and row as attributes.

`column` and `row` are indices from 0, row 0 at the bottom; the text counts from 1. See `notation` for the texts.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Final, NamedTuple, TypeVar

from fourcast.drawing import html_table

Value = TypeVar("Value")


class MoveKind(Enum):
    DROP = "drop"
    POP = "pop"
    PLACE = "place"
    CALL_DRAW = "call-draw"


class Move(str):
    """A move: equal to its text, so that `move == "4"` and `moves["4"]` work. Made by `drop`, `pop` and `place`;
    equal moves of one board are the same object.

    >>> drop(3), pop(0), place(1, 1, width=3), drop(3) == "4", drop(3).column
    ('4', 'p1', '5', True, 3)
    """

    __slots__ = ("column", "kind", "row")

    kind: MoveKind
    column: int
    row: int

    def __new__(cls, text: str, kind: MoveKind | None = None, column: int = 0, row: int = 0) -> Move:
        if kind is None:
            raise TypeError(f"Move({text!r}) does not say its kind: write the text {text!r} wherever a move is wanted.")
        move = super().__new__(cls, text)
        move.kind, move.column, move.row = kind, column, row
        return move

    def mirror(self, width: int) -> Move:
        """The mirrored move on a board `width` columns wide."""
        column = width - 1 - self.column
        match self.kind:
            case MoveKind.DROP:
                return drop(column)
            case MoveKind.POP:
                return pop(column)
            case MoveKind.PLACE:
                return place(column, self.row, width)
            case MoveKind.CALL_DRAW:
                return self

    def __getnewargs__(self) -> tuple[str, MoveKind, int, int]:  # type: ignore[override]  # for pickle and copy
        return str(self), self.kind, self.column, self.row


@cache
def drop(column: int) -> Move:
    """Drop a disc into a column."""
    return Move(str(column + 1), MoveKind.DROP, column)


@cache
def pop(column: int) -> Move:
    """Remove the bottom disc of a column; the discs above fall by one row."""
    return Move(f"p{column + 1}", MoveKind.POP, column)


@cache
def place(column: int, row: int, width: int) -> Move:
    """Put a disc on a cell of a board `width` columns wide, where the rules have no gravity."""
    return Move(str(row * width + column + 1), MoveKind.PLACE, column, row)


CALL_DRAW: Final = Move("=", MoveKind.CALL_DRAW, 0)
"""End the game as a draw, on a full board under unlimited pop-outs."""


class MoveDict(dict[Move, Value]):
    """A value for each move, found by the move or by its text.

    >>> values = MoveDict({drop(3): 1.5, pop(0): 0.0})
    >>> values["4"], values[pop(0)]
    (1.5, 0.0)
    """

    def __getitem__(self, move: Move | str) -> Value:
        return super().__getitem__(move)  # type: ignore[index]  # a move is equal to its text

    def __missing__(self, move: str) -> Value:
        raise KeyError(f"no move {move!r}; the moves are {', '.join(self)}")

    def _repr_html_(self) -> str:
        return html_table("", ("Move", "Value"), ((move, _value_text(value)) for move, value in self.items()))


def _value_text(value: object) -> str:
    """What prints as people say it, else its score."""
    prints = type(value).__str__ is not object.__str__
    return str(value if prints else getattr(value, "score", value))


class Ply(NamedTuple):
    """A move as it was played: `landed` is the column into which a drifting drop fell, None for the aimed one."""

    move: Move
    landed: int | None = None
