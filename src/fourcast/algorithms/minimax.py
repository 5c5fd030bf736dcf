"""Minimax: try every move, keep the best."""

from __future__ import annotations

from fourcast.algorithms.recursion import FULL, WORST, Order, Step, Variation, Visit, Window, try_move
from fourcast.rules import Position


def minimax(order: Order) -> Step:
    """The value of a position is that of its best move; a move is worth to the side that makes it what the rest is not
    worth to the opponent. The first of equally good moves is kept."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Variation:
        best = WORST
        for move in order(position, depth):
            variation = try_move(visit, position, move, depth - 1, FULL)
            if variation.value > best.value:
                best = variation.prepend(move)
        return best

    return step
