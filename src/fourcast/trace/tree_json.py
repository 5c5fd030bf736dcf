"""A recorded search as plain data: versioned, strict JSON, the same from both engines but for the engine's name."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import isfinite
from typing import Any, Final

from fourcast.rules import SIGNS, board_text, position_text
from fourcast.trace.explain import cut_sentence, is_random_opponent, node_value_text, shown_kind
from fourcast.trace.tree import Ended, Tree, TreeNode

FORMAT: Final = "fourcast-tree"
VERSION: Final = 1
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def tree_to_json(tree: Tree) -> dict[str, Any]:
    """A tree as plain data. Columns count from 1; values and windows are seen from MAX's side. An opponent who plays
    at random is a chance."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": str(tree.root.rules),
        "position": position_text(tree.root),
        "max": SIGNS[tree.max_player],
        "algorithm": str(tree.spec.algorithm),
        "eval": tree.spec.eval_for(tree.root.rules).name,
        "order": str(tree.spec.order),
        "table": tree.spec.table.value,
        "depth": tree.depth,
        "engine": tree.engine,
        "visited": tree.visited,
        "shown": len(tree.nodes),
        "plies": tree.plies,
        "nodes": [_node(tree, node) for node in tree.nodes],
    }


def json_text(data: object, *, indent: int | None = None) -> str:
    """Data as strict JSON that any encoding can hold."""
    between = (",", ":") if indent is None else None
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=indent, separators=between)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_number(value: float) -> float | int | None:
    """A number that JSON can hold: None for infinities, whole numbers without a fraction."""
    if not isfinite(value):
        return None
    return int(value) if float(value).is_integer() else value


def _node(tree: Tree, node: TreeNode) -> dict[str, Any]:
    probability = _probability(tree, node)
    return {
        "index": node.index,
        "parent": node.parent,
        "kind": shown_kind(tree, node).value,
        "move": None if node.move is None else str(node.move),
        "landed": None if node.landed is None else node.landed + 1,
        "probability": None if probability is None else {"exact": str(probability), "number": float(probability)},
        "probe": node.probed is not None,
        "probed": None if node.probed is None else node.probed + 1,
        "depth": node.depth,
        "window": [json_number(end) for end in node.window],
        "value": json_number(node.value),
        "text": node_value_text(tree, node),
        "bound": node.bound.value,
        "ended": node.ended.value,
        "why": cut_sentence(tree, node),
        "cut": _cut(node),
        "children": list(node.children),
        "nodes": node.nodes,
        "chosen": node.chosen,
        "board": board_text(node.position).split("\n"),
    }


def _probability(tree: Tree, node: TreeNode) -> Fraction | None:
    """Of a branch of a chance, or of a move of an opponent who plays at random: each is as likely as the others."""
    if node.parent is None or node.probability is not None:
        return node.probability
    parent = tree.nodes[node.parent]
    return Fraction(1, len(parent.children)) if is_random_opponent(tree, parent) else None


def _cut(node: TreeNode) -> list[dict[str, Any]]:
    """What was left untried and the bound that the value had met."""
    if node.ended is not Ended.CUT:
        return []
    high = node.value >= node.window.beta
    by = {"by": "beta" if high else "alpha", "bound": json_number(node.window.beta if high else node.window.alpha)}
    moves = [{"move": str(move), **by} for move in node.cut_moves]
    return moves + [{"landed": column + 1, **by} for column in node.cut_branches]
