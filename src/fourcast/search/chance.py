"""Luck: what a chance is worth, with and without pruning, and how to play against an opponent who plays at random."""

from __future__ import annotations

from fourcast.rules import Chance, Player, Position, other
from fourcast.search.recursion import NOTHING, ChanceStep, Line, Order, Step, Visit, Whole, try_move
from fourcast.search.window import FULL, Window


def expectation(visit: Visit, chance: Chance, depth: int, window: Window) -> Line:
    """A chance is worth the mean of its branches, each by its probability."""
    total = 0.0
    for branch in chance.branches:
        total += float(branch.probability) * -visit(branch.position, depth, FULL).value
    return Line(total)


def star1(whole: Whole) -> ChanceStep:
    """Star1: as soon as the branches seen so far leave the window whatever the rest may be, the rest is not looked at.
    Every value lies in `whole`."""

    def step(visit: Visit, chance: Chance, depth: int, window: Window) -> Line:
        lowest, highest = whole(_chooser(chance))
        return _weigh(visit, chance, depth, window, lowest, [highest] * len(chance.branches))

    return step


def star2(whole: Whole, order: Order) -> ChanceStep:
    """Star2: before Star1, probe one reply in every branch. What it gives the opponent at least is what we get at most:
    often too little already, and if not, a closer bound for the branches not yet seen."""

    def step(visit: Visit, chance: Chance, depth: int, window: Window) -> Line:
        lowest, highest = whole(_chooser(chance))
        at_most = [highest] * len(chance.branches)
        for index, branch in enumerate(chance.branches):
            position, probability = branch.position, float(branch.probability)
            if depth == 0 or position.outcome:
                break  # nothing to probe: a leaf is as cheap as a probe
            others = _mean(chance, at_most, but=index)
            if others + probability * highest <= window.alpha:
                return Line(others + probability * highest)
            enough = Window(-highest, -(window.alpha - others) / probability)
            reply = order(position, depth)[0]
            at_most[index] = min(highest, -try_move(visit, position, reply, depth - 1, enough).value)
            bound = others + probability * at_most[index]
            if bound <= window.alpha:
                return Line(bound)
        return _weigh(visit, chance, depth, window, lowest, at_most)

    return step


def expectimax(order: Order, hero: Player) -> Step:
    """Against an opponent who plays at random: the hero's best move, the plain mean over the opponent's."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Line:
        moves = order(position, depth)
        if position.turn != hero:
            total = 0.0
            for move in moves:
                total += try_move(visit, position, move, depth - 1, FULL).value
            return Line(total / len(moves))
        best = NOTHING
        for move in moves:
            line = try_move(visit, position, move, depth - 1, FULL)
            if line.value > best.value:
                best = line.behind(move)
        return best

    return step


def _weigh(visit: Visit, chance: Chance, depth: int, window: Window, lowest: float, at_most: list[float]) -> Line:
    """The mean of the branches, or a bound outside the window as soon as there is one. `at_most` bounds each branch.

    With `known` summed up so far, a branch matters only between the two values at which the whole reaches alpha though
    all the rest is as good as can be, and beta though all the rest is as bad as can be.
    """
    known = 0.0
    for index, branch in enumerate(chance.branches):
        probability = float(branch.probability)
        rest = chance.branches[index + 1 :]
        rest_high, rest_low = 0.0, 0.0
        for later, bound in zip(rest, at_most[index + 1 :], strict=True):
            rest_high += float(later.probability) * bound
            rest_low += float(later.probability) * lowest
        alpha = (window.alpha - known - rest_high) / probability
        beta = (window.beta - known - rest_low) / probability
        if not alpha < beta:  # rounding has closed the window
            alpha, beta = FULL
        value = -visit(branch.position, depth, Window(alpha, beta).flipped()).value
        known += probability * value
        if value <= alpha:  # rounding must not turn a bound on one side into one on the other
            return Line(min(known + rest_high, window.alpha))
        if value >= beta:
            return Line(max(known + rest_low, window.beta))
    return Line(known)


def _chooser(chance: Chance) -> Player:
    """Whose move led to the chance."""
    return other(chance.branches[0].position.turn)


def _mean(chance: Chance, values: list[float], *, but: int) -> float:
    """The mean of given values, one of them left out."""
    total = 0.0
    for index, (branch, value) in enumerate(zip(chance.branches, values, strict=True)):
        if index != but:
            total += float(branch.probability) * value
    return total
