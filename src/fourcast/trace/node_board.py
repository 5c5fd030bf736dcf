"""The board of a node, with the last move marked."""

from __future__ import annotations

from dataclasses import replace

from fourcast.drawing import BOARD, BoardPicture
from fourcast.rules import Chance, MoveKind, Position, other
from fourcast.trace.tree import NodeKind, Tree, TreeNode


def node_board(tree: Tree, node: TreeNode) -> BoardPicture:
    """The board of a node: its last disc, the popped column, or at a chance node the possible landings are marked."""
    board = node.position.picture()
    if node.parent is None:
        return board
    if node.kind is NodeKind.CHANCE:
        assert node.move is not None
        chance = node.position.play_unchecked(node.move)
        assert isinstance(chance, Chance)
        cells = [branch.position.occupied & ~node.position.occupied for branch in chance.branches]
        return replace(board, may_fall=sum(cells))
    if node.move is not None and node.move.kind is MoveKind.POP:
        return replace(board, popped=node.move.column)
    before = tree.nodes[node.parent].position
    return replace(board, last_disc=node.position.stones[other(node.position.turn)] & ~before.occupied)


def cell_size(position: Position, width: float, height: float, largest: float) -> float:
    """The side of a cell, so that the board fits into a given space."""
    shape = position.rules.shape
    return min(largest, width / (shape.width + 2 * BOARD.frame), height / (shape.height + 2 * BOARD.frame))


def board_size(position: Position, cell: float) -> tuple[float, float]:
    """Width and height of the board with its frame."""
    shape = position.rules.shape
    return (shape.width + 2 * BOARD.frame) * cell, (shape.height + 2 * BOARD.frame) * cell
