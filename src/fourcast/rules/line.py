"""A line of play: moves together with where luck let them fall."""

from __future__ import annotations

from typing import NamedTuple

from fourcast.errors import IllegalMove
from fourcast.rules.move import Move
from fourcast.rules.position import Position


class Ply(NamedTuple):
    """A move as it was played: `landed` is the column a drifting drop fell into, None for where it was aimed."""

    move: Move
    landed: int | None = None


def follow(position: Position, ply: Ply) -> Position:
    """The position after a ply. Raises `IllegalMove` if the move may not be played or cannot have landed there."""
    after = position.play(ply.move)
    if isinstance(after, Position):
        if ply.landed is not None:
            raise IllegalMove(f"Only a drop that drifts can land in another column. Leave >{ply.landed + 1} out.")
        return after
    landed = ply.move.column if ply.landed is None else ply.landed
    for branch in after.branches:
        if branch.column == landed:
            return branch.position
    possible = " or ".join(str(branch.column + 1) for branch in after.branches)
    raise IllegalMove(
        f"A disc aimed at column {ply.move.column + 1} cannot fall into column {landed + 1} here, only into {possible}."
    )
