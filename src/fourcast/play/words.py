"""What whoever talks to people says alike: scores, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from fourcast.rules import Goal, Outcome


def score_text(scores: tuple[int, int], goal: Goal) -> str:
    """The score of one side to that of the other.

    >>> score_text((1, 0), Goal.MOST_LINES), score_text((20, 7), Goal.RUN_POINTS)
    ('1 line to 0', '20 points to 7')
    """
    return f"{count_text(scores[0], goal)} to {scores[1]}"


def count_text(number: int, goal: Goal) -> str:
    """So many of what the goal counts."""
    unit = "line" if goal is Goal.MOST_LINES else "point"
    return f"{number} {unit}{'' if number == 1 else 's'}"


def wins_text(name: str) -> str:
    """
    >>> wins_text("Ada"), wins_text("You")
    ('Ada wins', 'You win')
    """
    return f"{name} {'win' if name == 'You' else 'wins'}"


def margin_text(outcome: Outcome, goal: Goal, names: Sequence[str]) -> str:
    """Who wins by how much, where the goal counts something: `Ada wins, 3 lines to 1`."""
    assert outcome.winner is not None
    own, others = outcome.scores[outcome.winner], outcome.scores[1 - outcome.winner]
    return f"{wins_text(names[outcome.winner])}, {score_text((own, others), goal)}"
