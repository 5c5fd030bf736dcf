"""The recursion: steps, layers, and how they are composed.

A step is an algorithm that gets its recursion as an argument and never calls itself. A layer wraps a recursion and
returns one: it counts, stores, records, stops, or returns a value without recursing. `compose` builds the search
function from a step and layers.

Values are from the point of view of the side to move; the value of a chance node is from that of the side whose move
led to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from math import inf
from typing import Final, NamedTuple, TypeAlias

from fourcast.rules import Branch, Chance, Move, Player, Position


class Window(NamedTuple):
    """The values that can still matter: above `alpha`, which the side to move has already, and below `beta`, which the
    opponent would not allow."""

    alpha: float
    beta: float

    def flipped(self) -> Window:
        """The same window from the other side's point of view."""
        return Window(-self.beta, -self.alpha)


FULL: Final = Window(-inf, inf)


class Bound(Enum):
    """What a value says about the true value."""

    EXACT = "exact"
    LOWER = "lower"
    """The true value is this or more."""
    UPPER = "upper"
    """The true value is this or less."""
    MEAN = "mean"
    """The mean of playouts: neither exact nor a bound."""


def bound_of(value: float, window: Window) -> Bound:
    """What a value that was searched with a window says."""
    if value <= window.alpha:
        return Bound.UPPER
    return Bound.LOWER if value >= window.beta else Bound.EXACT


class Variation(NamedTuple):
    """A value and the moves that lead to it."""

    value: float
    moves: tuple[Move, ...] = ()

    def __neg__(self) -> Variation:
        return Variation(-self.value, self.moves)

    def prepend(self, move: Move) -> Variation:
        """The same value, reached by a move before the others."""
        return Variation(self.value, (move, *self.moves))


WORST: Final = Variation(-inf)
"""Worse than any variation."""

ValueRange: TypeAlias = Callable[[Player], Window]
"""The least and the greatest possible value, from a player's point of view."""
Node: TypeAlias = Position | Chance
Edge: TypeAlias = Move | Branch | None
"""How a node was reached: by a move, by a branch of a chance node, or not at all (the root)."""
Visit: TypeAlias = Callable[[Node, int, Window, Edge], Variation]
"""The recursive search function: node, depth left, window, edge to the node."""
Step: TypeAlias = Callable[[Visit, Position, int, Window], Variation]
"""An algorithm at an unfinished position with depth left, with its recursion as an argument."""
ChanceStep: TypeAlias = Callable[[Visit, Chance, int, Window], Variation]
"""The same at a chance node, which uses up no depth."""
Layer: TypeAlias = Callable[[Visit], Visit]
"""Wraps a recursion."""
Order: TypeAlias = Callable[[Position, int], Sequence[Move]]
"""The moves of an unfinished position in the order in which they are searched, given the depth left."""


def compose(step: Step, chance_step: ChanceStep, *layers: Layer) -> Visit:
    """Build the search function: every call passes through the layers, the first one outermost."""

    def innermost(node: Node, depth: int, window: Window, edge: Edge) -> Variation:
        if isinstance(node, Chance):
            return chance_step(visit, node, depth, window)
        return step(visit, node, depth, window)

    visit: Visit = innermost
    for layer in reversed(layers):
        visit = layer(visit)
    return visit


def try_move(visit: Visit, position: Position, move: Move, depth: int, window: Window) -> Variation:
    """The value of a move to the side that makes it. The sign flips when the side to move changes."""
    after = position.play_unchecked(move)
    if isinstance(after, Chance):
        return visit(after, depth, window, move)
    return -visit(after, depth, window.flipped(), move)
