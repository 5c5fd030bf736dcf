"""ExtendedConnect4's evaluation: what each side would score if every empty cell were its own."""

from __future__ import annotations

from fourcast.rules import Player, Position, other, run_points


def filled_runs(position: Position, player: Player) -> int:
    """Run points with the empty cells filled with own discs, less the opponent's with his. Antisymmetric."""
    shape = position.rules.shape
    own, others = position.stones[player], position.stones[other(player)]
    return run_points(shape.board & ~others, shape) - run_points(shape.board & ~own, shape)
