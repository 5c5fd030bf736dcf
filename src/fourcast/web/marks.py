"""Which discs stand in a row: the lines that the page marks."""

from __future__ import annotations

from fourcast.rules import FIRST, SECOND, Goal, Player, Position, runs
from fourcast.web.schema import LineView


def marked_lines(position: Position) -> list[LineView]:
    """The winner's lines where the first line ends the game, else the lines of both sides; five in a row are one."""
    players: tuple[Player, ...] = (FIRST, SECOND)
    if position.rules.goal is Goal.FIRST_LINE:
        outcome = position.outcome
        if outcome is None or outcome.winner is None:
            return []
        players = (outcome.winner,)
    return [LineView(player=player, ends=ends) for player in players for ends in runs(position, player)]
