"""Ratings from results: the Elo difference of two players with its interval, and the ratings of many.

A match is played in pairs: one opening, colours swapped. The two games of a pair depend on each other, so pairs are
what is counted (the pentanomial of 0, ½, 1, 1½ and 2 points), and the spread is that of pairs. Elo is the logistic
one: a player who is E better scores 1 / (1 + 10^(−E/400)) a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isinf, log, log10, sqrt
from statistics import NormalDist
from typing import Final, TypeAlias

import numpy as np

PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of 0, ½, 1, 1½ and 2 points is a game."""
CONFIDENCE: Final = 0.95
_ELO_PER_LOG: Final = 400 / log(10)

Pentanomial: TypeAlias = tuple[int, int, int, int, int]
"""How many pairs brought 0, ½, 1, 1½ and 2 points."""


def expected_score(elo: float) -> float:
    """What a player so much better scores a game.

    >>> expected_score(0.0), round(expected_score(400.0), 4)
    (0.5, 0.9091)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """How much better a player is who scores so much a game; infinitely if he scores all or nothing.

    >>> elo_of(0.5), round(elo_of(0.75)), elo_of(1.0)
    (0.0, 191, inf)
    """
    if score <= 0 or score >= 1:
        return -inf if score <= 0 else inf
    return 400 * log10(score / (1 - score))


def wilson(share: float, count: float, *, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval for a share that was observed in so many trials.

    >>> low, high = wilson(0.8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    if count <= 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    whole = 1 + z * z / count
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


@dataclass(frozen=True)
class Difference:
    """How much better the first of two players is, from the pairs they played."""

    score: float
    """A game, on average."""
    low: float
    high: float
    """Between these lies the score that would be in the long run, at `CONFIDENCE`."""
    superiority: float
    """How likely the first is the better player."""

    @property
    def elo(self) -> float:
        return elo_of(self.score)

    @property
    def interval(self) -> tuple[float, float]:
        return elo_of(self.low), elo_of(self.high)


def difference(pairs: Pentanomial) -> Difference | None:
    """The Elo difference with its interval; None before the first pair.

    The mean score of N pairs is m and their variance v. If every pair were won or lost whole, v would be m(1 − m); the
    ratio r of the two, taken with one such pair more so that it is never nothing, says how many whole pairs the N are
    worth: N / r. The interval is Wilson's for the share m of so many, turned into Elo end by end: it never reaches
    beyond what scores can be, and has a finite end even if all was won.
    """
    count = sum(pairs)
    if not count:
        return None
    mean = sum(number * score for number, score in zip(pairs, PAIR_SCORES, strict=True)) / count
    ratio = _ratio(pairs)
    low, high = wilson(mean, count / ratio)
    deviation = sqrt(ratio / count) / 2  # of equals: the interval leaves 0 out where this is beyond its confidence
    return Difference(mean, low, high, NormalDist().cdf((mean - 0.5) / deviation))


def _ratio(pairs: Pentanomial) -> float:
    """The variance of pairs by that of pairs which are won or lost whole, with one such pair more."""
    count = sum(pairs)
    mean = sum(number * score for number, score in zip(pairs, PAIR_SCORES, strict=True)) / count
    variance = sum(number * (score - mean) ** 2 for number, score in zip(pairs, PAIR_SCORES, strict=True)) / count
    whole = mean * (1 - mean)
    return (count * (variance / whole if whole else 1.0) + 1) / (count + 1)


def spread_of(pairs: Pentanomial) -> float:
    """The variance of the points of pairs by that of as many games which do not depend on each other and know no draw:
    1 for these, 2 if every pair is won or lost whole, less with many draws or with pairs that colours decide.

    >>> round(spread_of((500, 0, 0, 0, 500)), 2), round(spread_of((250, 0, 500, 0, 250)), 2)
    (2.0, 1.0)
    """
    return 2 * _ratio(pairs) if sum(pairs) else 1.0


@dataclass(frozen=True)
class Rating:
    """Elo above the average of the field, and half the width of its interval at `CONFIDENCE`."""

    elo: float
    error: float


def ratings(
    points: Mapping[tuple[str, str], float],
    games: Mapping[tuple[str, str], int],
    players: Sequence[str],
    *,
    pairs: Mapping[tuple[str, str], Pentanomial] | None = None,
    prior: float = 1.0,
) -> dict[str, Rating]:
    """Bradley–Terry ratings of maximum likelihood, a draw being half a win; on average 0.

    `points[a, b]` are those of a against b in `games[a, b]` games; each pair of players stands there in one order. The
    prior is so many draws of every player against one who is average: with it a player who won all is rated too, and
    those who never met are. The error is that of the information in the results (the inverse Fisher information with
    the average held fixed). It supposes games that do not depend on each other. With the `pairs` that they were played
    in, the points of each two spread as their pairs do (`spread_of`): the error is that of the same estimate from such
    points (the sandwich J⁻¹KJ⁻¹ of the information J and the variance K of its slope).
    """
    place = {player: number for number, player in enumerate(players)}
    size = len(players)
    won, played, spreading = np.zeros((size, size)), np.zeros((size, size)), np.ones((size, size))
    for (first, second), number in games.items():
        a, b = place[first], place[second]
        won[a, b] += points[first, second]
        won[b, a] += number - points[first, second]
        played[a, b] += number
        played[b, a] += number
        if pairs and (first, second) in pairs:
            spreading[a, b] = spreading[b, a] = spread_of(pairs[first, second])
    strength = np.zeros(size)
    for _ in range(200):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        average = 1 / (1 + np.exp(-strength))
        slope = (won - played * expected).sum(axis=1) + prior * (0.5 - average)
        step = np.linalg.solve(_information(played, expected, average, prior), slope)
        longest = np.abs(step).max()
        strength += step * min(1.0, 2.0 / max(longest, 1e-300))  # a longer step may overshoot
        if longest < 1e-12:
            break
    strength -= strength.mean()
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    average = 1 / (1 + np.exp(-strength))
    spread = _spread(
        _information(played, expected, average, prior), _information(played * spreading, expected, average, prior)
    )
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return {
        player: Rating(_ELO_PER_LOG * float(strength[number]), _ELO_PER_LOG * z * float(spread[number]))
        for player, number in place.items()
    }


_Matrix: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float64]]"
_Vector: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"


def _information(played: _Matrix, expected: _Matrix, average: _Vector, prior: float) -> _Matrix:
    """How sharply the likelihood bends at these ratings; without a prior only their differences count."""
    bend = played * expected * (1 - expected)
    whole = np.diag(bend.sum(axis=1) + prior * average * (1 - average)) - bend
    if not prior:
        whole += 1.0 / len(played)  # holds the average where it is and changes no difference
    return whole


def _spread(information: _Matrix, variance: _Matrix) -> _Vector:
    """Standard deviations of ratings about their average; the variance is that of the likelihood's slope."""
    size = len(information)
    centred = np.eye(size) - 1.0 / size
    inverse = np.linalg.inv(information)
    return np.sqrt(np.maximum(np.diag(centred @ inverse @ variance @ inverse @ centred), 0.0))


def finite(number: float) -> float | None:
    """A number as JSON can have it: without end is None."""
    return None if isinf(number) else number


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign.

    >>> signed(12.4), signed(-3.0), signed(0.0), signed(float("inf"))
    ('+12', '−3', '0', '+∞')
    """
    if abs(number) == float("inf"):
        return "+∞" if number > 0 else "−∞"
    text = f"{number:+.{digits}f}".replace("-", "−")
    return "0" if not text.strip("+−0.") else text
