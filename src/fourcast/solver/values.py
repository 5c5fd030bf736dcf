"""Exact scores: what a finished game is worth, and when a game with a given score ends.

- First line, without pop-outs and drift: a win is worth one more than the discs the winner has left; a draw is 0.
- First line with pop-outs: 1 for a win. First line with drift: the probability to win minus the probability to lose.
- Lines and points: the margin.
"""

from __future__ import annotations

from fourcast.evals import terminal_value
from fourcast.rules import Goal, Outcome, PopRule, Position, Rules


def counts_discs_left(rules: Rules) -> bool:
    """Whether a win is worth more the sooner it comes."""
    return rules.goal is Goal.FIRST_LINE and rules.pop_rule is PopRule.NONE and rules.drift is None


def exact_terminal_value(position: Position, outcome: Outcome) -> int:
    """The exact score of a finished game to the side to move."""
    value = terminal_value(position, outcome)
    return value * win_in(position, 0) if counts_discs_left(position.rules) else value


def win_in(position: Position, plies: int) -> int:
    """The score of a win after so many plies, where discs left are counted."""
    return (position.rules.shape.cells - position.discs - plies + 2) // 2


def plies_to_end(score: int, empty_cells: int) -> int | None:
    """The number of plies until a game with this score ends, where discs left are counted; None for a draw.

    The side to move wins after an odd number of plies, the other side after an even one.

    >>> plies_to_end(1, 42), plies_to_end(-2, 41), plies_to_end(18, 38)
    (41, 38, 3)
    """
    if score == 0:
        return None
    left = 2 * (abs(score) - 1)
    plies = empty_cells - left
    wins_on_odd_plies = score > 0
    return plies if plies % 2 == wins_on_odd_plies else plies - 1
