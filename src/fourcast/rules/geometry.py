"""The board's geometry: its size, and where its cells, columns and lines are in a bitboard.

A set of cells is an int. Each column takes height + 1 bits, bottom cell lowest; the bit above its top cell is a guard
that is never set, so that a shift along any direction cannot run from one column into the next.
Bit numbers on a board 4 wide and 3 high (guards in brackets):

    [3] [7] [11] [15]
     2   6   10   14
     1   5    9   13
     0   4    8   12
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from fourcast.errors import RulesError

MAX_SIDE: Final = 256
"""Maximum width, height and line length, so that a typing error does not fill the memory."""


@dataclass(frozen=True)
class Shape:
    """A board `width` columns wide and `height` rows high on which `connect` discs in a row make a line."""

    width: int
    height: int
    connect: int

    def __post_init__(self) -> None:
        for name, value, least in (("width", self.width, 1), ("height", self.height, 1), ("connect", self.connect, 2)):
            if not least <= value <= MAX_SIDE:
                raise RulesError(f"{name} must be a whole number from {least} to {MAX_SIDE}, not {value}.")

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def stride(self) -> int:
        """Bits a column takes: its cells and the guard."""
        return self.height + 1

    @property
    def bits(self) -> int:
        """Bits the whole board takes."""
        return self.width * self.stride

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The cells of each column."""
        return tuple(((1 << self.height) - 1) << column * self.stride for column in range(self.width))

    @cached_property
    def bottom(self) -> int:
        """The bottom row."""
        return sum(1 << column * self.stride for column in range(self.width))

    @cached_property
    def board(self) -> int:
        """Every cell."""
        return self.bottom * ((1 << self.height) - 1)

    @cached_property
    def steps(self) -> tuple[int, int, int, int]:
        """Distance to the next cell: upwards, to the right, down to the right, up to the right."""
        return (1, self.stride, self.stride - 1, self.stride + 1)

    def cell(self, column: int, row: int) -> int:
        """One cell, row 0 at the bottom."""
        return 1 << column * self.stride + row

    def landing(self, occupied: int) -> int:
        """The lowest empty cell of every column with room: adding 1 at the bottom of a column carries up to it."""
        return (occupied + self.bottom) & self.board

    def mirrored(self, cells: int) -> int:
        """The mirrored cells: the first column becomes the last."""
        last = self.width - 1
        result = 0
        for column, mask in enumerate(self.columns):
            shift = (last - 2 * column) * self.stride
            part = cells & mask
            result |= part << shift if shift >= 0 else part >> -shift
        return result

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every line of `connect` cells."""
        reach, lines = self.connect - 1, []
        for column, row in product(range(self.width), range(self.height)):
            for right, up in ((0, 1), (1, 0), (1, -1), (1, 1)):
                if column + right * reach < self.width and 0 <= row + up * reach < self.height:
                    lines.append(sum(self.cell(column + right * n, row + up * n) for n in range(self.connect)))
        return tuple(lines)

    @property
    def line_count(self) -> int:
        """The number of lines by formula: upright, level, and the two diagonals."""
        across = max(0, self.width - self.connect + 1)
        upwards = max(0, self.height - self.connect + 1)
        return self.height * across + self.width * upwards + 2 * across * upwards
