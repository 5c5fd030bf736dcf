"""What can be wrapped around a recursion: counting, stopping, leaves, killers, the moves of the root."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from fourcast.rules import Position
from fourcast.search.leaves import LeafValue
from fourcast.search.limit import StopFlag, Stopped, StopSearch
from fourcast.search.ordering import Killers
from fourcast.search.recursion import Layer, Line, Node, Visit
from fourcast.search.result import Counts
from fourcast.search.window import Bound, Window, bound_of


def counted(counts: Counts) -> Layer:
    """Count nodes, moves made and cut-offs."""
    families: list[list[Node]] = []  # the children seen so far of every node that is being looked at

    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window) -> Line:
            counts.nodes += 1
            if families:
                families[-1].append(node)
                counts.dropped += isinstance(node, Position)
            families.append([])
            line = visit(node, depth, window)
            children = families.pop()
            if children and line.value >= window.beta and isinstance(node, Position):
                counts.cutoffs += len(set(children)) < len(node.generate_moves())
            return line

        return answer

    return layer


def limited(counts: Counts, *, nodes: int | None, deadline: float | None, stop: StopFlag | None) -> Layer:
    """End the search when it has visited its nodes, when the time is up, or when it is told to."""

    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window) -> Line:
            if nodes is not None and counts.nodes >= nodes:
                raise StopSearch(Stopped.NODES)
            if deadline is not None and perf_counter() >= deadline:
                raise StopSearch(Stopped.TIME)
            if stop is not None and stop.is_set():
                raise StopSearch(Stopped.ASKED)
            return visit(node, depth, window)

        return answer

    return layer


def grounded(counts: Counts, leaf_value: LeafValue) -> Layer:
    """Answer for the leaves."""

    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window) -> Line:
            if isinstance(node, Position) and (leaf := leaf_value(node, depth)):
                value, estimated = leaf
                counts.leaves += 1
                counts.estimated += estimated
                return Line(value)
            return visit(node, depth, window)

        return answer

    return layer


class Found(NamedTuple):
    """What a visit of a root move's position found: its value, and what the value says, both for the root's mover."""

    value: float
    bound: Bound


def rooted(found: dict[Node, Found]) -> Layer:
    """Keep what was found for every move of the root."""
    level = 0

    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window) -> Line:
            nonlocal level
            level += 1
            try:
                line = visit(node, depth, window)
            finally:
                level -= 1
            if level == 1:
                if isinstance(node, Position):
                    found[node] = Found(-line.value, bound_of(-line.value, window.flipped()))
                else:
                    found[node] = Found(line.value, bound_of(line.value, window))
            return line

        return answer

    return layer


def noting(killers: Killers) -> Layer:
    """Tell the killers which moves cut off."""

    def layer(visit: Visit) -> Visit:
        def answer(node: Node, depth: int, window: Window) -> Line:
            line = visit(node, depth, window)
            if isinstance(node, Position) and line.moves and line.value >= window.beta:
                killers.note(depth, line.moves[0])
            return line

        return answer

    return layer
