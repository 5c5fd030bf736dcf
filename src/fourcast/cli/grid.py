"""Tables that fit the terminal: names wrap between words, figures never wrap.

Columns that do not fit side by side make several tables, one below the other, each with the names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.table import Table
from rich.text import Text

_BORDER: Final = 3
"""Characters of a column beside its texts: a line and two spaces."""


@dataclass(frozen=True)
class Grid:
    """A column of names and columns of figures. Figures may have the markup of rich, names and headings have none."""

    headings: Sequence[str]
    """The heading of the names first."""
    rows: Sequence[Sequence[str]]
    title: str | None = None

    def fits(self, width: int) -> bool:
        """Whether it fits into one table."""
        return _total([max(map(_longest_piece, self._names)), *self._figures(_longest_piece)]) <= width

    def tables(self, width: int) -> list[Table]:
        """As few tables as possible that are no wider than `width`, unless a name and one figure are wider."""
        name, figures = max(map(len, self._names)), self._figures(len)
        if _total([name, *figures]) > width:
            figures = self._figures(_longest_piece)
        if self.fits(width):
            return [self._table(range(len(figures)), min(name, width - _total([0, *figures])), figures)]
        name = max(*map(_longest_piece, self._names), min(name, width // 3))
        return [self._table(columns, name, figures) for columns in _split(figures, width - _total([name]))]

    @property
    def _names(self) -> list[str]:
        return [self.headings[0], *(row[0] for row in self.rows)]

    def _figures(self, heading_width: Callable[[str], int]) -> list[int]:
        """The widths of the columns of figures, given the widths of their headings."""
        return [
            max(heading_width(heading), *(Text.from_markup(row[column]).cell_len for row in self.rows), 1)
            for column, heading in enumerate(self.headings[1:], start=1)
        ]

    def _table(self, columns: Sequence[int], name: int, figures: Sequence[int]) -> Table:
        title = self.title if not columns or columns[0] == 0 else None
        table = Table(title=title and Text(title), title_justify="left")
        table.add_column(Text(wrap_words(self.headings[0], name)), width=name)
        for column in columns:
            heading = Text(wrap_words(self.headings[1 + column], figures[column]))
            table.add_column(heading, justify="right", width=figures[column])
        for row in self.rows:
            table.add_row(Text(wrap_words(row[0], name)), *(row[1 + column] for column in columns))
        return table


def wrap_words(text: str, width: int) -> str:
    """A text in lines of at most `width`, broken after spaces, commas, slashes and plus signs.

    >>> wrap_words("Alpha-beta, shallow", 12)
    'Alpha-beta,\\nshallow'
    >>> wrap_words("alphabeta,order=centre+killers,table=on", 24)
    'alphabeta,order=centre+\\nkillers,table=on'
    """
    lines = [""]
    for piece in _pieces(text):
        if len((lines[-1] + piece).rstrip()) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def _split(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """Columns that fit beside each other."""
    columns: list[int] = []
    for column, width in enumerate(widths):
        if columns and sum(_BORDER + widths[one] for one in columns) + _BORDER + width > room:
            yield columns
            columns = []
        columns.append(column)
    yield columns


def _pieces(text: str) -> list[str]:
    return re.split(r"(?<=[ ,/+])(?=[^ ,/+])", text)


def _longest_piece(text: str) -> int:
    return max(len(piece.rstrip()) for piece in _pieces(text))


def _total(widths: Sequence[int]) -> int:
    return 1 + sum(_BORDER + width for width in widths)
