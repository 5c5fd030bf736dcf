"""What an agent answers, and what every agent can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from fourcast.play.game import Game
from fourcast.rules import Move, Rules
from fourcast.search import Analysis, Info, StopFlag

OnInfo: TypeAlias = Callable[[Info], None]
"""Who is told what every finished depth found."""


class Reply(NamedTuple):
    """A move, and what was found on the way to it."""

    move: Move
    analysis: Analysis
    stood_in: bool = False
    """Whether somebody else found it, because the agent itself could not in its time."""


class Agent(Protocol):
    """Chooses a move for the side to move in a game that is not over."""

    @property
    def name(self) -> str: ...

    @property
    def algorithm(self) -> str: ...

    def check(self, rules: Rules) -> None:
        """Raise what would go wrong in a game of these rules."""

    def choose(self, game: Game, *, stop: StopFlag | None = None, on_info: OnInfo | None = None) -> Reply: ...
