"""What whoever talks to people says of a score alike."""

from __future__ import annotations

from fourcast.rules import Goal


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
