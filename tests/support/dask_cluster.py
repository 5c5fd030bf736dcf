"""A dask cluster of processes on this machine, started as dask's documentation says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self

from fourcast.jobs.dask_pool import DaskPool

QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical"}


class DaskCluster:
    """A scheduler and workers of one thread each, which a nanny starts again when they die."""

    def __init__(self, folder: Path, *, workers: int = 2) -> None:
        self.address = ""
        self._folder, self._workers = folder, workers
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        try:
            told = self._folder / "scheduler.json"
            self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
            self.address = self._wait_for_address(told)
            self._start(
                "worker", self.address, "--host", "127.0.0.1", "--nworkers", str(self._workers), "--nthreads", "1"
            )
            self._wait_for_workers()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def kill_the_scheduler(self) -> None:
        os.killpg(self._processes[0].pid, signal.SIGKILL)
        self._processes[0].wait()

    def _start(self, *words: str) -> None:
        with (self._folder / f"{words[0]}.log").open("wb") as log:
            self._processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", "dask", *words, "--no-dashboard"],
                    cwd=self._folder,
                    env={**os.environ, **QUIET, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # so that all of them can be ended together
                )
            )

    def _wait_for_address(self, told: Path) -> str:
        until = monotonic() + 60
        while monotonic() < until:
            assert self._processes[0].poll() is None, (self._folder / "scheduler.log").read_text()
            try:
                return str(json.loads(told.read_text())["address"])
            except (OSError, ValueError):
                sleep(0.05)
        raise TimeoutError("the dask scheduler did not start")

    def _wait_for_workers(self) -> None:
        pool = DaskPool(self.address)
        try:
            until = monotonic() + 60
            while pool.workers < self._workers:
                assert monotonic() < until, (self._folder / "worker.log").read_text()
                pool.wait(0.1)
        finally:
            pool.close()

    def _end(self) -> None:
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        for process in self._processes:
            process.wait()
