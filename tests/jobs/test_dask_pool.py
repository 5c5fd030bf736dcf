"""The same jobs on a dask cluster of processes on this machine."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from socket import create_server

import pytest
from support.dask_cluster import DaskCluster
from support.job_tasks import DIE, HANG, RAISE, at_work, begun, read, squares
from support.process_control import Killer

from fourcast.errors import JobError
from fourcast.jobs import Ledger, Progress, Task, dask_pool, run_job
from fourcast.jobs.dask_pool import DaskPool


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path_factory.mktemp("cluster"), workers=2) as cluster:
        yield cluster


def test_a_job_on_a_cluster_gives_what_the_pool_gives(cluster: DaskCluster, ledger: Ledger, diary: Path) -> None:
    tasks = [*squares(300, diary), Task(RAISE, {"of": "a test"})]
    summary = run_job(tasks, ledger, cluster=cluster.address)
    assert summary.done == len(ledger) == 300
    assert [failure.reason.splitlines()[0] for failure in summary.failures] == ["ValueError: complaint of a test"]
    assert [value for _, value in ledger.results(tasks)] == [n * n for n in range(300)]
    assert set(begun(read(diary)).values()) == {1}
    assert run_job(squares(301, diary), ledger, cluster=cluster.address).known == 300


@pytest.mark.parametrize(
    ("tasks", "kills"),
    [
        pytest.param(60, 4, id="short"),
        pytest.param(1000, 100, id="full", marks=[pytest.mark.soak, pytest.mark.timeout(1200)]),
    ],
)
def test_workers_of_a_cluster_that_are_killed_cost_nothing_but_time(
    cluster: DaskCluster, ledger: Ledger, diary: Path, tasks: int, kills: int
) -> None:
    work = squares(tasks, diary, seconds=0.1)
    with Killer(diary, times=kills, every=tasks // kills // 2) as killer:
        summary = run_job(work, ledger, cluster=cluster.address)
    assert killer.killed == kills
    assert summary.failures == ()
    assert summary.done == len(ledger) == tasks
    assert [value for _, value in ledger.results(work)] == [n * n for n in range(tasks)]


def test_a_task_that_kills_workers_of_a_cluster_is_set_aside_and_no_other_suffers(
    cluster: DaskCluster, ledger: Ledger, diary: Path
) -> None:
    work = squares(40, diary, seconds=0.01)
    poison = Task(DIE, {"diary": str(diary)})
    summary = run_job([*work[:20], poison, *work[20:]], ledger, cluster=cluster.address)
    (failure,) = summary.failures
    assert failure.task == poison
    assert failure.set_aside
    assert failure.reason == "It was set aside after 3 attempts: its worker died in a test."
    assert summary.done == len(ledger) == 40
    assert 3 <= begun(read(diary))[-1] <= 4  # the first time it may not have been alone


def test_a_task_that_takes_too_long_on_a_cluster_is_ended_and_set_aside(
    cluster: DaskCluster, ledger: Ledger, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourcast.jobs.dask_pool.TRANSFER_SECONDS", 0.5)
    hanging = Task(HANG, {"diary": str(diary)})
    (failure,) = run_job([hanging], ledger, cluster=cluster.address, timeout=0.5, attempts=1).failures
    assert failure.task == hanging
    assert "it took longer than 0.5 s" in failure.reason
    assert run_job([hanging, *squares(5, diary)], ledger, cluster=cluster.address).done == 5


def test_a_worker_of_a_cluster_that_does_not_respond_is_replaced(
    cluster: DaskCluster, ledger: Ledger, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "HANG_TIMEOUT", 5.0)
    monkeypatch.setattr(dask_pool, "HEARTBEAT_POLL_INTERVAL", 0.5)
    tasks = squares(40, diary, seconds=0.1)
    stopped: set[int] = set()

    def stop_one(_: Progress) -> None:
        if not stopped and (running := at_work(read(diary))):
            stopped.add(min(running))
            os.kill(min(running), signal.SIGSTOP)

    summary = run_job(tasks, ledger, cluster=cluster.address, on_progress=stop_one)
    assert stopped
    assert summary.complete
    assert [value for _, value in ledger.results(tasks)] == [n * n for n in range(40)]


def test_a_job_on_a_cluster_may_be_stopped(cluster: DaskCluster, ledger: Ledger, diary: Path) -> None:
    work = squares(1000, diary, seconds=0.02)
    summary = run_job(work, ledger, cluster=cluster.address, on_progress=lambda progress: progress.done >= 10)
    assert summary.stopped
    assert 10 <= summary.done == len(ledger) < 1000


def test_an_address_without_a_scheduler_is_refused_with_a_sentence(
    ledger: Ledger, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*_: object, **__: object) -> None:
        raise AssertionError("Dask was asked, which tries for a long time.")

    monkeypatch.setattr("fourcast.jobs.dask_pool.CONNECT_TIMEOUT", 0.2)
    monkeypatch.setattr("distributed.Client", ask)
    for address in ("tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1"):
        with pytest.raises(
            JobError, match=f"There is no dask scheduler at {address}. `dask scheduler --host 127.0.0.1` starts one"
        ):
            run_job(squares(1, diary), ledger, cluster=address)
    with create_server(("127.0.0.1", 0)) as server, pytest.raises(JobError, match="needs certificates"):
        DaskPool(f"tls://127.0.0.1:{server.getsockname()[1]}")


def test_a_scheduler_that_goes_away_ends_the_job_with_a_sentence_and_what_is_done_is_kept(
    ledger: Ledger, diary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with DaskCluster(tmp_path, workers=1) as cluster:
        monkeypatch.setattr("fourcast.jobs.dask_pool.RESPONSE_TIMEOUT", 2.0)
        gone: list[Progress] = []

        def kill(progress: Progress) -> None:
            if progress.done and not gone:
                gone.append(progress)
                cluster.kill_the_scheduler()

        with pytest.raises(JobError, match=r"does not respond any more\. Results so far are stored: run this again"):
            run_job(squares(500, diary, seconds=0.05), ledger, cluster=cluster.address, on_progress=kill)
        assert gone[0].done <= len(ledger) < 500


def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(JobError, match=r"pip install 'fourcast\[cluster\]'"):
        DaskPool("tcp://127.0.0.1:1")
