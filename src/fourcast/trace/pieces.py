"""A recorded tree in pieces, for pages that draw large trees branch by branch.

A node is named by its path: which child was taken at each node from the root on, counted from 0 in the order in which
they were visited, with dots between. The root's path is empty.
"""

from __future__ import annotations

import re
from typing import Any, Final

from fourcast.errors import NotationError, quote
from fourcast.trace.page_data import rows_of
from fourcast.trace.tree import Tree, TreeNode

MOST_NODES: Final = 400
"""Nodes of a piece: more than can be looked at, and little to send."""
_PATH: Final = re.compile(r"(?:[0-9]{1,4}(?:\.[0-9]{1,4})*)?")


def node_at(tree: Tree, path: str) -> TreeNode:
    """The node of a path. Raises `NotationError` if there is none."""
    if not _PATH.fullmatch(path):
        raise NotationError(f"{quote(path)} is no path in a tree. Write numbers with dots between, such as 0.2.1.")
    node = tree.nodes[0]
    for place in path.split(".") if path else ():
        if int(place) >= len(node.children):
            raise NotationError(f"The tree has no node {quote(path)}. Go back to its root.")
        node = tree.nodes[node.children[int(place)]]
    return node


def path_of(tree: Tree, node: TreeNode) -> str:
    """The path of a node."""
    places = []
    while node.parent is not None:
        parent = tree.nodes[node.parent]
        places.append(str(parent.children.index(node.index)))
        node = parent
    return ".".join(reversed(places))


def piece(tree: Tree, path: str = "", depth: int = 1) -> dict[str, Any]:
    """What is below a node, so many levels down: always all of its children, of deeper levels as many families as fit.
    Every node comes with all of its siblings, for a window is understood from both sides."""
    return rows_of(tree, _below(tree, node_at(tree, path), depth))


def first_piece(tree: Tree) -> dict[str, Any]:
    """What a page shows first: a small tree whole, else the chosen line with all that branches off it."""
    if len(tree.nodes) <= MOST_NODES:
        return rows_of(tree, range(len(tree.nodes)))
    line = (node for node in tree.nodes if node.chosen)
    return rows_of(tree, [0, *(child for node in line for child in node.children)])


def _below(tree: Tree, node: TreeNode, depth: int) -> list[int]:
    found: list[int] = []
    level = [node]
    for _ in range(depth):
        families = [above.children for above in level if above.children]
        level = []
        for family in families:
            if found and len(found) + len(family) > MOST_NODES:
                return found
            found += family
            level += [tree.nodes[child] for child in family]
    return found
