"""How to look ahead: everything about a search but the position and the limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol

from fourcast.errors import UsageError
from fourcast.rules import Player, Position, Rules
from fourcast.search.algorithms import ALGORITHMS
from fourcast.search.leaves import Ends
from fourcast.search.ordering import MoveOrder

RANDOM: Final = "random"
GREEDY: Final = "greedy"
MCTS: Final = "mcts"
ABOUT: Final = {
    RANDOM: "Any legal move, each as likely as the others.",
    GREEDY: "Minimax that looks one move ahead.",
    **{algorithm.name: algorithm.about for algorithm in ALGORITHMS},
    MCTS: "Monte-Carlo tree search (UCT): games played at random to their end, more of them where they go well.",
}
"""Every algorithm: those that search a tree of given depth, and the three that go another way."""
NAMES: Final = tuple(ABOUT)


class Evaluation(Protocol):
    """What a search asks of an evaluation: a number for a position and a player, and some facts about it."""

    @property
    def name(self) -> str: ...
    @property
    def evaluate(self) -> Callable[[Position, Player], float]: ...
    @property
    def mirrors(self) -> bool: ...
    @property
    def bound(self) -> Callable[[Rules], tuple[float, float]] | None: ...
    @property
    def home(self) -> Callable[[Rules], bool] | None: ...
    @property
    def ends_at_home(self) -> str: ...


class Memory(Enum):
    """What is remembered about positions met before."""

    OFF = "off"
    ON = "on"
    """A sound transposition table."""
    OLD_BOUNDS = "old-bounds"
    """ExtendedConnect4's idea, which is not sound: the last iteration's values taken as bounds now."""


@dataclass(frozen=True)
class Plan:
    """An algorithm with an evaluation, an order of moves, a memory, and a way to value finished games."""

    evaluation: Evaluation
    algorithm: str = "alphabeta"
    order: MoveOrder = field(default_factory=MoveOrder)
    memory: Memory = Memory.OFF
    ends: Ends | None = None
    """How finished games are valued. None: as the evaluation's system did in its own game, else sooner is better."""
    seed: int | None = None
    """For the algorithms that throw dice: `random` and `mcts`."""

    def __post_init__(self) -> None:
        if self.algorithm not in NAMES:
            raise UsageError(f"There is no algorithm {self.algorithm!r}. Known: {', '.join(NAMES)}.")

    def ends_under(self, rules: Rules) -> Ends:
        """How finished games are valued under given rules."""
        if self.ends is not None:
            return self.ends
        at_home = self.evaluation.home is not None and self.evaluation.home(rules)
        return Ends(self.evaluation.ends_at_home) if at_home else Ends.SOONER
