"""A board as an SVG document, with the numbers of its columns and a label for each move; documents in a notebook."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Final, Literal

from fourcast.drawing.board import BoardPicture, board_svg, escaped, number
from fourcast.drawing.style import BOARD, FONT, LIGHT

CELL: Final = 40.0
"""Side of a cell, in pixels of the document's own coordinates."""
LABEL: Final = (36.0, 30.0)
"""Width and height of a label above or below a column."""
GAP: Final = 5.0
MAX_CHARACTERS: Final = 5
"""A longer label is written in two lines."""


@dataclass(frozen=True)
class MoveLabels:
    """The text of each move: drops above their column, pops below it, other moves in their cell (column, row)."""

    drops: Mapping[int, str] = field(default_factory=dict)
    pops: Mapping[int, str] = field(default_factory=dict)
    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)


class Svg(str):
    """An SVG document, which a notebook displays. `description` is its text for screen readers."""

    __slots__ = ("description",)

    description: str

    def __new__(cls, text: str, description: str) -> Svg:
        self = super().__new__(cls, text)
        self.description = description
        return self

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]  # for pickle and copy
        return str(self), self.description

    def __repr__(self) -> str:
        return f"<Svg: {self.description}>"

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """An image: a notebook shows it where it removes inline SVG, and screen readers read its text."""
        data = b64encode(self.encode()).decode()
        return (
            f'<img alt="{escape(self.description)}" src="data:image/svg+xml;base64,{data}" '
            'style="max-width: 100%; height: auto"/>'
        )


def board_document(
    board: BoardPicture,
    description: str,
    *,
    title: str,
    labels: MoveLabels | None = None,
    numbers: Literal["columns", "cells"] | None = None,
    width: float | None = None,
) -> Svg:
    """The board as a document, by default with cells of 40 pixels.

    `description` is its text for screen readers, `title` the text that a pointer shows. `numbers` are those of the
    columns, in the lower frame, or of the empty cells.
    """
    labels = labels or MoveLabels()
    above = LABEL[1] + GAP if labels.drops else 0.0
    columns, rows = (side * CELL for side in board.size)
    bottom = above + rows + (0.0 if board.popped is None else CELL * BOARD.pop_height / 2)
    height = bottom + (GAP + LABEL[1] if labels.pops else 0.0)
    scale = 1.0 if width is None else width / columns
    parts = [board_svg(board, 0, above, CELL)]
    if numbers and board.width * board.height <= BOARD.max_holes:
        parts += _column_numbers(board, above + rows) if numbers == "columns" else _cell_numbers(board, above)
    for column, text in labels.drops.items():
        parts.append(_label(text, _middle(column), LABEL[1] / 2))
    for column, text in labels.pops.items():
        parts.append(_label(text, _middle(column), height - LABEL[1] / 2))
    for (column, row), text in labels.cells.items():
        parts.append(_label(text, _middle(column), above + _middle(board.height - 1 - row), scale=0.8))
    name = escaped(description)
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(columns * scale)}" height="{number(height * scale)}" '
        f'viewBox="0 0 {number(columns)} {number(height)}" font-family="{escaped(FONT)}" text-anchor="middle" '
        f'role="img" aria-label="{name}"><title>{escaped(title)}</title><desc>{name}</desc>{"".join(parts)}</svg>',
        description,
    )


def _middle(index: int) -> float:
    """Of a column from the left or of a row from the top."""
    return CELL * (BOARD.frame + index + 0.5)


def _column_numbers(board: BoardPicture, bottom: float) -> Iterator[str]:
    y = number(bottom - CELL * BOARD.frame / 2 + 3.5)
    yield f'<g font-size="10" font-weight="600" fill="{LIGHT.board_ink}">'
    for column in range(board.width):
        if column != board.popped:
            yield f'<text x="{number(_middle(column))}" y="{y}">{column + 1}</text>'
    yield "</g>"


def _cell_numbers(board: BoardPicture, top: float) -> Iterator[str]:
    occupied = set(board.cells(board.first | board.second))
    yield f'<g font-size="12" fill="{LIGHT.ink_2}">'
    for row in range(board.height):
        for column in range(board.width):
            if (column, row) not in occupied:
                y = top + _middle(board.height - 1 - row) + 4.2
                yield f'<text x="{number(_middle(column))}" y="{number(y)}">{row * board.width + column + 1}</text>'
    yield "</g>"


def _label(text: str, x: float, y: float, *, scale: float = 1.0) -> str:
    """A text on its own background, which can be read on light and on dark pages."""
    width, height = (side * scale for side in LABEL)
    words = text.split()
    breaks = range(1, len(words)) if len(text) > MAX_CHARACTERS else ()
    two_lines = [(" ".join(words[:at]), " ".join(words[at:])) for at in breaks]
    lines = min(two_lines, key=lambda lines: max(map(len, lines)), default=(text,))
    size = min(14.0 / len(lines) ** 0.35, 1.7 * (width - 4) / max(map(len, lines)))
    step = size * 1.05
    base = y + 0.36 * size - step * (len(lines) - 1) / 2
    texts = "".join(
        f'<text x="{number(x)}" y="{number(base + step * index)}">{escaped(line)}</text>'
        for index, line in enumerate(lines)
    )
    return (
        f'<rect x="{number(x - width / 2)}" y="{number(y - height / 2)}" width="{number(width)}" '
        f'height="{number(height)}" rx="6" fill="{_colour(text)}"/>'
        f'<g font-size="{number(size)}" font-weight="600" fill="{LIGHT.accent_ink}">{texts}</g>'
    )


def _colour(text: str) -> str:
    """Of the result that a score states: a win, a loss, a draw, or no result."""
    if text[:1] in ("≈", "≥", "≤", "?"):
        return LIGHT.est
    if text.startswith(("loss", "−", "-")):
        return LIGHT.loss
    return LIGHT.draw if text == "draw" or not text.strip("0.") else LIGHT.win
