"""Terminal games in the store of the page: saved after every move, with high scores and results of earlier games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from secrets import token_urlsafe
from typing import Final, Self

from fourcast.errors import UsageError, quote
from fourcast.play import NAMES, Game, Reply
from fourcast.rules import SIGNS, Rules
from fourcast.store import HighScore, MoveNote, SavedGame, Store, StoreConflict
from fourcast.system import data_dir
from fourcast.text import HIGH_SCORE_ORDER, win_text

LAST: Final = "last"
"""The text of the game that was saved last; of the unfinished one, where a game is continued."""
MAX_GAMES: Final = 1000
"""Games that are looked through for results, the last ones first."""


class GameRecorder:
    """Saves the games of a terminal. Without a store, as in a read-only home directory, it saves nothing."""

    def __init__(self) -> None:
        self.problem = ""
        """Why games are not saved, or what was done about a damaged file."""
        self._store: Store | None = None
        try:
            self._store = Store(data_dir())
            self.problem = self._store.recovery or ""
        except (OSError, RuntimeError) as error:
            self.problem = f"Games are not saved automatically: {error}."
        self._record = SavedGame(token_urlsafe(9), Game())

    @property
    def id(self) -> str:
        return self._record.id

    @property
    def has_saved(self) -> bool:
        """Whether the game is stored as it was saved last."""
        return self._store is not None and self._record.version > 0

    @property
    def seconds(self) -> tuple[float, float]:
        """The time that both players have used for the moves on the board."""
        clocks = [0.0, 0.0]
        for position, note in zip(self._record.game.positions, self._record.notes, strict=False):
            clocks[position.turn] += note.seconds
        return clocks[0], clocks[1]

    def begin(self, game: Game) -> None:
        """Record another game. Moves that it has already were made elsewhere."""
        notes = [MoveNote(0.0, given=True) for _ in game.plies + game.undone]
        self._record = SavedGame(token_urlsafe(9), game, notes=notes)

    def find(self, text: str) -> Game:
        """Continue a stored game: the id that was printed, or `last`. Raises `UsageError`."""
        record = None
        if self._store:
            ident = last_game(self._store, unfinished=True) if text == LAST else text
            record = self._store.find(ident) if ident else None
        if record is None:
            what = "There is no unfinished game" if text == LAST else f"There is no file and no game {quote(text)}"
            raise UsageError(f"{what}. `fourcast play --resume FILE` continues a saved game.")
        self._record = record
        return record.game

    def save_move(self, seconds: float, reply: Reply | None = None) -> None:
        """Save the game after a move that took so long."""
        note = MoveNote.of(reply.result, seconds=seconds, remark=reply.remark) if reply else MoveNote(seconds)
        self._record.notes[self._record.game.ply - 1 :] = [note]
        self.save()

    def change_players(self, names: tuple[str, str], agents: tuple[str | None, str | None]) -> None:
        """Let these players continue the game, and save it."""
        self._record.change_players(names, agents)
        self.save()

    def save(self, *, assisted: bool = False) -> None:
        """Save the game as it is, if it has or had moves. `assisted`: there was a hint, a move was taken back, a
        player changed, or an agent was told to move at once."""
        record = self._record
        record.assisted = record.assisted or assisted
        if self._store is None or not (record.version or record.game.plies):
            return
        try:
            try:
                self._store.save(record)
            except StoreConflict as conflict:
                self._record = replace(record, id=token_urlsafe(9), version=0)
                self._store.save(self._record)
                self.problem = f"{conflict}. Both are kept: this game is saved under another id from now on, {self.id}."
        except OSError as error:
            self._store.close()
            self._store, self.problem = None, f"Games are not saved automatically any more: {error}."

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._store:
            self._store.close()

    def high_scores(self, rules: str) -> list[HighScore]:
        """The best win of every name under these rules, the best first."""
        return [score for score in self._store.high_scores() if score.rules == rules] if self._store else []

    def results(self, rules: str, names: Sequence[str]) -> Counter[str | None]:
        """The wins of two names against each other in all stored games, and under None the draws."""
        wins: Counter[str | None] = Counter()
        if self._store is None or tuple(names) in (NAMES, NAMES[::-1]):  # names that were not chosen
            return wins
        for summary in self._store.summaries(limit=MAX_GAMES):
            outcome = _outcome(summary.game)
            if outcome is None:
                continue
            data = json.loads(summary.game)
            if data.get("rules") == rules and sorted(data.get("names", [])) == sorted(names):
                winner = outcome.get("winner")
                wins[None if winner is None else data["names"][SIGNS.index(winner)]] += 1
        return wins


def last_game(store: Store, *, unfinished: bool = False) -> str | None:
    """The id of the game that was saved last, with moves or, if `unfinished`, without an outcome; None if there is
    none."""
    games = store.summaries(limit=MAX_GAMES)
    return next((one.id for one in games if (not _outcome(one.game) if unfinished else one.plies)), None)


def _outcome(game: str) -> dict[str, str | None] | None:
    """The outcome of a stored game; None if it is not over, or its data are damaged."""
    try:
        data = json.loads(game)
    except ValueError:
        return None
    outcome = data.get("outcome") if isinstance(data, dict) else None
    return outcome if isinstance(outcome, dict) else None


def score_text(scores: Sequence[HighScore]) -> str:
    """High scores, a line each, with their rank, and what the rank means."""
    if not scores:
        return "No person has won a game of these rules yet. Wins of agents are not listed."
    lines = (
        f"{rank}. {one.name} against {one.against}: {win_text(Rules.parse(one.rules), one.score, one.plies)}"
        for rank, one in enumerate(scores, start=1)
    )
    return "\n".join([*lines, HIGH_SCORE_ORDER])
