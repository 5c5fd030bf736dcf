"""The SQLite file. What `keep` has returned from is on the disk, whatever happens to the program afterwards."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from time import time
from typing import Final

from fourcast.rules import board_text
from fourcast.store.games import KeptGame, Summary, game_from_text, game_to_text, notes_to_text
from fourcast.store.scores import HighScore, high_score

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
FORGET_EMPTY_AFTER: Final = 24 * 3600.0
"""Seconds after which a game without a move is forgotten."""


class Store:
    """Games and high scores in a folder. One thread at a time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._base = sqlite3.connect(folder / FILE, isolation_level=None, check_same_thread=False)
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        self._base.execute("PRAGMA busy_timeout = 5000")
        self._make_tables(folder)
        self._base.execute(
            "DELETE FROM games WHERE plies = 0 AND title IS NULL AND changed < ?", (time() - FORGET_EMPTY_AFTER,)
        )

    def _make_tables(self, folder: Path) -> None:
        (found,) = self._base.execute("PRAGMA user_version").fetchone()
        if found not in (0, VERSION):
            raise OSError(f"{folder / FILE} was made by another version of fourcast. Name another folder by --data")
        if found == 0:
            self._base.executescript(f"BEGIN;{_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")

    def keep(self, kept: KeptGame) -> None:
        """Write a game, and the high score it brings, whole or not at all."""
        score = high_score(kept)
        self._base.execute("BEGIN IMMEDIATE")
        try:
            self._base.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, NULL, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " title = excluded.title, changed = excluded.changed, plies = excluded.plies,"
                " board = excluded.board, game = excluded.game, notes = excluded.notes",
                (
                    kept.id,
                    kept.title,
                    time(),
                    time(),
                    len(kept.game.plies),
                    board_text(kept.game.position),
                    game_to_text(kept),
                    notes_to_text(kept),
                ),
            )
            self._base.execute("DELETE FROM scores WHERE game = ?", (kept.id,))
            if score:
                self._base.execute(
                    "INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (kept.id, score.rules, score.name, score.against, score.score, score.discs, score.plies),
                )
            self._base.execute("COMMIT")
        except BaseException:
            self._base.execute("ROLLBACK")
            raise

    def find(self, ident: str) -> KeptGame | None:
        """The game of that id, unless there is none or it was deleted."""
        row = self._base.execute(
            "SELECT title, game, notes FROM games WHERE id = ? AND deleted IS NULL", (ident,)
        ).fetchone()
        return row and game_from_text(ident, *row)

    def summaries(self, *, most: int = 100, skip: int = 0) -> list[Summary]:
        """The games that have moves, the last played first, but for the first `skip`."""
        rows = self._base.execute(
            "SELECT id, title, created, changed, board, plies, game FROM games"
            " WHERE deleted IS NULL AND (plies > 0 OR title IS NOT NULL) ORDER BY changed DESC LIMIT ? OFFSET ?",
            (most, skip),
        )
        return [
            Summary(ident, title, created, changed, board, plies, json.loads(game))
            for ident, title, created, changed, board, plies, game in rows
        ]

    def delete(self, ident: str) -> bool:
        """Take a game out of the list; `restore` brings it back."""
        return self._mark(ident, "deleted = ? WHERE id = ? AND deleted IS NULL", time())

    def restore(self, ident: str) -> bool:
        return self._mark(ident, "deleted = ? WHERE id = ? AND deleted IS NOT NULL", None)

    def _mark(self, ident: str, change: str, when: float | None) -> bool:
        return self._base.execute(f"UPDATE games SET {change}", (when, ident)).rowcount == 1

    def high_scores(self) -> list[HighScore]:
        """The best win of every name under every rules: the highest score and, of equals, in the fewest moves."""
        rows = self._base.execute(
            "SELECT rules, name, against, score, discs, plies FROM ("
            " SELECT *, row_number() OVER (PARTITION BY rules, name ORDER BY score DESC, plies) AS place FROM scores)"
            " WHERE place = 1 ORDER BY rules, score DESC, plies, name"
        )
        return [HighScore(*row) for row in rows]

    def close(self) -> None:
        self._base.close()
