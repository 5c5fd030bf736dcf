"""A job: tasks go to workers, results go into the ledger, and only then a task is done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import ceil
from time import monotonic
from typing import Any, Final

from fourcast.environment import cpu_count
from fourcast.errors import JobError
from fourcast.jobs.dask_pool import DaskPool
from fourcast.jobs.ledger import BATCH, Failure, Ledger, TaskResult
from fourcast.jobs.pool import Event, LocalPool, TasksLost, WorkerPool
from fourcast.jobs.task import Task

MAX_ATTEMPTS: Final = 3
"""Workers that a task may kill before it is set aside."""
COMMIT_INTERVAL: Final = 0.5
"""Seconds that a result waits for others to be written with."""
PROGRESS_INTERVAL: Final = 0.1
"""Seconds between two reports of progress."""
MAX_CHUNK: Final = 256
MAX_WORKERS: Final = 1024
EMA_WEIGHT: Final = 0.1
"""Weight of the latest task in the running mean of the seconds that a task takes."""


@dataclass(frozen=True)
class Progress:
    """How far a job is."""

    done: int
    """Tasks computed in this run."""
    known: int
    """Tasks whose results were in the ledger already."""
    failed: int
    """Tasks that raised or were set aside."""
    total: int | None
    """The number of tasks, where it is known."""
    seconds_left: float | None
    """The remaining time at the present rate."""
    workers: int | None
    """Workers at the moment; None: nothing was to be computed so far."""

    @property
    def finished(self) -> int:
        return self.done + self.known + self.failed


OnProgress = Callable[[Progress], bool | None]
"""Called regularly; True stops the job."""


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


def run_job(
    tasks: Iterable[Task | None],
    ledger: Ledger,
    *,
    total: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    timeout: float | None = None,
    attempts: int = MAX_ATTEMPTS,
    retry_failed: bool = False,
    on_progress: OnProgress | None = None,
) -> Summary:
    """Compute every task whose result is not in the ledger.

    `tasks` may be long and lazy: it is read as needed, and `total` is the expected number. It may depend on results:
    None says that the next task is not known yet. `workers` is the number of processes on this machine (default: all
    CPUs); with `cluster`, the address of a dask scheduler, its workers are used instead. A task that raises is stored
    as failed and the others continue; one that kills `attempts` workers, takes longer than `timeout` seconds that
    often, or blocks all threads of its local worker for a minute that often, is set aside. `retry_failed` tries again
    what was set aside earlier. `on_progress` is called regularly and stops the job by returning True.

    Raises `JobError` if the job cannot start or continue, and lets Ctrl-C through; what has arrived is stored first.
    """
    expected = len(tasks) if isinstance(tasks, Sized) else total
    if retry_failed:
        ledger.forget_failures()

    def start_pool() -> WorkerPool:
        if cluster is not None:
            return DaskPool(cluster, timeout=timeout)
        return LocalPool(min(workers or cpu_count(), expected or MAX_WORKERS), timeout=timeout)

    return _Job(iter(tasks), expected, ledger, attempts, on_progress).run(start_pool)


class OrderedResults:
    """Delivers results in the order of the tasks, in whatever order they are computed, so that conclusions do not
    depend on the number of workers."""

    def __init__(self, tasks: Sequence[Task], ledger: Ledger) -> None:
        self._tasks, self._ledger = tasks, ledger
        self._next = 0

    def ready(self, *, skip: bool = False) -> Iterator[tuple[int, Any]]:
        """Index and result of the next tasks, up to the first that is neither computed nor failed; with `skip` such
        tasks are left out. The result of a failed task is None."""
        while batch := self._tasks[self._next : self._next + BATCH]:
            values: dict[str, Any] = dict.fromkeys(self._ledger.failures(batch))
            values |= {task.key: value for task, value in self._ledger.results(batch)}
            for task in batch:
                if task.key not in values and not skip:
                    return
                self._next += 1
                if task.key in values:
                    yield self._next - 1, values[task.key]


class _Stopped(Exception):
    """`on_progress` has returned True."""


class _Job:
    """The state of one run."""

    def __init__(
        self,
        tasks: Iterator[Task | None],
        total: int | None,
        ledger: Ledger,
        attempts: int,
        on_progress: OnProgress | None,
    ) -> None:
        self._source: Iterator[Task | None] | None = tasks
        self._read = 0
        self._total = total
        self._ledger = ledger
        self._pool: WorkerPool | None = None
        self._attempts = attempts
        self._on_progress = on_progress
        self._pending: deque[Task] = deque()
        self._suspects: deque[Task] = deque()
        """Were on a worker that died: they go first, one at a time."""
        self._quarantine: dict[str, Task] = {}
        """Have one attempt left, by key: each of them runs while nothing else does, because a machine that others made
        too full may have killed its workers."""
        self._submitted = 0
        """Tasks at workers."""
        self._kills: dict[str, int] = {}
        self._open: set[str] = set()
        """Keys of all tasks that were read and are neither in the ledger nor failed."""
        self._failed: dict[str, Failure] = {}
        self._new_results: list[TaskResult] = []
        self._new_failures: list[Failure] = []
        self._done = self._known = self._repeated = 0
        self._mean: float | None = None
        self._start = self._last_commit = self._last_report = monotonic()

    def run(self, start_pool: Callable[[], WorkerPool]) -> Summary:
        """Run it with a pool, which is started only if there is something to compute."""
        stopped = False
        try:
            self._read_ahead(1)
            if self._pending:
                self._pool = start_pool()
                self._compute(self._pool)
        except _Stopped:
            stopped = True
        finally:
            if self._pool:
                self._finish(self._pool)
        self._report(last=True)
        all_read = self._source is None or self._read == self._total
        stopped = stopped and not (all_read and not self._open)  # a job that is done cannot be stopped any more
        failures = tuple(self._failed.values())
        return Summary(self._done, self._known, failures, stopped, monotonic() - self._start)

    def _compute(self, pool: WorkerPool) -> None:
        """Until everything is stored. Raises `_Stopped`."""
        self._submit_all(pool)
        while self._open or self._source is not None:
            for event in pool.wait(PROGRESS_INTERVAL):
                self._take(event)
            self._submit_all(pool)  # before anything is written: no worker waits for the disk
            all_finished = len(self._new_results) + len(self._new_failures) == len(self._open)
            if all_finished or monotonic() - self._last_commit > COMMIT_INTERVAL:
                self._commit()
            self._report()

    def _finish(self, pool: WorkerPool) -> None:
        """Store what has arrived since, and close the pool, which may itself be what failed."""
        try:
            with suppress(JobError):
                for event in pool.wait(0):
                    self._take(event)
            self._commit()
        finally:
            pool.close()

    # Tasks go out

    def _submit_all(self, pool: WorkerPool) -> None:
        """Fill all free slots."""
        if self._quarantine:  # nothing else starts until it is empty
            if not self._submitted and pool.free_slots(alone=True):
                self._submit(pool, [next(iter(self._quarantine.values()))], alone=True)
            return
        while self._suspects and pool.free_slots(alone=True):
            self._submit(pool, [self._suspects.popleft()], alone=True)
        while slots := pool.free_slots():
            size = self._chunk_size(pool)
            self._read_ahead(slots * size)
            if not self._pending:
                break
            share = ceil(len(self._pending) / slots)  # the last tasks are divided among all
            self._submit(pool, [self._pending.popleft() for _ in range(min(size, share))])
        if self._source is None and not self._pending and not self._suspects and pool.free_slots():
            pool.rebalance()

    def _submit(self, pool: WorkerPool, tasks: Sequence[Task], *, alone: bool = False) -> None:
        pool.submit(tasks, alone=alone)
        self._submitted += len(tasks)

    def _chunk_size(self, pool: WorkerPool) -> int:
        if self._mean is None:
            return 1
        return max(1, min(MAX_CHUNK, round(pool.chunk_seconds / max(self._mean, 1e-9))))

    def _read_ahead(self, count: int) -> None:
        """Read tasks until `count` are pending, leaving out known ones."""
        size = count - len(self._pending)
        while self._source is not None and len(self._pending) < count:
            batch = list[Task]()
            for task in islice(self._source, min(size, BATCH)):
                if task is None:
                    count = 0
                    break
                batch.append(task)
            size *= 2  # known tasks are passed over quickly, and a slow source is not waited for
            self._read += len(batch)
            if not batch and count:
                self._source, self._total = None, self._read
                break
            known, failures = self._ledger.known(batch), self._ledger.failures(batch)
            for task in batch:
                if task.key in self._open or task.key in self._failed:
                    self._repeated += 1
                elif task.key in known:
                    self._known += 1
                elif task.key in failures and failures[task.key].set_aside:
                    self._failed[task.key] = failures[task.key]
                else:
                    self._open.add(task.key)
                    self._pending.append(task)
            self._report()

    # Results come in

    def _take(self, event: Event) -> None:
        if isinstance(event, TasksLost):
            self._take_back(event)
            return
        self._submitted -= 1
        self._quarantine.pop(event.task.key, None)
        if isinstance(event, Failure):
            self._new_failures.append(event)
            return
        self._new_results.append(event)
        mean = event.seconds if self._mean is None else self._mean
        self._mean = mean + EMA_WEIGHT * (event.seconds - mean)

    def _take_back(self, lost: TasksLost) -> None:
        """Submit tasks again, except one that has killed too many workers. Where several may have done it, it is
        counted for none: each of them runs alone next, which shows it."""
        self._submitted -= len(lost.tasks)
        suspects = {task.key for task in lost.suspects}
        others = []
        for task in lost.tasks:
            if task.key not in suspects:
                if task.key not in self._quarantine:
                    others.append(task)
                continue
            if len(suspects) == 1:
                self._kills[task.key] = self._kills.get(task.key, 0) + 1
            if (kills := self._kills.get(task.key, 0)) >= self._attempts:
                reason = f"It was set aside after {kills} attempts: {lost.reason}."
                self._new_failures.append(Failure(task, reason, set_aside=True))
                self._quarantine.pop(task.key, None)
            elif kills == self._attempts - 1 and kills and not lost.overdue:
                self._quarantine[task.key] = task
            else:
                self._suspects.append(task)
        self._pending.extendleft(reversed(others))

    def _commit(self) -> None:
        self._last_commit = monotonic()
        results, failures = self._new_results, self._new_failures
        if not results and not failures:
            return
        self._ledger.store(results, failures)
        self._new_results, self._new_failures = [], []
        self._done += len(results)
        self._failed.update((failure.task.key, failure) for failure in failures)
        for task in (*(one.task for one in results), *(one.task for one in failures)):
            self._open.discard(task.key)
            self._kills.pop(task.key, None)

    def _report(self, *, last: bool = False) -> None:
        """Call `on_progress` if it is time. Raises `_Stopped` if that stops the job."""
        now = monotonic()
        if self._on_progress is None or (now - self._last_report < PROGRESS_INTERVAL and not last):
            return
        self._last_report = now
        done, failed = self._done + len(self._new_results), len(self._failed) + len(self._new_failures)
        total = None if self._total is None else self._total - self._repeated
        left = None
        if total is not None and done:
            left = max(0, total - done - failed - self._known) * (now - self._start) / done
        workers = self._pool.workers if self._pool else None
        if self._on_progress(Progress(done, self._known, failed, total, left, workers)) is True and not last:
            raise _Stopped
