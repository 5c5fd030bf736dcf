"""A thread that ends workers with SIGKILL in the middle of their tasks, as often as it was told."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

from support.job_tasks import at_work, read

MOST_PER_TASK = 2
"""So often a task may lose its worker without fault of its own: a third time would look like its doing."""


class Killer:
    """Ends one worker after every so many finished tasks. Whom, it reads in the diary of the tasks."""

    def __init__(self, diary: Path, *, times: int, every: int, seed: int = 1) -> None:
        self.killed = 0
        self._diary = diary
        self._times, self._every = times, every
        self._dice = random.Random(seed)
        self._suffered: Counter[int] = Counter()
        self._ended: set[int] = set()
        self._over = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while self.killed < self._times and not self._over.wait(0.005):
            entries = read(self._diary)
            finished = len({entry.n for entry in entries if entry.word == "end"})
            if finished >= self.killed * self._every:
                self._kill_one(at_work(entries))

    def _kill_one(self, running: dict[int, int]) -> None:
        able = [
            process
            for process, n in running.items()
            if process not in self._ended and self._suffered[n] < MOST_PER_TASK
        ]
        if not able:
            return
        process = self._dice.choice(able)
        self._ended.add(process)
        self._suffered[running[process]] += 1
        os.kill(process, signal.SIGKILL)
        self.killed += 1


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and was not yet waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
