"""Tables that fit the terminal: names are parted between words, numbers never.

What does not fit side by side is parted into several tables, one below the other, each with the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.table import Table
from rich.text import Text

SHORT: Final = 16
"""Characters of a heading that are not worth a second line."""
_LINES: Final = 3
"""Characters that a column takes beside its texts: a line and two spaces."""


@dataclass(frozen=True)
class Grid:
    """A column of names and columns of figures. Figures may be marked up for rich, names and headings are not."""

    headings: Sequence[str]
    """Of the names first."""
    rows: Sequence[Sequence[str]]
    title: str | None = None

    def fits(self, width: int) -> bool:
        """Whether it can be drawn as one table."""
        return _taken([self._least_name, *self._least]) <= width

    def drawn(self, width: int) -> list[Table]:
        """As few tables as there can be that are no wider, if a name and one figure are not already."""
        everything = range(len(self._least))
        if (left := width - _taken([self._name, *self._least])) >= 0:
            return [self._table(everything, self._name, self._grown(left))]
        if self.fits(width):
            return [self._table(everything, width - _taken([0, *self._least]), self._least)]
        name = max(self._least_name, min(self._name, width // 3))
        return [self._table(columns, name, self._least) for columns in self._shared_out(width - _taken([name]))]

    @property
    def _name(self) -> int:
        return max(map(len, self._names))

    @property
    def _least_name(self) -> int:
        return max(map(_longest_piece, self._names))

    @property
    def _names(self) -> list[str]:
        return [self.headings[0], *(row[0] for row in self.rows)]

    @property
    def _least(self) -> list[int]:
        """What each column of figures takes if its heading is parted."""
        columns = zip(*(row[1:] for row in self.rows), strict=True) if self.rows else [()] * (len(self.headings) - 1)
        return [
            max(_longest_piece(heading), *(Text.from_markup(cell).cell_len for cell in column), 1)
            for heading, column in zip(self.headings[1:], columns, strict=True)
        ]

    def _grown(self, room: int) -> list[int]:
        """The same with more room for headings, where it lacks most, until each is good to read."""
        figures, widest = self._least, list(map(_good_width, self.headings[1:]))
        while room and any(now < most for now, most in zip(figures, widest, strict=True)):
            short = [most - now for now, most in zip(figures, widest, strict=True)]
            figures[short.index(max(short))] += 1
            room -= 1
        return figures

    def _shared_out(self, width: int) -> Iterator[list[int]]:
        """Columns that have room beside each other."""
        here: list[int] = []
        for column, least in enumerate(self._least):
            if here and sum(_LINES + self._least[one] for one in here) + _LINES + least > width:
                yield here
                here = []
            here.append(column)
        yield here

    def _table(self, columns: Sequence[int], name: int, figures: Sequence[int]) -> Table:
        title = self.title if not columns or columns[0] == 0 else None
        table = Table(title=title and Text(title), title_justify="left")
        table.add_column(Text(parted(self.headings[0], name)), width=name)
        for column in columns:
            heading = Text(parted(self.headings[1 + column], figures[column]))
            table.add_column(heading, justify="right", width=figures[column])
        for row in self.rows:
            table.add_row(Text(parted(row[0], name)), *(row[1 + column] for column in columns))
        return table


def parted(text: str, width: int) -> str:
    """A text in lines that are no wider, parted behind spaces, commas, slashes and plus signs.

    >>> parted("Alpha-beta, deep", 12)
    'Alpha-beta,\\ndeep'
    >>> parted("alphabeta,order=centre+killers,table=on", 24)
    'alphabeta,order=centre+\\nkillers,table=on'
    """
    lines = [""]
    for piece in _pieces(text):
        if len((lines[-1] + piece).rstrip()) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def _good_width(heading: str) -> int:
    """In which a heading takes one line if it is short, else two."""
    lines = 1 if len(heading) <= SHORT else 2
    widths = range(_longest_piece(heading), len(heading) + 1)
    return next((width for width in widths if parted(heading, width).count("\n") < lines), len(heading))


def _pieces(text: str) -> list[str]:
    return re.split(r"(?<=[ ,/+])(?=[^ ,/+])", text)


def _longest_piece(text: str) -> int:
    return max(len(piece.rstrip()) for piece in _pieces(text))


def _taken(widths: Sequence[int]) -> int:
    return 1 + sum(_LINES + width for width in widths)
