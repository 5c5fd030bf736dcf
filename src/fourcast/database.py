"""SQLite files: what a transaction has committed is on disk, whatever happens afterwards."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage
from typing import Any, Final, Self

MIN_FREE_BYTES: Final = 1 << 17
"""Free space on the disk that is needed to change a file."""
LOCK_TIMEOUT: Final = 60.0
"""Seconds to wait for another process that is writing."""


class Database:
    """A SQLite file with a write-ahead log. Used by one thread at a time, and by any number of processes at once."""

    def __init__(
        self, path: Path, explain: Callable[[sqlite3.Error], Exception], prepare: Callable[[Self], None]
    ) -> None:
        """`explain` makes the exception that is raised for one of SQLite's. `prepare` makes the tables of a new file,
        or raises if the file is another kind of database, which is then left as it is."""
        self._explain = explain
        self._folder = path.absolute().parent
        with self._errors_explained():
            self._connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=LOCK_TIMEOUT
            )
        try:
            with self.transaction():
                prepare(self)
            self.execute("PRAGMA journal_mode = WAL")
            self.execute("PRAGMA synchronous = FULL")
        except BaseException:
            self.close()
            raise

    def _check_space(self) -> None:
        """Raise now if the disk is full: the log needs a file that is mapped into memory, and where that has no room on
        the disk the system ends the process (SIGBUS)."""
        disk = disk_usage(self._folder)
        if disk.total and disk.free < MIN_FREE_BYTES:  # a total of 0: the file system does not say
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise self._explain(error)

    def query(self, text: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self._errors_explained():
            return self._connection.execute(text, parameters).fetchall()

    def value(self, text: str) -> Any:
        """The one value of a query."""
        ((value,),) = self.query(text)
        return value

    def execute(self, text: str, parameters: Sequence[object] = ()) -> int:
        """Execute a statement; returns the number of rows that it changed."""
        with self._errors_explained():
            return self._connection.execute(text, parameters).rowcount

    def execute_many(self, text: str, rows: Iterable[Sequence[object]]) -> None:
        """Execute a statement for every row of parameters."""
        with self._errors_explained():
            self._connection.executemany(text, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything that is executed in this context, or nothing of it; within another transaction, when that
        one is committed."""
        if self.is_in_transaction:
            with self._savepoint():
                yield
            return
        self._check_space()
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            if self.is_in_transaction:  # SQLite may have rolled it back already
                self.execute("ROLLBACK")
            raise

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        self.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self.is_in_transaction:
                self.execute("ROLLBACK TO part")
                self.execute("RELEASE part")
            raise
        self.execute("RELEASE part")

    @property
    def is_in_transaction(self) -> bool:
        return self._connection.in_transaction

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _errors_explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._explain(error) from None
