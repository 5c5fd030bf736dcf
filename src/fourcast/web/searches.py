"""Places for searches: so many run at once, each in a worker; the others stand in a queue and are told their place.

Whoever stops waiting (a client that left) stops the search with it. A worker that does not stop when it is told to is
ended, so that its place is free within a tenth of a second whatever it was doing.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from fourcast.web.errand import Answer, Errand, News, Tell, Wish
from fourcast.web.problems import Busy, Problem, too_much_time
from fourcast.web.workers import Worker

OnPlace = Callable[[int], None]

PATIENCE: Final = 0.06
"""Seconds in which a search must stop."""
GRACE: Final = 10.0
"""Seconds beyond its budget after which an errand is ended: for starting a worker, and for a busy machine."""


@dataclass(eq=False)
class _Waiting:
    turn: asyncio.Future[None]
    on_place: OnPlace | None


class Searches:
    """A bounded number of places, with a worker for each that is taken, and a bounded queue before them."""

    def __init__(self, places: int, waiting: int, *, ready: bool = False, patience: float = PATIENCE) -> None:
        """`ready`: one worker more than is needed waits for the next errand, where there is a place for it. `patience`:
        seconds that a worker has to stop."""
        self.places = places
        self._patience = patience
        self._most_waiting = waiting
        self._ready = ready
        self._running = 0
        self._queue: deque[_Waiting] = deque()
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._starting = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def running(self) -> int:
        return self._running

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def processes(self) -> set[int]:
        """The numbers that the system gave to the workers."""
        return {worker.pid for worker in self._workers}

    async def run(
        self,
        errand: Errand[Wish, News, Answer],
        wish: Wish,
        *,
        tell: Tell[News] | None = None,
        on_place: OnPlace | None = None,
        queued: bool = True,
    ) -> Answer:
        """Have an errand done. Raises `Busy` if it would have to wait and may not, or too many wait, and a `Problem` if
        it takes more than its budget. Cancelling the call stops it."""
        if self._running < self.places:
            self._running += 1
        else:
            await self._wait(on_place, queued=queued)
        try:
            worker = self._waiting_worker() or await self._started()
        except BaseException:
            self._leave_place()
            raise
        self.make_ready()
        doing = asyncio.create_task(worker.do(errand, wish, tell))
        try:
            async with asyncio.timeout(errand.seconds + GRACE):
                return await asyncio.shield(doing)
        except TimeoutError:
            raise too_much_time(errand.seconds) from None
        finally:
            if doing.done():
                self._free(worker)
            else:
                self._in_background(self._call_back(worker, doing))

    # The queue

    async def _wait(self, on_place: OnPlace | None, *, queued: bool) -> None:
        place = len(self._queue) + 1
        if not queued or place > self._most_waiting:
            raise Busy(place)
        waiting = _Waiting(asyncio.get_running_loop().create_future(), on_place)
        self._queue.append(waiting)
        if on_place:
            on_place(place)
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
                self._tell_places()
            else:  # its turn had come: the place goes to the next
                self._leave_place()
            raise

    def _leave_place(self) -> None:
        """Hand the place to the next in the queue, or leave it empty."""
        while self._queue:
            waiting = self._queue.popleft()
            if not waiting.turn.done():
                waiting.turn.set_result(None)
                self._tell_places()
                return
        self._running -= 1

    def _tell_places(self) -> None:
        for place, waiting in enumerate(self._queue, start=1):
            if waiting.on_place:
                waiting.on_place(place)

    # The workers

    def make_ready(self) -> None:
        """Start a worker before anybody asks for it, if none is there for the next who does."""
        workers = len(self._workers) + self._starting
        if self._ready and workers < min(self._running + 1, self.places):
            self._in_background(self._add_idle())

    async def _add_idle(self) -> None:
        with suppress(Problem):
            self._idle.insert(0, await self._started())

    async def _started(self) -> Worker:
        self._starting += 1
        try:
            worker = await Worker.start()
        except OSError as fault:
            raise Problem(503, f"No search can be started now: {fault.strerror}. Try again in a moment.") from None
        finally:
            self._starting -= 1
        self._workers.add(worker)
        return worker

    def _waiting_worker(self) -> Worker | None:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._part_with(worker)
        return None

    def _part_with(self, worker: Worker) -> None:
        self._workers.discard(worker)
        self._in_background(worker.ended())

    async def _call_back(self, worker: Worker, doing: asyncio.Task[Any]) -> None:
        """Stop what nobody waits for any more, and free its place. A worker that is still starting has not begun to
        search, and will not: the next errand may wait for it."""
        if worker.serves is doing:
            worker.stop()
        else:
            doing.cancel()
        if worker.is_ready:
            await asyncio.wait({doing}, timeout=self._patience)
            if not doing.done():
                worker.kill()
        self._free(worker)
        await asyncio.gather(doing, return_exceptions=True)  # of no interest

    def _free(self, worker: Worker) -> None:
        if worker.is_alive:
            self._idle.append(worker)  # the last to come is the first to go: its tables know the game
        else:
            self._part_with(worker)
            self.make_ready()
        self._leave_place()

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop everything."""
        self._ready = False
        for waiting in self._queue:
            waiting.turn.cancel()
        for worker in self._workers:
            worker.kill()
        while self._tasks:  # one may be starting another
            await asyncio.wait(self._tasks)
        await asyncio.gather(*(worker.ended() for worker in self._workers))
