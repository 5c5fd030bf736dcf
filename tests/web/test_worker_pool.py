"""Worker processes: results, cancellation, limits, death and replacement."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.engines import needs_core
from support.event_loop import in_event_loop
from support.waiting import wait_until

from fourcast.web import worker_pool
from fourcast.web.live_analysis import ANALYSIS, GAME_REVIEW
from fourcast.web.problems import Busy, Problem
from fourcast.web.schema.analysis import AnalysisRequest, AnalysisView
from fourcast.web.schema.review import ReviewRequest
from fourcast.web.schema.tree import TreeRequest
from fourcast.web.services import TreeCache
from fourcast.web.tasks import ANALYSE, RECORD_TREE, REPLY, ReplyProgress, ReplyRequest
from fourcast.web.worker_pool import CLIENT, STOP_TIMEOUT, RequestPool, Turn
from fourcast.web.worker_process import WorkerProcess

SMALL = AnalysisRequest(rules="tictactoe", moves="5", seconds=20)
LONG = AnalysisRequest(rules="popout", seconds=60)


@asynccontextmanager
async def open_pool(
    slots: int, max_waiting: int = 4, *, has_spare: bool = False, stop_timeout: float = STOP_TIMEOUT
) -> AsyncIterator[RequestPool]:
    pool = RequestPool(slots, max_waiting, has_spare=has_spare, stop_timeout=stop_timeout)
    try:
        yield pool
    finally:
        await pool.close()


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def start_search(pool: RequestPool) -> asyncio.Task[AnalysisView]:
    """A long search that has reported progress."""
    has_progress = asyncio.Event()
    task = asyncio.create_task(pool.run(ANALYSE, LONG, on_progress=lambda _: has_progress.set()))
    await has_progress.wait()
    return task


@in_event_loop
async def test_a_worker_reports_progress_and_then_its_result() -> None:
    progress: list[AnalysisView] = []
    async with open_pool(1) as pool:
        result = await pool.run(ANALYSE, SMALL, on_progress=progress.append)
    assert result.exact
    assert result.value
    assert result.value.words == "draw"
    assert [one.done for one in progress] == [False] * (len(progress) - 1) + [True]
    assert pool.running == 0


@needs_core
@in_event_loop
async def test_a_worker_that_ponders_takes_its_next_task() -> None:
    async with open_pool(1) as pool:
        reply = await pool.run(REPLY, ReplyRequest(rules="extended,pops=0,width=7", ply=0, agent="perfect"))
        assert reply.note.remark is None  # it was solved: only then the worker ponders
        [worker] = pool.process_ids
        await asyncio.to_thread(wait_until_thread_has_lowest_priority, worker)
        async with asyncio.timeout(8):  # it would ponder for ten seconds
            assert (await pool.run(ANALYSE, SMALL)).exact
        assert pool.process_ids == {worker}


def wait_until_thread_has_lowest_priority(process: int) -> None:
    threads = Path(f"/proc/{process}/task")
    wait_until(lambda: any(os.getpriority(os.PRIO_PROCESS, int(thread.name)) == 19 for thread in threads.iterdir()))


@in_event_loop
async def test_a_search_in_python_runs_in_a_worker_too() -> None:
    progress: list[ReplyProgress] = []
    async with open_pool(1) as pool:
        request = ReplyRequest(ply=0, agent="mcts,nodes=1200,seed=1,engine=python")
        reply = await pool.run(REPLY, request, on_progress=progress.append)
    assert (reply.note.engine, reply.note.nodes) == ("python", 1200)
    assert [one.nodes for one in progress] == [500, 1200]
    assert reply.move in "1234567"


def test_a_large_order_to_a_worker_that_does_not_read_does_not_block_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fourcast.jobs.process.SEND_TIMEOUT", 1.0)

    @in_event_loop
    async def test() -> None:
        worker = WorkerProcess(0)
        os.kill(worker.pid, signal.SIGSTOP)
        large = AnalysisRequest.model_construct(rules=" " * 1_000_000)
        task = asyncio.create_task(worker.run(ANALYSE, large, None))
        await asyncio.sleep(0)  # the task begins to send
        assert worker.is_alive  # a send that blocks the loop ends by killing it
        worker.stop()
        with pytest.raises(Problem):  # the worker is killed, for it does not read
            await task
        await worker.close()

    test()


@in_event_loop
async def test_a_worker_is_reused_after_a_problem_and_after_a_cancelled_search() -> None:
    async with open_pool(1, stop_timeout=60) as pool:  # on a busy machine it stops late
        with pytest.raises(Problem, match="is over") as wrong:
            await pool.run(RECORD_TREE, TreeRequest(moves="4141414"))
        assert wrong.value.status == 409
        before = pool.process_ids
        search = await start_search(pool)
        search.cancel()
        await until(lambda: pool.running == 0)
        assert (await pool.run(ANALYSE, SMALL)).exact
        assert pool.process_ids == before


@in_event_loop
async def test_a_worker_that_does_not_stop_is_killed_and_replaced() -> None:
    async with open_pool(1) as pool:
        search = await start_search(pool)
        (stuck,) = pool.process_ids
        os.kill(stuck, signal.SIGSTOP)
        search.cancel()
        await until(lambda: pool.running == 0)
        assert stuck not in pool.process_ids
        assert (await pool.run(ANALYSE, SMALL)).exact
        with pytest.raises(ProcessLookupError):
            os.kill(stuck, 0)


@in_event_loop
async def test_a_worker_that_dies_is_reported_and_replaced() -> None:
    async with open_pool(1) as pool:
        search = await start_search(pool)
        (victim,) = pool.process_ids
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(Problem, match=r"was killed by SIGKILL\. Try again"):
            await search
        assert (await pool.run(ANALYSE, SMALL)).exact
        (idle,) = pool.process_ids
        os.kill(idle, signal.SIGKILL)
        await until(lambda: idle not in pool.process_ids)
        assert (await pool.run(ANALYSE, SMALL)).exact


@in_event_loop
async def test_a_worker_that_hangs_before_it_is_ready_is_replaced() -> None:
    impatient = replace(ANALYSE, max_seconds=0.1 - worker_pool.GRACE)
    async with open_pool(1, has_spare=True) as pool:
        pool.start_spare()
        (hung,) = pool.process_ids
        os.kill(hung, signal.SIGSTOP)
        with pytest.raises(Problem, match="could not be started"):
            await pool.run(impatient, SMALL)
        assert hung not in pool.process_ids


@in_event_loop
async def test_reviews_that_take_turns_end() -> None:
    request = ReviewRequest(rules="classic,width=9,height=8", moves="123456789123", seconds=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fourcast.web.live_analysis.MAX_TURN_S", 0.3)  # no turn is as long as the request allows
        async with open_pool(1) as pool:
            reviews = await asyncio.gather(*(GAME_REVIEW.run(pool, request) for _ in range(2)))
    assert [review.done for review in reviews] == [True, True]


@in_event_loop
async def test_a_worker_whose_progress_fails_is_replaced() -> None:
    def fail(_: AnalysisView) -> None:
        raise ZeroDivisionError

    async with open_pool(1) as pool:
        await pool.run(ANALYSE, SMALL)
        (failed,) = pool.process_ids
        with pytest.raises(ZeroDivisionError):
            await pool.run(ANALYSE, LONG, on_progress=fail)
        assert failed not in pool.process_ids
        assert (await pool.run(ANALYSE, SMALL)).exact


@in_event_loop
async def test_a_tree_waits_for_a_slot_and_is_refused_if_the_queue_is_full() -> None:
    async with open_pool(1, max_waiting=1) as pool:
        search = await start_search(pool)
        trees = TreeCache(pool)
        waiting = asyncio.create_task(trees.find(TreeRequest(rules="tictactoe", depth=1)))
        await until(lambda: pool.waiting == 1)
        with pytest.raises(Busy) as busy:
            await trees.find(TreeRequest(rules="tictactoe", depth=2))
        assert busy.value.extra == {"queue_position": 2}
        search.cancel()
        assert len((await waiting).nodes) == 1 + 9


def test_a_worker_that_cannot_be_started_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    @in_event_loop
    async def test() -> None:
        async with open_pool(1) as pool:
            monkeypatch.setattr(sys, "executable", "/nowhere/python")
            with pytest.raises(Problem, match="No search can be started: No such file") as refused:
                await pool.run(ANALYSE, SMALL)
            assert (refused.value.status, pool.running) == (503, 0)
            monkeypatch.setattr(sys, "executable", shutil.which("false"))
            with pytest.raises(Problem, match="could not be started") as refused:
                await pool.run(ANALYSE, SMALL)
            assert (refused.value.status, pool.running) == (503, 0)

    test()


@needs_core  # whose tables are large
@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux alone")
@in_event_loop
async def test_a_search_that_exceeds_its_memory_limit_is_a_problem() -> None:
    async with open_pool(1) as pool:
        with pytest.raises(Problem, match="memory limit of 20 MB") as refused:
            await pool.run(replace(ANALYSE, max_megabytes=20), LONG)
        assert refused.value.status == 422
        assert (await pool.run(ANALYSE, SMALL)).exact


def test_a_search_that_exceeds_its_time_limit_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "GRACE", 0.0)

    @in_event_loop
    async def test() -> None:
        async with open_pool(1) as pool:
            await pool.run(ANALYSE, SMALL)  # the worker has started
            with pytest.raises(Problem, match="exceeded its time limit of 1 s") as refused:
                await pool.run(replace(ANALYSE, max_seconds=1.0), LONG)
            assert refused.value.status == 422
            await until(lambda: pool.running == 0)

    test()


@in_event_loop
async def test_there_are_at_most_as_many_workers_as_slots_and_the_queue_is_bounded() -> None:
    async with open_pool(2, max_waiting=2) as pool:
        positions: dict[int, list[int]] = {number: [] for number in range(4)}
        tasks = [
            asyncio.create_task(pool.run(ANALYSE, LONG, on_queue_position=positions[number].append))
            for number in range(4)
        ]
        await until(lambda: pool.waiting == 2 and len(pool.process_ids) == 2)
        assert (positions[2], positions[3]) == ([1], [2])
        with pytest.raises(Busy) as busy:
            await pool.run(ANALYSE, SMALL)
        assert busy.value.extra == {"queue_position": 3}
        tasks[0].cancel()
        await until(lambda: pool.waiting == 1)
        assert positions[3] == [2, 1]
        for task in tasks:
            task.cancel()
        await until(lambda: pool.running == pool.waiting == 0)
        assert len(pool.process_ids) <= 2


@in_event_loop
async def test_a_spare_worker_is_started_in_advance() -> None:
    async with open_pool(2, has_spare=True) as pool:
        pool.start_spare()
        await until(lambda: len(pool.process_ids) == 1)
        search = await start_search(pool)
        await until(lambda: len(pool.process_ids) == 2)
        search.cancel()
        await until(lambda: pool.running == 0)


@in_event_loop
async def test_a_task_with_a_turn_is_interrupted_at_once_for_a_short_task_and_at_its_end_for_another() -> None:
    async with open_pool(1) as pool:
        for seconds in (3600.0, 0.0):
            turn, has_progress = Turn(seconds), asyncio.Event()
            long = asyncio.create_task(
                pool.run(ANALYSE, LONG, turn=turn, on_progress=lambda _, event=has_progress: event.set())  # type: ignore[misc]
            )
            await has_progress.wait()
            other = asyncio.create_task(pool.run(ANALYSE, SMALL, turn=Turn(3600.0)))
            if seconds:
                await until(lambda: pool.waiting == 1)
                assert not turn.is_interrupted
                assert (await pool.run(ANALYSE, SMALL)).exact
            assert (await other).exact
            assert turn.is_interrupted
            assert not (await long).exact
        alone = Turn(0.0)
        assert (await pool.run(ANALYSE, SMALL, turn=alone)).exact
        assert not alone.is_interrupted


@in_event_loop
async def test_short_tasks_are_before_others_in_the_queue() -> None:
    async with open_pool(1) as pool:
        positions: dict[str, list[int]] = {"long": [], "short": []}
        search = await start_search(pool)  # without a turn: it is not interrupted
        long = asyncio.create_task(pool.run(ANALYSE, SMALL, turn=Turn(1.0), on_queue_position=positions["long"].append))
        await until(lambda: pool.waiting == 1)
        short = asyncio.create_task(pool.run(ANALYSE, SMALL, on_queue_position=positions["short"].append))
        await until(lambda: pool.waiting == 2)
        assert positions == {"long": [1, 2], "short": [1]}
        search.cancel()
        await short
        await long


@in_event_loop
async def test_a_client_with_many_tasks_does_not_delay_another() -> None:
    async with open_pool(1, max_waiting=3) as pool:
        positions: dict[str, list[int]] = {}

        def start(client: str, name: str) -> asyncio.Task[AnalysisView]:
            CLIENT.set(client)
            on_queue_position = positions.setdefault(name, []).append
            return asyncio.create_task(pool.run(ANALYSE, SMALL, turn=Turn(1.0), on_queue_position=on_queue_position))

        CLIENT.set("a")
        search = await start_search(pool)
        tasks: list[asyncio.Task[AnalysisView]] = []
        for name in ("a1", "a2", "b1", "b2", "c1"):
            tasks.append(start(name[0], name))
            await until(lambda: pool.waiting == len(tasks))
        assert positions == {"a1": [1, 2, 3], "a2": [2, 3, 4, 5], "b1": [1], "b2": [3, 4], "c1": [2]}
        with pytest.raises(Busy):
            await start("a", "a3")
        search.cancel()
        await asyncio.gather(*tasks)


@in_event_loop
async def test_analyses_that_take_turns_report_no_less_than_before_and_end_once() -> None:
    """Interrupted by two others that do not end, the small one still becomes exact."""
    async with open_pool(1) as pool:
        views: list[AnalysisView] = []
        others = [asyncio.create_task(ANALYSIS.run(pool, LONG)) for _ in range(2)]
        request = AnalysisRequest(rules="most-lines,width=4,height=4", seconds=60)
        result = await ANALYSIS.run(pool, request, on_progress=views.append)
        assert result == views[-1]
        assert result.exact
        assert [view.done for view in views] == [False] * (len(views) - 1) + [True]
        known = [(sum(column.value.exact for column in view.columns), view.depth) for view in views]
        assert known == sorted(known)
        for other in others:
            assert not other.done()
            other.cancel()
