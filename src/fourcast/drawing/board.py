"""A board as SVG: discs of two colours that also differ in shape, for the second player's have a ring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from fourcast.drawing.style import BOARD, LIGHT


@dataclass(frozen=True)
class BoardPicture:
    """What to draw. Sets of cells are ints with `height` + 1 bits a column, bottom cell lowest."""

    width: int
    height: int
    first: int
    second: int
    line: int = 0
    """Cells of complete lines, which are highlighted."""
    first_to_move: bool = True
    last_disc: int = 0
    popped: int | None = None
    """The column that was popped last."""
    may_fall: int = 0
    """Cells in which a drifting disc may land."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the board with its frame, in cells."""
        return self.width + 2 * BOARD.frame, self.height + 2 * BOARD.frame

    def cells(self, cells: int) -> Iterator[tuple[int, int]]:
        """Column and row of every cell of a set."""
        while cells:
            lowest = cells & -cells
            yield divmod(lowest.bit_length() - 1, self.height + 1)
            cells ^= lowest


def escaped(text: str) -> str:
    """A text as content or attribute value of XML or HTML. Characters that XML does not allow become spaces."""
    return escape("".join(sign if _is_xml_character(ord(sign)) else " " for sign in text))


def _is_xml_character(code: int) -> bool:
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000


def number(value: float) -> str:
    """A coordinate with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def board_svg(board: BoardPicture, x: float, y: float, cell: float) -> str:
    """The board as SVG elements with its upper left corner at a point."""
    return "".join(_parts(board, x, y, cell))


def _parts(board: BoardPicture, x: float, y: float, cell: float) -> Iterator[str]:
    width, height = (side * cell for side in board.size)
    plain = board.width * board.height > BOARD.max_holes
    fill, corner = LIGHT.hole if plain else LIGHT.board, number(min(cell * 0.5, 5))
    yield (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" rx="{corner}" '
        f'fill="{fill}"/>'
    )
    left, bottom = x + cell * (BOARD.frame + 0.5), y + height - cell * (BOARD.frame + 0.5)

    def dots(cells: int, size: float, colour: str) -> str:
        """Lines of no length with round ends: one element, however many discs."""
        points = "".join(
            f"M{number(left + column * cell)} {number(bottom - row * cell)}h0" for column, row in board.cells(cells)
        )
        if not points:
            return ""
        return f'<path d="{points}" stroke="{colour}" stroke-width="{number(size * cell)}" stroke-linecap="round"/>'

    if not plain:
        full = sum(((1 << board.height) - 1) << column * (board.height + 1) for column in range(board.width))
        yield dots(full & ~(board.first | board.second), BOARD.hole, LIGHT.hole)
    yield dots(board.line, BOARD.line, LIGHT.board_ink)
    yield dots(board.first, BOARD.disc, LIGHT.p1)
    yield dots(board.second, BOARD.disc, LIGHT.p2)
    yield dots(board.second, BOARD.ring, LIGHT.p2_rim)
    yield dots(board.second, BOARD.centre, LIGHT.p2)
    mover = LIGHT.p1 if board.first_to_move else LIGHT.p2_rim
    dashes = f' stroke-dasharray="{number(cell * 0.24)} {number(cell * 0.16)}"'
    for cells, radius, colour, more in (
        (board.last_disc, BOARD.last_radius, LIGHT.board_ink, ""),
        (board.may_fall, BOARD.may_fall_radius, mover, dashes),
    ):
        for column, row in board.cells(cells):
            yield (
                f'<circle cx="{number(left + column * cell)}" cy="{number(bottom - row * cell)}" '
                f'r="{number(cell * radius)}" fill="none" stroke="{colour}" '
                f'stroke-width="{number(max(cell * BOARD.stroke, BOARD.min_stroke))}"{more}/>'
            )
    if board.popped is not None:
        middle, top, half = left + board.popped * cell, bottom + cell * 0.55, cell * BOARD.pop_width / 2
        yield (
            f'<path d="M{number(middle - half)} {number(top)}h{number(2 * half)}l{number(-half)} '
            f'{number(cell * BOARD.pop_height)}z" fill="{LIGHT.board_ink}" stroke="{LIGHT.board}" '
            f'stroke-width="{number(cell * 0.12)}"/>'
        )
