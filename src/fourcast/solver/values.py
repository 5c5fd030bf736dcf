"""What a finished game is exactly worth, and what an exact score means.

- First line, without pop-outs and luck: one more than the discs the winner has left; a draw is 0.
- First line with pop-outs: 1 for a win. A drift game of first lines: the chance to win less the chance to lose.
- Lines and points: the margin.
"""

from __future__ import annotations

from fourcast.rules import FIRST, Goal, Outcome, PopRule, Position, Rules


def counts_discs_left(rules: Rules) -> bool:
    """Whether a win is worth more the sooner it comes."""
    return rules.goal is Goal.FIRST_LINE and rules.pop_rule is PopRule.NONE and rules.drift is None


def value_of_end(position: Position, outcome: Outcome) -> int:
    """What a finished position is worth to the side to move."""
    if position.rules.goal is not Goal.FIRST_LINE:
        first, second = outcome.scores
        return first - second if position.turn == FIRST else second - first
    if outcome.winner is None:
        return 0
    worth = (position.rules.shape.cells - position.discs + 2) // 2 if counts_discs_left(position.rules) else 1
    return worth if outcome.winner == position.turn else -worth


def plies_to_end(score: int, empty_cells: int) -> int | None:
    """In how many moves the winner of a game that counts discs left has won; None for a draw.

    The mover wins after an odd number of moves, the other side after an even one; what is left then is shared.

    >>> plies_to_end(1, 42), plies_to_end(-2, 41), plies_to_end(18, 38)
    (41, 38, 3)
    """
    if score == 0:
        return None
    left = 2 * (abs(score) - 1)
    plies = empty_cells - left
    wins_on_odd_plies = score > 0
    return plies if plies % 2 == wins_on_odd_plies else plies - 1
