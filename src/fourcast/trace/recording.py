"""Recording a search as it runs: a layer for the Python engine, a translation for the native one."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from fourcast.native import NativeSearcher, move_of
from fourcast.rules import Chance, Move, Position, Rules
from fourcast.search import Counts, Layer, Line, Node, Visit, Window


@dataclass
class Visited:
    """One visit, in the order in which visits began. Windows and values are seen as the search saw them: from the side
    to move, at a chance from the side whose move it was."""

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
    """What was visited from here on down, itself included."""


def recorded(visits: list[Visited], counts: Counts, *, plies: float = inf, by_ply: list[int] | None = None) -> Layer:
    """Record every visit of at most `plies` moves from the root, and count all by ply. Stands inside `counted`."""
    path: list[tuple[int, Node, int]] = []  # index, node and ply of every visit that is under way

    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window) -> Line:
            parent, before, ply = path[-1] if path else (None, None, 0)
            move, landed = _how_it_came(before, node) if before is not None else (None, None)
            ply += before is not None and landed is None
            index = len(visits)
            if by_ply is not None:
                by_ply.extend([0] * (ply + 1 - len(by_ply)))
                by_ply[ply] += 1
            if ply <= plies:
                visits.append(Visited(parent, ply, move, landed, isinstance(node, Chance), depth, window))
            path.append((index, node, ply))
            nodes = counts.nodes
            line = visit(node, depth, window)
            path.pop()
            if ply <= plies:
                visits[index].value = line.value
                visits[index].nodes = counts.nodes - nodes + 1
            return line

        return answer

    return layer


def native_visits(rules: Rules, searcher: NativeSearcher) -> list[Visited]:
    """What the core recorded in its last look."""
    visits: list[Visited] = []
    for record in searcher.records():
        parent = None if record.parent < 0 else record.parent
        is_branch = parent is not None and visits[parent].is_chance and visits[parent].ply == record.ply
        visits.append(
            Visited(
                parent=parent,
                ply=record.ply,
                move=None if parent is None or is_branch else move_of(rules, record.action),
                landed=record.action if is_branch else None,
                is_chance=record.kind == 1,
                depth=record.depth,
                window=Window(record.alpha, record.beta),
                value=record.value,
                nodes=record.nodes,
            )
        )
    return visits


def _how_it_came(before: Node, node: Node) -> tuple[Move | None, int | None]:
    """The move that leads from one node to the next, or the column in which a branch landed. A move from a chance is a
    probe: a reply tried in one of its branches."""
    if isinstance(before, Position):
        return _move_between(before, node), None
    for branch in before.branches:
        if branch.position == node:
            return None, branch.column
    moves = (_move_between(branch.position, node) for branch in before.branches)
    return next(move for move in moves if move is not None), None


def _move_between(before: Position, node: Node) -> Move | None:
    return next((move for move in before.generate_moves() if before.play_unchecked(move) == node), None)
