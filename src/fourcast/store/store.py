"""A SQLite file of games and high scores. What `save` has returned from is on disk, whatever happens afterwards."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import time
from typing import Final

from fourcast.database import Database
from fourcast.errors import NotationError
from fourcast.play import Game, game_from_json, game_to_json
from fourcast.rules import board_text
from fourcast.solver import exact_terminal_value

FILE: Final = "fourcast.db"
VERSION: Final = 1
_GAMES: Final = """
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
) STRICT
"""
_GAMES_INDEX: Final = "CREATE INDEX games_by_change ON games (changed DESC)"
_SCORES: Final = """
CREATE TABLE scores (
    game TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    name TEXT NOT NULL,
    against TEXT NOT NULL,
    score REAL NOT NULL,
    discs INTEGER NOT NULL,
    plies INTEGER NOT NULL
) STRICT
"""
EMPTY_GAME_SECONDS: Final = 24 * 3600.0
"""After which a game without a move is removed."""


class StoreError(OSError):
    """The store cannot be opened, read or written, such as on a full disk. What was saved before is intact."""


@dataclass(frozen=True)
class MoveNote:
    """The seconds that a move took and, for an agent, the result of its search. A move that is `given` was there when
    the game was created or imported."""

    seconds: float
    nodes: int | None = None
    """Of the iteration that chose the move; in games of version 0.1.0, of all iterations."""
    dropped: int | None = None
    all_nodes: int | None = None
    search_seconds: float | None = None
    depth: int | None = None
    value: str | None = None
    engine: str | None = None
    seed: int | None = None
    remark: str | None = None
    given: bool = False


@dataclass
class SavedGame:
    """A game with its title and a note for every move, also for those that were taken back."""

    id: str
    game: Game
    title: str | None = None
    notes: list[MoveNote] = field(default_factory=list)


@dataclass(frozen=True)
class GameSummary:
    """A game in a list. `game` is its file form as JSON text, which may be damaged. It has scores and outcome for
    readers that do not know the rules."""

    id: str
    title: str | None
    created: float
    changed: float
    board: str
    plies: int
    game: str


@dataclass(frozen=True)
class HighScore:
    """A person's win: its score, the opponent, and the numbers of discs and moves."""

    rules: str
    name: str
    against: str
    score: float
    discs: int
    plies: int


class Store:
    """Games and high scores in a folder. Used by one thread at a time."""

    def __init__(self, folder: Path) -> None:
        """Raises `StoreError` if the file is damaged, or was made by another version."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FILE

        def prepare(database: Database) -> None:
            version = database.value("PRAGMA user_version")
            if version not in (0, VERSION):
                raise StoreError(f"{path} was made by another version of fourcast. Name another folder by --data")
            if version == 0:
                for statement in (_GAMES, _GAMES_INDEX, _SCORES, f"PRAGMA user_version = {VERSION}"):
                    database.execute(statement)
            database.execute(
                "DELETE FROM games WHERE plies = 0 AND title IS NULL AND changed < ?", (time() - EMPTY_GAME_SECONDS,)
            )

        self._database = Database(path, lambda error: StoreError(f"{path} cannot be used: {error}"), prepare)

    def save(self, record: SavedGame) -> None:
        """Write a game and its high score, in one transaction. Raises `StoreError`."""
        game = record.game
        score = _high_score(record)
        row = (
            record.id,
            record.title,
            time(),
            time(),
            len(game.plies),
            board_text(game.position),
            json.dumps(game_to_json(game), separators=(",", ":")),
            json.dumps([asdict(note) for note in record.notes], separators=(",", ":")),
        )
        with self._database.transaction():
            self._database.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, NULL, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " title = excluded.title, changed = excluded.changed, plies = excluded.plies,"
                " board = excluded.board, game = excluded.game, notes = excluded.notes",
                row,
            )
            self._database.execute("DELETE FROM scores WHERE game = ?", (record.id,))
            if score:
                self._database.execute(
                    "INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (record.id, score.rules, score.name, score.against, score.score, score.discs, score.plies),
                )

    def find(self, ident: str) -> SavedGame | None:
        """The game of an id; None if there is none or it is deleted. Raises `NotationError` if its data are damaged."""
        rows = self._database.query("SELECT title, game, notes FROM games WHERE id = ? AND deleted IS NULL", (ident,))
        if not rows:
            return None
        ((title, game, notes),) = rows
        try:
            return SavedGame(
                ident, game_from_json(json.loads(game)), title, [MoveNote(**note) for note in json.loads(notes)]
            )
        except (TypeError, json.JSONDecodeError) as error:
            raise NotationError(f"This saved game cannot be read: {error}.") from None

    def summaries(self, *, limit: int = 100, skip: int = 0) -> list[GameSummary]:
        """The games that have moves or a title, the last changed first."""
        rows = self._database.query(
            "SELECT id, title, created, changed, board, plies, game FROM games"
            " WHERE deleted IS NULL AND (plies > 0 OR title IS NOT NULL) ORDER BY changed DESC LIMIT ? OFFSET ?",
            (limit, skip),
        )
        return [GameSummary(*row) for row in rows]

    def delete(self, ident: str) -> bool:
        """Remove a game from the list until `restore`. Whether it was there."""
        marked = self._database.execute(
            "UPDATE games SET deleted = ? WHERE id = ? AND deleted IS NULL", (time(), ident)
        )
        return marked == 1

    def restore(self, ident: str) -> bool:
        """Undo a deletion. Whether there was one."""
        marked = self._database.execute(
            "UPDATE games SET deleted = NULL WHERE id = ? AND deleted IS NOT NULL", (ident,)
        )
        return marked == 1

    def high_scores(self) -> list[HighScore]:
        """The best win of every name under every rules: the highest score and, among equals, the fewest moves."""
        rows = self._database.query(
            "SELECT rules, name, against, score, discs, plies FROM (SELECT *, row_number() OVER"
            " (PARTITION BY rules, name ORDER BY score DESC, plies) AS rank FROM scores)"
            " WHERE rank = 1 ORDER BY rules, score DESC, plies, name"
        )
        return [HighScore(*row) for row in rows]

    def close(self) -> None:
        self._database.close()


def _high_score(record: SavedGame) -> HighScore | None:
    """The high score of a finished game: a win on the board by a person who made the last move here."""
    game = record.game
    outcome = game.outcome
    if outcome is None or outcome.winner is None or game.verdict:
        return None
    last_note = record.notes[len(game.plies) - 1 : len(game.plies)]
    if game.agents[outcome.winner] is not None or any(note.given for note in last_note):
        return None
    return HighScore(
        rules=str(game.rules),
        name=game.names[outcome.winner],
        against=game.names[1 - outcome.winner],
        score=abs(exact_terminal_value(game.position, outcome)),
        discs=game.position.discs,
        plies=len(game.plies),
    )
