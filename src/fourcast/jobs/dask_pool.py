"""A pool on many machines: the workers of a dask cluster.

Dask would choose the worker itself, resubmit the tasks of a worker that died, and count a failure of each of them. Here
each chunk is pinned to a worker by name, one for each of its threads, so that the tasks on a worker that died are known
and failures are attributed as in the local pool.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from queue import Empty, SimpleQueue
from socket import create_connection
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from fourcast.errors import JobError, missing_packages
from fourcast.jobs.ledger import Failure, TaskResult
from fourcast.jobs.pool import HANG_TIMEOUT, Event, TasksLost
from fourcast.jobs.task import Task, TaskOutcome, listen_to_activity, run_task

if TYPE_CHECKING:
    from dask.typing import Key
    from distributed import Client, Future

CHUNK_SECONDS: Final = 4.0
"""Seconds of work in a chunk: hundreds of times the cost of submitting it over a network."""
CONNECT_TIMEOUT: Final = 3.0
"""Seconds to wait for a scheduler that was just started."""
RESPONSE_TIMEOUT: Final = 15.0
"""Seconds after which a scheduler that does not respond is considered gone."""
TRANSFER_SECONDS: Final = 3.0
"""Seconds that a chunk may take to be sent and returned, besides the timeout of its tasks."""
HEARTBEAT_POLL_INTERVAL: Final = 5.0
"""Seconds between two looks at the heartbeats."""
POLL_INTERVAL: Final = 0.25
"""Seconds between two looks at the list of workers."""


@dataclass(eq=False)
class _Chunk:
    tasks: Sequence[Task]
    worker: str
    alone: bool
    start: float
    future: Future[list[TaskOutcome]]


@dataclass(eq=False)
class _Worker:
    threads: int
    chunks: list[_Chunk] = field(default_factory=list)
    heartbeat: float = 0.0
    """The time of its last heartbeat, by the clock of the scheduler."""
    heartbeat_seen: float = field(default_factory=monotonic)
    """When that was first seen here."""

    @property
    def free_slots(self) -> int:
        return 0 if any(chunk.alone for chunk in self.chunks) else max(0, self.threads - len(self.chunks))


class DaskPool:
    """The dask workers that are connected to a scheduler; they may come and go."""

    chunk_seconds = CHUNK_SECONDS

    def __init__(self, address: str, *, timeout: float | None = None) -> None:
        self._address = address
        self._timeout = timeout
        self._client = _connect(address)
        self._workers: dict[str, _Worker] = {}
        self._abandoned: set[str] = set()
        """Workers that hang and cannot be restarted from here."""
        self._finished: SimpleQueue[_Chunk] = SimpleQueue()
        self._topic = f"fourcast-{uuid4().hex}"
        self._activities: dict[Key, str] = {}
        """What the running task of a chunk reported last, by the key of its future."""
        self._client.subscribe_topic(self._topic, lambda event: self._activities.update([event[1]]))
        self._last_poll = -POLL_INTERVAL
        self._last_heartbeat_poll = monotonic()
        self._poll_workers()

    @property
    def workers(self) -> int:
        return len(self._workers)

    def free_slots(self, *, alone: bool = False) -> int:
        if alone:
            return sum(not worker.chunks for worker in self._workers.values())
        return sum(worker.free_slots for worker in self._workers.values())

    def submit(self, tasks: Sequence[Task], *, alone: bool = False) -> None:
        able = {name: worker for name, worker in self._workers.items() if not (alone and worker.chunks)}
        name = max(able, key=lambda name: able[name].free_slots)
        work = [(task.function, task.text) for task in tasks]
        future = self._client.submit(
            run_chunk,
            work,
            self._topic,
            key=f"fourcast-{uuid4().hex}",
            pure=False,
            workers=[name],
            allow_other_workers=False,
        )
        chunk = _Chunk(tasks, name, alone, monotonic(), future)
        self._workers[name].chunks.append(chunk)
        future.add_done_callback(lambda _: self._finished.put(chunk))

    def wait(self, timeout: float) -> list[Event]:
        events: list[Event] = []
        deadline = monotonic() + timeout
        while True:
            if monotonic() - self._last_poll > POLL_INTERVAL:
                events.extend(self._poll_workers())
                events.extend(self._kill_overdue())
                events.extend(self._kill_hung())
            try:
                left = max(0.0, min(POLL_INTERVAL, deadline - monotonic()))
                events.extend(self._receive(self._finished.get(timeout=0 if events else left)))
                while True:
                    events.extend(self._receive(self._finished.get_nowait()))
            except Empty:
                if events or monotonic() >= deadline:
                    return events

    def rebalance(self) -> None:
        """A chunk stays with its worker."""

    def close(self) -> None:
        chunks = [chunk for worker in self._workers.values() for chunk in worker.chunks]
        self._workers.clear()
        if self._client.status == "running":
            self._client.cancel([chunk.future for chunk in chunks], force=True)
        self._client.close(timeout=RESPONSE_TIMEOUT)

    def _receive(self, chunk: _Chunk) -> list[Event]:
        """The events of a finished chunk, which is released."""
        from distributed import KilledWorker

        worker = self._workers.get(chunk.worker)
        if worker is None or chunk not in worker.chunks:
            return []  # it was taken back before
        try:
            outcomes = chunk.future.result(timeout=RESPONSE_TIMEOUT)
        except KilledWorker:
            return [*self._remove(chunk.worker, "its worker died")]
        except Exception as error:
            if chunk.future.status == "error":
                raise JobError(
                    f"The workers at {self._address} cannot run tasks: {type(error).__name__}: {error}. "
                    "Install the same version of fourcast there."
                ) from None
            outcomes = None
        worker.chunks.remove(chunk)
        self._activities.pop(chunk.future.key, None)
        chunk.future.release()
        if outcomes is None:
            return [TasksLost(chunk.tasks, (), "its result was lost in transfer")]
        return [
            TaskResult(task, outcome.text, outcome.seconds)
            if outcome.succeeded
            else Failure(task, outcome.text, set_aside=False)
            for task, outcome in zip(chunk.tasks, outcomes, strict=True)
        ]

    def _poll_workers(self) -> list[TasksLost]:
        """Update the list of workers; the tasks of those that are gone."""
        self._last_poll = monotonic()
        threads = self._ask(self._client.nthreads)
        lost: list[TasksLost] = []
        for name in self._workers.keys() - threads.keys():
            lost.extend(self._remove(name, "its worker died"))
        self._abandoned &= threads.keys()
        for name, count in threads.items():
            if name not in self._abandoned:
                self._workers.setdefault(name, _Worker(count)).threads = count
        return lost

    def _ask(self, question: Callable[..., dict[str, Any]], *arguments: object) -> dict[str, Any]:
        """What the scheduler answers. Raises `JobError` if it is gone."""
        with suppress(OSError, TimeoutError, RuntimeError, AttributeError):
            answer = question(*arguments)
            if self._client.status == "running":
                return answer
        raise JobError(
            f"The dask scheduler at {self._address} does not respond any more. Results so far are stored: "
            "run this again."
        )

    def _remove(self, name: str, reason: str, *, overdue: _Chunk | None = None) -> list[TasksLost]:
        """Take back the tasks of a worker. Any of them may have killed it, unless one chunk is overdue."""
        chunks = self._workers.pop(name).chunks
        if not chunks:
            return []
        self._client.cancel([chunk.future for chunk in chunks], force=True)
        tasks = [task for chunk in chunks for task in chunk.tasks]
        activities = [text for chunk in chunks if (text := self._activities.pop(chunk.future.key, ""))]
        if len(tasks) == 1 and not overdue:
            reason = " ".join([reason, *activities])
        return [TasksLost(tasks, overdue.tasks if overdue else tasks, reason, overdue=overdue is not None)]

    def _kill_overdue(self) -> list[TasksLost]:
        """A thread cannot be killed, but its worker can be restarted if it has a nanny; else it is not used again."""
        lost: list[TasksLost] = []
        for name, worker in list(self._workers.items()):
            for chunk in worker.chunks:
                allowed = inf if self._timeout is None else TRANSFER_SECONDS + self._timeout * len(chunk.tasks)
                if monotonic() - chunk.start <= allowed:
                    continue
                lost.extend(self._remove(name, f"it took longer than {self._timeout:g} s", overdue=chunk))
                self._restart(name)
                break
        return lost

    def _kill_hung(self) -> list[TasksLost]:
        """Restart workers that have sent no heartbeat to the scheduler for long, whatever their tasks do."""
        now = monotonic()
        if now - self._last_heartbeat_poll < HEARTBEAT_POLL_INTERVAL:
            return []
        self._last_heartbeat_poll = now
        heartbeats = self._ask(
            self._client.run_on_scheduler,  # `scheduler_info` may have five workers only
            lambda dask_scheduler: {name: worker.last_seen for name, worker in dask_scheduler.workers.items()},
        )
        lost: list[TasksLost] = []
        for name, worker in list(self._workers.items()):
            if worker.heartbeat != heartbeats.get(name):
                worker.heartbeat, worker.heartbeat_seen = heartbeats.get(name, 0.0), now
            elif now - worker.heartbeat_seen > HANG_TIMEOUT:
                lost.extend(self._remove(name, f"its worker did not respond for {HANG_TIMEOUT:g} s"))
                self._restart(name)
        return lost

    def _restart(self, name: str) -> None:
        """Restart a worker if it has a nanny; else it is not used again."""
        try:
            self._client.restart_workers([name], timeout=RESPONSE_TIMEOUT, raise_for_error=False)
        except (ValueError, OSError, TimeoutError):
            self._abandoned.add(name)


def run_chunk(work: Sequence[tuple[str, str]], topic: str) -> list[TaskOutcome]:
    """Compute a chunk, on a worker. What its tasks report goes to the subscriber of a topic before they continue: they
    may end the worker."""
    from distributed import get_worker
    from distributed.utils import sync

    def send_activity(text: str) -> None:
        worker = get_worker()
        sync(worker.loop, worker.scheduler.log_event, topic=topic, msg=(worker.get_current_task(), text))

    listen_to_activity(send_activity)
    return [run_task(function, arguments) for function, arguments in work]


def _connect(address: str) -> Client:
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
        from distributed.security import Security
    except ImportError:
        raise JobError(missing_packages("A cluster", "dask", "cluster")) from None
    try:
        _check_listening(get_address_host_port(address))
    except (OSError, ValueError):
        raise JobError(
            f"There is no dask scheduler at {address}. `dask scheduler --host 127.0.0.1` starts one and prints its "
            "address, such as tcp://127.0.0.1:8786; `dask worker ADDRESS` adds workers."
        ) from None
    try:
        security = Security()
        if address.startswith("tls:") and not security.get_connection_args("client").get("ssl_context"):
            raise JobError(f"{address} needs certificates: name them in dask's configuration (docs/jobs.md).")
        return Client(address, timeout=RESPONSE_TIMEOUT, security=security, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise JobError(
            f"{address} does not respond as a dask scheduler: {error}. It may need tls://, or other certificates."
        ) from None


def _check_listening(address: tuple[str, int]) -> None:
    """Raise OSError if nothing listens there. Dask itself would try for much longer."""
    deadline = monotonic() + CONNECT_TIMEOUT
    while True:
        try:
            create_connection(address, timeout=CONNECT_TIMEOUT).close()
            return
        except OSError:
            if monotonic() >= deadline:
                raise
            sleep(0.1)
