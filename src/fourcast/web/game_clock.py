"""The clocks of a game: the time of all moves, and that of the turn while it runs."""

from __future__ import annotations

from time import monotonic

from fourcast.rules import Player
from fourcast.store import SavedGame


class GameClock:
    """Seconds that both players have used. They are added up once per move, however long the game is."""

    def __init__(self, record: SavedGame) -> None:
        self._used = [(0.0, 0.0)]  # after each move
        self._before = 0.0  # seconds of this turn until it was stopped last
        self._since: float | None = None
        self.update(record, first=0)

    def update(self, record: SavedGame, *, first: int) -> None:
        """Read the moves from the first that has changed."""
        del self._used[first + 1 :]
        notes = record.notes[first : record.game.ply]
        for (position, _), note in zip(record.game.steps(first), notes, strict=False):
            used = list(self._used[-1])
            used[position.turn] += note.seconds
            self._used.append((used[0], used[1]))

    @property
    def is_running(self) -> bool:
        return self._since is not None

    @property
    def turn_seconds(self) -> float:
        """Of the player to move, since the last move."""
        return self._before + (0.0 if self._since is None else monotonic() - self._since)

    def set_running(self, running: bool) -> None:
        if running != self.is_running:
            self._before = self.turn_seconds
            self._since = monotonic() if running else None

    def start_turn(self) -> None:
        self._before, self._since = 0.0, None

    def seconds(self, player: Player, turn: Player) -> float:
        """What a player has used; `turn` is the player to move."""
        return self._used[-1][player] + (self.turn_seconds if player == turn else 0.0)
