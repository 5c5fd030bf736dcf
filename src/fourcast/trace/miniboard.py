"""A small board as SVG: discs of two colours that also differ in shape, for the second player's carry a ring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fourcast.rules import FIRST, SECOND, Chance, Goal, MoveKind, Position, other
from fourcast.trace.markup import number
from fourcast.trace.style import BOARD, Theme
from fourcast.trace.tree import NodeKind, Tree, TreeNode


@dataclass(frozen=True)
class LastMove:
    """What to point out on a board: the disc that came last, the column that was popped, or the cells where a disc may
    fall."""

    disc: int = 0
    popped: int | None = None
    may_fall: int = 0


def last_move(tree: Tree, node: TreeNode) -> LastMove:
    """What happened on the way to a node."""
    if node.parent is None:
        return LastMove()
    if node.kind is NodeKind.CHANCE:
        assert node.move is not None
        chance = node.position.play_unchecked(node.move)
        assert isinstance(chance, Chance)
        cells = [branch.position.occupied & ~node.position.occupied for branch in chance.branches]
        return LastMove(may_fall=sum(cells))
    if node.move is not None and node.move.kind is MoveKind.POP:
        return LastMove(popped=node.move.column)
    before = tree.nodes[node.parent].position
    return LastMove(disc=node.position.stones[other(node.position.turn)] & ~before.occupied)


def cell_size(position: Position, width: float, height: float, largest: float) -> float:
    """The side of a cell, so that the board fits into a given space."""
    shape = position.rules.shape
    return min(largest, width / (shape.width + 2 * BOARD.frame), height / (shape.height + 2 * BOARD.frame))


def board_size(position: Position, cell: float) -> tuple[float, float]:
    """Width and height of the board with its frame."""
    shape = position.rules.shape
    return (shape.width + 2 * BOARD.frame) * cell, (shape.height + 2 * BOARD.frame) * cell


def board_svg(position: Position, last: LastMove, x: float, y: float, cell: float, theme: Theme) -> str:
    """The board with its upper left corner at a point."""
    return "".join(_parts(position, last, x, y, cell, theme))


def _parts(position: Position, last: LastMove, x: float, y: float, cell: float, theme: Theme) -> Iterator[str]:
    shape = position.rules.shape
    width, height = board_size(position, cell)
    plain = shape.cells > BOARD.max_holes
    fill, corner = theme.hole if plain else theme.board, number(min(cell * 0.5, 5))
    yield (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" rx="{corner}" '
        f'fill="{fill}"/>'
    )
    left, bottom = x + cell * (BOARD.frame + 0.5), y + height - cell * (BOARD.frame + 0.5)

    def dots(cells: int, size: float, colour: str) -> str:
        """Lines of no length with round ends: one element, however many discs."""
        points = "".join(
            f"M{number(left + column * cell)} {number(bottom - row * cell)}h0"
            for column, row in _places(position, cells)
        )
        return (
            f'<path d="{points}" stroke="{colour}" stroke-width="{number(size * cell)}" stroke-linecap="round"/>'
            if points
            else ""
        )

    if not plain:
        yield dots(shape.board & ~position.occupied, BOARD.hole, theme.hole)
    if position.rules.goal is Goal.FIRST_LINE:
        yield dots(position.line_cells(), BOARD.line, theme.board_ink)
    yield dots(position.stones[FIRST], BOARD.disc, theme.p1)
    yield dots(position.stones[SECOND], BOARD.disc, theme.p2)
    yield dots(position.stones[SECOND], BOARD.ring, theme.p2_rim)
    yield dots(position.stones[SECOND], BOARD.centre, theme.p2)
    mover = theme.p1 if position.turn == FIRST else theme.p2_rim
    for cells, radius, colour, more in (
        (last.disc, BOARD.last_radius, theme.board_ink, ""),
        (
            last.may_fall,
            BOARD.may_fall_radius,
            mover,
            f' stroke-dasharray="{number(cell * 0.24)} {number(cell * 0.16)}"',
        ),
    ):
        for column, row in _places(position, cells):
            yield (
                f'<circle cx="{number(left + column * cell)}" cy="{number(bottom - row * cell)}" '
                f'r="{number(cell * radius)}" fill="none" stroke="{colour}" '
                f'stroke-width="{number(max(cell * BOARD.stroke, BOARD.min_stroke))}"{more}/>'
            )
    if last.popped is not None:
        middle, top, half = left + last.popped * cell, bottom + cell * 0.55, cell * BOARD.pop_width / 2
        yield (
            f'<path d="M{number(middle - half)} {number(top)}h{number(2 * half)}l{number(-half)} '
            f'{number(cell * BOARD.pop_height)}z" fill="{theme.board_ink}" stroke="{theme.board}" '
            f'stroke-width="{number(cell * 0.12)}"/>'
        )


def _places(position: Position, cells: int) -> Iterator[tuple[int, int]]:
    while cells:
        lowest = cells & -cells
        yield divmod(lowest.bit_length() - 1, position.rules.shape.stride)
        cells ^= lowest
