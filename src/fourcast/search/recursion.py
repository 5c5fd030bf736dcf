"""What recursion is here: steps, layers, and the knot that ties them.

A step is an algorithm that gets its recursion as an argument and never calls itself. A layer wraps a recursion and
gives one back: it counts, remembers, records, stops, or answers by itself. `tie` closes the knot.

Values are seen from the side to move; the value of a chance is seen from the side whose move it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final, NamedTuple, TypeAlias

from fourcast.rules import Chance, Move, Player, Position
from fourcast.search.window import Window


class Line(NamedTuple):
    """A value and the moves that lead to it."""

    value: float
    moves: tuple[Move, ...] = ()

    def __neg__(self) -> Line:
        return Line(-self.value, self.moves)

    def behind(self, move: Move) -> Line:
        """The line that begins with a move and goes on with this one."""
        return Line(self.value, (move, *self.moves))


NOTHING: Final = Line(-inf)
"""Worse than any line."""

Whole: TypeAlias = Callable[[Player], Window]
"""The window between whose ends all values lie, as a player sees it."""
Node: TypeAlias = Position | Chance
Visit: TypeAlias = Callable[[Node, int, Window], Line]
"""What recursion is: node, depth left, window."""
Step: TypeAlias = Callable[[Visit, Position, int, Window], Line]
"""An algorithm at an unfinished position with depth left, with its recursion as an argument."""
ChanceStep: TypeAlias = Callable[[Visit, Chance, int, Window], Line]
"""The same at a chance. A chance uses up no depth."""
Layer: TypeAlias = Callable[[Visit], Visit]
"""Wraps a recursion: counted, limited, recorded, grounded, remembered."""
Order: TypeAlias = Callable[[Position, int], Sequence[Move]]
"""The moves of an unfinished position in the order in which they are tried; the depth left is for what it learned."""


def tie(step: Step, chance_step: ChanceStep, *layers: Layer) -> Visit:
    """Close the knot: a recursion in which every visit passes through the layers, the first one outermost."""

    def innermost(node: Node, depth: int, window: Window) -> Line:
        if isinstance(node, Chance):
            return chance_step(visit, node, depth, window)
        return step(visit, node, depth, window)

    visit: Visit = innermost
    for layer in reversed(layers):
        visit = layer(visit)
    return visit


def try_move(visit: Visit, position: Position, move: Move, depth: int, window: Window) -> Line:
    """The value of a move to the side that makes it. The sign flips when the side to move changes."""
    after = position.play_unchecked(move)
    if isinstance(after, Chance):
        return visit(after, depth, window)
    return -visit(after, depth, window.flipped())
