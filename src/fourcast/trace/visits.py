"""The visits of a search: recorded by a layer of the Python engine, or read from the native one."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from fourcast.algorithms import Counts, Edge, Layer, Node, Variation, Visit, Window
from fourcast.native import NativeSearcher, decode_move
from fourcast.rules import Branch, Chance, Move, Rules


@dataclass
class VisitRecord:
    """One visit. Windows and values are from the side to move, at a chance node from the side whose move it was."""

    parent: int | None
    ply: int
    """Moves from the root; a chance has the ply of the positions it leads to."""
    move: Move | None
    """The move that led here; None at the root and for a branch of a chance."""
    landed: int | None
    """The column in which a branch of a chance landed."""
    is_chance: bool
    depth: int
    window: Window
    value: float = 0
    nodes: int = 1
    """Nodes visited from here on down, itself included."""


def record_visits(
    visits: list[VisitRecord], counts: Counts, *, plies: float = inf, by_ply: list[int] | None = None
) -> Layer:
    """Record every visit of at most `plies` moves from the root, and count all by ply. Stands inside `count_nodes`."""
    path: list[tuple[int, int]] = []  # index and ply of every visit that is under way

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            parent, ply = path[-1] if path else (None, 0)
            ply += isinstance(edge, Move)
            index = len(visits)
            if by_ply is not None:
                by_ply.extend([0] * (ply + 1 - len(by_ply)))
                by_ply[ply] += 1
            if ply <= plies:
                move = edge if isinstance(edge, Move) else None
                landed = edge.column if isinstance(edge, Branch) else None
                visits.append(VisitRecord(parent, ply, move, landed, isinstance(node, Chance), depth, window))
            path.append((index, ply))
            nodes = counts.nodes
            variation = visit(node, depth, window, edge)
            path.pop()
            if ply <= plies:
                visits[index].value = variation.value
                visits[index].nodes = counts.nodes - nodes + 1
            return variation

        return search

    return layer


def native_visits(rules: Rules, searcher: NativeSearcher) -> list[VisitRecord]:
    """The visits of the last native search."""
    visits: list[VisitRecord] = []
    for record in searcher.records():
        parent = None if record.parent < 0 else record.parent
        is_branch = parent is not None and visits[parent].is_chance and visits[parent].ply == record.ply
        visits.append(
            VisitRecord(
                parent=parent,
                ply=record.ply,
                move=None if parent is None or is_branch else decode_move(rules, record.action),
                landed=record.action if is_branch else None,
                is_chance=record.kind == 1,
                depth=record.depth,
                window=Window(record.alpha, record.beta),
                value=record.value,
                nodes=record.nodes,
            )
        )
    return visits
