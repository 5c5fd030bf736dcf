"""Damaged database files: what can be read of them is copied to a new file, row by row, and they are set aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

_SIDE_FILES: Final = ("", "-wal", "-shm")
_ORDERS: Final = ("rowid", "rowid DESC", "changed", "changed DESC", "id", "id DESC")
"""By which the games are listed: an order that reads a damaged page ends there, and another one may go on."""


def set_aside(path: Path) -> Path:
    """Rename a database file, with its log, to a name that is free. Returns the new path."""
    numbered = (path.with_name(f"{path.stem}-damaged-{number}{path.suffix}") for number in count(1))
    target = next(candidate for candidate in numbered if not candidate.exists())
    for suffix in _SIDE_FILES:
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{target}{suffix}")
    return target


def remove_files(path: Path) -> None:
    """Remove a database file and its log, if there are any."""
    for suffix in _SIDE_FILES:
        Path(f"{path}{suffix}").unlink(missing_ok=True)


def copy_games(damaged: Path, new: Path) -> tuple[int, int]:
    """Copy the games that can be read, with their moves and high scores, to a file that has the tables. Returns the
    number of games and how many the damaged file lists. Raises `sqlite3.Error` if they cannot be written."""
    games = 0
    with (
        closing(sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(new)) as target,
        target,
    ):
        source.row_factory = sqlite3.Row
        target.execute("BEGIN")
        idents = _idents(source)
        for ident in idents:
            rows = _read(source, "SELECT * FROM games WHERE id = ?", ident)
            moves = _read(source, "SELECT * FROM moves WHERE game = ? ORDER BY ply", ident)
            if not rows or (rows[0]["notes"] == "[]" and len(moves) < rows[0]["plies"]):
                continue  # not all of its moves can be read
            scores = _read(source, "SELECT * FROM scores WHERE game = ?", ident)
            target.execute("SAVEPOINT game")
            try:
                for table, found in (("games", rows), ("moves", moves), ("scores", scores)):
                    for row in found:
                        _insert(target, table, row)
                games += 1
            except sqlite3.IntegrityError:  # values that the tables do not take
                target.execute("ROLLBACK TO game")
            target.execute("RELEASE game")
    return games, len(idents)


def _idents(source: sqlite3.Connection) -> set[str]:
    """The ids of all games that can be listed."""
    return {row["id"] for order in _ORDERS for row in _readable(source, f"SELECT id FROM games ORDER BY {order}")}


def _read(source: sqlite3.Connection, query: str, ident: str) -> list[sqlite3.Row]:
    return list(_readable(source, query, ident))


def _readable(source: sqlite3.Connection, query: str, *parameters: Any) -> Iterator[sqlite3.Row]:
    """The rows of a query up to the first one that cannot be read."""
    with suppress(sqlite3.Error):
        yield from source.execute(query, parameters)


def _insert(target: sqlite3.Connection, table: str, row: sqlite3.Row) -> None:
    names = row.keys()
    places = ", ".join("?" * len(names))
    target.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})", tuple(row))
