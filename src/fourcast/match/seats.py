"""Where a player sits while he plays: in this process, or in one of his own that can be ended.

A seat is asked for a move and gives an answer: what was said, how long it took, and what went wrong if something did.
"""

from __future__ import annotations

from typing import Protocol

from fourcast.errors import UsageError
from fourcast.match.answer import Answer
from fourcast.match.control import Control
from fourcast.match.home import HomeSeat
from fourcast.match.players import Contestant
from fourcast.match.program import INTRODUCTION, START, ProgramSeat
from fourcast.play import Game, PerfectAgent
from fourcast.rules import Rules
from fourcast.solver import find_book


class Seat(Protocol):
    """A place at the board for one player."""

    def begin(self, rules: Rules, seed: int) -> str | None:
        """Make ready for a game; why that cannot be, if it cannot."""

    def answer(self, game: Game, control: Control) -> Answer:
        """A move for the side to move in a game that is not over."""

    def close(self) -> None:
        """Let the player go."""


def seat_for(contestant: Contestant) -> Seat:
    """A seat of the kind that the player needs."""
    if contestant.agent:
        return HomeSeat(contestant.agent)
    return ProgramSeat(contestant.command, introduction=START if contestant.hosted else INTRODUCTION)


def try_out(contestant: Contestant, rules: Rules) -> None:
    """Raise if somebody cannot even begin a game of these rules, or has a book that is damaged."""
    contestant.check(rules)
    if isinstance(contestant.agent, PerfectAgent):
        find_book(rules)  # one that is damaged says so now, and not in every game
    if contestant.agent:
        return
    seat = seat_for(contestant)
    try:
        reason = seat.begin(rules, 0)
    finally:
        seat.close()
    if reason:
        raise UsageError(f"{contestant.name} cannot play: {reason}")
