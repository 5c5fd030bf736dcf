"""Which discs stand in a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from fourcast.rules.position import Position
from fourcast.rules.terms import Player

Cell: TypeAlias = tuple[int, int]
"""Column and row."""
DIRECTIONS: Final = ((0, 1), (1, 0), (1, -1), (1, 1))


def runs(position: Position, player: Player) -> Iterator[tuple[Cell, Cell]]:
    """The ends of every longest row of one side's discs that holds a line: five in a row are one.

    >>> from fourcast.rules import parse_rules
    >>> from fourcast.rules.notation import position_after
    >>> list(runs(position_after(parse_rules("classic").start(), "4455667"), 0))
    [((3, 0), (6, 0))]
    """
    shape = position.rules.shape

    def own(column: int, row: int) -> bool:
        return (
            0 <= column < shape.width
            and 0 <= row < shape.height
            and bool(position.stones[player] & shape.cell(column, row))
        )

    for right, up in DIRECTIONS:
        for column in range(shape.width):
            for row in range(shape.height):
                if not own(column, row) or own(column - right, row - up):
                    continue
                length = 1
                while own(column + right * length, row + up * length):
                    length += 1
                if length >= shape.connect:
                    yield (column, row), (column + right * (length - 1), row + up * (length - 1))
