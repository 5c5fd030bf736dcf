"""Every line of a board, drawn: the quadruplets of zer0lose, on boards of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice
from pathlib import Path
from typing import Final

from fourcast.drawing import FONT, LIGHT, TEXT, BoardPicture, board_svg, number
from fourcast.errors import UsageError
from fourcast.files import write_atomically
from fourcast.rules.rules import Rules

DIRECTIONS: Final = {"Along a row": (1, 0), "Up a column": (0, 1), "Rising": (1, 1), "Falling": (1, -1)}
"""Columns and rows from a cell of a line to the next."""
CELL: Final = 10.0
"""Side of a cell, in pixels."""
GAP: Final = 12.0
PICTURE_WIDTH: Final = 800.0
TEXT_WIDTH: Final = 80


@dataclass(frozen=True, repr=False)
class LinePicture:
    """Every line of a board, by direction; each is drawn on a board of its own."""

    rules: Rules

    @property
    def groups(self) -> dict[str, list[int]]:
        """The lines of every direction that has some, each a set of cells."""
        shape = self.rules.shape
        groups: dict[str, list[int]] = {title: [] for title in DIRECTIONS}
        for line in shape.lines:
            (column, row), (next_column, next_row) = islice(self.cells(line), 2)
            for title, step in DIRECTIONS.items():
                if step == (next_column - column, next_row - row):
                    groups[title].append(line)
        return {title: lines for title, lines in groups.items() if lines}

    def cells(self, line: int) -> Iterator[tuple[int, int]]:
        """Column and row of every cell of a line, from the left and from below."""
        shape = self.rules.shape
        return BoardPicture(shape.width, shape.height, line, 0).cells(line)

    def text(self, width: int = TEXT_WIDTH, signs: str = "●·") -> str:
        """The lines in characters, as many boards beside each other as fit in the width."""
        shape = self.rules.shape
        beside = max(1, (width + 2) // (shape.width + 2))
        blocks = [self._title]
        for title, lines in self.groups.items():
            blocks.append(f"{title}: {len(lines)}")
            for first in range(0, len(lines), beside):
                boards = [self._board_rows(line, signs) for line in lines[first : first + beside]]
                blocks.append("\n".join("  ".join(rows) for rows in zip(*boards, strict=True)))
        return "\n\n".join(blocks)

    def svg(self) -> str:
        """The lines as an SVG document."""
        shape = self.rules.shape
        width, height = (side * CELL for side in BoardPicture(shape.width, shape.height, 0, 0).size)
        beside = max(1, int((PICTURE_WIDTH + GAP) // (width + GAP)))
        parts, y = [], GAP
        for title, lines in self.groups.items():
            y += TEXT.size
            parts.append(f'<text x="{number(GAP)}" y="{number(y)}">{title}: {len(lines)}</text>')
            y += GAP
            for index, line in enumerate(lines):
                down, across = divmod(index, beside)
                picture = BoardPicture(shape.width, shape.height, line, 0)
                parts.append(board_svg(picture, GAP + across * (width + GAP), y + down * (height + GAP), CELL))
            y += -(-len(lines) // beside) * (height + GAP) + GAP
        sides = number(max(PICTURE_WIDTH, width) + 2 * GAP), number(y)
        label = escape(self._title)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{sides[0]}" height="{sides[1]}" '
            f'viewBox="0 0 {sides[0]} {sides[1]}" role="img" aria-label="{label}"><title>{label}</title>'
            f'<rect width="100%" height="100%" fill="{LIGHT.surface}"/>'
            f'<g font-family="{escape(FONT)}" font-size="{number(TEXT.size)}" fill="{LIGHT.ink}">'
            f"{''.join(parts)}</g></svg>"
        )

    def save(self, path: Path | str) -> None:
        """Write FILE.svg, or FILE.txt with the text."""
        path = Path(path)
        if path.suffix not in (".svg", ".txt"):
            raise UsageError(f"Lines are drawn as FILE.svg or FILE.txt, not {path.name}.")
        write_atomically(path, self.svg() if path.suffix == ".svg" else f"{self.text()}\n")

    @property
    def _title(self) -> str:
        shape = self.rules.shape
        return f"The {shape.line_count} lines of {shape.connect} on {shape.width} × {shape.height}"

    def _board_rows(self, line: int, signs: str) -> list[str]:
        shape = self.rules.shape
        return [
            "".join(signs[not line & shape.cell(column, row)] for column in range(shape.width))
            for row in reversed(range(shape.height))
        ]

    def __repr__(self) -> str:
        return f"<LinePicture: {self._title}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()


def lines(rules: Rules | str = "classic") -> LinePicture:
    """Every line of a board, to print, to save or to display in a notebook.

    >>> lines("classic,width=8")
    <LinePicture: The 84 lines of 4 on 8 × 6>
    >>> print(lines("classic,width=4,height=2").text(signs="x."))
    The 2 lines of 4 on 4 × 2
    <BLANKLINE>
    Along a row: 2
    <BLANKLINE>
    ....  xxxx
    xxxx  ....
    """
    return LinePicture(Rules.parse(rules))
