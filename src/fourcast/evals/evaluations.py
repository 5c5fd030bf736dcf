"""The evaluations of the five systems: lines and runs still open to each side, and what stands beside each disc."""

from __future__ import annotations

from typing import Final

from fourcast.rules import Player, Position, count_lines, other, run_points

QUADRUPLET_OWN: Final = (100_000, 1000, 10, 1)
"""zer0lose's value of a line with own discs alone, by how many it is short; the last stands for all that follow."""
QUADRUPLET_OWN_IN_PROGRAM: Final = (0, 0, 0, 0)
QUADRUPLET_OTHER: Final = (-100_000, -500, -10, -1)
"""The same for the opponent's. Their complete line, which zer0lose never values, is worth what one's own is."""
LINE_COUNT_WEIGHTS: Final = (0, 32, 4, 1)
"""Connect Four 8×6's value of an open line, by how many discs it is short."""
COMPLETE_LINE: Final = 2**31 - 1
"""Connect Four 8×6's value of a side that has a complete line; the other side's is then 0."""
SAME_COLOUR: Final = 15
PLAYABLE: Final = 10
EMPTY: Final = 5
"""Smart-Connect-4's values of a cell beside a disc."""
LINE_FACTOR: Final = 630
"""What a complete line counts in Smart-Connect-4; its document says 642."""


def potential_lines(position: Position, player: Player) -> int:
    """Connect-4s, as published: lines still open to the player less those open to the opponent. Antisymmetric."""
    return _open_lines(position, player) - _open_lines(position, other(player))


def lines_and_potential(position: Position, player: Player) -> int:
    """Connect-4s, as documented: complete lines are counted once more. Antisymmetric."""
    shape = position.rules.shape
    own, others = position.stones[player], position.stones[other(player)]
    return count_lines(own, shape) - count_lines(others, shape) + potential_lines(position, player)


def quadruplets(position: Position, player: Player) -> int:
    """zer0lose, as documented: every line with discs of one side alone counts by how many. Not antisymmetric: 1000
    against −500."""
    return _weigh_quadruplets(position, player, QUADRUPLET_OWN)


def quadruplets_program(position: Position, player: Player) -> int:
    """zer0lose, as its program did it: the branch for own lines tests the wrong count, so that they are worth 0."""
    return _weigh_quadruplets(position, player, QUADRUPLET_OWN_IN_PROGRAM)


def _weigh_quadruplets(position: Position, player: Player, own_weights: tuple[int, ...]) -> int:
    own, others = position.stones[player], position.stones[other(player)]
    total = 0
    for line in position.rules.shape.lines:
        mine, theirs = (own & line).bit_count(), (others & line).bit_count()
        if mine and not theirs:
            total += by_shortage(own_weights, position.rules.shape.connect - mine)
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


def filled_runs(position: Position, player: Player) -> int:
    """ExtendedConnect4: run points with every empty cell one's own, less those of the opponent. Antisymmetric."""
    shape = position.rules.shape
    own, others = position.stones[player], position.stones[other(player)]
    return run_points(shape.board & ~others, shape) - run_points(shape.board & ~own, shape)


def neighbours(position: Position, player: Player, *, factor: int = LINE_FACTOR) -> int:
    """Smart-Connect-4: for each disc its neighbours to the right, above, up right and down right, and `factor` for each
    complete line.

    A neighbour of the same colour counts 15, an empty cell that can be played now 10, another empty cell 5, an opposing
    disc and the edge nothing; own discs for, the opponent's against. Antisymmetric, but not the same in a mirror.
    """
    shape = position.rules.shape
    own, others = position.stones[player], position.stones[other(player)]
    lines = count_lines(own, shape) - count_lines(others, shape)
    return _power(position, own) - _power(position, others) + factor * lines


def _power(position: Position, discs: int) -> int:
    shape = position.rules.shape
    empty = shape.board & ~position.occupied
    playable = shape.landing(position.occupied) if position.rules.gravity else empty
    total = 0
    for step in shape.steps:
        beside = discs << step
        total += SAME_COLOUR * (beside & discs).bit_count()
        total += PLAYABLE * (beside & playable).bit_count()
        total += EMPTY * (beside & empty & ~playable).bit_count()
    return total
