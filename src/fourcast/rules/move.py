"""Moves as values. Columns and rows count from 0; row 0 is the bottom. `notation` turns them into text."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Final, NamedTuple


class MoveKind(Enum):
    DROP = "drop"
    POP = "pop"
    PLACE = "place"
    CALL_DRAW = "call-draw"


class Move(NamedTuple):
    """Make one with `drop`, `pop` or `place`, or take `CALL_DRAW`; equal moves are the same object."""

    kind: MoveKind
    column: int
    row: int = 0


@cache
def drop(column: int) -> Move:
    """Drop a disc into a column."""
    return Move(MoveKind.DROP, column)


@cache
def pop(column: int) -> Move:
    """Take the bottom disc out of a column; the rest falls by one."""
    return Move(MoveKind.POP, column)


@cache
def place(column: int, row: int) -> Move:
    """Put a disc on a cell, where the rules have no gravity."""
    return Move(MoveKind.PLACE, column, row)


CALL_DRAW: Final = Move(MoveKind.CALL_DRAW, 0)
"""End the game as a draw: on a full board, where the rules let a player pop or call."""
