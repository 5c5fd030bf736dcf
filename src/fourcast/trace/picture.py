"""What a drawing of a tree shows, how large, and where: cards with boards while they fit, then outlines with the value,
then marks with the leaves piled up. Nothing here knows what a drawing is made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from fourcast.trace.layout import tidy
from fourcast.trace.sizes import Detail, Sizes, What
from fourcast.trace.tree import Ended, Tree, TreeNode

WIDEST: Final = {Detail.BOARDS: 2400.0, Detail.CARDS: 4000.0, Detail.SHAPES: 5600.0, Detail.MARKS: 8000.0}
"""A drawing wider than this is made with less detail, at last with fewer levels."""
GAPS: Final = {
    Detail.BOARDS: (8.0, 20.0),
    Detail.CARDS: (5.0, 14.0),
    Detail.SHAPES: (2.0, 8.0),
    Detail.MARKS: (2.0, 5.0),
}
"""Between siblings, and between others."""
FEW: Final = 60
"""Where there are only marks, a level of so many nodes has outlines with values all the same."""


@dataclass(frozen=True)
class Item:
    """Something that has its place in the drawing. `x` is its middle, `y` its upper edge."""

    what: What
    node: TreeNode
    detail: Detail
    parent: int | None
    level: int
    width: float
    height: float
    room: float
    """The width that is kept free for it and for what is written at it."""
    below: str = ""
    """Written to the right of a node in a pile: how many nodes are below it and not drawn."""
    piled_on: int | None = None
    """The sibling under which it stands, where siblings are piled up."""
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Picture:
    """A tree ready to be drawn. An item comes after its parent."""

    detail: Detail
    """The most there is."""
    items: tuple[Item, ...]
    width: float
    height: float
    levels: tuple[tuple[float, float], ...]
    """The upper and the lower edge of every level."""
    chip: float
    """The height that is kept above a node for what is written on its edge."""

    @property
    def drawn(self) -> int:
        """How many nodes there are in it."""
        return sum(item.what is What.NODE for item in self.items)


def compose(tree: Tree, *, max_nodes: int, detail: Detail | None = None) -> Picture:
    """The tree to the depth that fits into so many nodes, in the most detail that is not too wide."""
    levels = _levels(tree)
    counts = Counter(levels)
    deepest = _deepest(counts, max_nodes)
    while True:
        for tried in [detail] if detail else list(Detail):
            details = [
                Detail.SHAPES if tried is Detail.MARKS and counts[level] <= FEW else tried for level in sorted(counts)
            ]
            picture = _composed(tree, levels, deepest, tried, details)
            if picture.width <= WIDEST[tried] or detail or (tried is Detail.MARKS and deepest <= 1):
                return picture
        deepest -= 1


def _levels(tree: Tree) -> list[int]:
    levels: list[int] = []
    for node in tree.nodes:
        levels.append(0 if node.parent is None else levels[node.parent] + 1)
    return levels


def _deepest(counts: Counter[int], max_nodes: int) -> int:
    """The last level that is drawn; the root's children always are."""
    total = 0
    for level in range(len(counts)):
        total += counts[level]
        if total > max_nodes and level > 1:
            return level - 1
    return len(counts) - 1


def _composed(tree: Tree, levels: list[int], deepest: int, detail: Detail, details: list[Detail]) -> Picture:
    items = _items(tree, levels, deepest, details)
    if detail is Detail.MARKS:
        items = _piled(items)
    centres = _centres(items, *GAPS[detail])
    items = [replace(item, x=x) for item, x in zip(items, centres, strict=True)]
    width = max(item.x + item.room / 2 for item in items)
    chip = {Detail.BOARDS: 24.0, Detail.CARDS: 24.0}.get(detail, 20.0)
    between = max(36.0, min(150.0, width * 0.03)) + chip
    bands: list[tuple[float, float]] = []
    for level in range(1 + max(item.level for item in items)):
        top = bands[-1][1] + between if bands else 0.0
        bottom = top
        for index, item in enumerate(items):
            if item.level == level:
                y = top if item.piled_on is None else items[item.piled_on].y + items[item.piled_on].height + 2
                items[index] = replace(item, y=y)
                bottom = max(bottom, y + item.height)
        bands.append((top, bottom))
    return Picture(detail, tuple(items), width, bands[-1][1], tuple(bands), chip)


def _items(tree: Tree, levels: list[int], deepest: int, details: list[Detail]) -> list[Item]:
    """Everything that is drawn, not yet placed."""
    items: list[Item] = []
    sizes = Sizes(tree)
    waiting: list[tuple[What, TreeNode, int | None]] = [(What.NODE, tree.nodes[0], None)]
    while waiting:
        what, node, parent = waiting.pop()
        index, level = len(items), levels[node.index]
        width, height, room = sizes.of(what, node, details[level])
        items.append(Item(what, node, details[level], parent, level + (what is not What.NODE), width, height, room))
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


def _piled(items: list[Item]) -> list[Item]:
    """The same with siblings that have nothing below them but a count piled up, first on top, each with its count."""
    families: dict[int, list[int]] = {}
    counts: dict[int, str] = {}
    for index, item in enumerate(items):
        if item.parent is not None:
            families.setdefault(item.parent, []).append(index)
            if item.what is What.MORE:
                counts[item.parent] = f"+{item.node.nodes - 1:,}"
    piled_on: dict[int, int] = {}
    rooms: dict[int, float] = {}
    gone: set[int] = set()
    for family in families.values():
        nodes = [index for index in family if items[index].what is What.NODE]
        if any(items[index].detail is not Detail.MARKS for index in nodes):
            continue
        if any(items[below].what is not What.MORE for index in nodes for below in families.get(index, [])):
            continue
        piled_on |= {lower: upper for upper, lower in pairwise(nodes)}
        gone |= {below for index in nodes for below in families.get(index, [])}
        for index in nodes:
            rooms[index] = max(Sizes.pile(items[index].width, counts.get(member, "")) for member in nodes)
    kept = [index for index in range(len(items)) if index not in gone]
    places = {old: new for new, old in enumerate(kept)}
    return [
        replace(
            items[index],
            parent=None if (parent := items[index].parent) is None else places[parent],
            piled_on=places[piled_on[index]] if index in piled_on else None,
            room=rooms.get(index, items[index].room),
            below=counts.get(index, "") if index in rooms else "",
        )
        for index in kept
    ]


def _centres(items: list[Item], gap: float, family_gap: float) -> list[float]:
    """Where everything stands; a pile takes one place."""
    places = [index for index, item in enumerate(items) if item.piled_on is None]
    number = {index: place for place, index in enumerate(places)}
    children: list[list[int]] = [[] for _ in places]
    for index in places:
        parent = items[index].parent
        if parent is not None:
            children[number[parent]].append(number[index])
    found = tidy(children, [items[index].room for index in places], gap=gap, family_gap=family_gap)
    centres: list[float] = []
    for index, item in enumerate(items):
        centres.append(found[number[index]] if item.piled_on is None else centres[item.piled_on])
    return centres
