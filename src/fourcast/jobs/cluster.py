"""A crew of a dask cluster."""

from __future__ import annotations

from collections.abc import Sequence

from fourcast.errors import JobError
from fourcast.jobs.crew import Answer, Lost
from fourcast.jobs.task import Task


class Cluster:
    aim = 2.0

    def __init__(self, address: str, *, timeout: float | None = None) -> None:
        self._timeout = timeout
        raise JobError(f"There is no cluster at {address} yet.")

    @property
    def workers(self) -> int:
        return 0

    def places(self, *, alone: bool = False) -> int:
        del alone
        return 0

    def begin(self, tasks: Sequence[Task], *, alone: bool = False) -> None: ...

    def wait(self, seconds: float) -> list[Answer | Lost]:
        del seconds
        return []

    def spread(self) -> None: ...

    def close(self) -> None: ...
