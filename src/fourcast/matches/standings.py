"""What is counted of games: head-to-head scores, what each player did, and the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fourcast.matches.records import GameRecord, GameStats, PairRecord
from fourcast.matches.referee import CRASH, ILLEGAL
from fourcast.rules import Ending
from fourcast.text import count_of, duration


@dataclass
class HeadToHead:
    """The score between two players, from the point of view of the first."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pentanomial: list[int] = field(default_factory=lambda: [0] * 5)
    """The numbers of pairs with 0, ½, 1, 1½ and 2 points."""

    def add(self, pair: PairRecord) -> None:
        self.pentanomial[round(2 * pair.points)] += 1
        for game in pair.games:
            self.wins += game.points == 1
            self.draws += game.points == 0.5
            self.losses += game.points == 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def reversed(self) -> HeadToHead:
        """The same from the point of view of the second player."""
        return HeadToHead(self.losses, self.draws, self.wins, self.pentanomial[::-1])


@dataclass
class PlayerStats(GameStats):
    """What a player did in all games, and what that cost."""

    time_losses: int = 0
    crash_losses: int = 0
    illegal_losses: int = 0
    first_problem: str = ""
    """What went wrong in the first game that was lost otherwise than on the board."""

    def add(self, game: GameRecord, player: int) -> None:
        """Count a game of this player, one of the two."""
        stats = game.stats[player]
        for name in ("moves", "seconds", "overruns", "delayed", "illegal", "crashes", "lost_turns", "fallback_moves"):
            setattr(self, name, getattr(self, name) + getattr(stats, name))
        self.max_overrun = max(self.max_overrun, stats.max_overrun)
        if game.points == (0 if player == 0 else 1):
            self.time_losses += game.ending == Ending.TIME.value
            self.crash_losses += game.ending == CRASH
            self.illegal_losses += game.ending == ILLEGAL
            self.first_problem = self.first_problem or game.detail


@dataclass(frozen=True)
class Standing:
    """A line of the standings."""

    player: int
    """Index among the players."""
    name: str
    elo: float
    """Above the mean of all players."""
    error: float
    """Half the width of the confidence interval at 95 %."""
    points: float
    games: int
    stats: PlayerStats


def problem_sentences(names: Sequence[str], stats: Sequence[PlayerStats], *, fallback: str, timed: bool) -> list[str]:
    """Sentences about late moves, crashes and illegal moves."""
    sentences = []
    for name, one in zip(names, stats, strict=True):
        problems = [
            (one.overruns, count_of(one.overruns, "late move"), one.time_losses),
            (one.crashes, count_of(one.crashes, "crash", "crashes"), one.crash_losses),
            (one.illegal, count_of(one.illegal, "illegal move"), one.illegal_losses),
        ]
        parts = [f"{text} (lost {count_of(lost, 'game')})" for count, text, lost in problems if count]
        if one.lost_turns:
            parts.append(count_of(one.lost_turns, "lost turn"))
        if parts:
            first = f" First: {one.first_problem}" if one.first_problem else ""
            sentences.append(f"{name}: {'; '.join(parts)}.{first}")
        if one.fallback_moves:
            moves = f"{one.fallback_moves} of {count_of(one.moves, 'move')}"
            sentences.append(f"{name}: {moves} were not solved in time and made by {fallback}.")
    if timed and stats:
        overrun = max(one.max_overrun for one in stats)
        sentences.append(f"Longest overrun of the time limit: {duration(overrun) if overrun > 0 else 'none'}.")
    if timed and (delayed := sum(one.delayed for one in stats)):
        moves = count_of(delayed, "move was", "moves were")
        sentences.append(f"{moves} late because this machine was busy, without penalty. Fewer workers may help.")
    return sentences
