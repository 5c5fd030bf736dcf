"""The program that runs a job may be killed or interrupted at any moment, and is not alone with its ledger."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from time import sleep

import pytest
from support.dask_cluster import DaskCluster
from support.job_tasks import BLOCK, HANG, at_work, read, squares
from support.process_control import is_alive
from support.waiting import wait_until

from fourcast.jobs import Ledger

SECONDS = 0.05
DRIVER = f"""
import sys; sys.path[:] = sys.argv[4].split("|")
from pathlib import Path
from support.job_tasks import squares
from fourcast.jobs import Ledger, run_job
with Ledger(sys.argv[1]) as ledger:
    tasks = squares(int(sys.argv[3]), Path(sys.argv[2]), seconds={SECONDS})
    run_job(tasks, ledger, workers=2, cluster=sys.argv[5] or None)
"""


HANGING_DRIVER = """
import sys; sys.path[:] = sys.argv[4].split("|")
from fourcast.jobs import Ledger, Task, run_job
with Ledger(sys.argv[1]) as ledger:
    run_job([Task(sys.argv[3], {"diary": sys.argv[2]})], ledger, workers=1)
"""


def driver(ledger: Ledger, diary: Path, tasks: int, *, cluster: str = "") -> subprocess.Popen[bytes]:
    """A program of its own that does the squares."""
    arguments = [str(ledger.path), str(diary), str(tasks), "|".join(sys.path), cluster]
    return subprocess.Popen([sys.executable, "-c", DRIVER, *arguments], stderr=subprocess.PIPE, start_new_session=True)


def wait_until_there_are(count: int, ledger: Ledger, process: subprocess.Popen[bytes]) -> None:
    wait_until(lambda: len(ledger) >= count or process.poll() is not None, seconds=120)


def wait_for_the_end_of(processes: set[int]) -> None:
    wait_until(lambda: not any(is_alive(process) for process in processes))


@pytest.mark.parametrize(
    ("tasks", "kills", "cluster"),
    [
        pytest.param(150, 3, False, id="short"),
        pytest.param(4000, 100, False, id="full", marks=[pytest.mark.soak, pytest.mark.timeout(1200)]),
        pytest.param(4000, 100, True, id="full-cluster", marks=[pytest.mark.soak, pytest.mark.timeout(1200)]),
    ],
)
def test_a_driver_that_is_killed_loses_nothing_and_recomputes_nothing(
    ledger: Ledger, diary: Path, tmp_path: Path, tasks: int, kills: int, cluster: bool
) -> None:
    work, dice = squares(tasks, diary, seconds=SECONDS), random.Random(1)
    committed: list[tuple[int, set[int]]] = []
    with ExitStack() as stack:
        address = stack.enter_context(DaskCluster(tmp_path)).address if cluster else ""
        for _ in range(kills):
            process = driver(ledger, diary, tasks, cluster=address)
            wait_until_there_are(len(ledger) + 1, ledger, process)
            sleep(dice.uniform(0, 0.3))
            assert process.poll() is None, "there was not enough to do"
            process.kill()
            process.communicate()
            if not cluster:
                wait_for_the_end_of(set(at_work(read(diary))))
            known = {int(str(task.arguments["n"])) for task, _ in ledger.results(work)}
            committed.append((len(read(diary)), known))
        process = driver(ledger, diary, tasks, cluster=address)
        process.communicate(timeout=280)
        assert process.returncode == 0
    entries = read(diary)
    for since, known in committed:
        assert known.isdisjoint(entry.n for entry in entries[since:])
    assert [value for _, value in ledger.results(work)] == [n * n for n in range(tasks)]
    assert len(ledger) == tasks


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a task that blocks all threads is not ended")
@pytest.mark.parametrize("function", [HANG, BLOCK])
def test_a_worker_whose_task_hangs_ends_when_its_driver_is_killed(ledger: Ledger, diary: Path, function: str) -> None:
    arguments = [str(ledger.path), str(diary), function, "|".join(sys.path)]
    with subprocess.Popen([sys.executable, "-c", HANGING_DRIVER, *arguments], start_new_session=True) as process:
        wait_until(lambda: at_work(read(diary)))
        process.kill()
    wait_for_the_end_of(set(at_work(read(diary))))


def test_two_programs_may_work_on_one_ledger_at_once(ledger: Ledger, diary: Path) -> None:
    for process in [driver(ledger, diary, 100) for _ in range(2)]:
        process.communicate(timeout=120)
        assert process.returncode == 0
    tasks = squares(100, diary, seconds=SECONDS)
    assert [value for _, value in ledger.results(tasks)] == [n * n for n in range(100)]
    assert len(ledger) == 100


def test_ctrl_c_ends_the_workers_and_keeps_what_came_in(ledger: Ledger, diary: Path) -> None:
    tasks = squares(1000, diary, seconds=SECONDS)
    process = driver(ledger, diary, 1000)
    wait_until_there_are(1, ledger, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, said = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert said.count(b"Traceback") == 1  # the driver's own; a command catches it
    wait_for_the_end_of(set(at_work(read(diary))))
    ended = [entry.n for entry in read(diary) if entry.word == "end"]
    assert len(ended) - 20 <= len(ledger) <= len(ended)  # but for words that were on the way
    assert all(value == task.arguments["n"] ** 2 for task, value in ledger.results(tasks))  # type: ignore[operator]
