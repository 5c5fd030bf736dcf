"""Layers around a recursion: counting, limits, leaves, killer moves, the moves of the root."""

from __future__ import annotations

from typing import NamedTuple

from fourcast.algorithms.limit import StopFlag, StopSearch, stop_reason
from fourcast.algorithms.ordering import Killers
from fourcast.algorithms.recursion import Bound, Edge, Layer, Node, Variation, Visit, Window, bound_of
from fourcast.algorithms.result import Counts
from fourcast.algorithms.score import LeafValue
from fourcast.rules import Move, Position


def count_nodes(counts: Counts) -> Layer:
    """Count nodes, moves made and cutoffs."""
    tried: list[list[Edge]] = []  # for every node on the path, the edges searched so far

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            counts.nodes += 1
            if tried:
                tried[-1].append(edge)
                counts.dropped += isinstance(node, Position)
            tried.append([])
            variation = visit(node, depth, window, edge)
            edges = tried.pop()
            if edges and isinstance(node, Position):
                counts.cutoffs += len(set(edges)) < len(node.generate_moves())
            return variation

        return search

    return layer


def check_limits(counts: Counts, *, nodes: int | None, deadline: float | None, stop: StopFlag | None) -> Layer:
    """Raise `StopSearch` when the search has visited its nodes, when the time is up, or when the stop flag is set."""

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            if reason := stop_reason(counts.nodes, nodes, deadline, stop):
                raise StopSearch(reason)
            return visit(node, depth, window, edge)

        return search

    return layer


def evaluate_leaves(counts: Counts, leaf_value: LeafValue) -> Layer:
    """Return the value of a leaf without recursing."""

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            if isinstance(node, Position) and (leaf := leaf_value(node, depth)):
                value, estimated = leaf
                counts.leaves += 1
                counts.estimated += estimated
                return Variation(value)
            return visit(node, depth, window, edge)

        return search

    return layer


class RootValue(NamedTuple):
    """The value of a move of the root and what it says, both for the side to move there."""

    value: float
    bound: Bound


def record_root_moves(values: dict[Move, RootValue]) -> Layer:
    """Store the value of every move of the root; of a move that is searched twice, the second value."""
    level = 0

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            nonlocal level
            level += 1
            try:
                variation = visit(node, depth, window, edge)
            finally:
                level -= 1
            if level == 1 and isinstance(edge, Move):
                value = variation.value
                if isinstance(node, Position):
                    value, window = -value, window.flipped()
                values[edge] = RootValue(value, bound_of(value, window))
            return variation

        return search

    return layer


def update_killers(killers: Killers) -> Layer:
    """Note the moves that cause cutoffs."""

    def layer(visit: Visit) -> Visit:
        def search(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
            variation = visit(node, depth, window, edge)
            if isinstance(node, Position) and variation.moves and variation.value >= window.beta:
                killers.note(depth, variation.moves[0])
            return variation

        return search

    return layer
