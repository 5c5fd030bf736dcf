"""Workers: what a job needs of them, and the local pool, which replaces processes that die or hang."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Final, Protocol, TypeAlias

from fourcast.errors import JobError
from fourcast.jobs.ledger import Failure, TaskResult
from fourcast.jobs.process import LineProcess, ProcessEnded, python_command, wait_for_output
from fourcast.jobs.task import Task

CHUNK_SECONDS: Final = 0.25
"""Seconds of work in a chunk: a thousand times the cost of submitting it."""
MAX_FAILED_STARTS: Final = 5
"""Workers in a row that end before they are ready, after which the job fails."""
HANG_TIMEOUT: Final = 60.0
"""Seconds without a message after which a worker is killed, whatever its task does, also while it starts."""
EXIT_TIMEOUT: Final = 1.0
"""Seconds for a worker that closed its output to exit."""


@dataclass(frozen=True)
class TasksLost:
    """Tasks that a worker will not finish. If it died, one of the suspects may have killed it."""

    tasks: Sequence[Task]
    suspects: Sequence[Task]
    reason: str
    overdue: bool = False
    """Whether it was killed because the suspect took too long."""


Event: TypeAlias = TaskResult | Failure | TasksLost
"""What happened to tasks: one was computed, one raised, or some were lost."""


class WorkerPool(Protocol):
    """Workers. A chunk is a few tasks that one of them computes in order."""

    chunk_seconds: float
    """Seconds of work that make a good chunk."""

    @property
    def workers(self) -> int:
        """How many there are at the moment."""

    def free_slots(self, *, alone: bool = False) -> int:
        """How many chunks can be submitted now; alone: to workers that compute nothing else meanwhile."""

    def submit(self, tasks: Sequence[Task], *, alone: bool = False) -> None:
        """Send a chunk to a free slot."""

    def wait(self, timeout: float) -> list[Event]:
        """The events since the last call, after at most `timeout` seconds."""

    def rebalance(self) -> None:
        """No tasks are left: take back those that wait behind others if a worker is idle, where that is possible."""

    def close(self) -> None:
        """End the workers, or leave them to themselves. Unfinished tasks are lost."""


@dataclass(eq=False)
class _Worker:
    """A worker as the pool sees it."""

    process: LineProcess
    tasks: dict[int, Task] = field(default_factory=dict)
    """Submitted and not finished, by number. The first one is running."""
    refill_at: int = 0
    """With this many tasks or fewer it gets the next chunk, so that it never waits for one."""
    ready: bool = False
    task_start: float = 0.0
    last_message: float = field(default_factory=monotonic)
    returning: bool = False
    """Whether it was asked to return the tasks that have not begun."""
    activity: str = ""
    """What its task reported last."""
    kill_reason: str = ""
    overdue: bool = False

    @property
    def has_slot(self) -> bool:
        return self.ready and not self.returning and len(self.tasks) <= self.refill_at

    def send(self, line: str) -> None:
        with suppress(ProcessEnded):  # as the next read shows
            self.process.send(line)


class LocalPool:
    """A pool of processes. They are started afresh, not forked: threads and locks of this process are not inherited."""

    chunk_seconds = CHUNK_SECONDS

    def __init__(self, workers: int, *, timeout: float | None = None) -> None:
        """A task that takes longer than `timeout` seconds is killed."""
        self._timeout = timeout
        self._failed_starts = 0
        self._numbers = count()
        self._workers: list[_Worker] = []
        try:
            for _ in range(workers):
                self._workers.append(_start())
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        return len(self._workers)

    def free_slots(self, *, alone: bool = False) -> int:
        del alone  # a worker computes one task at a time
        return sum(worker.has_slot for worker in self._workers)

    def submit(self, tasks: Sequence[Task], *, alone: bool = False) -> None:
        del alone
        worker = min((worker for worker in self._workers if worker.has_slot), key=lambda worker: len(worker.tasks))
        if not worker.tasks:
            worker.task_start = monotonic()
        chunk = {next(self._numbers): task for task in tasks}
        worker.tasks |= chunk
        worker.refill_at = max(1, len(tasks) // 2)
        worker.send(f"run {json.dumps([(number, task.function, task.text) for number, task in chunk.items()])}")

    def wait(self, timeout: float) -> list[Event]:
        events: list[Event] = []
        by_process = {worker.process: worker for worker in self._workers}
        for process in wait_for_output(list(by_process), timeout):
            events.extend(self._receive(by_process[process]))
        self._kill_late()
        return events

    def rebalance(self) -> None:
        if all(worker.tasks for worker in self._workers):
            return
        for worker in self._workers:
            if len(worker.tasks) > 1 and not worker.returning:
                worker.returning = True
                worker.send("return")

    def close(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.end()
        self._workers.clear()

    def _receive(self, worker: _Worker) -> list[Event]:
        """The events of a worker that has sent something or ended."""
        try:
            lines = worker.process.receive_all()
        except ProcessEnded:
            return [*self._replace(worker)]
        worker.last_message = monotonic()
        return [event for line in lines if (event := self._event(worker, line))]

    def _event(self, worker: _Worker, line: str) -> Event | None:
        kind, _, text = line.partition(" ")
        match kind:
            case "ready":
                worker.ready, self._failed_starts = True, 0
            case "activity":
                worker.activity = json.loads(text)
            case "returned":
                worker.returning = False
                return TasksLost([worker.tasks.pop(number) for number in json.loads(text)], (), "")
            case "result" | "failure":
                number, seconds, value = text.split(" ", 2)
                task, worker.task_start = worker.tasks.pop(int(number)), worker.last_message
                worker.activity = ""
                if kind == "result":
                    return TaskResult(task, value, float(seconds))
                return Failure(task, json.loads(value), set_aside=False)
        return None

    def _replace(self, worker: _Worker) -> list[TasksLost]:
        """Start another worker in place of one that ended."""
        how = worker.process.end(EXIT_TIMEOUT)
        self._workers.remove(worker)
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise JobError(f"Workers cannot be started: the last one {how} before it was ready.")
        self._workers.append(_start())
        if not worker.tasks:
            return []
        tasks = list(worker.tasks.values())
        activity = f" {worker.activity}" if worker.activity else ""
        reason = worker.kill_reason or f"its worker {how}{activity}"
        return [TasksLost(tasks, tasks[:1], reason, overdue=worker.overdue)]

    def _kill_late(self) -> None:
        """Kill workers whose task takes too long, and those that do not respond."""
        now = monotonic()
        for worker in self._workers:
            if worker.kill_reason:
                continue
            if self._timeout is not None and worker.tasks and now - worker.task_start > self._timeout:
                worker.kill_reason, worker.overdue = f"it took longer than {self._timeout:g} s", True
            elif now - worker.last_message > HANG_TIMEOUT:
                worker.kill_reason = f"its worker did not respond for {HANG_TIMEOUT:g} s"
            if worker.kill_reason:
                worker.process.kill()


def _start() -> _Worker:
    try:
        return _Worker(LineProcess(python_command("fourcast.jobs.worker", str(HANG_TIMEOUT / 6))))
    except OSError as error:
        raise JobError(f"A worker cannot be started: {error.strerror}.") from None
