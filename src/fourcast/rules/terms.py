"""The words of the rules: the players, what the game is about, what may be popped, how a game ends."""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

Player: TypeAlias = Literal[0, 1]
FIRST: Final[Player] = 0
SECOND: Final[Player] = 1


def other(player: Player) -> Player:
    return SECOND if player == FIRST else FIRST


class Goal(Enum):
    """What decides the game."""

    FIRST_LINE = "first-line"
    """The first line of `connect` discs wins at once."""
    MOST_LINES = "most-lines"
    """Play to the end; every window of `connect` cells wholly one's own counts one."""
    RUN_POINTS = "run-points"
    """Play to the end; every maximal run of own discs scores by its length."""


class PopRule(Enum):
    """Which discs may be taken out at the bottom of a column."""

    NONE = "none"
    LIMITED = "limited"
    """A number for each player; the first pops columns 1, 3, 5 …, the second 2, 4, 6 …; whoever owns the disc."""
    OWN = "own"
    """Without limit, one's own disc, in any column."""


class Drift(NamedTuple):
    """Weights with which a drop lands where it was aimed, one column to the left, one to the right.

    Columns that are full or off the board drop out and the rest is renormalised.
    """

    centre: int = 3
    left: int = 1
    right: int = 1


class Ending(Enum):
    """How a game ended. The first three follow from a position alone, the others from the game around it."""

    LINE = "line"
    FULL_BOARD = "full-board"
    NO_ACTION = "no-action"
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    """A player gave no answer, or none that may be played."""
    ADJUDICATION = "adjudication"
    """Nobody played it out: the exact solver said how it ends."""


class Outcome(NamedTuple):
    """A finished game: who won (nobody: a draw), how it ended, and both scores under the goal."""

    winner: Player | None
    ending: Ending
    scores: tuple[int, int]
