"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass

from fourcast.rules import FIRST, Move, Player
from fourcast.search.limit import Stopped
from fourcast.search.score import PovScore
from fourcast.search.window import Bound


@dataclass
class Counts:
    """What a search did."""

    nodes: int = 0
    """Every node visited: positions, chances and leaves, the root included."""
    leaves: int = 0
    """Positions that were judged and not looked into."""
    cutoffs: int = 0
    """Positions left with moves untried."""
    dropped: int = 0
    """Moves made: positions visited, the root not counted."""
    estimated: int = 0
    """Leaves that more depth could judge otherwise; with none of them the result is exact."""


@dataclass(frozen=True)
class RankedMove:
    """A move of the root and what was found for it; pruning leaves bounds for all but the best."""

    move: Move
    value: float
    bound: Bound


@dataclass(frozen=True)
class Info:
    """What one finished iteration found. `nodes` and the other counts are of the whole search up to its end."""

    player: Player
    """The side to move, whose values these are."""
    depth: int
    value: float
    score: PovScore
    pv: tuple[Move, ...]
    """The best line; at a chance it ends."""
    moves: tuple[RankedMove, ...]
    """The moves of the root in the order of the rules."""
    counts: Counts
    seconds: float
    engine: str

    @property
    def move(self) -> Move:
        """The best move."""
        return self.pv[0]

    @property
    def value_first(self) -> float:
        """The value from the first player's side."""
        return self.value if self.player == FIRST else -self.value

    @property
    def nodes(self) -> int:
        return self.counts.nodes


@dataclass(frozen=True)
class Analysis:
    """The answer: what the last finished iteration found, and why the search ended if not by its depth."""

    info: Info
    stopped: Stopped | None
    counts: Counts
    """Of the whole search, an unfinished iteration included."""
    seconds: float

    @property
    def move(self) -> Move:
        return self.info.move

    @property
    def value(self) -> float:
        """From the side to move."""
        return self.info.value

    @property
    def nodes(self) -> int:
        return self.counts.nodes
