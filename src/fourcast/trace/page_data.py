"""The data of a tree for the explorer page, which knows no rules: every node as a row, texts and boards once each.

A large tree is sent in pieces. A node is named by its path: which child was taken at each node from the root on,
counted from 0 in the order in which they were visited, with dots between. The root's path is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any, Final

from fourcast.algorithms import MIN_WIN_CHANCE, WIN
from fourcast.drawing import CARD, BoardPicture
from fourcast.errors import NotationError, quote
from fourcast.rules import Chance, Goal, Position, board_text
from fourcast.text import PLAYERS
from fourcast.trace.explain import (
    Progress,
    cut_reason,
    cut_sentence,
    cut_texts,
    explanation,
    findings,
    how_reached,
    is_null_window,
    kind_word,
    node_name,
    node_value_text,
    progress_after,
    pruned_counts,
    short_kind,
    shown_kind,
    step_text,
    window_change,
    window_ends,
    window_sources,
)
from fourcast.trace.questions import questions
from fourcast.trace.shapes import card_cell, card_size, node_board, outline
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode
from fourcast.trace.tree_json import json_number

MAX_PIECE: Final = 400
"""Nodes of a piece: more than fit on a screen, and little to send."""
_PATH: Final = re.compile(r"(?:[0-9]{1,4}(?:\.[0-9]{1,4})*)?")


def page_data(tree: Tree) -> dict[str, Any]:
    """A whole tree."""
    return {**tree_head(tree), **_rows(tree, range(len(tree.nodes)))}


def first_piece(tree: Tree) -> dict[str, Any]:
    """What the page shows first: all of a small tree, else the principal variation with all that branches off it."""
    if len(tree.nodes) <= MAX_PIECE:
        return _rows(tree, range(len(tree.nodes)))
    line = (node for node in tree.nodes if node.chosen)
    return _rows(tree, [0, *(child for node in line for child in node.children)])


def piece(tree: Tree, path: str = "", depth: int = 1) -> dict[str, Any]:
    """The nodes below a node, up to `depth` levels: all of its children, and of deeper levels as many families as fit.
    Every node comes with all of its siblings, because a window is understood from both sides."""
    indices: list[int] = []
    level = [node_at(tree, path)]
    for _ in range(depth):
        families = [node.children for node in level if node.children]
        level = []
        for family in families:
            if indices and len(indices) + len(family) > MAX_PIECE:
                return _rows(tree, indices)
            indices += family
            level += [tree.nodes[child] for child in family]
    return _rows(tree, indices)


def node_at(tree: Tree, path: str) -> TreeNode:
    """The node of a path. Raises `NotationError` if there is none."""
    if not _PATH.fullmatch(path):
        raise NotationError(f"Invalid path {quote(path)}: use numbers with dots between, such as 0.2.1.")
    node = tree.nodes[0]
    for place in path.split(".") if path else ():
        if int(place) >= len(node.children):
            raise NotationError(f"The tree has no node {quote(path)}. Go back to its root.")
        node = tree.nodes[node.children[int(place)]]
    return node


def tree_head(tree: Tree) -> dict[str, Any]:
    """Facts about the search, and the parent and the flags of every node. That is enough to step through the search;
    the rows of nodes are loaded when they are shown."""
    root = tree.nodes[0]
    best = next((child for child in root.children if tree.nodes[child].chosen), None)
    values = [node.value for node in tree.nodes if isfinite(node.value) and abs(node.value) < MIN_WIN_CHANCE * WIN]
    return {
        "findings": findings(tree),
        "depth": tree.depth,
        "plies": tree.plies,
        "visited": tree.visited,
        "cutoffs": sum(node.ended is Ended.CUT for node in tree.nodes),
        "leftOut": sum(pruned_counts(tree)),
        "move": None if best is None else step_text(tree.nodes[best]),
        "value": node_value_text(tree, root),
        "range": [json_number(min(values, default=0)), json_number(max(values, default=0))],
        "width": tree.root.rules.shape.width,
        "height": tree.root.rules.shape.height,
        "player": PLAYERS[tree.max_player],
        "places": "column" if tree.root.rules.gravity else "cell",
        "sizes": _sizes(tree),
        "parents": [node.parent for node in tree.nodes],
        "flags": "".join(str(_flag(tree, node)) for node in tree.nodes),
        "questions": questions(tree),
        "textFields": list(_texts(tree, root)),
        "numberFields": list(_numbers(tree, root)),
    }


def _rows(tree: Tree, indices: Iterable[int]) -> dict[str, Any]:
    """Some nodes. The texts of a row are indices into `texts`, its board is one into `boards`. The last but one field
    has the positions after cut moves: the index of a board and the number of its moves each."""
    texts: dict[str, int] = {}
    boards: dict[str, int] = {}
    wanted = list(indices)
    rows = []
    for index in wanted:
        node = tree.nodes[index]
        row = [texts.setdefault(text, len(texts)) for text in _texts(tree, node).values()]
        cut = [[boards.setdefault(_cells_text(after), len(boards)), below] for after, below in _cut_children(node)]
        board = boards.setdefault(_cells_text(node.position), len(boards))
        rows.append([*row, *_numbers(tree, node).values(), cut, board])
    return {"indices": wanted, "texts": list(texts), "boards": list(boards), "nodes": rows}


def _flag(tree: Tree, node: TreeNode) -> int:
    """1 where the rest was cut, 2 more where coming back from the node moved its parent's window, 4 more where its own
    window has a bound at which it may be cut."""
    return int(node.ended is Ended.CUT) + 2 * bool(window_change(tree, node)) + 4 * _may_cut(tree, node)


def _may_cut(tree: Tree, node: TreeNode) -> bool:
    low, high = window_ends(tree, node)
    match shown_kind(tree, node):
        case NodeKind.MAX:
            return high != "∞"
        case NodeKind.MIN:
            return low != "−∞"
    return False


def _texts(tree: Tree, node: TreeNode) -> dict[str, str]:
    alpha, beta = window_ends(tree, node)
    after = progress_after(tree, node) if node.parent is not None else Progress("", "", "")
    return {
        "look": shown_kind(tree, node).value,
        "who": short_kind(tree, node),
        "word": kind_word(tree, node),
        "step": step_text(node),
        "name": node_name(tree, node),
        "reached": how_reached(node),
        "alphaText": alpha,
        "betaText": beta,
        "valueText": node_value_text(tree, node),
        "reason": cut_reason(tree, node) or "",
        "why": cut_sentence(tree, node) or "",
        "explained": explanation(tree, node),
        "windowWord": "null window" if is_null_window(node) else "window",
        "windowSources": window_sources(tree, node),
        "windowChange": window_change(tree, node),
        "parentValue": after.value,
        "parentAlpha": after.alpha,
        "parentBeta": after.beta,
        "turn": "" if node.ended is Ended.GAME_OVER else PLAYERS[node.position.turn],
    }


def _numbers(tree: Tree, node: TreeNode) -> dict[str, Any]:
    board = node_board(tree, node)
    won = node.ended is Ended.GAME_OVER and tree.root.rules.goal is Goal.FIRST_LINE
    return {
        "parent": node.parent,
        "depth": node.depth,
        "alpha": json_number(node.window.alpha),
        "beta": json_number(node.window.beta),
        "value": json_number(node.value),
        "nodes": node.nodes,
        "chosen": int(node.chosen),
        "cut": cut_texts(node),
        "last": _places(board, board.last_disc),
        "mayFall": _places(board, board.may_fall),
        "popped": board.popped,
        "line": _places(board, node.position.line_cells()) if won else [],
    }


def _cut_children(node: TreeNode) -> Iterator[tuple[Position, int]]:
    """Where cut moves lead and how many moves there are, if the search would have gone on there."""
    if node.depth < 2:
        return
    for move in node.cut_moves:
        after = node.position.play_unchecked(move)
        if isinstance(after, Chance):
            yield node.position, len(after.branches)
        else:
            yield after, len(after.legal_moves)


def _cells_text(position: Position) -> str:
    """All cells, from the top left."""
    return board_text(position).replace("\n", "")


def _places(board: BoardPicture, cells: int) -> list[int]:
    """The indices of cells in the text of the board."""
    return [(board.height - 1 - row) * board.width + column for column, row in board.cells(cells)]


def _sizes(tree: Tree) -> dict[str, Any]:
    """Size and outlines of a card, and of an outline with value and window, whose width fits its texts."""
    width, height = card_size(tree)
    return {
        "card": _outlines(width, height, height + CARD.point, point=CARD.point, corner=CARD.corner),
        "small": _outlines(60, 34, 40, point=8, corner=3),
        "cell": card_cell(tree),
    }


def _outlines(width: float, flat: float, pointed: float, *, point: float, corner: float) -> dict[str, Any]:
    """`pointed` is the height of nodes with a roof or a point."""
    heights = {kind: pointed if kind in (NodeKind.MAX, NodeKind.MIN) else flat for kind in NodeKind}
    outlines = {kind: outline(kind, width, heights[kind], point=point, corner=corner) for kind in NodeKind}
    return {
        "width": width,
        "height": {kind.value: height for kind, height in heights.items()},
        "outline": {kind.value: path for kind, path in outlines.items()},
    }
