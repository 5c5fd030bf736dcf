"""Stopping early: Wald's sequential probability ratio test, generalised to pairs of games.

H0 says that the first player is `elo0` better, H1 that he is `elo1` better. After every pair the logarithm of the ratio
of their likelihoods (LLR) is compared with two bounds; beyond one of them the match is decided, with a chance of at
most `alpha` to accept H1 where H0 holds and of `beta` the other way round. Both likelihoods are those of the
distribution of pairs that fits the observed one best among all with the mean that the hypothesis demands (Van den
Bergh's GSPRT).

Wald's usual bounds, (1 − beta) / alpha and beta / (1 − alpha), promise only alpha + beta together, and how much pairs
spread is itself learned from few of them. So the bounds here are the stricter 1 / alpha and beta, which hold each error
by itself (Ville's inequality), with a reserve, and pairs are counted as if one more had been won whole and one lost
whole. The reserve leaves room for chance: of a thousand matches between equals no more than alpha are accepted, not
only on average but almost certainly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log
from typing import Final

from fourcast.errors import UsageError, quote
from fourcast.match.rating import PAIR_SCORES, Pentanomial, expected_score

RESERVE: Final = 0.7
"""The share of alpha and beta that the bounds let happen."""
MORE: Final = (1, 0, 0, 0, 1)
"""Pairs that are counted besides those played: how pairs spread is never taken for known too soon."""


class State(Enum):
    """What is known: nothing yet, that H1 fits (the first player is better by `elo1`), or that H0 does."""

    RUNNING = "running"
    ACCEPTED = "accepted"
    REJECTED = "rejected"

    @property
    def hypothesis(self) -> str | None:
        """The one that was accepted."""
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
            given = f"{self.elo0:g},{self.elo1:g}"
            raise UsageError(f"A test is between a smaller and a larger Elo difference, such as 0,20; not {given}.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise UsageError("The chances of error of a test, alpha and beta, lie between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """At the first or below H0 is accepted, at the second or above H1."""
        return log(RESERVE * self.beta), -log(RESERVE * self.alpha)

    def llr(self, pairs: Pentanomial) -> float:
        """The logarithm of how much likelier the pairs are under H1 than under H0."""
        counts = [number + more for number, more in zip(pairs, MORE, strict=True)]
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
        raise UsageError(f"{quote(text)} are not two Elo differences. Write them as 0,20.") from None
    return Sprt(elo0, elo1)


def _tilts(counts: Sequence[float], mean: float) -> list[float]:
    """By how much each observed share must be divided so that the shares have the mean, and likeliest.

    That is 1 + x·(score − mean) with the x for which Σ share · (score − mean) / (1 + x·(score − mean)) = 0; the left
    side falls as x grows, between the two poles where a share would become negative.
    """
    away = [score - mean for score in PAIR_SCORES]
    seen = [(count, distance) for count, distance in zip(counts, away, strict=True) if count]
    low, high = -1 / away[-1], -1 / away[0]
    x = 0.0
    for _ in range(100):
        value = bend = 0.0
        for count, distance in seen:
            part = distance / (1 + x * distance)
            value += count * part
            bend += count * part * part
        low, high = (x, high) if value > 0 else (low, x)
        following = x + value / bend
        if not low < following < high:  # Newton's step may leave the interval: then halve it
            following = (low + high) / 2
        if abs(following - x) <= 1e-9:
            break
        x = following
    return [1 + x * distance for distance in away]
