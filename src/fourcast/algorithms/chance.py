"""Chance nodes: their value, with and without pruning, and search against an opponent who plays at random."""

from __future__ import annotations

from fourcast.algorithms.recursion import (
    FULL,
    WORST,
    ChanceStep,
    Order,
    Step,
    ValueRange,
    Variation,
    Visit,
    Window,
    try_move,
)
from fourcast.rules import Chance, Player, Position, other


def expectation(visit: Visit, chance: Chance, depth: int, window: Window) -> Variation:
    """The mean of the branches, each weighted by its probability."""
    total = 0.0
    for branch in chance.branches:
        total += float(branch.probability) * -visit(branch.position, depth, FULL, branch).value
    return Variation(total)


def star1(value_range: ValueRange) -> ChanceStep:
    """Star1: as soon as the branches searched so far leave the window whatever the rest may be, the rest is skipped.
    Every value lies in `value_range`."""

    def step(visit: Visit, chance: Chance, depth: int, window: Window) -> Variation:
        lowest, highest = value_range(_mover(chance))
        return _weigh(visit, chance, depth, window, lowest, [highest] * len(chance.branches))

    return step


def star2(value_range: ValueRange, order: Order) -> ChanceStep:
    """Star2: before Star1, probe one reply in every branch. Its value to the opponent is a lower bound, hence an upper
    bound for us: often too low already, and if not, a closer bound for the branches not yet searched."""

    def step(visit: Visit, chance: Chance, depth: int, window: Window) -> Variation:
        lowest, highest = value_range(_mover(chance))
        at_most = [highest] * len(chance.branches)
        for index, branch in enumerate(chance.branches):
            position, probability = branch.position, float(branch.probability)
            if depth == 0 or position.outcome:
                break  # nothing to probe: a leaf is as cheap as a probe
            others = _mean(chance, at_most, but=index)
            if others + probability * highest <= window.alpha:
                return Variation(others + probability * highest)
            enough = Window(-highest, -(window.alpha - others) / probability)
            reply = order(position, depth)[0]
            at_most[index] = min(highest, -try_move(visit, position, reply, depth - 1, enough).value)
            bound = others + probability * at_most[index]
            if bound <= window.alpha:
                return Variation(bound)
        return _weigh(visit, chance, depth, window, lowest, at_most)

    return step


def expectimax(order: Order, player: Player) -> Step:
    """Against an opponent who plays at random: the player's best move, the plain mean over the opponent's."""

    def step(visit: Visit, position: Position, depth: int, window: Window) -> Variation:
        moves = order(position, depth)
        if position.turn != player:
            total = 0.0
            for move in moves:
                total += try_move(visit, position, move, depth - 1, FULL).value
            return Variation(total / len(moves))
        best = WORST
        for move in moves:
            variation = try_move(visit, position, move, depth - 1, FULL)
            if variation.value > best.value:
                best = variation.prepend(move)
        return best

    return step


def _weigh(visit: Visit, chance: Chance, depth: int, window: Window, lowest: float, at_most: list[float]) -> Variation:
    """The mean of the branches, or a bound outside the window as soon as there is one. `at_most` bounds each branch.

    With `known` summed up so far, a branch matters only between the two values at which the mean reaches alpha though
    the rest is as good as possible, and beta though the rest is as bad as possible.
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
        value = -visit(branch.position, depth, Window(alpha, beta).flipped(), branch).value
        known += probability * value
        if value <= alpha:  # rounding must not turn a bound on one side into one on the other
            return Variation(min(known + rest_high, window.alpha))
        if value >= beta:
            return Variation(max(known + rest_low, window.beta))
    return Variation(known)


def _mover(chance: Chance) -> Player:
    """The player whose move led to the chance node."""
    return other(chance.branches[0].position.turn)


def _mean(chance: Chance, values: list[float], *, but: int) -> float:
    """The weighted sum of given values, one of them left out."""
    total = 0.0
    for index, (branch, value) in enumerate(zip(chance.branches, values, strict=True)):
        if index != but:
            total += float(branch.probability) * value
    return total
