"""What is said about a recorded search, in words that every drawing of it shares.

Values are seen from MAX's side, who is to move at the root.
"""

from __future__ import annotations

from typing import Final

from fourcast.algorithms import Bound
from fourcast.rules import Goal, MoveKind, other
from fourcast.text import PLAYERS
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, cut_reason, number_text

SHORT: Final = {NodeKind.MAX: "MAX", NodeKind.MIN: "MIN", NodeKind.CHANCE: "chance", NodeKind.LEAF: "leaf"}


def averages(tree: Tree, node: TreeNode) -> bool:
    """Whether the node is worth the mean of what is below: luck, or an opponent who plays at random."""
    return node.kind is NodeKind.CHANCE or is_random_opponent(tree, node)


def is_random_opponent(tree: Tree, node: TreeNode) -> bool:
    """Whether the opponent is to move and thought to play at random."""
    return node.kind is NodeKind.MIN and tree.spec.algorithm == "expectimax"


def shown_kind(tree: Tree, node: TreeNode) -> NodeKind:
    """The kind of a node as it is shown: every mean is a chance."""
    return NodeKind.CHANCE if averages(tree, node) else node.kind


def kind_word(tree: Tree, node: TreeNode) -> str:
    """What is done at a node, in one word."""
    if is_random_opponent(tree, node):
        return "Average"
    words = {NodeKind.MAX: "Maximize", NodeKind.MIN: "Minimize", NodeKind.CHANCE: "Chance", NodeKind.LEAF: "Leaf"}
    return words[node.kind]


def short_kind(tree: Tree, node: TreeNode) -> str:
    """Who is at a node: MAX, MIN, chance, leaf, or a mean over an opponent's moves."""
    return "mean" if is_random_opponent(tree, node) else SHORT[node.kind]


def value_text(tree: Tree, node: TreeNode) -> str:
    """The value, or what it bounds: `5`, `≥5`, `≤1`."""
    return {Bound.EXACT: "", Bound.LOWER: "≥", Bound.UPPER: "≤"}[_bound(tree, node)] + number_text(node.value)


def window_text(tree: Tree, node: TreeNode) -> str:
    """The window on entry: `−∞, 5`. An end beyond which there are no values counts as infinite."""
    return ", ".join(window_ends(tree, node))


def window_ends(tree: Tree, node: TreeNode) -> tuple[str, str]:
    """Both ends of the window on entry."""
    lowest, highest = tree.nodes[0].window
    alpha, beta = node.window
    return "−∞" if alpha <= lowest else number_text(alpha), "∞" if beta >= highest else number_text(beta)


def step_text(node: TreeNode) -> str:
    """What led to a node, short enough for an edge: a move, the percentage of a chance and where it landed, a probe."""
    if node.landed is not None and node.probability is not None:
        return f"{percent(node)} → {node.landed + 1}"
    if node.move is None:
        return ""
    move = str(node.move)
    return f"probe {move}" if node.probe else move


def percent(node: TreeNode) -> str:
    """The probability of a branch of a chance."""
    assert node.probability is not None
    return f"{float(node.probability) * 100:.3g}%"


def how_reached(node: TreeNode) -> str:
    """`after Red 4`, `landed in 5 (20%)`, `the root`."""
    if node.parent is None:
        return "at the root"
    if node.landed is not None:
        return f"landed in {node.landed + 1} ({percent(node)})"
    assert node.move is not None
    mover = node.position.turn if node.kind is NodeKind.CHANCE else other(node.position.turn)
    move = str(node.move)
    if node.kind is NodeKind.CHANCE:
        return f"{PLAYERS[mover]} aims at {move}"
    verb = " pops" if node.move.kind is MoveKind.POP else ""
    probe = "probing " if node.probe else "after "
    return f"{probe}{PLAYERS[mover]}{verb} {move.removeprefix('p') if verb else move}"


def node_name(tree: Tree, node: TreeNode) -> str:
    """A node for ears and for tips: `MIN after Red 4, window 5 to infinity, value at most 1, cut`."""
    parts = [f"{short_kind(tree, node)} {how_reached(node)}"]
    if node.kind is not NodeKind.LEAF:
        alpha, beta = (_spoken(end) for end in window_ends(tree, node))
        parts.append(f"window {alpha} to {beta}")
    bound = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}[_bound(tree, node)]
    parts.append(f"value {bound}{number_text(node.value)}")
    if reason := cut_reason(node):
        parts.append(reason)
    if node.ended is Ended.NOT_SHOWN:
        parts.append(f"{node.nodes - 1:,} more below")
    if node.chosen:
        parts.append("on the chosen line")
    return ", ".join(parts)


def cut_texts(node: TreeNode) -> list[str]:
    """What was left untried: moves, or the columns of branches."""
    moves = [str(move) for move in node.cut_moves]
    return moves + [str(column + 1) for column in node.cut_branches]


def cut_sentence(tree: Tree, node: TreeNode) -> str | None:
    """Why the rest was cut, and who set the bound: `cut: 5 ≥ β 3, MIN above already has 3.`"""
    reason = cut_reason(node)
    if reason is None:
        return None
    high, bound, setter = _bound_met(tree, node)
    if setter is None:
        return f"{reason}, no value can be {'higher' if high else 'lower'}."
    if averages(tree, setter):
        return f"{reason}, the {short_kind(tree, setter)} above is out of its window."
    if setter.kind is (NodeKind.MIN if high else NodeKind.MAX):
        for_whom = " for MAX" if _worth(bound) != number_text(bound) else ""
        return f"{reason}, {SHORT[setter.kind]} above already has {_worth(bound)}{for_whom}."
    return f"{reason}, {SHORT[setter.kind]} above asks only whether it is {'more' if high else 'less'}."


def explanation(tree: Tree, node: TreeNode) -> str:
    """Why the search ended here as it did, in a sentence or three."""
    name = PLAYERS[tree.max_player]
    worth = _worth(node.value)
    match node.ended:
        case Ended.CUT:
            return _cut_explained(tree, node)
        case Ended.GAME_OVER:
            return f"The game is over: {_ending(node)} Value {worth}."
        case Ended.DEPTH:
            return f"No depth is left: {tree.spec.eval_for(tree.root.rules).name} judges it {worth} for {name}."
        case Ended.REMEMBERED:
            return f"Met before: the table knew {value_text(tree, node)}."
        case Ended.NOT_SHOWN:
            return f"The search went on: {node.nodes - 1:,} nodes below are not recorded here."
    if node.kind is NodeKind.CHANCE:
        return f"Every way it may fall was looked at. The mean, each by its chance, is {worth}."
    if averages(tree, node):
        return f"The opponent is taken to play at random: the mean of his moves is {worth}."
    mover = PLAYERS[node.position.turn]
    best = next((child for child in node.children if tree.nodes[child].value == node.value), None)
    bound = _bound(tree, node)
    if best is None or bound is not Bound.EXACT:
        at = "at least" if bound is Bound.LOWER else "at most"
        return f"{mover} has tried every move. That is enough to know: the value is {at} {worth}."
    return f"{mover} has tried every move and does best with {step_text(tree.nodes[best])}: {worth}."


def headline(tree: Tree) -> list[str]:
    """What was searched and how: rules, algorithm, evaluation, depth, order, engine."""
    spec = tree.spec
    memory = [] if spec.table.value == "off" else [f"table {spec.table.value}"]
    order = [] if spec.order.text == "ascending" else [f"order {spec.order.text}"]
    return [
        str(tree.root.rules),
        spec.algorithm,
        spec.eval_for(tree.root.rules).name,
        f"depth {tree.depth}",
        *order,
        *memory,
        f"{tree.engine} engine",
    ]


def findings(tree: Tree, drawn: int | None = None) -> list[str]:
    """What came out, in sentences; `drawn` says how many nodes a drawing shows."""
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
    """What a value says. One at the end of all values is exact."""
    lowest, highest = tree.nodes[0].window
    at_end = node.value <= lowest if node.bound is Bound.UPPER else node.value >= highest
    return Bound.EXACT if at_end else node.bound


def _bound_met(tree: Tree, node: TreeNode) -> tuple[bool, float, TreeNode | None]:
    """Whether a cut node's value met β, the bound that it met, and the ancestor who set that; None: it always stood."""
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
    hero, rival = PLAYERS[tree.max_player], PLAYERS[other(tree.max_player)]
    found = _worth(node.value)
    unknown = f"Its exact value stays unknown: at {'least' if high else 'most'} {found}."
    if setter is None:
        return f"No value lies beyond {found}, so nothing that is left could change it."
    if averages(tree, setter) or setter.kind is not (NodeKind.MIN if high else NodeKind.MAX):
        return f"That answers the question asked above, so what is left cannot matter. {unknown}"
    by = _move_that_gave(tree, setter, bound)
    if high:
        here = "This is worth at least" if node.kind is NodeKind.CHANCE else f"{hero} can get at least"
        return f"{here} {found} here. {rival} can hold {hero} to {_worth(bound)}{by}, so will not allow this. {unknown}"
    here = "This is worth at most" if node.kind is NodeKind.CHANCE else f"{rival} can hold {hero} to"
    return f"{here} {found} here. {hero} gets {_worth(bound)}{by}, so this branch cannot matter. {unknown}"


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


def _spoken(end: str) -> str:
    return {"−∞": "minus infinity", "∞": "infinity"}.get(end, end)
