"""Pruning: stop looking at a position as soon as the opponent would not let it come to that.

Shallow, shallow-or-equal and deep pruning are one step with three rules: what window a move's reply is searched in,
and when the rest of the moves no longer matters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nextafter
from typing import Final

from fourcast.rules import Position
from fourcast.search.recursion import NOTHING, Line, Order, Step, Visit, Whole, try_move
from fourcast.search.window import Window


@dataclass(frozen=True)
class WindowRule:
    """`reply(window, best, whole)` is the window, seen from the mover, in which his next move is searched: `best` is
    what he has so far, and all values lie in `whole`. `cuts(best, beta)` says that the rest of his moves cannot matter.
    """

    reply: Callable[[Window, float, Window], Window]
    cuts: Callable[[float, float], bool]


SHALLOW: Final = WindowRule(
    reply=lambda window, best, whole: Window(best, whole.beta),
    cuts=lambda best, beta: best > beta,
)
"""A reply knows only the best its parent has so far, and stops when strictly beyond it."""

SHALLOW_EQUAL: Final = WindowRule(
    reply=lambda window, best, whole: Window(best, whole.beta),
    cuts=lambda best, beta: best >= beta,
)
"""The same, stopping when equal too."""

DEEP: Final = WindowRule(
    reply=lambda window, best, whole: Window(max(window.alpha, best), window.beta),
    cuts=lambda best, beta: best >= beta,
)
"""Both ends of the window are passed down: what an ancestor of any distance has, counts."""


def pruning(order: Order, rule: WindowRule, whole: Whole) -> Step:
    """Fail-soft: the value returned may lie outside the window, and is then a bound: at most it if not above alpha, at
    least it if not below beta. Inside the window it is exact."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Line:
        best, all_values = NOTHING, whole(position.turn)
        for move in order(position, depth):
            reply = rule.reply(window, max(best.value, all_values.alpha), all_values)
            line = try_move(visit, position, move, depth - 1, reply)
            if line.value > best.value:
                best = line.behind(move)
            if rule.cuts(best.value, window.beta):
                break
        return best

    return step


def alphabeta_hard(order: Order) -> Step:
    """Fail-hard deep pruning: the value returned never leaves the window."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Line:
        best = Line(window.alpha)
        for move in order(position, depth):
            line = try_move(visit, position, move, depth - 1, Window(best.value, window.beta))
            if line.value > best.value:
                best = line.behind(move)
            if best.value >= window.beta:
                return Line(window.beta, best.moves)
        return best

    return step


def pvs(order: Order) -> Step:
    """Principal variation search: expect the first move to be best, and ask of the others only whether they are better.
    One that is gets searched again for its value."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Line:
        best = NOTHING
        for move in order(position, depth):
            alpha = max(window.alpha, best.value)
            if best is NOTHING or alpha == -inf:
                line = try_move(visit, position, move, depth - 1, Window(alpha, window.beta))
            else:
                line = try_move(visit, position, move, depth - 1, Window(alpha, nextafter(alpha, inf)))
                if alpha < line.value < window.beta:
                    line = try_move(visit, position, move, depth - 1, Window(alpha, window.beta))
            if line.value > best.value:
                best = line.behind(move)
            if best.value >= window.beta:
                break
        return best

    return step
