"""Smart-Connect-4's evaluation: what stands beside each disc."""

from __future__ import annotations

from typing import Final

from fourcast.rules import Player, Position, count_lines, other

SAME_COLOUR: Final = 15
PLAYABLE: Final = 10
EMPTY: Final = 5
LINE_FACTOR: Final = 630
"""What a complete line counts in the program; its document says 642."""


def neighbours(position: Position, player: Player, *, factor: int = LINE_FACTOR) -> int:
    """For each disc its neighbours to the right, above, up right and down right, and `factor` for each complete line.

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
