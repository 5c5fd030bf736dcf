"""A crew on many machines: the workers of a dask cluster.

Dask would choose the worker itself, send a task of a worker that died to the next, and blame every task that was there.
Here each chunk is sent to a worker by name, one for each of its threads, so that who was where when it died is known;
blame is then what it is in the local pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from queue import Empty, SimpleQueue
from socket import create_connection
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from fourcast.errors import JobError
from fourcast.jobs.crew import Answer, Lost
from fourcast.jobs.task import Task
from fourcast.jobs.work import Outcome, do

if TYPE_CHECKING:
    from distributed import Client, Future

AIM: Final = 4.0
"""Seconds of work in a chunk: hundreds of times what handing it out over a network costs."""
ARRIVAL: Final = 3.0
"""Seconds until nobody who listens is nobody there: a scheduler that was started just before gets there."""
PATIENCE: Final = 15.0
"""Seconds until a scheduler that does not answer is taken to be gone."""
GRACE: Final = 3.0
"""Seconds that a chunk may be on its way there and back, beside the time its tasks may take."""
LOOK_AFTER: Final = 0.25
"""Seconds between two looks at who is there."""


@dataclass(eq=False)
class _Chunk:
    tasks: Sequence[Task]
    worker: str
    alone: bool
    since: float
    future: Future[list[Outcome]]


@dataclass(eq=False)
class _Worker:
    threads: int
    chunks: list[_Chunk] = field(default_factory=list)

    @property
    def free(self) -> int:
        return 0 if any(chunk.alone for chunk in self.chunks) else max(0, self.threads - len(self.chunks))


class Cluster:
    """A crew of the dask workers that are connected to a scheduler; they may come and go."""

    aim = AIM

    def __init__(self, address: str, *, timeout: float | None = None) -> None:
        self._address = address
        self._timeout = timeout
        self._client = _connect(address)
        self._workers: dict[str, _Worker] = {}
        self._given_up: set[str] = set()
        """Workers that hang and cannot be ended from here."""
        self._finished: SimpleQueue[_Chunk] = SimpleQueue()
        self._looked = -LOOK_AFTER
        self._look()

    @property
    def workers(self) -> int:
        return len(self._workers)

    def places(self, *, alone: bool = False) -> int:
        if alone:
            return sum(not worker.chunks for worker in self._workers.values())
        return sum(worker.free for worker in self._workers.values())

    def begin(self, tasks: Sequence[Task], *, alone: bool = False) -> None:
        able = {name: worker for name, worker in self._workers.items() if not (alone and worker.chunks)}
        name = max(able, key=lambda name: able[name].free)
        work = [(task.function, task.text) for task in tasks]
        future = self._client.submit(
            do_all, work, key=f"fourcast-{uuid4().hex}", pure=False, workers=[name], allow_other_workers=False
        )
        chunk = _Chunk(tasks, name, alone, monotonic(), future)
        self._workers[name].chunks.append(chunk)
        future.add_done_callback(lambda _: self._finished.put(chunk))

    def wait(self, seconds: float) -> list[Answer | Lost]:
        heard: list[Answer | Lost] = []
        until = monotonic() + seconds
        while True:
            if monotonic() - self._looked > LOOK_AFTER:
                heard.extend(self._look())
                heard.extend(self._end_the_overdue())
            try:
                chunk = self._finished.get(timeout=0 if heard else max(0.0, min(LOOK_AFTER, until - monotonic())))
                heard.extend(self._hear(chunk))
                while True:
                    heard.extend(self._hear(self._finished.get_nowait()))
            except Empty:
                if heard or monotonic() >= until:
                    return heard

    def spread(self) -> None:
        """What a worker has been sent stays with it."""

    def close(self) -> None:
        chunks = [chunk for worker in self._workers.values() for chunk in worker.chunks]
        self._workers.clear()
        if self._client.status == "running":
            self._client.cancel([chunk.future for chunk in chunks], force=True)
        self._client.close(timeout=PATIENCE)

    def _hear(self, chunk: _Chunk) -> list[Answer | Lost]:
        """What a chunk that is finished has given, and let go of it."""
        from distributed import KilledWorker

        worker = self._workers.get(chunk.worker)
        if worker is None or chunk not in worker.chunks:
            return []  # it was given up before
        try:
            outcomes = chunk.future.result(timeout=PATIENCE)
        except KilledWorker:
            return [*self._bury(chunk.worker, "its worker died")]
        except Exception as fault:
            if chunk.future.status == "error":
                raise JobError(
                    f"The workers at {self._address} cannot work: {type(fault).__name__}: {fault}. "
                    "The same fourcast has to be installed there."
                ) from None
            worker.chunks.remove(chunk)
            chunk.future.release()
            return [Lost(chunk.tasks, (), "its result was lost on the way")]
        worker.chunks.remove(chunk)
        chunk.future.release()
        return [
            Answer(task, outcome.seconds, **{"text" if outcome.good else "reason": outcome.text})
            for task, outcome in zip(chunk.tasks, outcomes, strict=True)
        ]

    def _look(self) -> list[Lost]:
        """Who is there now, and what is lost with those who are not."""
        self._looked = monotonic()
        try:
            threads = self._client.nthreads()
        except (OSError, TimeoutError, RuntimeError, AttributeError):
            threads = None
        if threads is None or self._client.status != "running":
            raise JobError(
                f"The dask scheduler at {self._address} does not answer any more. What is done is kept: run this again."
            )
        lost: list[Lost] = []
        for name in self._workers.keys() - threads.keys():
            lost.extend(self._bury(name, "its worker died"))
        self._given_up &= threads.keys()
        for name, count in threads.items():
            if name not in self._given_up:
                self._workers.setdefault(name, _Worker(count)).threads = count
        return lost

    def _bury(self, name: str, reason: str, *, guilty: _Chunk | None = None) -> list[Lost]:
        """Take back what a worker had. Whoever was there may have ended it, unless the guilty one is known."""
        chunks = self._workers.pop(name).chunks
        if not chunks:
            return []
        self._client.cancel([chunk.future for chunk in chunks], force=True)
        tasks = [task for chunk in chunks for task in chunk.tasks]
        return [Lost(tasks, guilty.tasks if guilty else tasks, reason, overdue=guilty is not None)]

    def _end_the_overdue(self) -> list[Lost]:
        """A thread cannot be ended, but its worker can where a nanny looks after it; else it is not used again."""
        lost: list[Lost] = []
        for name, worker in list(self._workers.items()):
            for chunk in worker.chunks:
                allowed = inf if self._timeout is None else GRACE + self._timeout * len(chunk.tasks)
                if monotonic() - chunk.since <= allowed:
                    continue
                lost.extend(self._bury(name, f"it took longer than {self._timeout:g} s", guilty=chunk))
                try:
                    self._client.restart_workers([name], timeout=PATIENCE, raise_for_error=False)
                except (ValueError, OSError, TimeoutError):
                    self._given_up.add(name)
                break
        return lost


def do_all(work: Sequence[tuple[str, str]]) -> list[Outcome]:
    """Compute a chunk, on a worker."""
    return [do(function, arguments) for function, arguments in work]


def _connect(address: str) -> Client:
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise JobError("Working on a cluster needs dask: `pip install 'fourcast[cluster]'` installs it.") from None
    try:
        _knock(get_address_host_port(address))
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise JobError(
            f"There is no dask scheduler at {address}. `dask scheduler` starts one and says its address, "
            "such as tcp://127.0.0.1:8786; `dask worker ADDRESS` adds workers."
        ) from None


def _knock(place: tuple[str, int]) -> None:
    """Raise OSError if nobody listens there. Dask would try for as long as a busy scheduler may take to answer."""
    until = monotonic() + ARRIVAL
    while True:
        try:
            create_connection(place, timeout=ARRIVAL).close()
            return
        except OSError:
            if monotonic() >= until:
                raise
            sleep(0.1)
