"""Values of leaves, which are numbers inside the search, and scores: what a value means, for people.

>>> from fourcast.algorithms.score import Score
>>> scores = [Score.loss(2), Score.loss(8), Score.estimate(-40), Score.exact(0), Score.win(9), Score.win(1)]
>>> scores == sorted(scores)
True
>>> [-score for score in reversed(scores)] == sorted(-score for score in scores)
True
>>> print(*scores)
loss in 2 loss in 8 ≈−40 0 win in 9 win in 1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import total_ordering
from typing import Final, NoReturn, TypeAlias

from fourcast.errors import UsageError
from fourcast.evals import Eval, Evaluate, TerminalValue, terminal_value
from fourcast.rules import Goal, Player, Position, Rules

WIN: Final = 10**12
"""More than any evaluation. A won game is worth this and the depth that was left: sooner is better."""
MIN_WIN_CHANCE: Final = 1e-5
"""The smallest mean of wins and losses, in wins, that no evaluation reaches."""


LeafValue: TypeAlias = Callable[[Position, int], tuple[float, bool] | None]
"""The value of a position with so much depth left to the side to move, and whether it is an estimate that more depth
could change; None if the position is not a leaf."""


def evaluate_below_wins(evaluation: Eval, rules: Rules, terminal: TerminalValue) -> Evaluate:
    """The function of an evaluation. Where the first line wins, a user-defined one raises `UsageError` for a value
    that could be taken for a win or for a chance to win."""
    if evaluation.native is not None or rules.goal is not Goal.FIRST_LINE or terminal is TerminalValue.EVALUATED:
        return evaluation.evaluate

    def evaluate(position: Position, player: Player) -> float:
        value = evaluation.evaluate(position, player)
        if abs(value) >= MIN_WIN_CHANCE * WIN:
            raise UsageError(
                f"The evaluation {evaluation.name} returned {value!r:.60}. Return numbers between "
                f"−{MIN_WIN_CHANCE * WIN:,.0f} and {MIN_WIN_CHANCE * WIN:,.0f}: wins are worth more."
            )
        return value

    return evaluate


def leaf_values(evaluate: Evaluate, player: Player, terminal: TerminalValue) -> LeafValue:
    """The leaf values of a search for `player`. Evaluations are computed from this player's point of view alone, for
    some are not antisymmetric; for the opponent only the sign changes."""

    def evaluated(position: Position) -> float:
        value = evaluate(position, player)
        return value if position.turn == player else -value

    def leaf_value(position: Position, depth: int) -> tuple[float, bool] | None:
        if terminal is TerminalValue.CUT_FIRST and depth == 0:
            return evaluated(position), True
        outcome = position.outcome
        if outcome is None:
            return None if depth else (evaluated(position), True)
        if terminal is TerminalValue.EVALUATED:
            return evaluated(position), False
        if terminal is TerminalValue.DRAW_FIRST and outcome.winner == player and position.is_full:
            return 0, False
        value = terminal_value(position, outcome)
        return (value * (WIN + depth) if position.rules.goal is Goal.FIRST_LINE else value), False

    return leaf_value


class ScoreKind(Enum):
    LOSS = "loss"
    VALUE = "value"
    WIN = "win"


def _not_a_number(score: object, other: object = None) -> NoReturn:
    """What a score does where it is taken for a number."""
    raise TypeError(
        "A score is not a number, for it may be a win in so many moves. Use the value of the result, or compare "
        "scores: result.score.relative > Score.exact(0)."
    )


@total_ordering
@dataclass(frozen=True)
class Score:
    """A win or a loss in so many moves, or a value, estimated or exact. Made by `win`, `loss`, `estimate`, `exact`."""

    kind: ScoreKind
    number: float
    is_exact: bool = field(compare=False)

    @classmethod
    def win(cls, plies: int) -> Score:
        return cls(ScoreKind.WIN, plies, True)

    @classmethod
    def loss(cls, plies: int) -> Score:
        return cls(ScoreKind.LOSS, plies, True)

    @classmethod
    def estimate(cls, value: float) -> Score:
        return cls(ScoreKind.VALUE, value, False)

    @classmethod
    def exact(cls, value: float) -> Score:
        """A draw, or the margin of a game of lines or points."""
        return cls(ScoreKind.VALUE, value, True)

    def __neg__(self) -> Score:
        if self.kind is ScoreKind.VALUE:
            return Score(ScoreKind.VALUE, -self.number, self.is_exact)
        return Score(ScoreKind.LOSS if self.kind is ScoreKind.WIN else ScoreKind.WIN, self.number, True)

    def one_ply_earlier(self) -> Score:
        """The score of the move that led to a position with this score, to the side that made it.

        >>> print(Score.loss(2).one_ply_earlier(), Score.estimate(7).one_ply_earlier())
        win in 3 ≈−7
        """
        return -self if self.kind is ScoreKind.VALUE else replace(-self, number=self.number + 1)

    def __lt__(self, other: object) -> bool:
        return self._rank() < other._rank() if isinstance(other, Score) else _not_a_number(self)

    __int__ = __float__ = _not_a_number

    def _rank(self) -> tuple[int, float]:
        """Losses, later ones better; values, exact or not; wins, sooner ones better."""
        rank = list(ScoreKind).index(self.kind)
        return rank, -self.number if self.kind is ScoreKind.WIN else self.number

    def __str__(self) -> str:
        if self.kind is not ScoreKind.VALUE:
            return f"{self.kind.value} in {self.number:.0f}"
        number = f"{self.number + 0.0:.4f}".rstrip("0").rstrip(".").replace("-", "−")
        return number if self.is_exact else f"≈{number}"


@dataclass(frozen=True)
class PovScore:
    """A score with the player whose score it is. Prints as the score of that player."""

    relative: Score
    """From the point of view of `player`."""
    player: Player

    def pov(self, player: Player) -> Score:
        """The score from a player's point of view."""
        return self.relative if player == self.player else -self.relative

    @property
    def is_exact(self) -> bool:
        return self.relative.is_exact

    def __str__(self) -> str:
        return str(self.relative)

    __int__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = _not_a_number


def score_of(value: float, *, rules: Rules, terminal: TerminalValue, depth: int, exact: bool) -> Score:
    """The score of a value that was found at a depth.

    A win is worth `WIN` and the depth that was left. Under drift or against a random opponent values are means; a mean
    of wins and losses is given as the chance to win less the chance to lose.
    """
    if rules.goal is Goal.FIRST_LINE and terminal is not TerminalValue.EVALUATED:
        plies = depth - (abs(value) - WIN)
        if abs(value) >= WIN and plies > 0 and plies % 2 == (value > 0):  # the mover wins after an odd number of moves
            return Score.win(int(plies)) if value > 0 else Score.loss(int(plies))
        if abs(value) >= MIN_WIN_CHANCE * WIN:
            return Score.estimate(max(-1.0, min(1.0, value / WIN)))
    return Score.exact(value) if exact else Score.estimate(value)
