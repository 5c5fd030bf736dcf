"""What the page of a tree is given: every node as a row, texts and boards once each. The page knows no rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fourcast.rules import Goal, Position
from fourcast.rules.notation import board_text
from fourcast.trace.as_json import json_number
from fourcast.trace.miniboard import FRAME, last_move
from fourcast.trace.outline import outline
from fourcast.trace.sizes import POINT, Sizes, card_cell, text_width
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, cut_reason
from fourcast.trace.words import (
    PLAYERS,
    cut_sentence,
    cut_texts,
    explanation,
    how_reached,
    kind_word,
    look,
    node_name,
    short_kind,
    step_text,
    value_text,
    window_ends,
)


def page_data(tree: Tree) -> dict[str, Any]:
    """Plain data, as small as may be: a row's texts are numbers of texts, its board the number of a board."""
    texts, boards = _Numbered(), _Numbered()
    text_rows = [[texts.number(text) for text in _texts(tree, node).values()] for node in tree.nodes]
    number_rows = [list(_numbers(tree, node).values()) for node in tree.nodes]
    board_numbers = [boards.number(board_text(node.position).replace("\n", "")) for node in tree.nodes]
    root = tree.nodes[0]
    return {
        "depth": tree.depth,
        "visited": tree.visited,
        "width": tree.root.rules.shape.width,
        "height": tree.root.rules.shape.height,
        "player": PLAYERS[tree.max_player],
        "places": "column" if tree.root.rules.gravity else "cell",
        "sizes": _sizes(tree),
        "texts": texts.all,
        "boards": boards.all,
        "textFields": list(_texts(tree, root)),
        "numberFields": list(_numbers(tree, root)),
        "nodes": [
            [*text_row, *number_row, board]
            for text_row, number_row, board in zip(text_rows, number_rows, board_numbers, strict=True)
        ],
    }


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
        "look": look(tree, node).value,
        "who": short_kind(tree, node),
        "word": kind_word(tree, node),
        "step": step_text(tree, node),
        "name": node_name(tree, node),
        "reached": how_reached(tree, node),
        "alphaText": alpha,
        "betaText": beta,
        "valueText": value_text(tree, node),
        "reason": cut_reason(node) or "",
        "why": cut_sentence(tree, node) or "",
        "explained": explanation(tree, node),
        "turn": "" if node.ended is Ended.GAME_OVER else PLAYERS[node.position.turn],
    }


def _numbers(tree: Tree, node: TreeNode) -> dict[str, Any]:
    last = last_move(tree, node)
    ended = node.ended is Ended.GAME_OVER and tree.root.rules.goal is Goal.FIRST_LINE
    return {
        "parent": node.parent,
        "depth": node.depth,
        "alpha": json_number(node.window.alpha),
        "beta": json_number(node.window.beta),
        "value": json_number(node.value),
        "nodes": node.nodes,
        "chosen": int(node.chosen),
        "cut": cut_texts(tree, node),
        "last": list(_cells(node.position, last.disc)),
        "mayFall": list(_cells(node.position, last.may_fall)),
        "popped": last.popped,
        "line": list(_cells(node.position, node.position.line_cells())) if ended else [],
    }


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
    small = max(40.0, *(1.1 * text_width(value_text(tree, node), 13) + 12 for node in tree.nodes))
    pointed = (NodeKind.MAX, NodeKind.MIN)
    return {
        "card": {
            "width": width,
            "height": {kind.value: height + (POINT if kind in pointed else 0) for kind in NodeKind},
            "outline": {
                kind.value: outline(kind, width, height + (POINT if kind in pointed else 0), point=POINT, corner=8)
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
        "point": POINT,
        "cell": card_cell(tree),
        "frame": FRAME,
    }
