"""Jobs on the local pool: every result once, whatever dies."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest
from support.job_tasks import DIE, HANG, RAISE, SHY, SLOW_SQUARE, at_work, begun, read, squares
from support.process_control import Killer

from fourcast.errors import JobError
from fourcast.jobs import Ledger, LineProcess, OrderedResults, Progress, Task, run_job
from fourcast.jobs import pool as pool_module
from fourcast.jobs.ledger import Failure, TaskResult
from fourcast.jobs.pool import Event, LocalPool, TasksLost


def test_every_task_is_computed_once_and_its_result_kept(ledger: Ledger, diary: Path) -> None:
    tasks = squares(500, diary)
    summary = run_job(tasks, ledger, workers=2)
    assert (summary.done, summary.known, summary.complete) == (500, 0, True)
    assert [value for _, value in ledger.results(tasks)] == [n * n for n in range(500)]
    assert set(begun(read(diary)).values()) == {1}


def test_a_second_run_computes_only_what_is_new(ledger: Ledger, diary: Path) -> None:
    run_job(squares(30, diary), ledger, workers=1)
    summary = run_job(squares(50, diary), ledger, workers=1)
    assert (summary.done, summary.known) == (20, 30)
    assert set(begun(read(diary)).values()) == {1}


def test_a_task_that_is_asked_for_twice_is_computed_once(ledger: Ledger, diary: Path) -> None:
    seen: list[Progress] = []
    summary = run_job(squares(40, diary) * 3, ledger, workers=2, on_progress=seen.append)
    assert summary.done == 40
    assert summary.done + summary.known <= 120
    assert sum(begun(read(diary)).values()) == 40
    assert seen[-1].finished == seen[-1].total


def test_a_task_that_raises_fails_with_its_reason_and_is_tried_again_next_time(ledger: Ledger, diary: Path) -> None:
    tasks = [
        *squares(10, diary),
        Task(RAISE, {"of": "a test"}),
        Task("support.job_tasks:nothing", {}),
        Task("nowhere:f", {}),
        Task("builtins:object", {}),
    ]
    for _ in range(2):
        summary = run_job(tasks, ledger, workers=1)
        reasons = sorted(failure.reason.splitlines()[0] for failure in summary.failures)
        assert reasons == [
            "AttributeError: module 'support.job_tasks' has no attribute 'nothing'",
            "ModuleNotFoundError: No module named 'nowhere'",
            "TypeError: Object of type object is not JSON serializable",
            "ValueError: complaint of a test",
        ]
        assert not any(failure.set_aside for failure in summary.failures)
    assert (summary.done, summary.known) == (0, 10)
    assert len(ledger.failures(tasks)) == 4


def test_answers_belong_to_their_tasks_though_others_were_given_back_meanwhile() -> None:
    """The worker hears of new tasks after it was asked to give back; the pool hears of those after it sent new ones."""
    first, waiting, late = [Task(SLOW_SQUARE, {"n": 1})], [Task(SLOW_SQUARE, {"n": n}) for n in (2, 3)], [4, 5]
    pool = LocalPool(1)
    try:
        while not pool.free_slots():
            pool.wait(0.1)
        pool.submit([*first, *waiting])
        (worker,) = pool._workers
        worker.send("return")
        worker.refill_at = len(worker.tasks)
        pool.submit([Task(SLOW_SQUARE, {"n": n}) for n in late])
        events: list[Event] = []
        while worker.tasks:
            events += pool.wait(0.1)
    finally:
        pool.close()
    results = {event.task.arguments["n"]: event.text for event in events if isinstance(event, TaskResult)}
    returned = [task.arguments["n"] for event in events if isinstance(event, TasksLost) for task in event.tasks]
    assert results == {n: str(n * n) for n in (1, 2, 3, 4, 5) if n not in returned}
    assert returned


@pytest.mark.parametrize(
    ("tasks", "kills"),
    [(100, 10), pytest.param(1000, 100, marks=[pytest.mark.soak, pytest.mark.timeout(1200)])],
    ids=["short", "full"],
)
def test_workers_that_are_killed_cost_nothing_but_time(ledger: Ledger, diary: Path, tasks: int, kills: int) -> None:
    work = squares(tasks, diary, seconds=0.02)
    with Killer(diary, times=kills, every=tasks // kills // 2) as killer:
        summary = run_job(work, ledger, workers=4)
    assert killer.killed == kills
    assert summary.failures == ()
    assert summary.done == len(ledger) == tasks
    assert [value for _, value in ledger.results(work)] == [n * n for n in range(tasks)]
    assert sum(begun(read(diary)).values()) <= tasks + kills  # only what ran on a killed worker ran again


def test_a_task_that_kills_its_workers_is_set_aside_and_no_other_suffers(ledger: Ledger, diary: Path) -> None:
    work = squares(60, diary, seconds=0.001)
    poison = Task(DIE, {"diary": str(diary)})
    summary = run_job([*work[:30], poison, *work[30:]], ledger, workers=2)
    (failure,) = summary.failures
    assert failure.task == poison
    assert failure.set_aside
    assert failure.reason == "It was set aside after 3 attempts: its worker was killed by SIGKILL in a test."
    assert summary.done == len(ledger) == 60
    assert begun(read(diary))[-1] == 3
    assert set(begun(read(diary)).values()) == {1, 3}

    again = run_job([poison, *work], ledger, workers=2)
    assert (again.done, again.known, again.failures) == (0, 60, (failure,))
    assert begun(read(diary))[-1] == 3
    assert run_job([poison], ledger, workers=1, attempts=1, retry_failed=True).failures[0].set_aside
    assert begun(read(diary))[-1] == 4


def test_a_task_that_fails_only_beside_others_has_its_last_attempt_to_itself(ledger: Ledger, diary: Path) -> None:
    work = squares(80, diary, seconds=0.05)
    shy = Task(SHY, {"diary": str(diary)})
    summary = run_job([*work[:4], shy, *work[4:]], ledger, workers=2)
    assert summary.failures == ()
    assert summary.done == len(ledger) == 81
    assert list(ledger.results([shy])) == [(shy, "alone")]
    assert begun(read(diary))[-3] <= 3


def test_a_task_that_takes_too_long_is_ended_and_set_aside(ledger: Ledger, diary: Path) -> None:
    hanging = Task(HANG, {"diary": str(diary)})
    summary = run_job([hanging, *squares(5, diary)], ledger, workers=2, timeout=1.5, attempts=2)
    (failure,) = summary.failures
    assert failure.task == hanging
    assert "it took longer than 1.5 s" in failure.reason
    assert summary.done == 5
    assert begun(read(diary))[-2] == 2


@pytest.mark.parametrize("is_ready", [False, True])
def test_a_worker_that_does_not_respond_is_replaced(
    ledger: Ledger, diary: Path, monkeypatch: pytest.MonkeyPatch, is_ready: bool
) -> None:
    monkeypatch.setattr(pool_module, "HANG_TIMEOUT", 3.0)
    tasks = squares(60, diary, seconds=0.1)
    stopped: set[int] = set()

    def stop_one(running: Collection[int]) -> None:
        if not stopped and running:
            stopped.add(min(running))
            os.kill(min(running), signal.SIGSTOP)

    def start(command: Sequence[str]) -> LineProcess:
        process = LineProcess(command)
        if not is_ready:
            stop_one({process.pid})
        return process

    monkeypatch.setattr(pool_module, "LineProcess", start)
    summary = run_job(tasks, ledger, workers=1 + is_ready, on_progress=lambda _: stop_one(at_work(read(diary))))
    assert stopped
    assert summary.complete
    assert [value for _, value in ledger.results(tasks)] == [n * n for n in range(60)]


def test_results_are_delivered_in_the_order_of_the_tasks_in_whatever_order_they_come(ledger: Ledger) -> None:
    tasks = [Task(SLOW_SQUARE, {"n": n}) for n in range(5)]
    ordered = OrderedResults(tasks, ledger)
    assert list(ordered.ready()) == []
    ledger.store([TaskResult(tasks[n], str(n * n), 0.1) for n in (4, 1)])
    assert list(ordered.ready()) == []
    ledger.store([], [Failure(tasks[0], "why", set_aside=False)])
    assert list(ordered.ready()) == [(0, None), (1, 1)]
    assert list(ordered.ready(skip=True)) == [(4, 16)]


def test_what_waits_behind_a_long_task_goes_to_a_worker_that_is_idle(ledger: Ledger, diary: Path) -> None:
    """Quick tasks make chunks large; then come some that never end, which must not be queued behind each other."""
    hanging = [Task(HANG, {"diary": f"{diary}-{n}"}) for n in range(2)]

    def all_hang(progress: Progress) -> bool:
        return all(Path(f"{diary}-{n}").exists() for n in range(2)) and progress.done >= 300

    summary = run_job([*squares(300, diary), *hanging], ledger, workers=2, on_progress=all_hang)
    assert summary.stopped
    assert summary.done == 300


def test_tasks_are_read_as_they_are_needed_and_a_job_can_be_stopped(ledger: Ledger, diary: Path) -> None:
    endless = itertools.count()
    tasks = (Task("support.job_tasks:square", {"n": n, "seconds": 0.01, "diary": str(diary)}) for n in endless)
    summary = run_job(tasks, ledger, workers=2, on_progress=lambda progress: progress.done >= 20)
    assert summary.stopped
    assert not summary.complete
    assert 20 <= summary.done == len(ledger)
    assert next(endless) < 5000


def test_a_job_that_is_told_to_stop_when_all_is_done_was_not_stopped(ledger: Ledger, diary: Path) -> None:
    summary = run_job(squares(5, diary), ledger, workers=1, on_progress=lambda progress: progress.finished == 5)
    assert summary.done == 5
    assert summary.complete


def test_progress_knows_how_many_there_are_and_how_long_it_takes(ledger: Ledger, diary: Path) -> None:
    seen: list[Progress] = []
    run_job(squares(40, diary, seconds=0.02), ledger, workers=2, on_progress=seen.append)
    assert {progress.total for progress in seen} == {40}
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    assert seen[-1].done == seen[-1].finished == 40
    assert all(progress.seconds_left is not None for progress in seen if progress.done)
    assert seen[-1].seconds_left == 0


def test_workers_that_cannot_be_started_end_the_job_with_a_sentence(
    ledger: Ledger, diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "python_command", lambda *_: ["sh", "-c", "exit 7"])
    with pytest.raises(JobError, match=r"Workers cannot be started: the last one exited with code 7 before"):
        run_job(squares(5, diary), ledger, workers=2)
