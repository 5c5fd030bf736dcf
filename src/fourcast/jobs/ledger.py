"""The ledger: results by task, in one SQLite file. What `keep` has returned from is on the disk."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeVar

from fourcast.errors import JobError
from fourcast.jobs.progress import Failure
from fourcast.jobs.task import Task

VERSION: Final = 1
_NAME: Final = 0x46434C47
"""Marks the file as a ledger: SQLite calls it the application id."""
_TABLES: Final = """
CREATE TABLE results (
    key TEXT PRIMARY KEY,
    function TEXT NOT NULL,
    arguments TEXT NOT NULL,
    result TEXT NOT NULL,
    seconds REAL NOT NULL
) STRICT
"""
_FAILURES: Final = """
CREATE TABLE failures (
    key TEXT PRIMARY KEY,
    function TEXT NOT NULL,
    arguments TEXT NOT NULL,
    reason TEXT NOT NULL,
    set_aside INTEGER NOT NULL
) STRICT
"""
_SETTLE: Final = "DELETE FROM failures WHERE key = ?1 AND EXISTS (SELECT 1 FROM results WHERE key = ?1)"
"""A task that has a result, perhaps by another program, has not failed."""
WAIT: Final = 60.0
"""Seconds to wait for another program that is writing."""
BATCH: Final = 256
"""Tasks looked up at once."""


T = TypeVar("T")


def batched(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of so many, as they come; the last may be shorter."""
    coming = iter(things)
    while some := list(islice(coming, size)):
        yield some


class Result(NamedTuple):
    """A task and what it gave."""

    task: Task
    value: Any


class Done(NamedTuple):
    """A task's result as it came from a worker: JSON text, and the seconds it took."""

    task: Task
    text: str
    seconds: float


class Ledger:
    """Results of tasks. Used by one thread at a time, and by any number of programs at once."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        if not self.path.absolute().parent.is_dir():
            raise JobError(f"There is no folder {self.path.parent} for a ledger. Make it first.")
        with self._explained():
            self._base = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=WAIT)
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._make_tables()

    def _make_tables(self) -> None:
        with self._changing():
            (version,) = self._base.execute("PRAGMA user_version").fetchone()
            (name,) = self._base.execute("PRAGMA application_id").fetchone()
            (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables == 0:
                self._base.execute(_TABLES)
                self._base.execute(_FAILURES)
                self._base.execute(f"PRAGMA application_id = {_NAME}")
                self._base.execute(f"PRAGMA user_version = {VERSION}")
            elif name != _NAME:
                raise JobError(f"{self.path} is a database of something else, not a ledger. Name another file.")
            elif version != VERSION:
                raise JobError(f"{self.path} was made by another version of fourcast. Name another file.")

    def keep(self, results: Iterable[Done], failures: Iterable[Failure] = ()) -> None:
        """Write results and failures, all or none. A result that is there already stays; it ends a failure."""
        done = [(one.task.key, one.task.function, one.task.text, one.text, one.seconds) for one in results]
        failed = [(one.task.key, one.task.function, one.task.text, one.reason, int(one.set_aside)) for one in failures]
        with self._changing():
            self._base.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?)", done)
            self._base.executemany("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?)", failed)
            self._base.executemany(_SETTLE, ((row[0],) for row in (*done, *failed)))

    def __contains__(self, task: Task) -> bool:
        """Whether its result is known."""
        return task.key in self._look_up("key, 1", [task])

    def __len__(self) -> int:
        """How many results there are, of whatever jobs."""
        with self._explained():
            (count,) = self._base.execute("SELECT count(*) FROM results").fetchone()
        return int(count)

    def get(self, task: Task) -> Any:
        """The result of a task; None if it is not known, or is None."""
        return next((value for _, value in self.results([task])), None)

    def results(self, tasks: Iterable[Task]) -> Iterator[Result]:
        """What is known of some tasks, in their order."""
        for some in batched(tasks, BATCH):
            found = self._look_up("key, result", some)
            yield from (Result(task, json.loads(found[task.key])) for task in some if task.key in found)

    def known(self, tasks: Sequence[Task]) -> set[str]:
        """The keys of those tasks whose results are known."""
        return set(self._look_up("key, 1", tasks))

    def set_aside(self, tasks: Sequence[Task]) -> dict[str, str]:
        """The keys of those tasks that were set aside, with reasons."""
        return self._look_up("key, reason", tasks, table="failures WHERE set_aside AND")

    def failures(self) -> Iterator[Failure]:
        """Every task that has no result because it raised or was set aside."""
        with self._explained():
            rows = self._base.execute("SELECT function, arguments, reason, set_aside FROM failures ORDER BY key")
            for function, arguments, reason, set_aside in rows:
                yield Failure(Task(function, json.loads(arguments)), reason, bool(set_aside))

    def forget_failures(self) -> int:
        """Let every task that failed or was set aside be tried again; how many there were."""
        with self._changing():
            return self._base.execute("DELETE FROM failures").rowcount

    def close(self) -> None:
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _look_up(self, columns: str, tasks: Sequence[Task], *, table: str = "results WHERE") -> dict[str, Any]:
        found: dict[str, Any] = {}
        with self._explained():
            for some in batched(tasks, BATCH):
                marks = ",".join("?" * len(some))
                sql = f"SELECT {columns} FROM {table} key IN ({marks})"
                found.update(self._base.execute(sql, [task.key for task in some]))
        return found

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._explained():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as fault:
            raise JobError(f"The ledger {self.path} cannot be used: {fault}.") from None
