"""What handing out tasks, hearing their results and writing them down costs, as a share of the tasks' own time.

The tasks sleep for a second, so that busy processors do not distort it. A job of one task for each worker and a job of
many are compared: getting ready (starting processes, finding the cluster) is in both and cancels.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from fourcast.jobs import Ledger, Task, run_job


def nap(n: int) -> float:
    """Sleep for a second, and say how long it was."""
    del n
    begun = perf_counter()
    sleep(1.0)
    return perf_counter() - begun


def measure(cluster: str | None, *, workers: int, rounds: int) -> float:
    """Overhead as a share: 0.01 is one percent."""
    with TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.db") as ledger:

        def job(first: int, count: int) -> tuple[float, float]:
            """Seconds taken, and slept by each worker."""
            tasks = [Task("jobs_overhead:nap", {"n": n}) for n in range(first, first + count)]
            begun = perf_counter()
            assert run_job(tasks, ledger, workers=workers, cluster=cluster).complete
            return perf_counter() - begun, sum(value for _, value in ledger.results(tasks)) / workers

        job(0, 2 * workers)  # whoever is not there yet comes meanwhile
        taken, slept = job(2 * workers, workers)
        all_taken, all_slept = job(3 * workers, rounds * workers)
        return (all_taken - taken) / (all_slept - slept) - 1


@contextmanager
def dask_cluster(workers: int) -> Iterator[str]:
    """The address of a scheduler with workers on this machine."""
    with TemporaryDirectory() as folder:
        told = Path(folder) / "scheduler.json"
        options = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(told)]
        processes: list[subprocess.Popen[bytes]] = []
        try:
            for words in (["scheduler", "--port", "0"], ["worker", "--nworkers", str(workers), "--nthreads", "1"]):
                processes.append(
                    subprocess.Popen(
                        [sys.executable, "-m", "dask", *words, *options],
                        cwd=folder,
                        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                        stderr=subprocess.DEVNULL,
                        start_new_session=True,
                    )
                )
                while not told.exists() or not told.read_text().endswith("}"):
                    sleep(0.1)
            sleep(5)  # for the workers to come
            yield str(json.loads(told.read_text())["address"])
        finally:
            for process in processes:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=25, help="tasks for each worker")
    asked = parser.parse_args()
    report("local pool", 0.01, measure(None, workers=asked.workers, rounds=asked.rounds))
    with dask_cluster(asked.workers) as address:
        report("dask", 0.02, measure(address, workers=asked.workers, rounds=asked.rounds))


def report(where: str, allowed: float, measured: float) -> None:
    verdict = "" if measured < allowed else ": TOO MUCH"
    print(f"{where:<11} overhead {measured:6.2%} of tasks of 1 s, where {allowed:.0%} is allowed{verdict}")


if __name__ == "__main__":
    main()
