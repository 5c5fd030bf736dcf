"""Minimax: try every move, keep the best. Pruning: leave a position as soon as the opponent would avoid it.

Shallow, shallow-or-equal and deep pruning (alpha-beta) are one step with three rules: which window a move is searched
with, and when the remaining moves no longer matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nextafter
from typing import Final

from fourcast.algorithms.recursion import FULL, WORST, Order, Step, ValueRange, Variation, Visit, Window, try_move
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


@dataclass(frozen=True)
class WindowRule:
    """`child(window, best, limits)` is the window, from the mover's point of view, in which the next move is searched:
    `best` is the best value so far, and all values lie in `limits`. `cuts(best, beta)` says that the remaining moves
    cannot matter."""

    child: Callable[[Window, float, Window], Window]
    cuts: Callable[[float, float], bool]


SHALLOW: Final = WindowRule(
    child=lambda window, best, limits: Window(best, limits.beta),
    cuts=lambda best, beta: best > beta,
)
"""A child knows only the best value of its parent so far, and stops when strictly beyond it."""

SHALLOW_EQUAL: Final = WindowRule(
    child=lambda window, best, limits: Window(best, limits.beta),
    cuts=lambda best, beta: best >= beta,
)
"""The same, stopping when equal too."""

DEEP: Final = WindowRule(
    child=lambda window, best, limits: Window(max(window.alpha, best), window.beta),
    cuts=lambda best, beta: best >= beta,
)
"""Both ends of the window are passed down: the best values of all ancestors count."""


def pruning(order: Order, rule: WindowRule, value_range: ValueRange) -> Step:
    """Fail-soft: the value returned may lie outside the window, and is then a bound: at most it if not above alpha, at
    least it if not below beta. Inside the window it is exact."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Variation:
        best, limits = WORST, value_range(position.turn)
        for move in order(position, depth):
            child = rule.child(window, max(best.value, limits.alpha), limits)
            variation = try_move(visit, position, move, depth - 1, child)
            if variation.value > best.value:
                best = variation.prepend(move)
            if rule.cuts(best.value, window.beta):
                break
        return best

    return step


def alphabeta_hard(order: Order) -> Step:
    """Fail-hard alpha-beta: the value returned never leaves the window."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Variation:
        best = Variation(window.alpha)
        for move in order(position, depth):
            variation = try_move(visit, position, move, depth - 1, Window(best.value, window.beta))
            if variation.value > best.value:
                best = variation.prepend(move)
            if best.value >= window.beta:
                return Variation(window.beta, best.moves)
        return best

    return step


def pvs(order: Order) -> Step:
    """Principal variation search: expect the first move to be best, and test the others only for being better. One that
    is gets searched again for its value."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Variation:
        best = WORST
        for move in order(position, depth):
            alpha = max(window.alpha, best.value)
            if best is WORST or alpha == -inf:
                variation = try_move(visit, position, move, depth - 1, Window(alpha, window.beta))
            else:
                variation = try_move(visit, position, move, depth - 1, Window(alpha, nextafter(alpha, inf)))
                if alpha < variation.value < window.beta:
                    variation = try_move(visit, position, move, depth - 1, Window(alpha, window.beta))
            if variation.value > best.value:
                best = variation.prepend(move)
            if best.value >= window.beta:
                break
        return best

    return step
