"""How large the things in a drawing of a tree are, by how much it shows of them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import Final

from fourcast.drawing import CARD, MAX_STUBS, TEXT
from fourcast.trace.explain import cut_texts, shown_kind, step_text, value_text, window_text
from fourcast.trace.node_board import board_size, cell_size
from fourcast.trace.tree import NodeKind, Tree, TreeNode, cut_reason

SMALL_STEP: Final = 3.0
"""How far stubs stand apart where they are marks."""
_NARROW: Final = " .,:;'ijlt|()1f"
_WIDE: Final = "mwMW—−%∞≥≤→+"


class Detail(Enum):
    """How much a drawing shows of a node."""

    BOARDS = "boards"
    """A card with a board for every node."""
    CARDS = "cards"
    """Cards, but leaves as squares with their value."""
    SHAPES = "shapes"
    """An outline with the value; leaves as small squares with a sign."""
    MARKS = "marks"
    """Small marks alone."""


class What(Enum):
    """What can stand in a drawing."""

    NODE = "node"
    CUT = "cut"
    """The branches of a node that were cut, together."""
    MORE = "more"
    """A count of what is below a node and not drawn."""


@cache
def text_width(text: str, size: float = TEXT.size) -> float:
    """About how wide a text is, rather too wide than too narrow, for nobody knows what font it will be set in."""
    return size * sum(0.42 if sign in _NARROW else 0.88 if sign in _WIDE else 0.66 for sign in text)


def card_cell(tree: Tree) -> float:
    """The side of a cell of the board on a card."""
    shape = tree.root.rules.shape
    return cell_size(tree.root, max(76, min(150, 6 * shape.width)), max(66, min(140, 6 * shape.height)), 16)


def has_chip(node: TreeNode, detail: Detail) -> bool:
    """Whether there is something written on the edge to a node."""
    return detail is not Detail.MARKS and not (detail is Detail.SHAPES and node.kind is NodeKind.LEAF)


def stub_step(texts: Sequence[str]) -> float:
    """How far the stubs of cut branches stand apart."""
    return max(15.0, *(text_width(text) + 5 for text in texts))


class Sizes:
    """The sizes of everything in one tree. All cards are equally large."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        width, self._board_height = board_size(tree.root, card_cell(tree))
        written = (
            1.1 * text_width(value_text(tree, node), TEXT.value_size) + text_width(window_text(tree, node)) + 40
            for node in tree.nodes
            if node.kind is not NodeKind.LEAF
        )
        self.card = max(92.0, width + 24, *written), self._board_height + 44
        """Width and height of a card, without roof or point."""

    @staticmethod
    def pile(width: float, below: str) -> float:
        """The width of a pile of nodes with a count beside them."""
        return width + 2 * (text_width(below) + 3) if below else width

    def of(self, what: What, node: TreeNode, detail: Detail) -> tuple[float, float, float]:
        """Width, height, and the width that is kept free: enough for what is written on the edge to a node."""
        if what is What.CUT:
            width, height = self._cut(node, detail)
        elif what is What.MORE:
            width, height = text_width(f"+{node.nodes - 1:,}"), TEXT.size + 6
        else:
            width, height = self._node(node, detail)
            if has_chip(node, detail):
                return width, height, max(width, text_width(step_text(node)) + 12)
        return width, height, width

    def _node(self, node: TreeNode, detail: Detail) -> tuple[float, float]:
        is_leaf = node.kind is NodeKind.LEAF
        point = CARD.point if shown_kind(self._tree, node) in (NodeKind.MAX, NodeKind.MIN) else 0
        value = value_text(self._tree, node)
        match detail:
            case Detail.CARDS if is_leaf:
                return max(CARD.leaf_side, text_width(value) + 10), CARD.leaf_side
            case Detail.BOARDS | Detail.CARDS:
                return self.card[0], self.card[1] + point
            case Detail.SHAPES if is_leaf:
                return 13.0, 13.0
            case Detail.SHAPES:
                return max(38.0, 1.1 * text_width(value, TEXT.shape_value_size) + 12), 34.0
            case _:
                return (11.0, 11.0) if is_leaf else (13.0, 13.0)

    def _cut(self, node: TreeNode, detail: Detail) -> tuple[float, float]:
        texts = cut_texts(node)[:MAX_STUBS]
        if detail is Detail.MARKS:
            return SMALL_STEP * len(texts), 5.0
        reason = cut_reason(node)
        assert reason
        return max(len(texts) * stub_step(texts), text_width(reason.removeprefix("cut: ")) + 4), 50.0
