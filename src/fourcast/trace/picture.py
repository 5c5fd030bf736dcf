"""What a drawing of a tree shows, how large, and where: cards with boards where they fit, else outlines with values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from fourcast.drawing import CARD, MAX_STUBS, TEXT
from fourcast.trace.explain import cut_reason, cut_texts, node_value_text, shown_kind, step_text, window_text
from fourcast.trace.layout import tidy
from fourcast.trace.shapes import card_size, text_width
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, levels_that_fit


class Detail(Enum):
    """How much a drawing shows of a node."""

    BOARDS = "boards"
    """A card with a board for every node."""
    CARDS = "cards"
    """Cards, but leaves as squares with their value."""
    VALUES = "values"
    """An outline with value and window; leaves as squares with their value."""
    SHAPES = "shapes"
    """An outline with the value; leaves as small squares with a sign."""


MAX_WIDTHS: Final = {Detail.BOARDS: 2400.0, Detail.CARDS: 4000.0, Detail.VALUES: 6000.0, Detail.SHAPES: 8000.0}
"""A wider drawing is made with less detail, at last with fewer levels."""
GAPS: Final = {
    Detail.BOARDS: (8.0, 20.0),
    Detail.CARDS: (5.0, 14.0),
    Detail.VALUES: (3.0, 10.0),
    Detail.SHAPES: (2.0, 8.0),
}
"""Between siblings, and between others."""


WINDOW_SIZE: Final = 11.0
"""The font size of the window in an outline."""


class What(Enum):
    """What an item of a drawing is."""

    NODE = "node"
    CUT = "cut"
    """The branches of a node that were cut, together."""
    MORE = "more"
    """A count of what is below a node and not drawn."""


@dataclass(frozen=True)
class Item:
    """Something that has its place in the drawing. `x` is its middle, `y` its upper edge."""

    what: What
    node: TreeNode
    parent: int | None
    level: int
    width: float
    height: float
    room: float
    """The width reserved for it and for the text on the edge to it."""
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Picture:
    """A tree ready to be drawn. An item comes after its parent."""

    detail: Detail
    items: tuple[Item, ...]
    width: float
    height: float
    levels: tuple[tuple[float, float], ...]
    """The upper and the lower edge of every level."""
    chip: float
    """The height reserved above a node for the text on the edge to it."""

    @property
    def drawn(self) -> int:
        """The number of nodes in it."""
        return sum(item.what is What.NODE for item in self.items)


def compose(tree: Tree, *, max_nodes: int, detail: Detail | None = None) -> Picture:
    """The tree to the level up to which it has at most `max_nodes`, in the most detail that is not too wide."""
    levels: list[int] = []
    for node in tree.nodes:
        levels.append(0 if node.parent is None else levels[node.parent] + 1)
    deepest = levels_that_fit(list(Counter(levels).values()), max_nodes)
    while True:
        for tried in [detail] if detail else Detail:
            picture = _arrange(_items(tree, levels, deepest, tried), tried)
            if picture.width <= MAX_WIDTHS[tried] or detail or (tried is Detail.SHAPES and deepest <= 1):
                return picture
        deepest -= 1


def has_chip(node: TreeNode, detail: Detail) -> bool:
    """Whether the edge to a node has a text."""
    return detail is not Detail.SHAPES or node.kind is not NodeKind.LEAF


def stub_step(texts: list[str]) -> float:
    """The distance between the stubs of cut branches."""
    return max(15.0, *(text_width(text) + 5 for text in texts))


def _items(tree: Tree, levels: list[int], deepest: int, detail: Detail) -> list[Item]:
    """Everything that is drawn, without its place."""
    items: list[Item] = []
    card = card_size(tree)
    waiting: list[tuple[What, TreeNode, int | None]] = [(What.NODE, tree.nodes[0], None)]
    while waiting:
        what, node, parent = waiting.pop()
        index, level = len(items), levels[node.index]
        if what is What.CUT:
            width, height = _cut_size(tree, node)
        elif what is What.MORE:
            width, height = text_width(f"+{node.nodes - 1:,}"), TEXT.size + 6
        else:
            width, height = _node_size(tree, node, detail, card)
        chip = text_width(step_text(node)) + 12 if what is What.NODE and has_chip(node, detail) else 0
        items.append(Item(what, node, parent, level + (what is not What.NODE), width, height, max(width, chip)))
        if what is not What.NODE:
            continue
        below: list[tuple[What, TreeNode, int | None]] = []
        if level < deepest:
            below = [(What.NODE, tree.nodes[child], index) for child in node.children]
            if node.ended is Ended.CUT:
                below.append((What.CUT, node, index))
        if node.nodes > 1 and not below:
            below = [(What.MORE, node, index)]
        waiting += reversed(below)
    return items


def _node_size(tree: Tree, node: TreeNode, detail: Detail, card: tuple[float, float]) -> tuple[float, float]:
    is_leaf, value = node.kind is NodeKind.LEAF, node_value_text(tree, node)
    match detail:
        case Detail.CARDS if is_leaf:
            return max(CARD.leaf_side, text_width(value) + 10), CARD.leaf_side
        case Detail.VALUES if is_leaf:
            return max(20.0, text_width(value) + 4), CARD.leaf_side
        case Detail.VALUES:
            texts = 1.1 * text_width(value, TEXT.shape_value_size), text_width(window_text(tree, node), WINDOW_SIZE)
            return max(38.0, *texts) + 12, 48.0
        case Detail.SHAPES if is_leaf:
            return 13.0, 13.0
        case Detail.SHAPES:
            return max(38.0, 1.1 * text_width(value, TEXT.shape_value_size) + 12), 34.0
        case Detail.BOARDS | Detail.CARDS:
            point = CARD.point if shown_kind(tree, node) in (NodeKind.MAX, NodeKind.MIN) else 0
            return card[0], card[1] + point


def _cut_size(tree: Tree, node: TreeNode) -> tuple[float, float]:
    texts, reason = cut_texts(node)[:MAX_STUBS], cut_reason(tree, node)
    assert reason
    return max(len(texts) * stub_step(texts), text_width(reason.removeprefix("cut: ")) + 4), 50.0


def _arrange(items: list[Item], detail: Detail) -> Picture:
    """Give every item its place."""
    children: list[list[int]] = [[] for _ in items]
    heights: dict[int, float] = {}
    for index, item in enumerate(items):
        heights[item.level] = max(item.height, heights.get(item.level, 0.0))
        if item.parent is not None:
            children[item.parent].append(index)
    gap, family_gap = GAPS[detail]
    centres = tidy(children, [item.room for item in items], gap=gap, family_gap=family_gap)
    width = max(x + item.room / 2 for item, x in zip(items, centres, strict=True))
    chip = 20.0 if detail is Detail.SHAPES else 24.0
    between = max(36.0, min(150.0, width * 0.03)) + chip
    levels: list[tuple[float, float]] = []
    for level in sorted(heights):
        top = levels[-1][1] + between if levels else 0.0
        levels.append((top, top + heights[level]))
    placed = tuple(replace(item, x=x, y=levels[item.level][0]) for item, x in zip(items, centres, strict=True))
    return Picture(detail, placed, width, levels[-1][1], tuple(levels), chip)
