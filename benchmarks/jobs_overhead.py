"""What handing out tasks, hearing their results and writing them down costs, as a share of the tasks' own time.

The tasks sleep for a second, so that busy processors do not distort it. A job of one task for each worker and a job of
many are compared: getting ready (starting processes, finding the cluster) is in both and cancels.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.dask_cluster import DaskCluster

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=25, help="tasks for each worker")
    asked = parser.parse_args()
    good = report("local pool", 0.01, measure(None, workers=asked.workers, rounds=asked.rounds))
    with TemporaryDirectory() as folder, DaskCluster(Path(folder), workers=asked.workers) as cluster:
        good &= report("dask", 0.02, measure(cluster.address, workers=asked.workers, rounds=asked.rounds))
    sys.exit(not good)


def report(where: str, allowed: float, measured: float) -> bool:
    """Print what was measured, and say whether it is allowed."""
    good = measured < allowed
    verdict = "" if good else ": TOO MUCH"
    print(f"{where:<11} overhead {measured:6.2%} of tasks of 1 s, where {allowed:.0%} is allowed{verdict}")
    return good


if __name__ == "__main__":
    main()
