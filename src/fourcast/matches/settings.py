"""The settings of a match: time, penalties, and when a game is adjudicated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from fourcast.errors import UsageError

DEFAULT_MARGIN: Final = 0.1
"""Seconds that a reply may be late without penalty. Built-in engines stop within a millisecond of their time; the rest
is for a processor that is busy with something else. Built-in agents are not charged for that anyway, because their CPU
time is known. Overruns are measured and reported in any case."""
HANG_TIMEOUT: Final = 60.0
"""Seconds after which a player without a time limit is considered hung."""
MAX_LOST_TURNS: Final = 10
"""Turns that a player may lose in a game; the next late or illegal move loses the game. Otherwise two players that
never reply would play forever."""


class Penalty(StrEnum):
    """What an overrun or an illegal move costs: the game, or the turn, as in ExtendedConnect4."""

    GAME = "game"
    TURN = "turn"


class Adjudication(StrEnum):
    """When the exact solver ends a game: where it confirms a player's claim, where it knows the result, or never."""

    CLAIMED = "claimed"
    SOLVED = "solved"
    NEVER = "never"


@dataclass(frozen=True)
class MatchSettings:
    """The conditions of every game of a match."""

    time: float | None = None
    """Seconds for a move. None: the players' own limits."""
    margin: float = DEFAULT_MARGIN
    overrun: Penalty = Penalty.GAME
    illegal: Penalty = Penalty.GAME
    adjudication: Adjudication = Adjudication.CLAIMED
    hang_timeout: float = HANG_TIMEOUT

    def __post_init__(self) -> None:
        if self.time is not None and not 0.001 <= self.time <= 86400:
            raise UsageError(f"Invalid time for a move: {self.time:g}. Use 0.001 to 86400 seconds.")
        if not 0 <= self.margin <= 3600:
            raise UsageError(f"Invalid margin: {self.margin:g}. Use 0 to 3600 seconds.")
        if not 0 < self.hang_timeout <= 86400:
            raise UsageError(f"Invalid hang timeout: {self.hang_timeout:g}. Use up to 86400 seconds.")

    @property
    def max_seconds(self) -> float:
        """Seconds after which a reply is late."""
        return self.hang_timeout if self.time is None else self.time + self.margin

    def to_json(self) -> dict[str, Any]:
        """Plain data. The keys are part of the tasks in ledgers: they must not change."""
        data = asdict(self)
        data["patience"] = data.pop("hang_timeout")
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MatchSettings:
        return cls(
            data["time"],
            data["margin"],
            Penalty(data["overrun"]),
            Penalty(data["illegal"]),
            Adjudication(data["adjudication"]),
            data["patience"],
        )
