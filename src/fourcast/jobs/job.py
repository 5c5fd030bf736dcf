"""A job: tasks go out to a crew, results come into the ledger, and only then a task is forgotten."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import suppress
from itertools import islice
from math import ceil
from time import monotonic
from typing import Final

from fourcast.environment import cpu_count
from fourcast.errors import JobError
from fourcast.jobs.cluster import Cluster
from fourcast.jobs.crew import Answer, Crew, Lost
from fourcast.jobs.ledger import BATCH, Done, Ledger
from fourcast.jobs.pool import Pool
from fourcast.jobs.progress import Failure, Progress, Summary
from fourcast.jobs.task import Task

OnProgress = Callable[[Progress], bool | None]

ATTEMPTS: Final = 3
"""Workers that a task may end before it is set aside."""
COMMIT_AFTER: Final = 0.5
"""Seconds that a result waits for others to be written with."""
TELL_AFTER: Final = 0.1
"""Seconds between two words on progress."""
MOST_IN_CHUNK: Final = 256
MOST_WORKERS: Final = 1024
LESSON: Final = 0.1
"""How much the last task counts in what is thought of the length of the next."""


def run_job(
    tasks: Iterable[Task],
    ledger: Ledger,
    *,
    total: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    timeout: float | None = None,
    attempts: int = ATTEMPTS,
    on_progress: OnProgress | None = None,
) -> Summary:
    """Compute every task whose result the ledger does not have; whatever has a result keeps it if this is stopped.

    `tasks` may be long and lazy: it is read as it is needed, and `total` says how many are expected. `workers` are
    processes of this machine, one for each processor unless told; with `cluster`, the address of a dask scheduler, its
    workers do the work instead. A task that raises is written down as failed and the rest goes on; one that ends
    `attempts` workers, or takes longer than `timeout` seconds so often, is set aside. `on_progress` is told every now
    and then, and stops the job by True.

    Raises `JobError` if it cannot begin or go on, and lets Ctrl-C through, with all that came in written down.
    """
    expected = len(tasks) if isinstance(tasks, Sized) else total

    def gather() -> Crew:
        if cluster is not None:
            return Cluster(cluster, timeout=timeout)
        return Pool(min(workers or cpu_count(), expected or MOST_WORKERS), timeout=timeout)

    job = _Job(iter(tasks), expected, ledger, attempts, on_progress)
    return job.run(gather)


class _Job:
    """The state of one run."""

    def __init__(
        self,
        tasks: Iterator[Task],
        total: int | None,
        ledger: Ledger,
        attempts: int,
        on_progress: OnProgress | None,
    ) -> None:
        self._coming: Iterator[Task] | None = tasks
        self._read = 0
        self._total = total
        self._ledger = ledger
        self._crew: Crew | None = None
        self._attempts = attempts
        self._on_progress = on_progress
        self._pending: deque[Task] = deque()
        self._suspects: deque[Task] = deque()
        """Were on a worker that died: they go first, one at a time."""
        self._quarantine: dict[str, Task] = {}
        """Have one attempt left, by key: each of them works while nobody else does, for what ended its workers may be a
        machine that others made too full."""
        self._out = 0
        """Tasks that were handed out and have not come back."""
        self._kills: dict[str, int] = {}
        self._open: set[str] = set()
        """Keys of all that is neither in the ledger nor failed: what was read and not yet written."""
        self._failed: dict[str, Failure] = {}
        self._results: list[Done] = []
        self._failures: list[Failure] = []
        self._done = self._known = self._repeated = 0
        self._mean: float | None = None
        self._begun = self._committed = self._told = monotonic()

    def run(self, gather: Callable[[], Crew]) -> Summary:
        """With a crew, which is gathered only if there is something to do."""
        stopped = self._read_ahead(1)
        if self._pending and not stopped:
            self._crew = gather()
            try:
                stopped = self._work(self._crew)
            finally:
                try:
                    self._hear_the_last(self._crew)
                    self._commit()
                finally:
                    self._crew.close()
        self._tell(last=True)
        all_read = self._coming is None or self._read == self._total
        stopped = stopped and not (all_read and not self._open)  # what is done cannot be stopped any more
        failures = tuple(self._failed.values())
        return Summary(self._done, self._known, failures, stopped, monotonic() - self._begun)

    def _work(self, crew: Crew) -> bool:
        """Until everything is written down, or told to stop; whether it was."""
        if self._hand_out(crew):
            return True
        while self._open or self._coming is not None:
            for event in crew.wait(TELL_AFTER):
                self._take(event)
            if self._hand_out(crew):  # before anything is written: nobody waits for the disk
                return True
            all_answered = len(self._results) + len(self._failures) == len(self._open)
            if all_answered or monotonic() - self._committed > COMMIT_AFTER:
                self._commit()
            if self._tell():
                return True
        return False

    # Tasks go out

    def _hand_out(self, crew: Crew) -> bool:
        """Give work to all who have none; whether it was told to stop meanwhile."""
        if self._quarantine:  # nobody else begins anything until it is out of there
            if not self._out and crew.places(alone=True):
                self._begin(crew, [next(iter(self._quarantine.values()))], alone=True)
            return False
        while self._suspects and crew.places(alone=True):
            self._begin(crew, [self._suspects.popleft()], alone=True)
        while places := crew.places():
            size = self._chunk_size(crew)
            if self._read_ahead(places * size):
                return True
            if not self._pending:
                break
            fair = ceil(len(self._pending) / places)  # the last tasks are for all
            self._begin(crew, [self._pending.popleft() for _ in range(min(size, fair))])
        if self._coming is None and not self._pending and not self._suspects and crew.places():
            crew.spread()
        return False

    def _begin(self, crew: Crew, tasks: Sequence[Task], *, alone: bool = False) -> None:
        crew.begin(tasks, alone=alone)
        self._out += len(tasks)

    def _chunk_size(self, crew: Crew) -> int:
        if self._mean is None:
            return 1
        return max(1, min(MOST_IN_CHUNK, round(crew.aim / max(self._mean, 1e-9))))

    def _read_ahead(self, wanted: int) -> bool:
        """Read tasks until so many are at hand, leaving out what is known; whether it was told to stop meanwhile."""
        size = wanted - len(self._pending)
        while self._coming is not None and len(self._pending) < wanted:
            some = list(islice(self._coming, min(size, BATCH)))
            size *= 2  # what is known already is passed over quickly, and what is slow to come is not waited for
            self._read += len(some)
            if not some:
                self._coming, self._total = None, self._read
                break
            known, aside = self._ledger.known(some), self._ledger.set_aside(some)
            for task in some:
                if task.key in self._open or task.key in self._failed:
                    self._repeated += 1
                elif task.key in known:
                    self._known += 1
                elif task.key in aside:
                    self._failed[task.key] = Failure(task, aside[task.key], set_aside=True)
                else:
                    self._open.add(task.key)
                    self._pending.append(task)
            if self._tell():
                return True
        return False

    # Results come in

    def _take(self, event: Answer | Lost) -> None:
        if isinstance(event, Lost):
            self._take_back(event)
            return
        self._out -= 1
        self._quarantine.pop(event.task.key, None)
        before = event.seconds if self._mean is None else self._mean
        self._mean = before + LESSON * (event.seconds - before)
        if event.text is not None:
            self._results.append(Done(event.task, event.text, event.seconds))
        else:
            self._failures.append(Failure(event.task, event.reason or "", set_aside=False))

    def _hear_the_last(self, crew: Crew) -> None:
        """What has been said since, by a crew that may be what failed."""
        with suppress(JobError):
            for event in crew.wait(0):
                self._take(event)

    def _take_back(self, lost: Lost) -> None:
        """Its tasks go out again, but for one that has ended too many workers. Where several may have done it, nobody
        is blamed: each of them goes on alone, and then it shows."""
        self._out -= len(lost.tasks)
        suspects = {task.key for task in lost.suspects}
        innocent = []
        for task in lost.tasks:
            if task.key not in suspects:
                if task.key not in self._quarantine:
                    innocent.append(task)
                continue
            if len(suspects) == 1:
                self._kills[task.key] = self._kills.get(task.key, 0) + 1
            if (kills := self._kills.get(task.key, 0)) >= self._attempts:
                reason = f"It was set aside after {kills} attempts: {lost.reason}."
                self._failures.append(Failure(task, reason, set_aside=True))
                self._quarantine.pop(task.key, None)
            elif kills == self._attempts - 1 and kills and not lost.overdue:
                self._quarantine[task.key] = task
            else:
                self._suspects.append(task)
        self._pending.extendleft(reversed(innocent))

    def _commit(self) -> None:
        self._committed = monotonic()
        results, failures = self._results, self._failures
        if not results and not failures:
            return
        self._ledger.keep(results, failures)
        self._results, self._failures = [], []
        self._done += len(results)
        self._failed.update((failure.task.key, failure) for failure in failures)
        for task in (*(one.task for one in results), *(one.task for one in failures)):
            self._open.discard(task.key)
            self._kills.pop(task.key, None)

    def _tell(self, *, last: bool = False) -> bool:
        now = monotonic()
        if self._on_progress is None or (now - self._told < TELL_AFTER and not last):
            return False
        self._told = now
        done, failed = self._done + len(self._results), len(self._failed) + len(self._failures)
        total = None if self._total is None else self._total - self._repeated
        left = None
        if total is not None and done:
            left = max(0, total - done - failed - self._known) * (now - self._begun) / done
        workers = self._crew.workers if self._crew else 0
        return self._on_progress(Progress(done, self._known, failed, total, left, workers)) is True
