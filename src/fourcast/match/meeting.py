"""What is counted of games: how two players stand against each other, and what each of them did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fourcast.match.rating import Pentanomial
from fourcast.match.referee import CRASH, ILLEGAL, Sheet
from fourcast.rules import Ending


@dataclass
class Meeting:
    """How two players stand against each other, from the first one's side."""

    wins: int = field(default=0, init=False)
    draws: int = field(default=0, init=False)
    losses: int = field(default=0, init=False)
    counts: list[int] = field(default_factory=lambda: [0] * 5, init=False)
    """Pairs of 0, ½, 1, 1½ and 2 points."""

    def count(self, pair: Sequence[dict[str, Any]], tallies: Sequence[Tally]) -> None:
        """Count both games of a pair, for the meeting and for each player."""
        self.counts[round(2 * sum(game["points"] for game in pair))] += 1
        for game in pair:
            self.wins += game["points"] == 1
            self.draws += game["points"] == 0.5
            self.losses += game["points"] == 0
            for player, tally in enumerate(tallies):
                lost = game["points"] == (0 if player == 0 else 1)
                tally.add(game["sheets"][player], game, lost=lost)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def pairs(self) -> Pentanomial:
        a, b, c, d, e = self.counts
        return a, b, c, d, e

    def turned(self) -> Meeting:
        """The same from the second player's side."""
        turned = Meeting()
        turned.wins, turned.draws, turned.losses = self.losses, self.draws, self.wins
        turned.counts = self.counts[::-1]
        return turned


@dataclass
class Tally(Sheet):
    """What one player did in all his games: the sum of his sheets, and what it cost him."""

    time_losses: int = 0
    crash_losses: int = 0
    illegal_losses: int = 0
    trouble: str = ""
    """What went wrong the first time that a game was lost by more than moves."""

    def add(self, sheet: dict[str, Any], game: dict[str, Any], *, lost: bool) -> None:
        """Count a game."""
        lost_by = game["how"] if lost else None
        for key in ("moves", "seconds", "overruns", "delayed", "illegal", "crashes", "lost_turns"):
            setattr(self, key, getattr(self, key) + sheet[key])
        self.stood_in += sheet.get("stood_in", 0)  # games that were kept before it was counted lack it
        self.longest_overrun = max(self.longest_overrun, sheet["longest_overrun"])
        self.time_losses += lost_by == Ending.TIME.value
        self.crash_losses += lost_by == CRASH
        self.illegal_losses += lost_by == ILLEGAL
        if lost and not self.trouble:
            self.trouble = game["detail"]

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))
