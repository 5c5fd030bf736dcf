"""Questions about a recorded search that can be answered from what is shown: a node, its window, and the values of all
leaves below it, those that were pruned too, in the order in which the search takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from fourcast.algorithms import WIN, LeafValue, TableMode, leaf_values
from fourcast.rules import Chance, Move, Position
from fourcast.trace.explain import SHORT, is_null_window, is_random_opponent, short_kind, window_ends
from fourcast.trace.tree import NodeKind, Tree, TreeNode, value_text

MAX_QUESTIONS: Final = 20
MAX_LEAVES: Final = 64
"""Leaves below a node in question: so many values can be read."""


def questions(tree: Tree) -> list[dict[str, Any]]:
    """Up to `MAX_QUESTIONS` nodes: which replies are not searched, and what is the value? Nodes in which a cutoff is
    possible come first; without any, other inner nodes."""
    nodes = [node for node in tree.nodes if _is_candidate(tree, node)]
    with_bound = [node for node in nodes if _end_that_cuts(tree, node) is not None]
    nodes = with_bound or nodes
    spread = nodes[:: max(1, len(nodes) // (2 * MAX_QUESTIONS))]
    found = (question for node in spread if (question := _question(tree, node)))
    return [question for question, _ in zip(found, range(MAX_QUESTIONS), strict=False)]


def _is_candidate(tree: Tree, node: TreeNode) -> bool:
    if node.kind not in (NodeKind.MAX, NodeKind.MIN) or not node.children or node.depth > 2:
        return False
    if tree.spec.table is TableMode.OLD_BOUNDS:
        return False  # which are not on the screen
    has_fixed_order = not tree.spec.order.killers and tree.spec.table is TableMode.OFF
    return node.depth == 1 or has_fixed_order


def _question(tree: Tree, node: TreeNode) -> dict[str, Any] | None:
    """What is shown about a node in question; None if it is too much, or if rounding hides what decides."""
    rules = tree.root.rules
    leaf_value = leaf_values(tree.spec.eval_for(rules).evaluate, tree.max_player, tree.spec.terminal_for(rules))
    moves = _search_order(tree, node)
    replies = [_after_move(tree, leaf_value, node.position, move, node.depth) for move in moves]
    leaves = [leaf for reply in replies for leaf in _leaves(reply)]
    shown = [(leaf["number"], leaf["value"]) for leaf in leaves]
    if not is_null_window(node):
        shown += [
            (end, text) for end, text in zip(node.window, window_ends(tree, node), strict=True) if "∞" not in text
        ]
    is_legible = all(_is_exact(value, text) for value, text in shown)
    if len(leaves) > MAX_LEAVES or len(moves) < 2 or not is_legible or _is_borderline(tree, node):
        return None
    for leaf in leaves:
        del leaf["number"]
    alpha, beta = window_ends(tree, node)
    return {
        "node": node.index,
        "alpha": alpha,
        "beta": beta,
        "lowest": value_text(tree, tree.nodes[0].window.alpha),
        "highest": value_text(tree, tree.nodes[0].window.beta),
        "rule": tree.algorithm.description,
        "hint": _hint(tree, node),
        "replies": replies,
    }


def _search_order(tree: Tree, node: TreeNode) -> list[Move]:
    """The moves in the order of the search: as recorded, then the pruned ones in the fixed order."""
    moves = tree.spec.order.order(tree.root.rules)(node.position, node.depth)
    visited = dict.fromkeys(tree.nodes[child].move for child in node.children)
    return [*(move for move in visited if move), *(move for move in moves if move not in visited)]


def _after_move(tree: Tree, leaf_value: LeafValue, position: Position, move: Move, depth: int) -> dict[str, Any]:
    after = position.play_unchecked(move)
    if not isinstance(after, Chance):
        return {"step": str(move), **_subtree(tree, leaf_value, after, depth - 1)}
    branches = [
        {
            "step": f"{float(branch.probability):.4g} → {branch.column + 1}",
            "weight": str(branch.probability),
            **_subtree(tree, leaf_value, branch.position, depth - 1),
        }
        for branch in after.branches
    ]
    return {"step": str(move), "kind": "chance", "children": branches}


def _subtree(tree: Tree, leaf_value: LeafValue, position: Position, depth: int) -> dict[str, Any]:
    """Everything below a position, as it would be without pruning."""
    is_max = position.turn == tree.max_player
    if leaf := leaf_value(position, depth):
        value = leaf[0] if is_max else -leaf[0]
        return {"kind": "leaf", "value": value_text(tree, value), "number": value}
    moves: Sequence[Move] = tree.spec.order.order(tree.root.rules)(position, depth)
    kind = "MAX" if is_max else "expected value" if tree.spec.algorithm == "expectimax" else "MIN"
    return {"kind": kind, "children": [_after_move(tree, leaf_value, position, move, depth) for move in moves]}


def _leaves(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if node["kind"] == "leaf":
        yield node
    for child in node.get("children", ()):
        yield from _leaves(child)


def _is_exact(value: float, text: str) -> bool:
    """Whether the text says exactly what the value is."""
    return " in " in text if abs(value) >= WIN else float(text.replace("−", "-")) == value


def _is_borderline(tree: Tree, node: TreeNode) -> bool:
    """Whether a comparison of the search was decided by rounding."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        below = [tree.nodes[child] for child in one.children]
        for value in (one.value, *(child.value for child in below)):
            if not is_null_window(one) and any(0 < abs(value - end) < 1e-6 for end in one.window):
                return True
        waiting += below
    return False


def _end_that_cuts(tree: Tree, node: TreeNode) -> str | None:
    """The end of the window at which the search leaves a node; None if there is none."""
    if not tree.has_narrow_windows or is_random_opponent(tree, node):
        return None
    alpha, beta = window_ends(tree, node)
    end = beta if node.kind is NodeKind.MAX else alpha
    return None if "∞" in end else end


def _hint(tree: Tree, node: TreeNode) -> str:
    name, end = short_kind(tree, node), _end_that_cuts(tree, node)
    has_chance = tree.root.rules.drift is not None
    mean = " A reply is worth the mean of its branches, weighted by their probabilities." if has_chance else ""
    if end is None:
        return f"Nothing can be cut off here: every reply is searched.{mean}"
    side = ("more" if node.kind is NodeKind.MAX else "less") if tree.spec.algorithm == "shallow" else ""
    which = f"β {end}" if node.kind is NodeKind.MAX else f"α {end}"
    beyond = f"{side} than {which}" if side else f"{which} or {'more' if node.kind is NodeKind.MAX else 'less'}"
    other_name = SHORT[NodeKind.MIN if node.kind is NodeKind.MAX else NodeKind.MAX]
    return (
        f"Go through the replies in order and keep the best value so far. {name} stops as soon as it is {beyond}: "
        f"{other_name} will not let the game come here.{mean}"
    )
