"""Which discs stand in a row: the lines that the page marks."""

from __future__ import annotations

from collections.abc import Iterator

from fourcast.rules import FIRST, SECOND, Goal, Player, Position
from fourcast.web.schema import LineView

_DIRECTIONS = ((0, 1), (1, 0), (1, -1), (1, 1))


def marked_lines(position: Position) -> list[LineView]:
    """The winner's lines where the first line ends the game, else the lines of both sides; five in a row are one."""
    players: tuple[Player, ...] = (FIRST, SECOND)
    if position.rules.goal is Goal.FIRST_LINE:
        outcome = position.outcome()
        if outcome is None or outcome.winner is None:
            return []
        players = (outcome.winner,)
    return [LineView(player=player, ends=ends) for player in players for ends in _runs(position, player)]


def _runs(position: Position, player: Player) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The ends of every longest row of one side's discs that holds a line."""
    shape = position.rules.shape

    def own(column: int, row: int) -> bool:
        return (
            0 <= column < shape.width
            and 0 <= row < shape.height
            and bool(position.stones[player] & shape.cell(column, row))
        )

    for right, up in _DIRECTIONS:
        for column in range(shape.width):
            for row in range(shape.height):
                if not own(column, row) or own(column - right, row - up):
                    continue
                length = 1
                while own(column + right * length, row + up * length):
                    length += 1
                if length >= shape.connect:
                    yield (column, row), (column + right * (length - 1), row + up * (length - 1))
