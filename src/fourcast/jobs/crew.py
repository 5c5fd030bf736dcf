"""Who does the work: what a job asks of the local pool and of a cluster alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fourcast.jobs.task import Task


@dataclass(frozen=True)
class Answer:
    """A task was computed: its result as JSON text, or the reason why it raised."""

    task: Task
    seconds: float
    text: str | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Lost:
    """A worker is gone. Its tasks have no answers; one of the suspects may have ended it."""

    tasks: Sequence[Task]
    suspects: Sequence[Task]
    reason: str
    overdue: bool = False
    """Whether it was ended because the suspect took too long."""


class Crew(Protocol):
    """Workers. A chunk is a few tasks that one of them does in order."""

    aim: float
    """Seconds of work that make a good chunk."""

    @property
    def workers(self) -> int:
        """How many there are at the moment."""

    def places(self, *, alone: bool = False) -> int:
        """How many chunks are wanted now; alone: by workers that do nothing else meanwhile."""

    def begin(self, tasks: Sequence[Task], *, alone: bool = False) -> None:
        """Hand out a chunk. There must be a place for it."""

    def wait(self, seconds: float) -> list[Answer | Lost]:
        """What has happened, waiting so long for something to happen."""

    def spread(self) -> None:
        """No tasks are left: take back what waits behind others if somebody is idle, where that can be done."""

    def close(self) -> None:
        """End the workers, or leave them to themselves. Whatever they are doing is lost."""
