"""How far a job has come, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from fourcast.jobs.task import Task


@dataclass(frozen=True)
class Progress:
    """How far a job has come."""

    done: int
    """Tasks computed in this run."""
    known: int
    """Tasks whose results were in the ledger already."""
    failed: int
    """Tasks that raised or were set aside."""
    total: int | None
    """How many there are, where that is known."""
    seconds_left: float | None
    """How long the rest takes if it goes on like this."""
    workers: int
    """How many work on it now."""

    @property
    def finished(self) -> int:
        return self.done + self.known + self.failed


@dataclass(frozen=True)
class Failure:
    """A task without a result, and why. One that raised is tried again by the next run; one that ended its workers
    is set aside until the ledger forgets that."""

    task: Task
    reason: str
    set_aside: bool


@dataclass(frozen=True)
class Summary:
    """How a job ended."""

    done: int
    known: int
    failures: tuple[Failure, ...]
    stopped: bool
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether every task has its result in the ledger."""
        return not self.failures and not self.stopped
