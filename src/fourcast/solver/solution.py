"""What is known of a position's exact score."""

from __future__ import annotations

from dataclasses import dataclass

from fourcast.search import Stopped


@dataclass(frozen=True)
class Solution:
    """The score lies between `low` and `high`, from the side to move, and is known where they are equal."""

    low: float
    high: float
    nodes: int
    seconds: float
    engine: str
    plies: int | None = None
    """In how many moves the game is decided under best play, where the score tells."""
    stopped: Stopped | None = None
    """What ended the search before the score was known."""

    @property
    def score(self) -> float | None:
        """The exact score, or None if it is not known."""
        return self.low if self.low == self.high else None

    @property
    def winner(self) -> int | None:
        """1 if the side to move wins, −1 if it loses, 0 for a draw, None if not even that is known."""
        if self.low > 0:
            return 1
        if self.high < 0:
            return -1
        return 0 if self.low == self.high == 0 else None

    def seen_from_before(self) -> Solution:
        """The same as the side sees it that has just moved here."""
        plies = None if self.plies is None else self.plies + 1
        return Solution(-self.high, -self.low, self.nodes, self.seconds, self.engine, plies, self.stopped)

    def __str__(self) -> str:
        if self.score is not None:
            return f"{self.score:g}"
        return f"between {self.low:g} and {self.high:g}"
