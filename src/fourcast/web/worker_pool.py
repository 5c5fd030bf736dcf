"""Worker processes for searches: a fixed number of slots, and a queue whose members know their position.

Cancelling a call (a client that left) stops its task. A worker that does not stop in time is killed, so that
its slot is free within a tenth of a second whatever it was doing.

A task with a `Turn` gives up its slot when others wait: at once for a task without a turn, which is short, and after
the seconds of its turn for another task with a turn.

Clients share the queue evenly: a task waits behind those of a client that has fewer running and waiting.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from fourcast.web.problems import Busy, Problem, not_started, time_exceeded
from fourcast.web.tasks import OnProgress, Progress, Request, RequestTask, Result
from fourcast.web.worker_process import WorkerProcess

OnQueuePosition = Callable[[int], None]

CLIENT: Final[ContextVar[str]] = ContextVar("CLIENT", default="")
"""The client that a task is for."""

STOP_TIMEOUT: Final = 0.06
"""Seconds in which a task must end after its stop flag was set."""
NICENESS: Final = 10
"""Of workers. With half of it the slowest requests took twice as long."""
GRACE: Final = 10.0
"""Seconds beyond its time limit after which a task is killed: for starting a worker, and for a busy machine."""


@dataclass(eq=False)
class Turn:
    """The time of a task that can be interrupted: seconds that it has before another task with a turn."""

    seconds: float
    is_interrupted: bool = False
    """Whether the task was stopped for another one; its result is what it had until then."""


@dataclass(eq=False)
class _Waiting:
    slot: asyncio.Future[None]
    on_queue_position: OnQueuePosition | None
    is_short: bool
    client: str


@dataclass(eq=False)
class _Running:
    """A task that may be interrupted, once it has reported something."""

    turn: Turn
    worker: WorkerProcess
    ends: float
    has_reported: bool = False


class RequestPool:
    """A fixed number of slots with a worker process for each that is in use, and a bounded queue."""

    def __init__(
        self,
        slots: int,
        max_waiting: int,
        *,
        has_spare: bool = False,
        stop_timeout: float = STOP_TIMEOUT,
        niceness: int = NICENESS,
    ) -> None:
        """`has_spare`: keep one more worker started than is in use, as long as there are slots. `stop_timeout`: seconds
        that a worker has to stop before it is killed. `niceness`: of the workers, beyond that of the server."""
        self.slots = slots
        self._niceness = niceness
        self._stop_timeout = stop_timeout
        self._max_waiting = max_waiting
        self._has_spare = has_spare
        self._running = 0
        self._running_of: Counter[str] = Counter()  # by client
        self._queue: deque[_Waiting] = deque()
        self._interruptible: list[_Running] = []
        self._idle: list[WorkerProcess] = []
        self._workers: set[WorkerProcess] = set()
        self._background: set[asyncio.Task[None]] = set()

    @property
    def running(self) -> int:
        return self._running

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def process_ids(self) -> set[int]:
        """Of the workers that are alive."""
        return {worker.pid for worker in self._workers if worker.is_alive}

    async def run(
        self,
        task: RequestTask[Request, Progress, Result],
        request: Request,
        *,
        on_progress: OnProgress[Progress] | None = None,
        on_queue_position: OnQueuePosition | None = None,
        wait: bool = True,
        on_start: Callable[[Callable[[], None]], None] | None = None,
        turn: Turn | None = None,
        is_queued: bool = False,
    ) -> Result:
        """Run a task in a worker process. Raises `Busy` if no slot is free and `wait` is False or the queue is full,
        and `Problem` if the task exceeds its time or memory limit. Cancel the call to stop the task.

        `on_start` gets a function that ends the task early, with the result that it has until then. `turn`: the task
        may be interrupted for others. `is_queued`: it has been in the queue before, and is not refused because the
        queue is full."""
        if self._running < self.slots:
            self._running += 1
        else:
            max_waiting = 0 if not wait else inf if is_queued else self._max_waiting
            await self._wait_for_slot(on_queue_position, max_waiting, is_short=turn is None)
        try:
            worker = self._take_idle() or self._start_worker()
        except BaseException:
            self._release_slot()
            raise
        client = CLIENT.get()
        self._running_of[client] += 1
        self.start_spare()
        running = turn and self._add_interruptible(turn, worker)

        def report(progress: Progress) -> None:
            if on_progress:
                on_progress(progress)
            if running and not running.has_reported:
                running.has_reported = True
                self._interrupt()

        call = asyncio.create_task(worker.run(task, request, report))
        if on_start:
            on_start(worker.stop)
        try:
            async with asyncio.timeout(task.max_seconds + GRACE):
                return await asyncio.shield(call)
        except TimeoutError:
            worker.kill()  # it hangs, perhaps since it was started
            raise time_exceeded(task.max_seconds) if worker.is_ready else not_started() from None
        finally:
            self._running_of[client] -= 1
            if not self._running_of[client]:
                del self._running_of[client]
            if running:
                self._interruptible.remove(running)
            if call.done():
                self._release(worker)
            else:
                self._start_background(self._stop(worker, call))

    # Interruption

    def _add_interruptible(self, turn: Turn, worker: WorkerProcess) -> _Running:
        loop = asyncio.get_running_loop()
        running = _Running(turn, worker, ends=loop.time() + turn.seconds)
        self._interruptible.append(running)
        if turn.seconds < inf:
            loop.call_at(running.ends, self._interrupt)
        return running

    def _interrupt(self) -> None:
        """Stop as many tasks as there are others that may take their slots."""
        now = asyncio.get_running_loop().time()
        stopping = sum(running.turn.is_interrupted for running in self._interruptible)
        for waiting in list(self._queue)[stopping:]:
            candidates = [
                running
                for running in self._interruptible
                if running.has_reported
                and not running.turn.is_interrupted
                and (waiting.is_short or now >= running.ends)
            ]
            if not candidates:
                return
            longest = min(candidates, key=lambda running: running.ends)
            longest.turn.is_interrupted = True
            longest.worker.stop()

    # The queue

    async def _wait_for_slot(
        self, on_queue_position: OnQueuePosition | None, max_waiting: float, *, is_short: bool
    ) -> None:
        """Wait behind the short tasks in the queue and, unless this is one, behind the others."""
        client = CLIENT.get()
        index = self._queue_index(client, is_short=is_short)
        if index >= max_waiting:
            raise Busy(index + 1)
        waiting = _Waiting(asyncio.get_running_loop().create_future(), on_queue_position, is_short, client)
        self._queue.insert(index, waiting)
        self._report_positions(index)
        self._interrupt()
        try:
            await waiting.slot
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
                self._report_positions()
            else:  # it had just got a slot: the next one takes it
                self._release_slot()
            raise

    def _queue_index(self, client: str, *, is_short: bool) -> int:
        """The place for a task: before those of clients that have more, behind its client's own."""
        same_kind = [waiting.client for waiting in self._queue if waiting.is_short == is_short]
        first = 0 if is_short else len(self._queue) - len(same_kind)
        tasks, own = self._running_of.copy(), same_kind.count(client)
        number = tasks[client] + own
        for index, other in enumerate(same_kind, start=first):
            if not own and tasks[other] > number:
                return index
            tasks[other] += 1
            own -= other == client
        return first + len(same_kind)

    def _release_slot(self) -> None:
        """Pass the slot to the next in the queue, or leave it free."""
        while self._queue:
            waiting = self._queue.popleft()
            if not waiting.slot.done():
                waiting.slot.set_result(None)
                self._report_positions()
                return
        self._running -= 1

    def _report_positions(self, first: int = 0) -> None:
        """Report the positions that have changed: those from an index on."""
        for position, waiting in enumerate(self._queue, start=1):
            if waiting.on_queue_position and position > first:
                waiting.on_queue_position(position)

    # The workers

    def start_spare(self) -> None:
        """Start a worker for the next task, unless one is idle or no slot is left for it."""
        if self._has_spare and len(self._workers) < min(self._running + 1, self.slots):
            with suppress(Problem):
                self._idle.insert(0, self._start_worker())

    def _start_worker(self) -> WorkerProcess:
        try:
            worker = WorkerProcess(self._niceness)
        except OSError as error:
            raise Problem(503, f"No search can be started: {error.strerror}. Try again in a moment.") from None
        self._workers.add(worker)
        return worker

    def _take_idle(self) -> WorkerProcess | None:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._discard(worker)
        return None

    def _discard(self, worker: WorkerProcess) -> None:
        self._workers.discard(worker)
        self._start_background(worker.close())

    async def _stop(self, worker: WorkerProcess, call: asyncio.Task[Any]) -> None:
        """Stop a task whose caller is gone, and release its slot. A worker that is still starting has not begun to
        search, and will not: it is free for the next task."""
        if worker.caller is call:
            worker.stop()
        else:
            call.cancel()
        if worker.is_ready:
            await asyncio.wait({call}, timeout=self._stop_timeout)
            if not call.done():
                worker.kill()
        self._release(worker)
        await asyncio.gather(call, return_exceptions=True)

    def _release(self, worker: WorkerProcess) -> None:
        if worker.is_alive:
            self._idle.append(worker)  # last in, first out: its tables know the game
        else:
            self._discard(worker)
            self.start_spare()
        self._release_slot()

    def _start_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def close(self) -> None:
        """Stop everything."""
        self._has_spare = False
        for waiting in self._queue:
            waiting.slot.cancel()
        for worker in self._workers:
            worker.kill()
        while self._background:  # one may start another
            await asyncio.wait(self._background)
        await asyncio.gather(*(worker.close() for worker in self._workers))
