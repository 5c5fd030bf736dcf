"""What the page of a tree is given: every node as a row, texts and boards once each. The page knows no rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any

from fourcast.algorithms import MIN_WIN_CHANCE, WIN
from fourcast.drawing import CARD, TEXT
from fourcast.rules import Chance, Goal, Position, board_text
from fourcast.text import PLAYERS
from fourcast.trace.explain import (
    cut_sentence,
    cut_texts,
    explanation,
    findings,
    how_reached,
    kind_word,
    node_name,
    short_kind,
    shown_kind,
    step_text,
    value_text,
    window_ends,
)
from fourcast.trace.node_board import node_board
from fourcast.trace.outline import outline
from fourcast.trace.sizes import Sizes, card_cell, text_width
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, cut_reason
from fourcast.trace.tree_json import json_number


def page_data(tree: Tree) -> dict[str, Any]:
    """A whole tree: what is known of it before any node is looked at, and all nodes."""
    return {**tree_head(tree), **rows_of(tree, range(len(tree.nodes)))}


def tree_head(tree: Tree) -> dict[str, Any]:
    """Its facts and its skeleton: the parent of every node, and what happened there. That is enough to step through the
    search; what stands at a node is loaded when it is shown."""
    root = tree.nodes[0]
    best = next((child for child in root.children if tree.nodes[child].chosen), None)
    values = [node.value for node in tree.nodes if isfinite(node.value) and abs(node.value) < MIN_WIN_CHANCE * WIN]
    return {
        "findings": findings(tree),
        "depth": tree.depth,
        "plies": tree.plies,
        "visited": tree.visited,
        "leftOut": sum(len(node.cut_moves) + len(node.cut_branches) for node in tree.nodes),
        "move": None if best is None else step_text(tree.nodes[best]),
        "value": value_text(tree, root),
        "range": [json_number(min(values, default=0)), json_number(max(values, default=0))],
        "width": tree.root.rules.shape.width,
        "height": tree.root.rules.shape.height,
        "player": PLAYERS[tree.max_player],
        "places": "column" if tree.root.rules.gravity else "cell",
        "sizes": _sizes(tree),
        "parents": [node.parent for node in tree.nodes],
        "flags": "".join(str(_flag(tree, node)) for node in tree.nodes),
        "textFields": list(_texts(tree, root)),
        "numberFields": list(_numbers(tree, root)),
    }


def rows_of(tree: Tree, indices: Iterable[int]) -> dict[str, Any]:
    """Some nodes, as small as may be: a row's texts are numbers of texts, its board the number of a board. Before it
    stand the ghosts of what was cut: each the number of a board and how many moves there are."""
    texts, boards = _Numbered(), _Numbered()
    wanted = list(indices)
    rows = []
    for index in wanted:
        node = tree.nodes[index]
        row = [texts.number(text) for text in _texts(tree, node).values()]
        ghosts = [[boards.number(_cells_text(position)), below] for position, below in _ghosts(node)]
        rows.append([*row, *_numbers(tree, node).values(), ghosts, boards.number(_cells_text(node.position))])
    return {"indices": wanted, "texts": texts.all, "boards": boards.all, "nodes": rows}


def _flag(tree: Tree, node: TreeNode) -> int:
    """1 where the rest was cut, 2 more where coming back from the node moved its parent's window, 4 more where its own
    window has a bound at which it may be cut."""
    return int(node.ended is Ended.CUT) + 2 * _moved(tree, node) + 4 * _may_cut(tree, node)


def _may_cut(tree: Tree, node: TreeNode) -> bool:
    low, high = window_ends(tree, node)
    match shown_kind(tree, node):
        case NodeKind.MAX:
            return high != "∞"
        case NodeKind.MIN:
            return low != "−∞"
    return False


def _moved(tree: Tree, node: TreeNode) -> bool:
    """Whether the window of the next sibling is smaller because of what was found here."""
    if node.parent is None:
        return False
    parent = tree.nodes[node.parent]
    place = parent.children.index(node.index)
    if place + 1 == len(parent.children):
        return False
    after = tree.nodes[parent.children[place + 1]]
    (low, high), (next_low, next_high) = window_ends(tree, node), window_ends(tree, after)
    match shown_kind(tree, parent):
        case NodeKind.MAX:
            return after.window.alpha > node.window.alpha and next_low not in ("−∞", low)
        case NodeKind.MIN:
            return after.window.beta < node.window.beta and next_high not in ("∞", high)
    return False


class _Numbered:
    """Things that occur often, kept once each."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        number = self._numbers.setdefault(text, len(self.all))
        if number == len(self.all):
            self.all.append(text)
        return number


def _texts(tree: Tree, node: TreeNode) -> dict[str, str]:
    alpha, beta = window_ends(tree, node)
    return {
        "look": shown_kind(tree, node).value,
        "who": short_kind(tree, node),
        "word": kind_word(tree, node),
        "step": step_text(node),
        "name": node_name(tree, node),
        "reached": how_reached(node),
        "alphaText": alpha,
        "betaText": beta,
        "valueText": value_text(tree, node),
        "reason": cut_reason(node) or "",
        "why": cut_sentence(tree, node) or "",
        "explained": explanation(tree, node),
        "turn": "" if node.ended is Ended.GAME_OVER else PLAYERS[node.position.turn],
    }


def _numbers(tree: Tree, node: TreeNode) -> dict[str, Any]:
    board = node_board(tree, node)
    ended = node.ended is Ended.GAME_OVER and tree.root.rules.goal is Goal.FIRST_LINE
    return {
        "parent": node.parent,
        "depth": node.depth,
        "alpha": json_number(node.window.alpha),
        "beta": json_number(node.window.beta),
        "value": json_number(node.value),
        "nodes": node.nodes,
        "chosen": int(node.chosen),
        "cut": cut_texts(node),
        "last": list(_cells(node.position, board.last_disc)),
        "mayFall": list(_cells(node.position, board.may_fall)),
        "popped": board.popped,
        "line": list(_cells(node.position, node.position.line_cells())) if ended else [],
    }


def _ghosts(node: TreeNode) -> Iterator[tuple[Position, int]]:
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


def _cells(position: Position, cells: int) -> Iterator[int]:
    """The places of cells in the board's text."""
    shape = position.rules.shape
    while cells:
        lowest = cells & -cells
        column, row = divmod(lowest.bit_length() - 1, shape.stride)
        yield (shape.height - 1 - row) * shape.width + column
        cells ^= lowest


def _sizes(tree: Tree) -> dict[str, Any]:
    """How large a card is, and an outline with the value alone, with the outlines of every kind."""
    width, height = Sizes(tree).card
    small = max(40.0, *(1.1 * text_width(value_text(tree, node), TEXT.shape_value_size) + 12 for node in tree.nodes))
    pointed = (NodeKind.MAX, NodeKind.MIN)
    return {
        "card": {
            "width": width,
            "height": {kind.value: height + (CARD.point if kind in pointed else 0) for kind in NodeKind},
            "outline": {
                kind.value: outline(
                    kind,
                    width,
                    height + (CARD.point if kind in pointed else 0),
                    point=CARD.point,
                    corner=CARD.corner,
                )
                for kind in NodeKind
            },
        },
        "small": {
            "width": small,
            "height": {kind.value: 34 if kind in pointed else 28 for kind in NodeKind},
            "outline": {
                kind.value: outline(kind, small, 34 if kind in pointed else 28, point=10, corner=3) for kind in NodeKind
            },
        },
        "cell": card_cell(tree),
    }
