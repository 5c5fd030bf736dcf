"""Texts about a recorded search that all its drawings share. Values are those of MAX, who is to move at the root."""

from __future__ import annotations

from typing import Final

from fourcast.algorithms import Bound
from fourcast.rules import Goal, MoveKind, other
from fourcast.text import PLAYERS
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, cut_reason, number_text

SHORT: Final = {NodeKind.MAX: "MAX", NodeKind.MIN: "MIN", NodeKind.CHANCE: "chance", NodeKind.LEAF: "leaf"}


def is_random_opponent(tree: Tree, node: TreeNode) -> bool:
    """Whether the opponent is to move and the search assumes that they play at random."""
    return node.kind is NodeKind.MIN and tree.spec.algorithm == "expectimax"


def shown_kind(tree: Tree, node: TreeNode) -> NodeKind:
    """The kind of a node as it is drawn: every node whose value is a mean is a chance node."""
    return NodeKind.CHANCE if is_random_opponent(tree, node) else node.kind


def kind_word(tree: Tree, node: TreeNode) -> str:
    """The operation at a node."""
    if is_random_opponent(tree, node):
        return "Average"
    words = {NodeKind.MAX: "Maximize", NodeKind.MIN: "Minimize", NodeKind.CHANCE: "Chance", NodeKind.LEAF: "Leaf"}
    return words[node.kind]


def short_kind(tree: Tree, node: TreeNode) -> str:
    """MAX, MIN, chance, leaf, or mean for a random opponent."""
    return "mean" if is_random_opponent(tree, node) else SHORT[node.kind]


def node_value_text(tree: Tree, node: TreeNode) -> str:
    """The value, or what it bounds: `5`, `≥5`, `≤1`."""
    return {Bound.EXACT: "", Bound.LOWER: "≥", Bound.UPPER: "≤"}[_bound(tree, node)] + number_text(node.value)


def window_text(tree: Tree, node: TreeNode) -> str:
    """The window on entry: `−∞, 5`."""
    return ", ".join(window_ends(tree, node))


def window_ends(tree: Tree, node: TreeNode) -> tuple[str, str]:
    """Both ends of the window on entry; an end beyond which there are no values counts as infinite."""
    lowest, highest = tree.nodes[0].window
    alpha, beta = node.window
    return "−∞" if alpha <= lowest else number_text(alpha), "∞" if beta >= highest else number_text(beta)


def step_text(node: TreeNode) -> str:
    """The text on the edge to a node: a move, a probe, or the probability and the column of a branch."""
    if node.landed is not None:
        return f"{_percent(node)} → {node.landed + 1}"
    move = str(node.move or "")
    return f"probe {move}" if node.probe else move


def _percent(node: TreeNode) -> str:
    assert node.probability is not None
    return f"{float(node.probability) * 100:.3g}%"


def how_reached(node: TreeNode) -> str:
    """`after Red 4`, `landed in 5 (20%)`, `at the root`."""
    if node.parent is None:
        return "at the root"
    if node.landed is not None:
        return f"landed in {node.landed + 1} ({_percent(node)})"
    assert node.move is not None
    if node.kind is NodeKind.CHANCE:
        return f"{PLAYERS[node.position.turn]} aims at {node.move}"
    mover = PLAYERS[other(node.position.turn)]
    what = f"pops {node.move.column + 1}" if node.move.kind is MoveKind.POP else str(node.move)
    return f"{'probing' if node.probe else 'after'} {mover} {what}"


def node_name(tree: Tree, node: TreeNode) -> str:
    """A node for screen readers and tooltips: `MIN after Red 4, window 5 to infinity, value at most 1, …`."""
    parts = [f"{short_kind(tree, node)} {how_reached(node)}"]
    if node.kind is not NodeKind.LEAF:
        spoken = {"−∞": "minus infinity", "∞": "infinity"}
        alpha, beta = (spoken.get(end, end) for end in window_ends(tree, node))
        parts.append(f"window {alpha} to {beta}")
    bound = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}[_bound(tree, node)]
    parts.append(f"value {bound}{number_text(node.value)}")
    if reason := cut_reason(node):
        parts.append(reason)
    if node.ended is Ended.NOT_SHOWN:
        parts.append(f"{node.nodes - 1:,} more below")
    if node.chosen:
        parts.append("on the principal variation")
    return ", ".join(parts)


def cut_texts(node: TreeNode) -> list[str]:
    """The moves that were cut, or the columns of branches."""
    return [*map(str, node.cut_moves), *(str(column + 1) for column in node.cut_branches)]


def cut_sentence(tree: Tree, node: TreeNode) -> str | None:
    """Why the rest was cut, and which node set the bound: `cut: 5 ≥ β 3, MIN above already has 3.`"""
    reason = cut_reason(node)
    if reason is None:
        return None
    high, bound, setter = _bound_met(tree, node)
    if setter is None:
        return f"{reason}, no value can be {'higher' if high else 'lower'}."
    if shown_kind(tree, setter) is NodeKind.CHANCE:
        return f"{reason}, the {short_kind(tree, setter)} above is out of its window."
    if setter.kind is (NodeKind.MIN if high else NodeKind.MAX):
        for_whom = " for MAX" if _worth(bound) != number_text(bound) else ""
        return f"{reason}, {SHORT[setter.kind]} above already has {_worth(bound)}{for_whom}."
    return f"{reason}, {SHORT[setter.kind]} above asks only whether it is {'more' if high else 'less'}."


def explanation(tree: Tree, node: TreeNode) -> str:
    """How the value of a node came about, in one to three sentences."""
    name = PLAYERS[tree.max_player]
    worth = _worth(node.value)
    match node.ended:
        case Ended.CUT:
            return _cut_explained(tree, node)
        case Ended.GAME_OVER:
            return f"The game is over: {_ending(node)} Value {worth}."
        case Ended.DEPTH:
            evaluation = tree.spec.eval_for(tree.root.rules).name
            return f"The depth limit is reached: {evaluation} evaluates the position as {worth} for {name}."
        case Ended.IN_TABLE:
            return f"The transposition table has the value: {node_value_text(tree, node)}."
        case Ended.NOT_SHOWN:
            return f"The search went on: {node.nodes - 1:,} nodes below are not recorded."
    if node.kind is NodeKind.CHANCE:
        return f"Every landing was searched. The mean, weighted by probability, is {worth}."
    if is_random_opponent(tree, node):
        return f"The opponent is assumed to play at random: the mean of their moves is {worth}."
    mover = PLAYERS[node.position.turn]
    best = next((child for child in node.children if tree.nodes[child].value == node.value), None)
    bound = _bound(tree, node)
    if best is None or bound is not Bound.EXACT:
        at = "at least" if bound is Bound.LOWER else "at most"
        return f"Every move of {mover} was searched: the value is {at} {worth}."
    return f"Every move of {mover} was searched. The best is {step_text(tree.nodes[best])}: {worth}."


def headline(tree: Tree) -> list[str]:
    """The settings of the search: rules, algorithm, evaluation, depth, order, table, engine."""
    spec, rules = tree.spec, tree.root.rules
    parts = [str(rules), spec.algorithm, spec.eval_for(rules).name, f"depth {tree.depth}"]
    if str(spec.order) != "ascending":
        parts.append(f"order {spec.order}")
    if spec.table.value != "off":
        parts.append(f"table {spec.table.value}")
    return [*parts, f"{tree.engine} engine"]


def findings(tree: Tree, drawn: int | None = None) -> list[str]:
    """The result of the search in sentences. `drawn` is the number of nodes that a drawing shows. Default: all."""
    drawn = len(tree.nodes) if drawn is None else drawn
    root, name = tree.nodes[0], PLAYERS[tree.max_player]
    best = next((tree.nodes[child] for child in root.children if tree.nodes[child].chosen), None)
    played = f"{name} chooses {step_text(best)}, worth " if best else f"For {name} worth "
    cut_nodes = [node for node in tree.nodes if node.ended is Ended.CUT]
    left = sum(len(node.cut_moves) + len(node.cut_branches) for node in cut_nodes)
    counts = f"{tree.visited:,} nodes visited"
    if cut_nodes:
        counts += f", {left:,} {'cut' if left == 1 else 'cuts'} at {len(cut_nodes):,} of them"
        if tree.plies is not None:
            counts += f" in the first {tree.plies} of {tree.depth} plies"
    sentences = [f"{played}{_worth(root.value)}.", f"{counts}."]
    if drawn < tree.visited:
        sentences.append(
            f"{drawn:,} of {tree.visited:,} nodes are shown; a number such as +48 counts what is below a node."
        )
    return sentences


def _bound(tree: Tree, node: TreeNode) -> Bound:
    """Whether a value is exact or a bound. A value at the end of the range of values is exact."""
    lowest, highest = tree.nodes[0].window
    at_end = node.value <= lowest if node.bound is Bound.UPPER else node.value >= highest
    return Bound.EXACT if at_end else node.bound


def _bound_met(tree: Tree, node: TreeNode) -> tuple[bool, float, TreeNode | None]:
    """Whether a cut node's value met β, the bound that it met, and the ancestor that set it; None: no ancestor did."""
    high = node.value >= node.window.beta
    bound = node.window.beta if high else node.window.alpha
    above = node.parent
    while above is not None:
        setter = tree.nodes[above]
        passed_on = setter.window.beta if high else setter.window.alpha
        if passed_on != bound or setter.kind is NodeKind.CHANCE:  # a chance weighs the bounds of its branches
            return high, bound, setter
        above = setter.parent
    return high, bound, None


def _cut_explained(tree: Tree, node: TreeNode) -> str:
    high, bound, setter = _bound_met(tree, node)
    max_name, min_name = PLAYERS[tree.max_player], PLAYERS[other(tree.max_player)]
    worth = _worth(node.value)
    unknown = f"Its exact value is not known: at {'least' if high else 'most'} {worth}."
    if setter is None:
        return f"No value is beyond {worth}, so the rest cannot change it."
    if setter.kind is not (NodeKind.MIN if high else NodeKind.MAX) or is_random_opponent(tree, setter):
        return f"The value is outside the window of the node above, so the rest cannot matter. {unknown}"
    by = _move_that_gave(tree, setter, bound)
    if high:
        here = "This is worth at least" if node.kind is NodeKind.CHANCE else f"{max_name} can get at least"
        held = f"{min_name} can hold {max_name} to {_worth(bound)}{by}"
        return f"{here} {worth} here. {held}, so will not allow this. {unknown}"
    here = "This is worth at most" if node.kind is NodeKind.CHANCE else f"{min_name} can hold {max_name} to"
    return f"{here} {worth} here. {max_name} gets {_worth(bound)}{by}, so this branch cannot matter. {unknown}"


def _move_that_gave(tree: Tree, setter: TreeNode, value: float) -> str:
    for child in setter.children:
        if tree.nodes[child].value == value:
            higher = "" if setter.parent is None else " higher up"
            return f" by playing {step_text(tree.nodes[child])}{higher}"
    return " elsewhere"


def _ending(node: TreeNode) -> str:
    outcome = node.position.outcome
    assert outcome
    if outcome.winner is None:
        return "a draw."
    winner = PLAYERS[outcome.winner]
    if node.position.rules.goal is Goal.FIRST_LINE:
        return f"{winner} has a line."
    own, others = outcome.scores[outcome.winner], outcome.scores[other(outcome.winner)]
    return f"{winner} wins, {own} to {others}."


def _worth(value: float) -> str:
    text = number_text(value)
    return f"a {text}" if text in ("win", "loss") else text
