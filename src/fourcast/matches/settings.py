"""The settings of a match: time, penalties, and when a game is adjudicated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from fourcast.errors import UsageError, quote
from fourcast.matches.protocol import Go

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
class Clock:
    """The time of a player for a game: `base` seconds, and `increment` seconds more after every move.

    >>> print(Clock(10.0, 0.1), Clock.parse("60+0"), Clock.parse("12345.67+0"))
    10+0.1 60+0 12345.67+0
    """

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not (0.001 <= self.base <= 86400 and 0 <= self.increment <= 86400):
            raise UsageError(f"Invalid clock {self}: use 0.001 to 86400 seconds for the game, 0 to 86400 for a move.")

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Read `BASE+INCREMENT`, in seconds."""
        try:
            base, increment = map(float, text.split("+"))
        except ValueError:
            raise UsageError(f"Invalid clock {quote(text)}: write two numbers, such as 10+0.1.") from None
        return cls(base, increment)

    def __str__(self) -> str:
        return f"{self.base:.12g}+{self.increment:.12g}"


def parse_time(text: str) -> float | Clock:
    """Read seconds for a move, or a clock.

    >>> parse_time("0.5"), parse_time("10+0.1")
    (0.5, Clock(base=10.0, increment=0.1))
    """
    if "+" in text:
        return Clock.parse(text)
    try:
        return float(text)
    except ValueError:
        raise UsageError(
            f"Invalid time {quote(text)}: write seconds for a move, such as 0.5, or seconds for the game and for every "
            "move, such as 10+0.1."
        ) from None


@dataclass(frozen=True)
class MatchSettings:
    """The conditions of every game of a match."""

    time: float | Clock | None = None
    """Seconds for a move, or a clock for the game. None: the players' own limits."""
    margin: float = DEFAULT_MARGIN
    overrun: Penalty = Penalty.GAME
    illegal: Penalty = Penalty.GAME
    adjudication: Adjudication = Adjudication.CLAIMED
    hang_timeout: float = HANG_TIMEOUT

    def __post_init__(self) -> None:
        if isinstance(self.time, float | int) and not 0.001 <= self.time <= 86400:
            raise UsageError(f"Invalid time for a move: {self.time:g}. Use 0.001 to 86400 seconds.")
        if not 0 <= self.margin <= 3600:
            raise UsageError(f"Invalid margin: {self.margin:g}. Use 0 to 3600 seconds.")
        if not 0 < self.hang_timeout <= 86400:
            raise UsageError(f"Invalid hang timeout: {self.hang_timeout:g}. Use up to 86400 seconds.")

        if isinstance(self.time, Clock) and self.overrun is Penalty.TURN:
            raise UsageError("With a clock for the game, who exceeds it loses the game: a turn cannot be the penalty.")

    def go(self, left: float) -> Go:
        """The limits of a turn, with the seconds that are left on the player's clock if there is one."""
        if isinstance(self.time, Clock):
            return Go(time=left, increment=self.time.increment)
        return Go(movetime=self.time)

    def max_seconds(self, go: Go) -> float:
        """Seconds after which the reply of a turn is late."""
        return self.hang_timeout if go.seconds is None else go.seconds + self.margin

    def max_game_seconds(self, plies: int) -> float | None:
        """The time of both players for a game of so many moves; None without a limit."""
        if isinstance(self.time, Clock):
            return 2 * self.time.base + plies * self.time.increment
        return None if self.time is None else plies * self.time

    def to_json(self) -> dict[str, Any]:
        """Plain data. The keys are part of the tasks in ledgers: they must not change."""
        data = asdict(self)
        if isinstance(self.time, Clock):
            data["time"] = str(self.time)
        data["patience"] = data.pop("hang_timeout")
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MatchSettings:
        time = data["time"]
        return cls(
            Clock.parse(time) if isinstance(time, str) else time,
            data["margin"],
            Penalty(data["overrun"]),
            Penalty(data["illegal"]),
            Adjudication(data["adjudication"]),
            data["patience"],
        )
