"""The store: games as they are played and high scores, in one SQLite file.

What `save` has returned from is on the disk, whatever happens to the process afterwards.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import time
from typing import Any, Final

from fourcast.errors import NotationError
from fourcast.play import Game, game_from_json, game_to_json
from fourcast.rules import board_text
from fourcast.solver import value_of_end

FILE: Final = "fourcast.db"
VERSION: Final = 1
_TABLES: Final = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    title TEXT,
    created REAL NOT NULL,
    changed REAL NOT NULL,
    deleted REAL,
    plies INTEGER NOT NULL,
    board TEXT NOT NULL,
    game TEXT NOT NULL,
    notes TEXT NOT NULL
) STRICT;
CREATE INDEX games_by_change ON games (changed DESC);
CREATE TABLE scores (
    game TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    name TEXT NOT NULL,
    against TEXT NOT NULL,
    score REAL NOT NULL,
    discs INTEGER NOT NULL,
    plies INTEGER NOT NULL
) STRICT;
"""
EMPTY_GAME_LIFETIME: Final = 24 * 3600.0
"""Seconds after which a game without a move is deleted."""


class StoreError(OSError):
    """The store cannot be opened, read or written, such as on a full disk. What was saved before is intact."""


@dataclass(frozen=True)
class MoveNote:
    """What is stored of a move: the seconds it took and, of an agent's reply, the result of the search."""

    seconds: float
    nodes: int | None = None
    depth: int | None = None
    value: str | None = None
    engine: str | None = None
    remark: str | None = None
    given: bool = False
    """Whether the move was there when the game was created or imported."""


@dataclass
class StoredGame:
    """A game with its title in the list and a note for every move, those taken back included."""

    id: str
    game: Game
    title: str | None = None
    notes: list[MoveNote] = field(default_factory=list)


@dataclass(frozen=True)
class GameSummary:
    """A game as a list shows it. `game` is its file form, with scores and outcome for readers that know no rules."""

    id: str
    title: str | None
    created: float
    changed: float
    board: str
    plies: int
    game: dict[str, Any]


@dataclass(frozen=True)
class HighScore:
    """A person's win: its score (more is better), the opponent, and the numbers of discs and moves."""

    rules: str
    name: str
    against: str
    score: float
    discs: int
    plies: int


def high_score(stored: StoredGame) -> HighScore | None:
    """What a finished game adds to the list: a win on the board by a person whose last move was made here."""
    game = stored.game
    outcome = game.outcome
    if outcome is None or outcome.winner is None or game.verdict or game.agents[outcome.winner] is not None:
        return None
    if any(note.given for note in stored.notes[len(game.plies) - 1 :][:1]):
        return None
    names, score = game.names, abs(value_of_end(game.position, outcome))
    winner, loser = names[outcome.winner], names[1 - outcome.winner]
    return HighScore(str(game.rules), winner, loser, score, game.position.discs, len(game.plies))


class Store:
    """Games and high scores in a folder. Used by one thread at a time."""

    def __init__(self, folder: Path) -> None:
        """Raises `StoreError` if the file is damaged, or was made by a newer version."""
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self._base = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        with self._errors_explained():
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA busy_timeout = 5000")
            self._make_tables()
            oldest = time() - EMPTY_GAME_LIFETIME
            self._base.execute("DELETE FROM games WHERE plies = 0 AND title IS NULL AND changed < ?", (oldest,))

    def _make_tables(self) -> None:
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if version not in (0, VERSION):
            raise StoreError(f"{self.path} was made by another version of fourcast. Use another folder with --data")
        if version == 0:
            self._base.executescript(f"BEGIN;{_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")

    def save(self, stored: StoredGame) -> None:
        """Write a game, and the high score it brings, all or nothing. Raises `StoreError`."""
        score = high_score(stored)
        game = json.dumps(game_to_json(stored.game), separators=(",", ":"))
        notes = json.dumps([asdict(note) for note in stored.notes], separators=(",", ":"))
        plies, board = len(stored.game.plies), board_text(stored.game.position)
        with self._errors_explained(), self._transaction():
            self._base.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, NULL, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " title = excluded.title, changed = excluded.changed, plies = excluded.plies,"
                " board = excluded.board, game = excluded.game, notes = excluded.notes",
                (stored.id, stored.title, time(), time(), plies, board, game, notes),
            )
            self._base.execute("DELETE FROM scores WHERE game = ?", (stored.id,))
            if score:
                self._base.execute(
                    "INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?, ?)", (stored.id, *asdict(score).values())
                )

    def find(self, ident: str) -> StoredGame | None:
        """The game of an id, unless there is none or it was deleted. Raises `NotationError` if it was edited into
        something else."""
        with self._errors_explained():
            row = self._base.execute(
                "SELECT title, game, notes FROM games WHERE id = ? AND deleted IS NULL", (ident,)
            ).fetchone()
        if row is None:
            return None
        title, game, notes = row
        try:
            return StoredGame(
                ident, game_from_json(json.loads(game)), title, [MoveNote(**note) for note in json.loads(notes)]
            )
        except (TypeError, json.JSONDecodeError) as error:
            raise NotationError(f"This stored game cannot be read: {error}.") from None

    def summaries(self, *, limit: int = 100, skip: int = 0) -> list[GameSummary]:
        """The games that have moves or a title, the last changed first, without the first `skip`."""
        with self._errors_explained():
            rows = self._base.execute(
                "SELECT id, title, created, changed, board, plies, game FROM games"
                " WHERE deleted IS NULL AND (plies > 0 OR title IS NOT NULL) ORDER BY changed DESC LIMIT ? OFFSET ?",
                (limit, skip),
            )
            return [
                GameSummary(ident, title, created, changed, board, plies, json.loads(game))
                for ident, title, created, changed, board, plies, game in rows
            ]

    def delete(self, ident: str) -> bool:
        """Remove a game from the list; `restore` brings it back. Returns whether it was there."""
        return self._update("deleted = ? WHERE id = ? AND deleted IS NULL", time(), ident)

    def restore(self, ident: str) -> bool:
        """Returns whether the game was deleted."""
        return self._update("deleted = ? WHERE id = ? AND deleted IS NOT NULL", None, ident)

    def _update(self, change: str, deleted: float | None, ident: str) -> bool:
        with self._errors_explained():
            return self._base.execute(f"UPDATE games SET {change}", (deleted, ident)).rowcount == 1

    def high_scores(self) -> list[HighScore]:
        """The best win of every name under every rules: the highest score and, of equals, in the fewest moves."""
        with self._errors_explained():
            rows = self._base.execute(
                "SELECT rules, name, against, score, discs, plies FROM (SELECT *, row_number() OVER"
                " (PARTITION BY rules, name ORDER BY score DESC, plies) AS rank FROM scores)"
                " WHERE rank = 1 ORDER BY rules, score DESC, plies, name"
            )
            return [HighScore(*row) for row in rows]

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            if self._base.in_transaction:  # SQLite may have rolled it back already
                self._base.execute("ROLLBACK")
            raise

    @contextmanager
    def _errors_explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be used: {error}") from None
