"""The terms of a game: time, what an overrun or a wrong answer costs, and when a game is not played out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from fourcast.errors import UsageError

MARGIN: Final = 0.1
"""Seconds that an answer may come too late without cost. Our engines stop within a millisecond of their time; the rest
is for a processor that is busy with something else just then. Agents of ours are not charged for that anyway, for it is
known how long they had the processor; of strangers it is not. What was overrun is measured and told all the same."""
PATIENCE: Final = 60.0
"""Seconds after which a player hangs who plays without a time limit."""
MOST_LOST_TURNS: Final = 10
"""Turns that a player may lose in a game. One more is the game: two who never answer would play for ever."""


class Penalty(Enum):
    """What an overrun or an illegal answer costs: the game, or the turn, as in ExtendedConnect4."""

    GAME = "game"
    TURN = "turn"


class Adjudication(Enum):
    """When the exact solver ends a game: where it confirms what the players say, where it knows the end, or never."""

    CLAIMED = "claimed"
    SOLVED = "solved"
    NEVER = "never"


@dataclass(frozen=True)
class Control:
    """The terms under which two players meet."""

    time: float | None = None
    """Seconds for a move. None: every player's own limits hold."""
    margin: float = MARGIN
    overrun: Penalty = Penalty.GAME
    illegal: Penalty = Penalty.GAME
    adjudication: Adjudication = Adjudication.CLAIMED
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        if self.time is not None and not 0.001 <= self.time <= 86400:
            raise UsageError(f"A move takes 0.001 to 86400 seconds, not {self.time:g}.")
        if not 0 <= self.margin <= 3600:
            raise UsageError(f"A margin is 0 to 3600 seconds, not {self.margin:g}.")
        if not 0 < self.patience <= 86400:
            raise UsageError(f"Patience ends after 0 to 86400 seconds, not {self.patience:g}.")

    @property
    def allowed(self) -> float:
        """Seconds after which an answer comes too late."""
        return self.patience if self.time is None else self.time + self.margin

    def to_json(self) -> dict[str, Any]:
        return {
            "time": self.time,
            "margin": self.margin,
            "overrun": self.overrun.value,
            "illegal": self.illegal.value,
            "adjudication": self.adjudication.value,
            "patience": self.patience,
        }


def control_from_json(data: Mapping[str, Any]) -> Control:
    """The terms that `to_json` wrote."""
    return Control(
        time=data["time"],
        margin=data["margin"],
        overrun=Penalty(data["overrun"]),
        illegal=Penalty(data["illegal"]),
        adjudication=Adjudication(data["adjudication"]),
        patience=data["patience"],
    )
