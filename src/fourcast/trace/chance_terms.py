"""The arithmetic of chance nodes: the weighted sum of a mean, and the windows that Star1 and Star2 derive from it.

A branch counts with its value where it was searched, else with a bound of it: that of its Star2 probe, or the end of
the range of all values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import isclose, isfinite

from fourcast.algorithms import WIN, Bound
from fourcast.trace.record import branches_of
from fourcast.trace.tree import NodeKind, Tree, TreeNode, value_text


class Source(Enum):
    """Where the number of a term comes from."""

    VALUE = "value"
    PROBE = "probe"
    LIMIT = "limit"
    """The highest or the lowest value possible."""


@dataclass(frozen=True)
class Term:
    """What a branch contributes to the mean."""

    column: int
    weight: float
    value: float
    source: Source
    bound: Bound = Bound.EXACT


def mean_terms(tree: Tree, chance: TreeNode, *, upper: bool, before: int | None = None) -> list[Term]:
    """The terms of a chance node in the order of its branches: of its value, or of an upper or a lower bound of it.
    With `before`, as they were when that child was visited."""
    lowest, highest = tree.nodes[0].window
    limit = highest if upper else lowest
    visited = [tree.nodes[child] for child in chance.children if before is None or child < before]
    searched = {child.landed: child for child in visited if child.landed is not None}
    probes = {child.probed: child.value for child in visited if child.probed is not None}
    if upper != (chance.position.turn == tree.max_player):
        probes = {}  # a reply of the opponent bounds the value to the side that moved from above
    terms = []
    for branch in branches_of(chance.position, chance.move):
        weight = float(branch.probability)
        if child := searched.get(branch.column):
            terms.append(Term(branch.column, weight, child.value, Source.VALUE, child.bound))
            continue
        probe = probes.get(branch.column, limit)
        is_closer = probe < limit if upper else probe > limit
        source = Source.PROBE if is_closer else Source.LIMIT
        terms.append(Term(branch.column, weight, probe if is_closer else limit, source))
    return terms


def total(terms: Sequence[Term]) -> float:
    return sum(term.weight * term.value for term in terms)


def sum_text(tree: Tree, terms: Sequence[Term]) -> str:
    """`0.6 · (−1) + 0.2 · 0.25`."""
    return " + ".join(term_text(tree, term) for term in terms)


def term_text(tree: Tree, term: Term) -> str:
    """`0.2 · 0.25`."""
    return f"{term.weight:.4g} · {operand_text(tree, term.value)}"


def operand_text(tree: Tree, value: float) -> str:
    """A value within a sum: what is not a plain number is in parentheses."""
    text = value_text(tree, value)
    return text if text[0].isdigit() else f"({text})"


def source_text(tree: Tree, terms: Sequence[Term], *, upper: bool) -> str:
    """What the numbers stand for that are not values of searched branches, as the rest of a sentence; may be empty."""
    parts = []
    side = "an upper" if upper else "a lower"
    probed = [term for term in terms if term.source is Source.PROBE]
    if probed:
        names = ", ".join(f"{value_text(tree, term.value)} for landing in {term.column + 1}" for term in probed)
        parts.append(f"probes bound branches that were not searched: {names}")
    limits = [term for term in terms if term.source is Source.LIMIT]
    if limits:
        letter, word = ("U", "highest") if upper else ("L", "lowest")
        parts.append(f"{letter} = {value_text(tree, limits[0].value)} is the {word} value possible")
    bounds = [value_text(tree, term.value) for term in terms if term.bound is (Bound.UPPER if upper else Bound.LOWER)]
    if bounds:
        names = " and ".join(dict.fromkeys(bounds))
        parts.append(f"{names} {f'is {side} bound' if len(set(bounds)) == 1 else f'are {side[2:].strip()} bounds'}")
    return "; ".join(parts)


@dataclass(frozen=True)
class BranchEnd:
    """An end of the window of a branch of a chance node: `(end of the node − other terms) / probability`."""

    value: float
    node_end: float
    others: tuple[Term, ...]
    weight: float
    upper: bool
    """Whether it is α, which the branches that are not searched are to reach with their highest values."""


def branch_end(tree: Tree, node: TreeNode, *, upper: bool) -> BranchEnd | None:
    """Where α (`upper`) or β of a branch or a probe comes from. None where it is not derived from other branches."""
    chance = None if node.parent is None else tree.nodes[node.parent]
    if chance is None or chance.kind is not NodeKind.CHANCE:
        return None
    terms = mean_terms(tree, chance, upper=upper, before=node.index)
    column = node.landed if node.probed is None else node.probed
    own = next(term for term in terms if term.column == column)
    others = tuple(term for term in terms if term is not own)
    node_end = chance.window.alpha if upper else chance.window.beta
    end = node.window.alpha if upper else node.window.beta
    value = (node_end - total(others)) / own.weight
    tolerance = 1e-9 * WIN if abs(value) >= WIN / 2 else 1e-6
    if not others or not isfinite(value) or not isclose(value, end, rel_tol=1e-9, abs_tol=tolerance):
        return None
    return BranchEnd(value, node_end, others, own.weight, upper)


def end_text(tree: Tree, end: BranchEnd) -> str:
    """`α 2.44 = (−0.06 − 0.6 · (−1) − 0.2 · 10) / 0.2, where …`."""
    name = "α" if end.upper else "β"
    other_terms = "".join(f" − {term_text(tree, term)}" for term in end.others)
    what = [f"{value_text(tree, end.node_end)} is {name} of the chance node"]
    if sources := source_text(tree, [term for term in end.others if term.source is not Source.VALUE], upper=end.upper):
        what.append(sources)
    sum_of = f"({value_text(tree, end.node_end)}{other_terms}) / {end.weight:.4g}"
    return f"{name} {value_text(tree, end.value)} = {sum_of}, where {'; '.join(what)}."
