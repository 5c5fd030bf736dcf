"""Minimax: try every move, keep the best."""

from __future__ import annotations

from fourcast.rules import Position
from fourcast.search.recursion import NOTHING, Line, Order, Step, Visit, try_move
from fourcast.search.window import FULL, Window


def minimax(order: Order) -> Step:
    """The value of a position is that of its best move; a move is worth to the mover what the rest is not worth to the
    opponent. The first of equally good moves is kept."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Line:
        best = NOTHING
        for move in order(position, depth):
            line = try_move(visit, position, move, depth - 1, FULL)
            if line.value > best.value:
                best = line.behind(move)
        return best

    return step
