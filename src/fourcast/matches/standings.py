"""Standings: the points and the ratings of players that have played each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fourcast.matches.ratings import bradley_terry
from fourcast.matches.records import HeadToHead


@dataclass(frozen=True)
class Standing:
    """A line of the standings."""

    name: str
    elo: float
    """Above the mean of all players."""
    error: float
    """Half the width of the confidence interval at 95 %."""
    points: float
    games: int


def rate_players(names: Sequence[str], scores: Mapping[tuple[int, int], HeadToHead]) -> list[Standing]:
    """The standing of every player, in the order of the names. The scores are by the indices of two players, each
    pairing in one order."""
    met = {pairing: score for pairing, score in scores.items() if score.games}
    ratings = bradley_terry(
        {pairing: score.points for pairing, score in met.items()},
        {pairing: score.games for pairing, score in met.items()},
        range(len(names)),
        pairs={pairing: score.pentanomial for pairing, score in met.items()},
    )
    standings = []
    for player, name in enumerate(names):
        own = [score for (first, _), score in met.items() if first == player]
        own += [score.reversed() for (_, second), score in met.items() if second == player]
        points, games = sum(score.points for score in own), sum(score.games for score in own)
        standings.append(Standing(name, ratings[player].elo, ratings[player].error, points, games))
    return standings
