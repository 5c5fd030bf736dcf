"""Evaluations that look at lines: how many are still open to each side, and how far each has come."""

from __future__ import annotations

from typing import Final

from fourcast.rules import Player, Position, count_lines, other

QUADRUPLET_OWN: Final = (100_000, 1000, 10, 1)
"""zer0lose's value of a line with own discs alone, by how many it is short; the last stands for all that follow."""
QUADRUPLET_OTHER: Final = (-100_000, -500, -10, -1)
"""The same for the opponent's. His complete line, which zer0lose never values, is worth what one's own is."""
LINE_COUNT_WEIGHTS: Final = (0, 32, 4, 1)
"""Connect Four 8×6's value of an open line, by how many discs it is short."""
COMPLETE_LINE: Final = 2**31 - 1
"""Connect Four 8×6's value of a side that has a complete line; the other side's is then 0."""


def potential_lines(position: Position, player: Player) -> int:
    """Connect-4s, as published: lines still open to the player less those open to the opponent. Antisymmetric."""
    return _open_lines(position, player) - _open_lines(position, other(player))


def lines_and_potential(position: Position, player: Player) -> int:
    """Connect-4s, as documented: complete lines are counted once more. Antisymmetric."""
    shape = position.rules.shape
    own, others = position.stones[player], position.stones[other(player)]
    return count_lines(own, shape) - count_lines(others, shape) + potential_lines(position, player)


def quadruplets(position: Position, player: Player) -> int:
    """zer0lose: every line with discs of one side alone counts by how many. Not antisymmetric: 1000 against −500."""
    own, others = position.stones[player], position.stones[other(player)]
    total = 0
    for line in position.rules.shape.lines:
        mine, theirs = (own & line).bit_count(), (others & line).bit_count()
        if mine and not theirs:
            total += by_shortage(QUADRUPLET_OWN, position.rules.shape.connect - mine)
        elif theirs and not mine:
            total += by_shortage(QUADRUPLET_OTHER, position.rules.shape.connect - theirs)
    return total


def line_counts(position: Position, player: Player) -> int:
    """Connect Four 8×6: 1, 4 and 32 for open lines three, two and one short; a complete line outweighs all.

    Antisymmetric.
    """
    return _line_strength(position, player) - _line_strength(position, other(player))


def _line_strength(position: Position, player: Player) -> int:
    own, others = position.stones[player], position.stones[other(player)]
    shape = position.rules.shape
    if count_lines(own, shape):
        return COMPLETE_LINE
    if count_lines(others, shape):
        return 0
    strength = 0
    for line in shape.lines:
        mine = (own & line).bit_count()
        if mine and not others & line:
            strength += by_shortage(LINE_COUNT_WEIGHTS, shape.connect - mine)
    return strength


def _open_lines(position: Position, player: Player) -> int:
    """Lines without a disc of the opponent."""
    shape = position.rules.shape
    return count_lines(shape.board & ~position.stones[other(player)], shape)


def by_shortage(weights: tuple[int, ...], short: int) -> int:
    """The weight of a line that lacks so many discs."""
    return weights[min(short, len(weights) - 1)]
