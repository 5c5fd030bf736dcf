"""Scores: what a value means, for people. Inside the search there are only numbers.

>>> from fourcast.search.score import Score
>>> scores = [Score.loss(2), Score.loss(8), Score.estimate(-40), Score.exact(0), Score.win(9), Score.win(1)]
>>> scores == sorted(scores)
True
>>> [-score for score in reversed(scores)] == sorted(-score for score in scores)
True
>>> print(*scores)
loss in 2 loss in 8 ≈−40 0 win in 9 win in 1
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

from fourcast.rules import FIRST, Goal, Player, Rules
from fourcast.search.ends import WIN


class Kind(Enum):
    LOSS = "loss"
    VALUE = "value"
    WIN = "win"


@total_ordering
@dataclass(frozen=True)
class Score:
    """A win or a loss in so many moves, or a value, estimated or exact. Made by `win`, `loss`, `estimate`, `exact`."""

    kind: Kind
    number: float
    is_exact: bool

    @classmethod
    def win(cls, plies: int) -> Score:
        return cls(Kind.WIN, plies, True)

    @classmethod
    def loss(cls, plies: int) -> Score:
        return cls(Kind.LOSS, plies, True)

    @classmethod
    def estimate(cls, value: float) -> Score:
        return cls(Kind.VALUE, value, False)

    @classmethod
    def exact(cls, value: float) -> Score:
        """A draw, or the margin of a game of lines or points."""
        return cls(Kind.VALUE, value, True)

    def __neg__(self) -> Score:
        match self.kind:
            case Kind.WIN:
                return Score.loss(int(self.number))
            case Kind.LOSS:
                return Score.win(int(self.number))
            case Kind.VALUE:
                return Score(Kind.VALUE, -self.number, self.is_exact)

    def __lt__(self, other: Score) -> bool:
        return self._rank() < other._rank()

    def _rank(self) -> tuple[int, float]:
        """Losses, later ones better; values; wins, sooner ones better."""
        rank = list(Kind).index(self.kind)
        return rank, -self.number if self.kind is Kind.WIN else self.number

    def __str__(self) -> str:
        if self.kind is not Kind.VALUE:
            return f"{self.kind.value} in {self.number:.0f}"
        number = f"{self.number:.4f}".rstrip("0").rstrip(".").replace("-", "−")
        return number if self.is_exact else f"≈{number}"


@dataclass(frozen=True)
class PovScore:
    """A score and whose it is, so that nobody guesses a sign."""

    score: Score
    player: Player

    def of(self, player: Player) -> Score:
        """The score as that player sees it."""
        return self.score if player == self.player else -self.score

    @property
    def first(self) -> Score:
        return self.of(FIRST)


def score_of(value: float, *, rules: Rules, depth: int, exact: bool) -> Score:
    """What a value found at some depth means: a win is worth `WIN` and the depth that was left."""
    if rules.goal is Goal.FIRST_LINE and abs(value) >= WIN and float(value).is_integer():
        plies = depth - int(abs(value) - WIN)
        if plies >= 0:
            return Score.win(plies) if value > 0 else Score.loss(plies)
    return Score.exact(value) if exact else Score.estimate(value)
