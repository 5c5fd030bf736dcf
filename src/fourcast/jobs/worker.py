"""The main function of a local worker process: it runs the tasks that the pool sends, in order.

    pool ─▶ worker    run [[number, function, arguments], …]      return
    worker ─▶ pool    ready      alive      result NUMBER SECONDS JSON      failure NUMBER SECONDS REASON
                      returned [number, …]      activity TEXT

`return` asks for the tasks that have not begun. `alive` is sent regularly, whatever a task does. Reasons and
activities are JSON strings. A thread reads, so that the end of the pool ends the process while a task runs.
"""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from threading import Condition, Thread
from time import sleep

from fourcast.jobs.process import ParentLines
from fourcast.jobs.task import listen_to_activity, run_task


def main(heartbeat: str) -> None:
    """Run tasks until the pool is gone; `heartbeat` is the interval of `alive` in seconds."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool decides when to stop
    worker = _Worker(ParentLines())
    Thread(target=worker.listen, daemon=True).start()
    Thread(target=worker.beat, args=[float(heartbeat)], daemon=True).start()
    listen_to_activity(worker.send_activity)
    worker.run()


class _Worker:
    def __init__(self, pool: ParentLines) -> None:
        self._pool = pool
        self._queue: deque[tuple[int, str, str]] = deque()
        self._changed = Condition()

    def run(self) -> None:
        self._pool.send("ready")
        while True:
            with self._changed:
                while not self._queue:
                    self._changed.wait()
                number, function, arguments = self._queue.popleft()
            outcome = run_task(function, arguments)
            if outcome.succeeded:
                self._pool.send(f"result {number} {outcome.seconds:.6f} {outcome.text}")
            else:
                self._pool.send(f"failure {number} {outcome.seconds:.6f} {json.dumps(outcome.text)}")

    def listen(self) -> None:
        for line in self._pool:
            command, _, text = line.partition(" ")
            with self._changed:
                if command == "run":
                    self._queue.extend(json.loads(text))
                    self._changed.notify()
                else:
                    numbers = [number for number, _, _ in self._queue]
                    self._queue.clear()
                    self._pool.send(f"returned {json.dumps(numbers)}")
        os._exit(0)

    def send_activity(self, text: str) -> None:
        self._pool.send(f"activity {json.dumps(text)}")

    def beat(self, interval: float) -> None:
        while True:
            sleep(interval)
            self._pool.send("alive")
