"""The outline, the board and the size of a node, for the SVG document and for the page."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from fourcast.drawing import TEXT, BoardPicture
from fourcast.rules import MoveKind, other
from fourcast.trace.explain import node_value_text, window_text
from fourcast.trace.record import branches_of
from fourcast.trace.tree import NodeKind, Tree, TreeNode

_NARROW: Final = " .,:;'ijlt|()1f"
_WIDE: Final = "mwMW—−%∞≥≤→+"


@cache
def text_width(text: str, size: float = TEXT.size) -> float:
    """An upper estimate of the width of a text: the font that a reader has is not known."""
    return size * sum(0.42 if sign in _NARROW else 0.88 if sign in _WIDE else 0.66 for sign in text)


def card_cell(tree: Tree) -> float:
    """The side of a cell of the board on a card."""
    shape, (columns, rows) = tree.root.rules.shape, tree.root.picture().size
    return min(16, max(76, min(150, 6 * shape.width)) / columns, max(66, min(140, 6 * shape.height)) / rows)


def card_size(tree: Tree) -> tuple[float, float]:
    """Width and height of every card of a tree, without the roof of MAX or the point of MIN."""
    cell, (columns, rows) = card_cell(tree), tree.root.picture().size
    texts = (
        1.1 * text_width(node_value_text(tree, node), TEXT.value_size) + text_width(window_text(tree, node)) + 46
        for node in tree.nodes
        if node.kind is not NodeKind.LEAF
    )
    return max(92.0, columns * cell + 24, *texts), rows * cell + 44


def node_board(tree: Tree, node: TreeNode) -> BoardPicture:
    """The board of a node: its last disc, the popped column, or at a chance node the possible landings are marked."""
    board = node.position.picture()
    if node.parent is None:
        return board
    if node.kind is NodeKind.CHANCE:
        branches = branches_of(node.position, node.move)
        cells = [branch.position.occupied & ~node.position.occupied for branch in branches]
        return replace(board, may_fall=sum(cells))
    if node.move is not None and node.move.kind is MoveKind.POP:
        return replace(board, popped=node.move.column)
    before = tree.nodes[node.parent].position
    return replace(board, last_disc=node.position.stones[other(node.position.turn)] & ~before.occupied)


def outline(kind: NodeKind, width: float, height: float, *, point: float, corner: float) -> str:
    """Path data of an outline that shows a node's kind: a roof for MAX, a point below for MIN, round for chance, square
    for a leaf. Its box has the upper left corner at 0, 0; roof and point are inside the box."""
    middle, r = width / 2, corner
    match kind:
        case NodeKind.MAX:
            return (
                f"M{r:g} {height:g}Q0 {height:g} 0 {height - r:g}V{point + r * 0.8:g}Q0 {point:g} {r * 0.9:g} "
                f"{point - r * 0.25:g}L{middle - r * 0.6:g} {r * 0.2:g}Q{middle:g} {-r * 0.1:g} {middle + r * 0.6:g} "
                f"{r * 0.2:g}L{width - r * 0.9:g} {point - r * 0.25:g}Q{width:g} {point:g} {width:g} "
                f"{point + r * 0.8:g}V{height - r:g}Q{width:g} {height:g} {width - r:g} {height:g}Z"
            )
        case NodeKind.MIN:
            low = height - point
            return (
                f"M{r:g} 0Q0 0 0 {r:g}V{low - r * 0.8:g}Q0 {low:g} {r * 0.9:g} {low + r * 0.25:g}"
                f"L{middle - r * 0.6:g} {height - r * 0.2:g}Q{middle:g} {height + r * 0.1:g} {middle + r * 0.6:g} "
                f"{height - r * 0.2:g}L{width - r * 0.9:g} {low + r * 0.25:g}Q{width:g} {low:g} {width:g} "
                f"{low - r * 0.8:g}V{r:g}Q{width:g} 0 {width - r:g} 0Z"
            )
        case NodeKind.CHANCE:
            r = min(middle, height / 2, max(corner * 4, 17))
        case NodeKind.LEAF:
            r = corner / 2
    return (
        f"M{r:g} 0H{width - r:g}A{r:g} {r:g} 0 0 1 {width:g} {r:g}V{height - r:g}A{r:g} {r:g} 0 0 1 {width - r:g} "
        f"{height:g}H{r:g}A{r:g} {r:g} 0 0 1 0 {height - r:g}V{r:g}A{r:g} {r:g} 0 0 1 {r:g} 0Z"
    )
