"""The values that can still matter to a search, and what a value that was found among them says."""

from __future__ import annotations

from enum import Enum
from math import inf
from typing import Final, NamedTuple


class Window(NamedTuple):
    """The values that can still matter: above `alpha`, which the mover has already, and below `beta`, which the
    opponent would not allow."""

    alpha: float
    beta: float

    def flipped(self) -> Window:
        """The same window for the other side."""
        return Window(-self.beta, -self.alpha)


FULL: Final = Window(-inf, inf)


class Bound(Enum):
    """What a value says: the truth itself, or that the truth is not below it, or not above it."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"
    MEAN = "mean"
    """What playouts gave on average: neither the truth nor a bound of it."""


def bound_of(value: float, window: Window) -> Bound:
    """What a value found in a window says."""
    if value <= window.alpha:
        return Bound.UPPER
    return Bound.LOWER if value >= window.beta else Bound.EXACT


def settles(bound: Bound, value: float, window: Window) -> bool:
    """Whether a value that says so much is all that a window asks for."""
    match bound:
        case Bound.EXACT:
            return True
        case Bound.LOWER:
            return value >= window.beta
        case Bound.UPPER:
            return value <= window.alpha
        case Bound.MEAN:
            return False
