"""A worker process of the local pool: does what comes through its pipe, and ends when the other end is gone.

    driver ─▶ worker    a chunk: JSON [[number, function, arguments], …]   or nothing: give back what you have not begun
    worker ─▶ driver    ready · a result · a reason, each with its task's number · the numbers of tasks given back

A thread reads, so that the driver's death is seen while a task runs.
"""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Condition, Lock, Thread
from typing import Final

from fourcast.jobs.work import do

READY: Final = b"!"
RESULT: Final = b"+"
REASON: Final = b"-"
BACK: Final = b"<"
GIVE_BACK: Final = b""


class Worker:
    """One process's work: tasks in order, answered one by one."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._waiting: deque[tuple[int, str, str]] = deque()
        self._changed = Condition()
        self._speaking = Lock()

    def run(self) -> None:
        Thread(target=self._listen, daemon=True).start()
        self._say(READY)
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                number, *task = self._waiting.popleft()
            outcome = do(*task)
            self._say((RESULT if outcome.good else REASON) + f"{number} {outcome.seconds:.6f} {outcome.text}".encode())

    def _listen(self) -> None:
        try:
            while True:
                message = self._pipe.recv_bytes()
                with self._changed:
                    if message == GIVE_BACK:
                        numbers = [number for number, *_ in self._waiting]
                        self._waiting.clear()
                        self._say(BACK + json.dumps(numbers).encode())
                    else:
                        self._waiting.extend(json.loads(message))
                        self._changed.notify()
        except (EOFError, OSError):
            os._exit(0)  # nobody is left to tell: whatever runs is not worth finishing

    def _say(self, message: bytes) -> None:
        try:
            with self._speaking:
                self._pipe.send_bytes(message)
        except OSError:
            os._exit(0)


def main(handle: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver decides when to stop
    with suppress(OSError):  # there may be no standard error
        os.dup2(2, 1)  # what a task prints is no result of a command
    Worker(Connection(handle)).run()
