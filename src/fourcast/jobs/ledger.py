"""The ledger: results by task, in one SQLite file. What `store` has returned from is on the disk."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from fourcast.database import Database
from fourcast.errors import JobError
from fourcast.jobs.task import Task

VERSION: Final = 1
_APPLICATION_ID: Final = 0x46434C47
"""SQLite's mark of what kind of file it is."""
_RESULTS: Final = """
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
"""A task that has a result, perhaps from another process, has not failed."""
BATCH: Final = 256
"""Tasks looked up at once."""
FILE_SUFFIXES: Final = ("", "-wal", "-shm")
"""Of the files that SQLite may leave for one database."""


def delete_ledger(path: Path) -> None:
    """Delete a closed ledger with the files that belong to it."""
    for suffix in FILE_SUFFIXES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@dataclass(frozen=True)
class Failure:
    """A task without a result, and why. One that raised is tried again by the next run; one that killed its workers
    is set aside until `Ledger.forget_failures`."""

    task: Task
    reason: str
    set_aside: bool


class TaskResult(NamedTuple):
    """A task's result as JSON text, and the seconds it took."""

    task: Task
    text: str
    seconds: float


class Ledger:
    """Results of tasks. Used by one thread at a time, and by any number of processes at once."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        if not self.path.absolute().parent.is_dir():
            raise JobError(f"The folder {self.path.parent} of the ledger does not exist. Create it first.")
        self._database = Database(self.path, self._error, self._make_tables)

    def _error(self, error: Exception) -> JobError:
        advice = {
            "unable to open": "Use a folder that you can write to.",
            "readonly": "Use a folder that you can write to.",
            "disk": "Free some space and run the same command again: the results in it are kept.",
        }
        known = (what for part, what in advice.items() if part in str(error))
        return JobError(" ".join([f"The ledger {self.path} cannot be used: {error}.", *known]))

    def _make_tables(self, database: Database) -> None:
        if database.value("SELECT count(*) FROM sqlite_master") == 0:
            database.execute(_RESULTS)
            database.execute(_FAILURES)
            database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            database.execute(f"PRAGMA user_version = {VERSION}")
        elif database.value("PRAGMA application_id") != _APPLICATION_ID:
            raise JobError(f"{self.path} is another kind of database, not a ledger. Name another file.")
        elif database.value("PRAGMA user_version") != VERSION:
            raise JobError(f"{self.path} was made by another version of fourcast. Name another file.")

    def store(self, results: Iterable[TaskResult], failures: Iterable[Failure] = ()) -> None:
        """Write results and failures, all or none. A result that is already there stays; it ends a failure."""
        rows = [(one.task.key, one.task.stored_name, one.task.text, one.text, one.seconds) for one in results]
        failed = [
            (one.task.key, one.task.stored_name, one.task.text, one.reason, int(one.set_aside)) for one in failures
        ]
        with self._database.transaction():
            self._database.execute_many("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?)", rows)
            self._database.execute_many("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?)", failed)
            self._database.execute_many(_SETTLE, [(row[0],) for row in (*rows, *failed)])

    def __len__(self) -> int:
        """The number of results, of all jobs."""
        return int(self._database.value("SELECT count(*) FROM results"))

    def results(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Any]]:
        """The tasks that have a result, with it, in the order of the tasks."""
        for batch in _batched(tasks):
            texts = dict(self._select("SELECT key, result FROM results", batch))
            yield from ((task, json.loads(texts[task.key])) for task in batch if task.key in texts)

    def known(self, tasks: Iterable[Task]) -> set[str]:
        """The keys of the tasks that have a result."""
        return {key for batch in _batched(tasks) for (key,) in self._select("SELECT key FROM results", batch)}

    def failures(self, tasks: Iterable[Task]) -> dict[str, Failure]:
        """The failures of the tasks that raised or were set aside, by key."""
        failures = {}
        for batch in _batched(tasks):
            by_key = {task.key: task for task in batch}
            for key, reason, set_aside in self._select("SELECT key, reason, set_aside FROM failures", batch):
                failures[key] = Failure(by_key[key], reason, bool(set_aside))
        return failures

    def forget_failures(self) -> int:
        """Delete all failures, so that their tasks are tried again; returns their number."""
        return self._database.execute("DELETE FROM failures")

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _select(self, query: str, batch: Sequence[Task]) -> list[tuple[Any, ...]]:
        """The rows of a query for some tasks."""
        marks = ",".join("?" * len(batch))
        return self._database.query(f"{query} WHERE key IN ({marks})", [task.key for task in batch])


def _batched(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    """The tasks in lists that are short enough for one query."""
    source = iter(tasks)
    while batch := list(islice(source, BATCH)):
        yield batch
