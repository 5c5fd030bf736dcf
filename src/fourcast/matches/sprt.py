"""Stopping early: the sequential probability ratio test (SPRT), generalised to pairs of games.

H0 says that the first player is `elo0` better, H1 that it is `elo1` better. After every pair the log-likelihood ratio
(LLR) is compared with two bounds; beyond one of them the match is decided, with a probability of at most `alpha` to
accept H1 where H0 holds and of `beta` to accept H0 where H1 holds. Both likelihoods are those of the distribution of
pairs that fits the observed one best among all with the mean of the hypothesis (Van den Bergh's GSPRT).

Wald's usual bounds, (1 − beta) / alpha and beta / (1 − alpha), bound only the sum alpha + beta, and the variance of
pairs is itself estimated from few of them. So the bounds here are the stricter 1 / alpha and beta, which bound each
error by itself (Ville's inequality), with a safety factor, and two pairs are added to the count, one won and one lost
by 2 : 0. With the safety factor the share of false results among a thousand matches stays below alpha almost certainly,
not only on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log
from typing import Final

from fourcast.errors import UsageError, quote
from fourcast.matches.ratings import PAIR_SCORES, Pentanomial, expected_score

SAFETY_FACTOR: Final = 0.7
"""The part of alpha and beta that the bounds allow."""
PRIOR_PAIRS: Final = (1, 0, 0, 0, 1)
"""Pairs that are added to those played, so that the variance is not taken for known too soon."""


class State(Enum):
    """Undecided, H1 accepted (the first player is better by `elo1`), or H0 accepted."""

    RUNNING = "running"
    ACCEPTED = "accepted"
    REJECTED = "rejected"

    @property
    def hypothesis(self) -> str | None:
        """The accepted one."""
        return {State.ACCEPTED: "H1", State.REJECTED: "H0"}.get(self)


@dataclass(frozen=True)
class Sprt:
    """A test of H0 against H1."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise UsageError(
                f"Invalid SPRT {self.elo0:g},{self.elo1:g}: give a smaller and a larger Elo difference, such as 0,20."
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UsageError("Invalid SPRT: alpha and beta are above 0 and below 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is accepted at the first or below, H1 at the second or above."""
        return log(SAFETY_FACTOR * self.beta), -log(SAFETY_FACTOR * self.alpha)

    def llr(self, pairs: Pentanomial) -> float:
        """The log-likelihood ratio of H1 to H0."""
        counts = [number + more for number, more in zip(pairs, PRIOR_PAIRS, strict=True)]
        low = _tilts(counts, expected_score(self.elo0))
        high = _tilts(counts, expected_score(self.elo1))
        return sum(count * log(a / b) for count, a, b in zip(counts, low, high, strict=True))

    def state(self, pairs: Pentanomial) -> State:
        llr, (lower, upper) = self.llr(pairs), self.bounds
        return State.ACCEPTED if llr >= upper else State.REJECTED if llr <= lower else State.RUNNING


def parse_sprt(text: str) -> Sprt:
    """Read `ELO0,ELO1`.

    >>> parse_sprt("0,20")
    Sprt(elo0=0.0, elo1=20.0, alpha=0.05, beta=0.05)
    """
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise UsageError(f"Invalid SPRT {quote(text)}: write two Elo differences, such as 0,20.") from None
    return Sprt(elo0, elo1)


def _tilts(counts: Sequence[float], mean: float) -> list[float]:
    """By how much each observed frequency is divided in the most likely distribution with this mean.

    That is 1 + x·(score − mean) with the x for which Σ frequency · (score − mean) / (1 + x·(score − mean)) = 0; the
    left side falls as x grows, between the two poles where a frequency would become negative.
    """
    distances = [score - mean for score in PAIR_SCORES]
    observed = [(count, distance) for count, distance in zip(counts, distances, strict=True) if count]
    low, high = -1 / distances[-1], -1 / distances[0]
    x = 0.0
    for _ in range(100):
        value = slope = 0.0
        for count, distance in observed:
            term = distance / (1 + x * distance)
            value += count * term
            slope += count * term * term
        low, high = (x, high) if value > 0 else (low, x)
        following = x + value / slope
        if not low < following < high:  # Newton's step may leave the interval: then bisect
            following = (low + high) / 2
        if abs(following - x) <= 1e-9:
            break
        x = following
    return [1 + x * distance for distance in distances]
