"""`Rules`: one value for every game of the family."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fourcast.errors import RulesError
from fourcast.rules.geometry import Shape
from fourcast.rules.position import Position
from fourcast.rules.terms import FIRST, Drift, Goal, PopRule

MOST_POPS: Final = 1000
"""Most pop-outs a player can be given."""


@dataclass(frozen=True)
class Rules:
    """A game: its board, how discs move, what may be popped, what luck there is, and what decides it."""

    shape: Shape
    goal: Goal = Goal.FIRST_LINE
    gravity: bool = True
    """Discs fall to the lowest empty cell of a column; without it they stay on any empty cell."""
    pop_rule: PopRule = PopRule.NONE
    pops_each: int = 0
    """Pop-outs given to each player, where the pop rule limits them."""
    drift: Drift | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.pops_each <= MOST_POPS:
            raise RulesError(f"pops must be from 0 to {MOST_POPS}, not {self.pops_each}.")
        if self.pops_each and self.pop_rule is not PopRule.LIMITED:
            raise RulesError("A number of pop-outs needs the limited pop rule.")
        if self.drift is not None and not (self.drift.centre > 0 and 0 <= min(self.drift) <= max(self.drift) <= 1000):
            raise RulesError("drift needs weights from 0 to 1000, above 0 for the aimed column, such as 3:1:1.")
        if not self.gravity and (self.drift is not None or self.pop_rule is not PopRule.NONE):
            raise RulesError(
                "Without gravity there is nothing to pop and nothing that drifts: set pops=none,drift=none."
            )
        if self.pop_rule is PopRule.OWN and self.goal is not Goal.FIRST_LINE:
            raise RulesError("With unlimited pop-outs only goal=first-line ends the game: set it, or limit the pops.")

    def start(self) -> Position:
        """The empty board, first player to move."""
        return Position(self, (0, 0), FIRST, (self.pops_each, self.pops_each))

    @cached_property
    def symmetric(self) -> bool:
        """Whether a position and its mirror image have mirrored games.

        Limited pop-outs go by the parity of the column, which a mirror keeps only on an odd width.
        """
        pops_mirror = self.pop_rule is not PopRule.LIMITED or self.pops_each == 0 or self.shape.width % 2 == 1
        return pops_mirror and (self.drift is None or self.drift.left == self.drift.right)

    @property
    def longest_game(self) -> int | None:
        """No game from the empty board has more moves than this; None where only repetition bounds it.

        Every pop-out is a move and makes room for another, so each adds two.
        """
        if self.pop_rule is PopRule.OWN:
            return None
        players_who_can_pop = min(2, self.shape.width)
        return self.shape.cells + 2 * players_who_can_pop * self.pops_each

    @property
    def most_moves(self) -> int:
        """No position has more moves than this.

        Every column may take a drop. On top of it, where a column can hold a disc and still have room, come the pops:
        with limited pop-outs every other column; with one's own discs as many as the bottom row can hold of one colour
        without a line.
        """
        width, height, connect = self.shape.width, self.shape.height, self.shape.connect
        if not self.gravity:
            return self.shape.cells
        if height == 1:
            return width
        if self.pop_rule is PopRule.LIMITED and self.pops_each:
            return width + (width + 1) // 2
        if self.pop_rule is PopRule.OWN:
            return width + width - width // connect
        return width

    def __str__(self) -> str:
        from fourcast.rules.variants import rules_text  # the table of names is made of rules, so it comes after them

        return rules_text(self)
