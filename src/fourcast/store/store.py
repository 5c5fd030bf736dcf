"""A SQLite file of games and high scores. What `save` has returned from is on disk, whatever happens afterwards."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict, astuple
from pathlib import Path
from shutil import copy, disk_usage
from tempfile import TemporaryDirectory
from time import time
from typing import Final

from fourcast.database import MIN_FREE_BYTES, Database
from fourcast.errors import NotationError, UsageError
from fourcast.files import make_private_file, make_private_folder
from fourcast.play import game_from_json, game_to_json
from fourcast.rules import Rules, board_text, line_text, ply_text, read_ply
from fourcast.store.records import NOTE_KEYS, GameSummary, HighScore, MoveNote, SavedGame, Seats, high_score
from fourcast.store.recovery import copy_games, remove_files, set_aside
from fourcast.system import file_lock

FILE: Final = "fourcast.db"
LOCK: Final = "fourcast.lock"
MIGRATIONS: Final = (
    (
        """
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
        """,
        "CREATE INDEX games_by_change ON games (changed DESC)",
        """
        CREATE TABLE scores (
            game TEXT PRIMARY KEY,
            rules TEXT NOT NULL,
            name TEXT NOT NULL,
            against TEXT NOT NULL,
            score REAL NOT NULL,
            discs INTEGER NOT NULL,
            plies INTEGER NOT NULL
        ) STRICT
        """,
    ),
    (
        # Moves have rows of their own, so that a move of a long game is as quick to save as one of a short game. Rows
        # of `games` that were written before have their moves in `game` and `notes` until they are saved again.
        """
        CREATE TABLE moves (
            game TEXT NOT NULL,
            ply INTEGER NOT NULL,
            move TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (game, ply)
        ) STRICT, WITHOUT ROWID
        """,
        "ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
        "UPDATE games SET version = CAST(changed * 1e6 AS INTEGER)",  # above those that pages have seen
    ),
    (
        "ALTER TABLE scores ADD COLUMN strength INTEGER NOT NULL DEFAULT 0",
        "UPDATE scores SET strength = CASE WHEN against GLOB 'Level [1-8]' THEN CAST(substr(against, 7) AS INTEGER)"
        " WHEN against = 'Perfect' THEN 9 ELSE 0 END",
    ),
    ("ALTER TABLE games ADD COLUMN assisted INTEGER NOT NULL DEFAULT 0",),
    ("ALTER TABLE games ADD COLUMN seats TEXT",),
)
"""The statements that make each version of the tables out of the version before."""
VERSION: Final = len(MIGRATIONS)
EMPTY_GAME_SECONDS: Final = 24 * 3600.0
"""After which a game without a move is removed."""


class StoreError(OSError):
    """The store cannot be opened, read or written. What was saved before is intact."""

    unsaved = "this change"
    """What was to be saved, in words."""


class StoreFull(StoreError):
    """There is no space for what was to be saved."""


class StoreConflict(StoreError):
    """Another program has changed the game since it was read."""


class StoreReadOnly(StoreError):
    """The file or its folder cannot be written."""


class StoreDamaged(StoreError):
    """The file has parts that cannot be read."""


class Store:
    """Games and high scores in a folder. Used by one thread at a time, and by several programs at once."""

    def __init__(self, folder: Path, *, is_locked: bool = False) -> None:
        """Open the file, and bring it to this version. What can be read of a damaged file is copied to a new one under
        the lock of the folder, which the caller may have already (`is_locked`), and `recovery` says so. Raises
        `StoreError` if the file cannot be used, or was made by a newer version."""
        make_private_folder(folder)
        path = folder / FILE
        self.recovery: str | None = None
        """What was done about a damaged file, in a sentence; None if it was not damaged."""
        try:
            self._database = _open(path)
        except StoreDamaged as error:
            with nullcontext(True) if is_locked else folder_lock(folder) as is_ours:
                if not is_ours:
                    raise StoreDamaged(
                        f"{error}. Another fourcast program uses it: restart that program, and what can be read is "
                        "recovered"
                    ) from None
                self._database, self.recovery = _open_or_recover(path)

    def save(self, record: SavedGame, *, first: int = 0) -> None:
        """Write a game and its high score, in one transaction, and count its version. The title is that of the first
        time, until `rename`. `first`: number of moves that are as they were saved before, with their notes, and not
        written again. Raises `StoreError`: `StoreConflict` if another program has saved the game meanwhile."""
        (error,) = self.save_all([(record, first)])
        if error:
            raise error

    def save_all(self, saves: Sequence[tuple[SavedGame, int]]) -> list[StoreError | None]:
        """Save games, each with its `first`, and wait for the disk once, which takes longer than everything else.
        Returns why each was not saved, None if it was. Raises `StoreError` if none was."""
        errors: list[StoreError | None] = []
        with self._database.transaction():
            for record, first in saves:
                try:
                    self._write(record, first)
                    errors.append(None)
                except StoreError as error:
                    if not self._database.is_in_transaction:  # SQLite has rolled back all of them
                        raise
                    errors.append(error)
        for (record, _), problem in zip(saves, errors, strict=True):
            record.version += problem is None
        return errors

    def _write(self, record: SavedGame, first: int) -> None:
        game = record.game
        moves = (*game.plies, *game.undone)
        row = (
            record.id,
            record.title,
            time(),
            time(),
            game.ply,
            board_text(game.position),
            json.dumps(game_to_json(game, with_moves=False), separators=(",", ":")),
            record.version + 1,
            record.assisted,
            None if record.seats.is_free else json.dumps(asdict(record.seats)),
        )
        with self._database.transaction():
            if first and not self._database.query(
                "SELECT 1 FROM moves WHERE game = ? AND ply = ?", (record.id, first - 1)
            ):
                first = 0  # the moves are in the row of the game still
            stored = self._database.query(
                "INSERT INTO games (id, title, created, changed, plies, board, game, version, assisted, seats, notes)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '[]') ON CONFLICT (id) DO UPDATE SET"
                " changed = excluded.changed, plies = excluded.plies, board = excluded.board, game = excluded.game,"
                " notes = excluded.notes, version = excluded.version, seats = excluded.seats,"
                " assisted = max(assisted, excluded.assisted)"
                " WHERE version = excluded.version - 1 RETURNING assisted",
                row,
            )
            if not stored:
                raise StoreConflict("Another program has changed this game")
            self._database.execute("DELETE FROM moves WHERE game = ? AND ply >= ?", (record.id, first))
            self._database.execute_many(
                "INSERT INTO moves VALUES (?, ?, ?, ?)",
                (
                    (record.id, ply, ply_text(moves[ply]), _note_text(record.notes, ply))
                    for ply in range(first, len(moves))
                ),
            )
            self._database.execute("DELETE FROM scores WHERE game = ?", (record.id,))
            ((is_assisted,),) = stored
            if not is_assisted and (score := high_score(record)):
                self._database.execute(
                    "INSERT INTO scores (game, rules, name, against, score, discs, plies, strength)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    astuple(score),
                )

    def rename(self, ident: str, title: str) -> None:
        """Give a game another title. Its version stays."""
        self._database.execute("UPDATE games SET title = ?, changed = ? WHERE id = ?", (title, time(), ident))

    def mark_assisted(self, ident: str) -> None:
        """Note that a player of a game had a hint. Its version stays."""
        self._database.execute("UPDATE games SET assisted = 1 WHERE id = ?", (ident,))

    def version(self, ident: str) -> int | None:
        """The version of a game; None if there is none."""
        rows = self._database.query("SELECT version FROM games WHERE id = ?", (ident,))
        return rows[0][0] if rows else None

    def find(self, ident: str) -> SavedGame | None:
        """The game of an id; None if there is none or it is deleted. Raises `NotationError` if its data are damaged."""
        rows = self._database.query(
            "SELECT title, plies, game, notes, version, assisted, seats FROM games WHERE id = ? AND deleted IS NULL",
            (ident,),
        )
        if not rows:
            return None
        ((title, plies, game, notes, version, assisted, seats),) = rows
        moves = self._database.query("SELECT move, note FROM moves WHERE game = ? ORDER BY ply", (ident,))
        try:
            data, note_data = json.loads(game), json.loads(notes)
            if moves:
                rules = Rules.parse(data["rules"])
                line = [read_ply(rules, move) for move, _ in moves]
                data |= {"moves": line_text(rules, line[:plies]), "undone": line_text(rules, line[plies:])}
                note_data = [json.loads(note) for _, note in moves]
            note_list = [MoveNote(**{key: note[key] for key in note.keys() & NOTE_KEYS}) for note in note_data]
            return SavedGame(ident, game_from_json(data), title, note_list, version, bool(assisted), _seats(seats))
        except NotationError:
            raise
        except (TypeError, AttributeError, LookupError, UsageError, json.JSONDecodeError) as error:
            raise NotationError(f"This saved game cannot be read: {error}.") from None

    def seats(self, ident: str) -> Seats:
        """The seats of a game, also of one that is deleted or damaged."""
        rows = self._database.query("SELECT seats FROM games WHERE id = ?", (ident,))
        return _seats(rows[0][0] if rows else None)

    def summaries(self, *, limit: int = 100, skip: int = 0, owner: str | None = None) -> list[GameSummary]:
        """The games that have moves or a title, the last changed first, without those in which all seats belong to
        others than the owner."""
        rows = self._database.query(
            "SELECT id, title, created, changed, board, plies, game FROM games"
            " WHERE deleted IS NULL AND (plies > 0 OR title IS NOT NULL) AND (seats IS NULL OR instr(seats, ?))"
            " ORDER BY changed DESC LIMIT ? OFFSET ?",
            (f'"{owner}"', limit, skip),
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
        """The best win of every name under every rules: against the strongest opponent, among equals with the highest
        score, then in the fewest moves, then the last."""
        rows = self._database.query(
            "SELECT game, rules, name, against, score, discs, plies, strength FROM (SELECT *, row_number() OVER"
            " (PARTITION BY rules, name ORDER BY strength DESC, score DESC, plies, rowid DESC) AS rank FROM scores)"
            " WHERE rank = 1 ORDER BY rules, strength DESC, score DESC, plies, name"
        )
        return [HighScore(*row) for row in rows]

    def check(self) -> None:
        """Raise `StoreError` if nothing can be saved now."""
        with self._database.transaction():
            pass

    def close(self) -> None:
        self._database.close()


@contextmanager
def folder_lock(folder: Path) -> Iterator[bool]:
    """Try to lock a folder of games, and yield whether no other program has. A server has the lock while it runs."""
    make_private_folder(folder)
    make_private_file(folder / LOCK)
    with file_lock(folder / LOCK) as is_locked:
        yield is_locked


@contextmanager
def temporary_copy(folder: Path) -> Iterator[Store]:
    """The games of a folder, to read in a copy: the folder stays as it is, also if its file is damaged or old. Raises
    `OSError`."""
    path = folder.absolute() / FILE
    with TemporaryDirectory(prefix="fourcast-") as name:
        target = Path(name) / FILE
        try:
            with (
                closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source,
                closing(sqlite3.connect(target)) as connection,
            ):
                source.backup(connection)
        except sqlite3.Error:  # damaged: what can be read is recovered in the copy
            copy(path, target)
        with closing(Store(target.parent)) as store:
            yield store


def _open_or_recover(path: Path) -> tuple[Database, str | None]:
    try:
        return _open(path), None  # it may have been recovered before the folder was locked
    except StoreDamaged:
        sentence = _recover(path)
        return _open(path), sentence


def _recover(path: Path) -> str:
    """Copy what can be read of a damaged file to a new one, which then takes its place. If the new file cannot be
    written, everything stays as it is. Returns what was done, in a sentence."""
    new = path.with_name(f"{path.stem}-new{path.suffix}")
    remove_files(new)
    try:
        _open(new).close()
        games, total = copy_games(path, new)
    except sqlite3.Error as error:
        remove_files(new)
        raise _explained(new, error) from None
    except BaseException:
        remove_files(new)
        raise
    damaged = set_aside(path)
    new.rename(path)
    number = f"{games} of {total} games recovered" if total else "none of its games can be read"
    return f"{path} was damaged: {number}, and the damaged file is kept as {damaged.name}."


def _open(path: Path) -> Database:
    """The database of a file, which is made or brought to this version."""

    def prepare(database: Database) -> None:
        (result,) = database.query("PRAGMA quick_check(1)")
        if result != ("ok",):
            raise StoreDamaged(f"{path} is damaged: {result[0]}")
        version = database.value("PRAGMA user_version")
        if version > VERSION:
            raise StoreError(
                f"{path} was made by a newer version of fourcast: its format is {version}, this version reads up to "
                f"{VERSION}. Update fourcast, or name another folder by --data"
            )
        if version == 0 and database.value("SELECT count(*) FROM sqlite_schema"):
            raise StoreError(f"{path} is a database of another program. Move it away, or name another folder by --data")
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute(
            "DELETE FROM games WHERE plies = 0 AND title IS NULL AND changed < ?", (time() - EMPTY_GAME_SECONDS,)
        )

    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a file of games. Move it away, or name another folder by --data")
    try:
        make_private_file(path)
    except PermissionError as error:
        raise StoreReadOnly(
            f"{path} cannot be written: {error.strerror}. Make it writable, or name another folder by --data"
        ) from None
    return Database(path, lambda error: _explained(path, error), prepare)


def _explained(path: Path, error: sqlite3.Error) -> StoreError:
    """The exception to raise for one of SQLite's."""
    name = getattr(error, "sqlite_errorname", "")
    if name in ("SQLITE_NOTADB", "SQLITE_FORMAT") or name.startswith("SQLITE_CORRUPT"):
        return StoreDamaged(f"{path} is damaged: {error}")
    if name.startswith("SQLITE_READONLY"):
        return StoreReadOnly(f"{path} cannot be written: {error}. Make it writable, or name another folder by --data")
    if name == "SQLITE_FULL" or (name.startswith("SQLITE_IOERR") and disk_usage(path.parent).free < MIN_FREE_BYTES):
        return StoreFull(f"{path} cannot be written: the disk is full. Free some space")
    return StoreError(f"{path} cannot be used: {error}. Check its disk, or name another folder by --data")


def _seats(text: str | None) -> Seats:
    data = json.loads(text) if text else {"owners": (None, None), "invitations": (None, None)}
    return Seats(*((data[key][0], data[key][1]) for key in ("owners", "invitations")))


def _note_text(notes: Sequence[MoveNote], ply: int) -> str:
    return json.dumps(asdict(notes[ply] if ply < len(notes) else MoveNote(0.0)), separators=(",", ":"))
