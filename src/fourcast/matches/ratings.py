"""Ratings from results: the Elo difference of two players with its confidence interval, and the ratings of many.

A match is played in pairs: one opening, colours swapped. The two games of a pair are not independent, so pairs are
counted (the pentanomial of 0, ½, 1, 1½ and 2 points), and the variance is that of pairs. Elo is logistic: a player who
is E better scores 1 / (1 + 10^(−E/400)) points a game. Normalized Elo measures the same lead in standard deviations: it
says how many games are needed to prove it, and depends less on how many games are drawn or decided by the opening.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isinf, log, log10, sqrt
from statistics import NormalDist
from typing import Final, TypeAlias, TypeVar

import numpy as np

from fourcast.text import signed

PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points per game of pairs with 0, ½, 1, 1½ and 2 points."""
CONFIDENCE: Final = 0.95
_ELO_PER_LOG: Final = 400 / log(10)

Pentanomial: TypeAlias = Sequence[int]
"""Five numbers: of pairs with 0, ½, 1, 1½ and 2 points."""
Key = TypeVar("Key", bound=Hashable)
"""What identifies a player."""


def expected_score(elo: float) -> float:
    """The expected points per game of a player that is `elo` better.

    >>> expected_score(0.0), round(expected_score(400.0), 4)
    (0.5, 0.9091)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """The Elo difference of a player that scores `score` points per game; infinite for 0 and 1.

    >>> elo_of(0.5), round(elo_of(0.75)), elo_of(1.0)
    (0.0, 191, inf)
    """
    if score <= 0 or score >= 1:
        return -inf if score <= 0 else inf
    return 400 * log10(score / (1 - score))


def wilson(share: float, count: float, *, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's confidence interval for a share observed in `count` trials.

    >>> low, high = wilson(0.8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4902, 0.9433)
    """
    if count <= 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    centre = share + z * z / (2 * count)
    half_width = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, (centre - half_width) / scale), min(1.0, (centre + half_width) / scale)


@dataclass(frozen=True)
class Estimate:
    """An Elo difference with its confidence interval at `CONFIDENCE`.

    >>> print(Estimate(210.4, 80.2, inf))
    +210 (95 %: +80 to +∞)
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{signed(self.value)} ({CONFIDENCE * 100:.0f} %: {signed(self.low)} to {signed(self.high)})"


@dataclass(frozen=True)
class Difference:
    """How much better the first of two players is, from the pairs they played."""

    score: float
    """Mean points per game."""
    low: float
    high: float
    """The confidence interval of the score at `CONFIDENCE`."""
    superiority: float
    """Likelihood of superiority: that the first is the better player."""
    nelo: Estimate
    """The normalized Elo difference."""

    @property
    def elo(self) -> Estimate:
        return Estimate(elo_of(self.score), elo_of(self.low), elo_of(self.high))


def difference(pairs: Pentanomial) -> Difference | None:
    """The difference that follows from pairs; None before the first pair.

    The mean score of N pairs is m and their variance v. If both games of every pair went to one side, v would be
    m(1 − m); the ratio r of the two, with one such pair added so that it is never 0, gives the effective number of such
    pairs: N / r. The interval is Wilson's for the share m of that number, converted to Elo at both ends: it never
    exceeds the range of scores, and has a finite end even if every game was won.
    """
    count = sum(pairs)
    if not count:
        return None
    mean, ratio = _moments(pairs)[0], _ratio(pairs)
    low, high = wilson(mean, count / ratio)
    deviation = sqrt(ratio / count) / 2  # of equal players: consistent with when the interval excludes 0
    ends = (nelo_of(score, ratio * score * (1 - score)) for score in (low, high))
    nelo = Estimate(nelo_of(mean, _moments(pairs)[1]), *ends)
    return Difference(mean, low, high, NormalDist().cdf((mean - 0.5) / deviation), nelo)


def nelo_of(score: float, variance: float) -> float:
    """The normalized Elo difference of a player that scores `score` points per game, with this variance of the points
    per game of pairs: the lead in standard deviations of a game, 800 / ln 10 for each. Infinite without a variance.

    >>> round(nelo_of(0.55, 0.1), 2), nelo_of(1.0, 0.0)
    (38.84, inf)
    """
    if not variance:
        return 0.0 if score == 0.5 else -inf if score < 0.5 else inf
    return 2 * _ELO_PER_LOG * (score - 0.5) / sqrt(2 * variance)


def _moments(pairs: Pentanomial) -> tuple[float, float]:
    """The mean and the variance of the points per game of pairs."""
    count = sum(pairs)
    mean = sum(number * score for number, score in zip(pairs, PAIR_SCORES, strict=True)) / count
    return mean, sum(number * (score - mean) ** 2 for number, score in zip(pairs, PAIR_SCORES, strict=True)) / count


def _ratio(pairs: Pentanomial) -> float:
    """The variance of pairs divided by that of pairs which go to one side, with one such pair added."""
    count = sum(pairs)
    mean, variance = _moments(pairs)
    whole = mean * (1 - mean)
    return (count * (variance / whole if whole else 1.0) + 1) / (count + 1)


def overdispersion(pairs: Pentanomial) -> float:
    """The variance of the points of pairs divided by that of as many independent games without draws: 1 for these, 2 if
    every pair goes to one side, less with many draws or with pairs that the colours decide.

    >>> round(overdispersion((500, 0, 0, 0, 500)), 2), round(overdispersion((250, 0, 500, 0, 250)), 2)
    (2.0, 1.0)
    """
    return 2 * _ratio(pairs) if sum(pairs) else 1.0


@dataclass(frozen=True)
class Rating:
    """Elo above the mean of all players, and half the width of its interval at `CONFIDENCE`."""

    elo: float
    error: float


def bradley_terry(
    points: Mapping[tuple[Key, Key], float],
    games: Mapping[tuple[Key, Key], int],
    players: Sequence[Key],
    *,
    pairs: Mapping[tuple[Key, Key], Pentanomial] | None = None,
    prior: float = 1.0,
) -> dict[Key, Rating]:
    """Bradley–Terry ratings of maximum likelihood, a draw being half a win, with mean 0.

    `points[a, b]` are those of a against b in `games[a, b]` games; each pairing is given in one order. `prior` is a
    number of draws of every player against an average one: with it a player that won every game has a rating too, and
    so have players that never met. The error follows from the inverse Fisher information with the mean held fixed,
    which supposes independent games. With the `pairs` that they were played in, the points of a pairing vary as its
    pairs do (`overdispersion`): the error is then the sandwich J⁻¹KJ⁻¹ of the information J and the variance K of the
    gradient.
    """
    index = {player: number for number, player in enumerate(players)}
    size = len(players)
    won, played, dispersion = np.zeros((size, size)), np.zeros((size, size)), np.ones((size, size))
    for (first, second), number in games.items():
        a, b = index[first], index[second]
        won[a, b] += points[first, second]
        won[b, a] += number - points[first, second]
        played[a, b] += number
        played[b, a] += number
        if pairs and (first, second) in pairs:
            dispersion[a, b] = dispersion[b, a] = overdispersion(pairs[first, second])
    strength = np.zeros(size)
    for _ in range(200):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        average = 1 / (1 + np.exp(-strength))
        gradient = (won - played * expected).sum(axis=1) + prior * (0.5 - average)
        step = np.linalg.solve(_information(played, expected, average, prior), gradient)
        longest = np.abs(step).max()
        strength += step * min(1.0, 2.0 / max(longest, 1e-300))  # a longer step may overshoot
        if longest < 1e-12:
            break
    strength -= strength.mean()
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    average = 1 / (1 + np.exp(-strength))
    deviation = _deviations(
        _information(played, expected, average, prior), _information(played * dispersion, expected, average, prior)
    )
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return {
        player: Rating(_ELO_PER_LOG * float(strength[number]), _ELO_PER_LOG * z * float(deviation[number]))
        for player, number in index.items()
    }


_Matrix: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float64]]"
_Vector: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"


def _information(played: _Matrix, expected: _Matrix, average: _Vector, prior: float) -> _Matrix:
    """The Fisher information of these ratings; without a prior only their differences count."""
    curvature = played * expected * (1 - expected)
    information = np.diag(curvature.sum(axis=1) + prior * average * (1 - average)) - curvature
    if not prior:
        information += 1.0 / len(played)  # fixes the mean and changes no difference
    return information


def _deviations(information: _Matrix, variance: _Matrix) -> _Vector:
    """Standard deviations of ratings about their mean; `variance` is that of the gradient of the likelihood."""
    size = len(information)
    centred = np.eye(size) - 1.0 / size
    inverse = np.linalg.inv(information)
    return np.sqrt(np.maximum(np.diag(centred @ inverse @ variance @ inverse @ centred), 0.0))


def finite(number: float) -> float | None:
    """The number, or None if it is infinite, which JSON cannot express."""
    return None if isinf(number) else number
