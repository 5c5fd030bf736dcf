"""Texts about a recorded search that all its drawings share. Values are those of MAX, who is to move at the root."""

from __future__ import annotations

from math import isclose, isfinite
from typing import Final, NamedTuple

from fourcast.algorithms import Bound, TableMode
from fourcast.rules import Goal, MoveKind, other
from fourcast.text import PLAYERS, count_of
from fourcast.trace.chance_terms import branch_end, end_text, mean_terms, operand_text, source_text, sum_text, total
from fourcast.trace.tree import Ended, NodeKind, Tree, TreeNode, value_text

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
        return "Expected value"
    words = {NodeKind.MAX: "Maximize", NodeKind.MIN: "Minimize", NodeKind.CHANCE: "Chance", NodeKind.LEAF: "Leaf"}
    return words[node.kind]


def short_kind(tree: Tree, node: TreeNode) -> str:
    """MAX, MIN, chance, leaf, or expected value for a random opponent."""
    return "expected value" if is_random_opponent(tree, node) else SHORT[node.kind]


def node_value_text(tree: Tree, node: TreeNode) -> str:
    """The value, or what it bounds: `5`, `≥5`, `≤1`."""
    return {Bound.EXACT: "", Bound.LOWER: "≥", Bound.UPPER: "≤"}[_bound(tree, node)] + value_text(tree, node.value)


def window_text(tree: Tree, node: TreeNode) -> str:
    """The window on entry: `−∞, 5`."""
    return ", ".join(window_ends(tree, node))


def window_ends(tree: Tree, node: TreeNode) -> tuple[str, str]:
    """Both ends of the window on entry. An end beyond which there are no values counts as infinite; of a null window
    one end is that of the other and the least more or less: `−10, −10+ε`."""
    alpha, beta = node.window
    if is_null_window(node):
        if len(repr(alpha)) <= len(repr(beta)):  # the end that is a value is a shorter number than its neighbour
            return value_text(tree, alpha), f"{value_text(tree, alpha)}+ε"
        return f"{value_text(tree, beta)}−ε", value_text(tree, beta)
    return _end_texts(tree, alpha, beta)


def _end_texts(tree: Tree, alpha: float, beta: float) -> tuple[str, str]:
    lowest, highest = tree.nodes[0].window
    return "−∞" if alpha <= lowest else value_text(tree, alpha), "∞" if beta >= highest else value_text(tree, beta)


def is_null_window(node: TreeNode) -> bool:
    """Whether no value fits into the window on entry: the search tells only on which side of it the value is."""
    alpha, beta = node.window
    return isfinite(alpha) and alpha < beta and beta - alpha <= 1e-13 * max(1.0, abs(alpha))


def cut_reason(tree: Tree, node: TreeNode) -> str | None:
    """Why the rest was cut, in words: `cut: 5 ≥ β 3`."""
    if node.ended is not Ended.CUT:
        return None
    high = node.value >= node.window.beta
    if not high and node.value > node.window.alpha:
        return f"cut: {value_text(tree, node.value)} meets an old bound"
    end = window_ends(tree, node)[high] if is_null_window(node) else value_text(tree, node.window[high])
    return f"cut: {value_text(tree, node.value)} {'≥ β' if high else '≤ α'} {end}"


class Progress(NamedTuple):
    """What an unfinished node has so far."""

    value: str
    alpha: str
    beta: str


def progress_after(tree: Tree, node: TreeNode) -> Progress:
    """What the parent of a node has when the search has come back from the node: its value so far, α and β."""
    assert node.parent is not None
    parent = tree.nodes[node.parent]
    window = window_ends(tree, parent)
    done = _finished(tree, parent, node)
    kind = shown_kind(tree, parent)
    if kind is NodeKind.CHANCE:
        return Progress(f"{_partial_mean(tree, parent, done)} + …", *window)
    if not done:
        return Progress("…", *window)
    choose = max if kind is NodeKind.MAX else min
    best = choose(done, key=lambda child: child.value)
    value = f"{node_value_text(tree, best)}…"
    if not tree.has_narrow_windows:
        return Progress(value, *window)
    if kind is NodeKind.MAX and best.value > parent.window.alpha:
        return Progress(value, value_text(tree, best.value), window[1])
    if kind is NodeKind.MIN and best.value < parent.window.beta:
        return Progress(value, window[0], value_text(tree, best.value))
    return Progress(value, *window)


def window_change(tree: Tree, node: TreeNode) -> str:
    """How coming back from a node has narrowed the window of its parent, as a sentence; empty if it has not."""
    if node.parent is None:
        return ""
    parent = tree.nodes[node.parent]
    alpha_end, beta_end = parent.window
    is_outside = node.value <= alpha_end if parent.kind is NodeKind.MAX else node.value >= beta_end
    if is_outside or parent.kind is NodeKind.CHANCE or not tree.has_narrow_windows:
        return ""
    after = progress_after(tree, node)
    place = parent.children.index(node.index)
    before = progress_after(tree, tree.nodes[parent.children[place - 1]]) if place else None
    alpha, beta = (before.alpha, before.beta) if before else window_ends(tree, parent)
    if after.alpha != alpha:
        crossing = f", not below β {beta}" if node.value >= parent.window.beta else ""
        return f"α rises from {alpha} to {after.alpha}: MAX has found {after.alpha}{crossing}."
    if after.beta != beta:
        crossing = f", not above α {alpha}" if node.value <= parent.window.alpha else ""
        return f"β falls from {beta} to {after.beta}: MIN has found {after.beta}{crossing}."
    return ""


def _finished(tree: Tree, parent: TreeNode, last: TreeNode) -> list[TreeNode]:
    """The children up to the last one that count: not one that was only tested and is searched again after that."""
    children = [tree.nodes[child] for child in parent.children]
    pairs = zip(children, [*children[1:], None], strict=True)
    return [
        child
        for child, following in pairs
        if child.index <= last.index and not (following and child.move and child.move == following.move)
    ]


def _partial_mean(tree: Tree, parent: TreeNode, done: list[TreeNode]) -> str:
    """The part of a mean that the children so far contribute."""
    if is_random_opponent(tree, parent):
        return value_text(tree, sum(child.value for child in done) / len(parent.children))
    return value_text(tree, sum(float(child.probability or 0) * child.value for child in done))


def step_text(node: TreeNode) -> str:
    """The text on the edge to a node: a move, a probe, or the probability and the column of a branch."""
    if node.landed is not None:
        return f"{_percent(node)} → {node.landed + 1}"
    move = str(node.move or "")
    return move if node.probed is None else f"→ {node.probed + 1}, probe {move}"


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
    if node.probed is not None:
        return f"probing {mover} {what} after landing in {node.probed + 1}"
    return f"after {mover} {what}"


def node_name(tree: Tree, node: TreeNode) -> str:
    """A node for screen readers and tooltips: `MIN after Red 4, window 5 to infinity, value at most 1, …`."""
    parts = [f"{short_kind(tree, node)} {how_reached(node)}"]
    if node.kind is not NodeKind.LEAF:
        spoken = {"−∞": "minus infinity", "∞": "infinity"}
        alpha, beta = (spoken.get(end, end) for end in window_ends(tree, node))
        parts.append(f"{'null window' if is_null_window(node) else 'window'} {alpha} to {beta}")
    bound = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}[_bound(tree, node)]
    parts.append(f"value {bound}{value_text(tree, node.value)}")
    if reason := cut_reason(tree, node):
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
    reason = cut_reason(tree, node)
    if reason is None:
        return None
    if _has_old_bounds(tree):
        return f"{reason}."
    high, bound, setter, branch = _bound_met(tree, node)
    if setter is None:
        return f"{reason}, no value can be {'higher' if high else 'lower'}."
    if branch is not None:
        needed = f"{'less' if high else 'more'} than {value_text(tree, bound)}"
        if branch.probed is not None:
            return f"{reason}, the probe asks whether landing in {branch.probed + 1} can be worth {needed}."
        return f"{reason}, the chance node above needs {needed} from this branch."
    if setter.kind is (NodeKind.MIN if high else NodeKind.MAX):
        worth = _worth(tree, bound)
        for_whom = " for MAX" if worth != value_text(tree, bound) else ""
        return f"{reason}, {SHORT[setter.kind]} above already has {worth}{for_whom}."
    return f"{reason}, {SHORT[setter.kind]} above asks only whether it is {'more' if high else 'less'}."


def explanation(tree: Tree, node: TreeNode) -> str:
    """How the value of a node came about, in a few sentences."""
    name = PLAYERS[tree.max_player]
    worth = _worth(tree, node.value)
    match node.ended:
        case Ended.CUT if node.kind is NodeKind.CHANCE:
            return _chance_cut_explained(tree, node)
        case Ended.CUT:
            return _cut_explained(tree, node)
        case Ended.GAME_OVER:
            counted = ", counted from the root" if " in " in worth else ""
            return f"The game is over: {_ending(node)} Value {worth}{counted}."
        case Ended.DEPTH:
            evaluation = tree.spec.eval_for(tree.root.rules).name
            return f"The depth limit is reached: {evaluation} evaluates the position as {worth} for {name}."
        case Ended.IN_TABLE if tree.spec.table is TableMode.OFF:
            return f"The algorithm values the position itself: {node_value_text(tree, node)}."
        case Ended.IN_TABLE:
            return f"The transposition table has the value: {node_value_text(tree, node)}."
        case Ended.NOT_SHOWN:
            return f"The search went on: {node.nodes - 1:,} nodes below are not recorded."
    if node.kind is NodeKind.CHANCE:
        return _mean_explained(tree, node)
    if is_random_opponent(tree, node):
        values = " + ".join(operand_text(tree, tree.nodes[child].value) for child in node.children)
        return (
            "The opponent is assumed to play at random: the mean of their moves is "
            f"({values}) / {len(node.children)} = {value_text(tree, node.value)}."
        )
    mover = PLAYERS[node.position.turn]
    best = next((child for child in node.children if tree.nodes[child].value == node.value), None)
    bound = _bound(tree, node)
    if best is None or bound is not Bound.EXACT:
        return f"Every move of {mover} was searched: the value is {_at(bound)} {worth}."
    return f"Every move of {mover} was searched. The best is {step_text(tree.nodes[best])}: {worth}."


def window_sources(tree: Tree, node: TreeNode) -> str:
    """Where the window of a branch of a chance node, or of a probe, comes from; empty for other nodes."""
    texts = window_ends(tree, node)
    ends = [
        end
        for upper, text in zip((True, False), texts, strict=True)
        if "∞" not in text and (end := branch_end(tree, node, upper=upper))
    ]
    return " ".join(end_text(tree, end) for end in ends)


def headline(tree: Tree) -> list[str]:
    """The settings of the search: rules, algorithm, evaluation, depth, order, table, engine."""
    spec, rules = tree.spec, tree.root.rules
    parts = [str(rules), spec.algorithm, spec.eval_for(rules).name, f"depth {tree.depth}"]
    if str(spec.order) != "ascending":
        parts.append(f"order {spec.order}")
    if spec.table.value != "off":
        parts.append(f"table {spec.table.value}")
    return [*parts, f"{tree.engine} engine"]


def pruned_counts(tree: Tree) -> tuple[int, int]:
    """The moves and the branches of chance nodes that cutoffs left out, in the recorded part."""
    return sum(len(node.cut_moves) for node in tree.nodes), sum(len(node.cut_branches) for node in tree.nodes)


def findings(tree: Tree, drawn: int | None = None) -> list[str]:
    """The result of the search in sentences. `drawn` is the number of nodes that a drawing shows. Default: all."""
    drawn = len(tree.nodes) if drawn is None else drawn
    root, name = tree.nodes[0], PLAYERS[tree.max_player]
    best = next((tree.nodes[child] for child in root.children if tree.nodes[child].chosen), None)
    played = f"{name} chooses {step_text(best)}, worth " if best else f"For {name} worth "
    cut_nodes = [node for node in tree.nodes if node.ended is Ended.CUT]
    moves, branches = pruned_counts(tree)
    counts = f"{tree.visited:,} nodes visited"
    if cut_nodes:
        pruned = [count_of(moves, "move")] if moves else []
        pruned += [count_of(branches, "branch", "branches")] if branches else []
        counts += f", {count_of(len(cut_nodes), 'cutoff')}, {' and '.join(pruned)} pruned"
        if tree.plies is not None:
            counts += f" in the first {tree.plies} of {tree.depth} plies"
    sentences = [f"{played}{_worth(tree, root.value)}.", f"{counts}."]
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


def _at(bound: Bound) -> str:
    return "at least" if bound is Bound.LOWER else "at most"


class _BoundMet(NamedTuple):
    """What a cut node's value has met: β (`high`) or α."""

    high: bool
    bound: float
    setter: TreeNode | None
    """The ancestor that set the bound; None: no ancestor did."""
    branch: TreeNode | None
    """The branch of the setter, if that is a chance node, which derives a bound for each of its branches."""


def _bound_met(tree: Tree, node: TreeNode) -> _BoundMet:
    high = node.value >= node.window.beta
    bound = node.window[high]
    below = node
    while below.parent is not None:
        setter = tree.nodes[below.parent]
        if setter.kind is NodeKind.CHANCE:
            return _BoundMet(high, bound, setter, below)
        if setter.window[high] != bound:
            return _BoundMet(high, bound, setter, None)
        below = setter
    return _BoundMet(high, bound, None, None)


def _has_old_bounds(tree: Tree) -> bool:
    """Whether windows may have been narrowed by values of the last iteration, which no node of the tree shows."""
    return tree.spec.table is TableMode.OLD_BOUNDS


def _cut_explained(tree: Tree, node: TreeNode) -> str:
    if _has_old_bounds(tree):
        return (
            f"The value {_worth(tree, node.value)} is outside the window, which the values of the last iteration may "
            "have narrowed. They are not bounds: the rest could matter."
        )
    high, bound, setter, branch = _bound_met(tree, node)
    max_name, min_name = PLAYERS[tree.max_player], PLAYERS[other(tree.max_player)]
    worth, limit = _worth(tree, node.value), _worth(tree, bound)
    unknown = f"Its exact value is not known: at {'least' if high else 'most'} {worth}."
    if setter is None:
        return f"No value is beyond {worth}, so the rest cannot change it."
    here = f"{max_name} can get at least {worth} here." if high else f"{min_name} can hold {max_name} to {worth} here."
    if branch is not None:
        end = branch_end(tree, branch, upper=not high)
        derived = f" {end_text(tree, end)}" if end else ""
        outside = f"The chance node above needs {'less' if high else 'more'} than {limit} from this branch"
        return f"{here} {outside}, so the rest cannot matter.{derived} {unknown}"
    if setter.kind is not (NodeKind.MIN if high else NodeKind.MAX):
        return f"The value is outside the window of the node above, so the rest cannot matter. {unknown}"
    by = _move_that_gave(tree, setter, bound)
    if high:
        return f"{here} {min_name} can hold {max_name} to {limit}{by}, so will not allow this. {unknown}"
    return f"{here} {max_name} gets {limit}{by}, so this branch cannot matter. {unknown}"


def _mean_explained(tree: Tree, node: TreeNode) -> str:
    """The weighted sum of a mean; where a branch is a bound, so is the mean."""
    bound = _bound(tree, node)
    terms = mean_terms(tree, node, upper=bound is not Bound.LOWER)
    equation = f"{sum_text(tree, terms)} = {value_text(tree, node.value)}"
    if bound is Bound.EXACT:
        return f"Every landing was searched. The mean, weighted by probability, is {equation}."
    sources = source_text(tree, terms, upper=bound is Bound.UPPER)
    return (
        f"Every landing was searched. The mean, weighted by probability, is {_at(bound)} {_worth(tree, node.value)}: "
        f"{equation}{f', where {sources}' if sources else ''}."
    )


def _chance_cut_explained(tree: Tree, node: TreeNode) -> str:
    """The inequality by which the rest of the branches cannot bring the mean into the window."""
    high = node.value >= node.window.beta
    terms = mean_terms(tree, node, upper=not high)
    name, end = ("≥ β", node.window.beta) if high else ("≤ α", node.window.alpha)
    unknown = f"The exact mean is not known: {_at(Bound.LOWER if high else Bound.UPPER)} {_worth(tree, node.value)}."
    if not isclose(total(terms), node.value, rel_tol=1e-9, abs_tol=1e-6):
        return f"Probes that are not recorded bound the branches, and so the mean. {unknown}"
    inequality = f"{sum_text(tree, terms)} = {value_text(tree, node.value)} {name} {value_text(tree, end)}"
    return (
        f"Whatever the branches that were not searched are worth, the mean is outside the window: {inequality}, where "
        f"{source_text(tree, terms, upper=not high)}. {unknown}"
    )


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


def _worth(tree: Tree, value: float) -> str:
    text = value_text(tree, value)
    return f"a {text}" if text.startswith(("win", "loss")) else text
