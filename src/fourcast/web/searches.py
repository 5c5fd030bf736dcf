"""Searches in threads of their own: native ones run beside the server, and none of them makes it wait.

So many run at once; the others stand in a queue and are told their place. Whoever stops waiting (a client that left)
stops the search with it.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar

from fourcast.search import StopFlag
from fourcast.web.problems import Busy

Answer = TypeVar("Answer")
Work = Callable[[StopFlag], Answer]
OnPlace = Callable[[int], None]

_NICENESS: Final = 10


@dataclass(eq=False)
class _Waiting:
    turn: asyncio.Future[None]
    on_place: OnPlace | None


class Searches:
    """A bounded number of places for searches, and a bounded queue before them."""

    def __init__(self, places: int, waiting: int) -> None:
        self.places = places
        self._most_waiting = waiting
        self._running = 0
        self._queue: deque[_Waiting] = deque()
        self._stops: set[StopFlag] = set()
        self._threads = ThreadPoolExecutor(places, thread_name_prefix="search", initializer=_be_nice)

    @property
    def running(self) -> int:
        return self._running

    @property
    def waiting(self) -> int:
        return len(self._queue)

    async def run(self, work: Work[Answer], *, on_place: OnPlace | None = None, queued: bool = True) -> Answer:
        """Do the work in a search thread. Raises `Busy` if it would have to wait and may not, or too many wait.

        Cancelling the call raises the stop flag that the work was given.
        """
        if self._running < self.places:
            self._running += 1
        else:
            await self._wait(on_place, queued=queued)
        stop = StopFlag()
        self._stops.add(stop)
        done = asyncio.get_running_loop().run_in_executor(self._threads, work, stop)
        done.add_done_callback(lambda _: self._free(stop))
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            stop.set()
            done.add_done_callback(_look_at_fault)
            raise

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

    def _free(self, stop: StopFlag) -> None:
        self._stops.discard(stop)
        self._leave_place()

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

    def close(self) -> None:
        """Stop everything."""
        for stop in list(self._stops):
            stop.set()
        for waiting in self._queue:
            waiting.turn.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _be_nice() -> None:
    """Let requests go before searches. Threads that the core starts are as nice as the one that calls it."""
    with suppress(AttributeError, OSError):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICENESS)


def _look_at_fault(done: asyncio.Future[Answer]) -> None:
    """Nobody waits for this answer any more: an error in it is of no interest."""
    if not done.cancelled():
        done.exception()
