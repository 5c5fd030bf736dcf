"""Exact scores: what they mean, the options and the result of solving, and what every solver backend does.

- First line, without pop-outs and drift: a win is worth one more than the discs the winner has left; a draw is 0.
- First line with pop-outs: 1 for a win. First line with drift: the probability to win minus the probability to lose.
- Lines and points: the margin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from math import inf
from typing import Final, NamedTuple, Protocol

from fourcast.algorithms import Score, Stopped
from fourcast.errors import suggest_names
from fourcast.evals import terminal_value
from fourcast.rules import Goal, Move, MoveDict, Outcome, PopRule, Position, Progress, Rules


class Solution(NamedTuple):
    """An exact score, a number to the side to move, or the bounds known when a limit was reached.

    >>> print(Solution(1, 1, plies=41), Solution(0, 0), Solution(-3, 2), Solution(-18, -1), sep="; ")
    1, win in 41 plies; 0, draw; between −3 and 2; loss, between −18 and −1
    """

    low: float
    high: float
    nodes: int = 0
    seconds: float = 0.0
    """In a batch: the mean per position."""
    engine: str = ""
    """`native`, `python`, or `book` for a score from an opening book."""
    plies: int | None = None
    """The number of plies to the end of the game under best play, where the score determines it."""
    stopped: Stopped | None = None
    """Why the search ended before the score was known."""

    @property
    def bounds(self) -> tuple[float, float]:
        return self.low, self.high

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    @property
    def score(self) -> float | None:
        """The exact score, or None if only bounds are known."""
        return self.low if self.low == self.high else None

    @property
    def sign(self) -> int | None:
        """1 if the side to move wins, −1 if it loses, 0 for a draw, None if that is not known."""
        if self.low > 0:
            return 1
        if self.high < 0:
            return -1
        return 0 if self.low == self.high == 0 else None

    def as_score(self) -> Score:
        """The exact score as a win or loss in a number of plies, where that is known, else as a value."""
        if self.plies is None or self.low == 0:
            return Score.exact(self.low)
        return Score.win(self.plies) if self.low > 0 else Score.loss(self.plies)

    def one_ply_earlier(self) -> Solution:
        """The solution of the move that led here, to the side that made it."""
        plies = None if self.plies is None else self.plies + 1
        return Solution(-self.high, -self.low, self.nodes, self.seconds, self.engine, plies, self.stopped)

    def __str__(self) -> str:
        if not self.is_exact:
            if self.bounds == (-inf, inf):
                return "unknown"
            sign = "win, " if self.low > 0 else "loss, " if self.high < 0 else ""
            return f"{sign}between {_number(self.low)} and {_number(self.high)}"
        if self.low == 0:
            return "0, draw"
        if self.plies is None:
            return _number(self.low)
        plies = "1 ply" if self.plies == 1 else f"{self.plies} plies"
        return f"{_number(self.low)}, {'win' if self.low > 0 else 'loss'} in {plies}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>"


class BestMove(NamedTuple):
    """A move and its solution."""

    move: Move
    solution: Solution


suggest_names(Solution, {"winner": "sign, which is 1, 0 or −1 to the side to move", "value": "score"})


def mean_solution(outcomes: Sequence[tuple[float, Solution]]) -> Solution:
    """The solution of a move with several possible outcomes, given with their probabilities."""
    if len(outcomes) == 1:
        return outcomes[0][1]
    solutions = [solution for _, solution in outcomes]
    return Solution(
        low=sum(probability * solution.low for probability, solution in outcomes),
        high=sum(probability * solution.high for probability, solution in outcomes),
        nodes=sum(solution.nodes for solution in solutions),
        seconds=sum(solution.seconds for solution in solutions),
        engine=solutions[0].engine,
        stopped=next((solution.stopped for solution in solutions if solution.stopped), None),
    )


_ROUNDING: Final = 1e-9
"""By which two sums of the same mean may differ."""


def position_and_moves(own: Solution, moves: Mapping[Move, Solution]) -> tuple[tuple[float, float], MoveDict[Solution]]:
    """The bounds of a position, from what is known of it otherwise (`own`) and from its moves; and the moves with what
    follows for them: none is worth more than the position, and one is worth as much.

    >>> from fourcast.rules import drop
    >>> moves = {drop(0): Solution(-9, 9), drop(1): Solution(-9, 2)}
    >>> bounds, of_moves = position_and_moves(Solution(3, 4), moves)
    >>> bounds, of_moves["1"].bounds, of_moves["2"].bounds
    ((3, 4), (3, 4), (-9, 2))
    """
    low = max([own.low, *(solution.low for solution in moves.values())])
    high = min(own.high, max((solution.high for solution in moves.values()), default=inf))
    assert low <= high + _ROUNDING, f"contradictory bounds: {own.bounds} and {[each.bounds for each in moves.values()]}"
    high = max(low, high)
    highest = [move for move, solution in moves.items() if solution.high >= low - _ROUNDING]
    bounded = MoveDict[Solution]()
    for move, solution in moves.items():
        least = max(low, solution.low) if highest == [move] else solution.low
        most = max(least, min(high, solution.high))
        stopped = None if least == most else solution.stopped
        bounded[move] = solution if solution.is_exact else solution._replace(low=least, high=most, stopped=stopped)
    return (low, high), bounded


def _number(score: float) -> str:
    return f"{score:g}".replace("-", "−").replace("inf", "∞")


class SolveOptions(NamedTuple):
    """What to solve for, and the limits of one call. A backend may ignore `weak`, `threads` and `window`.

    The core takes these fields in this order."""

    weak: bool = False
    """Find the winner only."""
    time: float | None = None
    """Seconds for all positions together."""
    nodes: int | None = None
    """For each position."""
    threads: int = 1
    window: tuple[int, int] | None = None
    """Scores outside may be given as bounds."""
    progress: Progress | None = None
    """Called from time to time with the number of solved positions; the call ends when it returns True."""


class Backend(Protocol):
    """A solver of positions of one set of rules."""

    @property
    def engine(self) -> str: ...

    def solve(self, position: Position, options: SolveOptions = ...) -> Solution: ...

    def solve_many(self, positions: Sequence[Position], options: SolveOptions = ...) -> list[Solution]:
        """The solutions of the positions, in order."""
        ...

    def stop(self) -> None:
        """End the calls that are running, from another thread."""

    def clear(self) -> None:
        """Clear the tables."""


def counts_discs_left(rules: Rules) -> bool:
    """Whether a win is worth more the sooner it comes."""
    return rules.goal is Goal.FIRST_LINE and rules.pop_rule is PopRule.NONE and rules.drift is None


def is_margin(rules: Rules) -> bool:
    """Whether the score is the margin at the end of the game, and not a mean."""
    return rules.goal is not Goal.FIRST_LINE and rules.pop_rule is not PopRule.OWN and rules.drift is None


def exact_terminal_value(position: Position, outcome: Outcome) -> int:
    """The exact score of a finished game to the side to move."""
    value = terminal_value(position, outcome)
    return value * win_in(position, 0) if counts_discs_left(position.rules) else value


def win_in(position: Position, plies: int) -> int:
    """The score of a win after so many plies, where discs left are counted."""
    return (position.rules.shape.cells - position.discs - plies + 2) // 2


@cache
def plies_to_end(score: int, empty_cells: int) -> int | None:
    """The number of plies until a game with this score ends, where discs left are counted; None for a draw, and for a
    game that is over.

    The side to move wins after an odd number of plies, the other side after an even one.

    >>> plies_to_end(1, 42), plies_to_end(-2, 41), plies_to_end(18, 38)
    (41, 38, 3)
    """
    if score == 0:
        return None
    left = 2 * (abs(score) - 1)
    plies = empty_cells - left
    wins_on_odd_plies = score > 0
    return (plies if plies % 2 == wins_on_odd_plies else plies - 1) or None
