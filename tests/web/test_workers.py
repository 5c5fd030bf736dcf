"""WorkerPool in processes of their own: what they answer, what ends them, and who takes their place."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from support.engines import needs_core

from fourcast.web import worker_pool
from fourcast.web.problems import Busy, Problem
from fourcast.web.schema import AnalysisRequest, AnalysisView, TreeRequest
from fourcast.web.services import TreeCache
from fourcast.web.tasks import ANALYSE, RECORD_TREE, REPLY, ReplyProgress, ReplyRequest
from fourcast.web.worker_pool import WorkerPool

SMALL = AnalysisRequest(rules="tictactoe", moves="5", seconds=20)
LONG = AnalysisRequest(rules="popout", seconds=60)
GAME = {
    "format": "fourcast-game",
    "version": 1,
    "rules": "tictactoe",
    "start": None,
    "names": ["a", "b"],
    "agents": ["mcts", None],
    "moves": "",
    "undone": "",
    "verdict": None,
    "scores": [0, 0],
    "outcome": None,
}


@asynccontextmanager
async def places(count: int, waiting: int = 4) -> AsyncIterator[WorkerPool]:
    found = WorkerPool(count, waiting)
    try:
        yield found
    finally:
        await found.close()


def running(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """In a thread of its own: where browsers are tested too, the main one has a running loop already."""

    def run() -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, asyncio.wait_for(test(), 120)).result()

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def is_alive(process: int) -> bool:
    """Whether it is there, or at least nobody has asked yet how it ended."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def begun(found: WorkerPool, wish: AnalysisRequest = LONG) -> asyncio.Task[AnalysisView]:
    """A search that has told something."""
    told = asyncio.Event()
    task = asyncio.create_task(found.run(ANALYSE, wish, on_progress=lambda _: told.set()))
    await told.wait()
    return task


@running
async def test_a_worker_tells_what_it_knows_by_now_and_then_answers() -> None:
    news: list[AnalysisView] = []
    async with places(1) as found:
        answer = await found.run(ANALYSE, SMALL, on_progress=news.append)
    assert answer.exact
    assert answer.value
    assert answer.value.words == "draw"  # as everybody knows
    assert [one.done for one in news] == [False] * (len(news) - 1) + [True]
    assert found.running == 0


@running
async def test_a_search_in_python_runs_in_a_worker_too() -> None:
    news: list[ReplyProgress] = []
    async with places(1) as found:
        wish = ReplyRequest(game=GAME, agent="mcts,nodes=1200,seed=1")
        reply = await found.run(REPLY, wish, on_progress=news.append)
    assert (reply.engine, reply.nodes) == ("python", 1200)
    assert [one.nodes for one in news] == [500, 1200]
    assert reply.move in "1234567"


@running
async def test_what_is_wrong_with_a_wish_is_told_and_the_worker_goes_on() -> None:
    async with places(1) as found:
        with pytest.raises(Problem, match="is over") as wrong:
            await found.run(RECORD_TREE, TreeRequest(moves="4141414"))
        assert wrong.value.status == 409
        before = found.process_ids
        await found.run(ANALYSE, SMALL)
        assert found.process_ids == before


@running
async def test_a_search_nobody_waits_for_ends_and_its_worker_serves_the_next() -> None:
    async with places(1) as found:
        search = await begun(found)
        search.cancel()
        await until(lambda: found.running == 0)
        assert (await found.run(ANALYSE, SMALL)).exact
        assert len(found.process_ids) == 1


@running
async def test_a_worker_that_does_not_listen_is_ended_and_replaced() -> None:
    async with places(1) as found:
        search = await begun(found)
        (deaf,) = found.process_ids
        os.kill(deaf, signal.SIGSTOP)
        search.cancel()
        await until(lambda: found.running == 0)
        assert deaf not in found.process_ids
        assert (await found.run(ANALYSE, SMALL)).exact
        with pytest.raises(ProcessLookupError):
            os.kill(deaf, 0)


@running
async def test_a_worker_that_dies_is_told_of_and_replaced() -> None:
    async with places(1) as found:
        search = await begun(found)
        (victim,) = found.process_ids
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(Problem, match=r"exceeded its memory limit.*Choose a smaller board"):
            await search
        assert (await found.run(ANALYSE, SMALL)).exact


@running
async def test_a_worker_that_is_left_in_the_middle_answers_nobody_else() -> None:
    def stumble(_: AnalysisView) -> None:
        raise ZeroDivisionError

    async with places(1) as found:
        await found.run(ANALYSE, SMALL)
        (left,) = found.process_ids
        with pytest.raises(ZeroDivisionError):
            await found.run(ANALYSE, LONG, on_progress=stumble)
        assert left not in found.process_ids
        assert (await found.run(ANALYSE, SMALL)).exact


@running
async def test_a_tree_waits_for_a_place_and_is_refused_where_the_queue_is_full() -> None:
    async with places(1, waiting=1) as found:
        search = await begun(found)
        trees = TreeCache(found)
        waiting = asyncio.create_task(trees.find(TreeRequest(rules="tictactoe", depth=1)))
        await until(lambda: found.waiting == 1)
        with pytest.raises(Busy) as busy:
            await trees.find(TreeRequest(rules="tictactoe", depth=2))
        assert busy.value.extra == {"place": 2}
        search.cancel()
        assert len((await waiting).nodes) == 1 + 9


@running
async def test_a_worker_that_dies_at_rest_is_replaced_unnoticed() -> None:
    async with places(1) as found:
        await found.run(ANALYSE, SMALL)
        (victim,) = found.process_ids
        os.kill(victim, signal.SIGKILL)
        await until(lambda: not is_alive(victim))
        assert (await found.run(ANALYSE, SMALL)).exact
        assert victim not in found.process_ids


def test_where_no_worker_can_be_started_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    @running
    async def test() -> None:
        async with places(1) as found:
            monkeypatch.setattr(sys, "executable", "/nowhere/python")
            with pytest.raises(Problem, match="No search can be started: No such file") as refused:
                await found.run(ANALYSE, SMALL)
            assert (refused.value.status, found.running) == (503, 0)
            monkeypatch.setattr(sys, "executable", shutil.which("false"))
            with pytest.raises(Problem, match="could not be started") as refused:
                await found.run(ANALYSE, SMALL)
            assert (refused.value.status, found.running) == (503, 0)

    test()


@needs_core  # whose tables are large
@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux alone")
@running
async def test_a_search_beyond_its_memory_is_answered_with_a_sentence() -> None:
    async with places(1) as found:
        with pytest.raises(Problem, match="memory limit of 20 MB") as refused:
            await found.run(replace(ANALYSE, max_megabytes=20), LONG)
        assert refused.value.status == 422
        assert (await found.run(ANALYSE, SMALL)).exact


def test_a_search_beyond_its_time_is_answered_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "GRACE", 0.0)

    @running
    async def test() -> None:
        async with places(1) as found:
            with pytest.raises(Problem, match="exceeded its time limit of 1 s") as refused:
                await found.run(replace(ANALYSE, max_seconds=1.0), LONG)
            assert refused.value.status == 422
            await until(lambda: found.running == 0)

    test()


@running
async def test_there_are_never_more_workers_than_places_and_the_queue_has_an_end() -> None:
    async with places(2, waiting=2) as found:
        heard: dict[int, list[int]] = {number: [] for number in range(4)}
        tasks = [
            asyncio.create_task(found.run(ANALYSE, LONG, on_queue_position=heard[number].append)) for number in range(4)
        ]
        await until(lambda: found.waiting == 2 and len(found.process_ids) == 2)
        assert (heard[2], heard[3]) == ([1], [2])
        with pytest.raises(Busy) as busy:
            await found.run(ANALYSE, SMALL)
        assert busy.value.extra == {"place": 3}
        tasks[0].cancel()
        await until(lambda: found.waiting == 1)
        assert heard[3] == [2, 1]
        for task in tasks:
            task.cancel()
        await until(lambda: found.running == found.waiting == 0)
        assert len(found.process_ids) <= 2


@running
async def test_a_worker_waits_for_the_first_who_asks() -> None:
    found = WorkerPool(2, 4, has_spare=True)
    try:
        found.start_spare()
        await until(lambda: len(found.process_ids) == 1)
        search = await begun(found)
        await until(lambda: len(found.process_ids) == 2)
        search.cancel()
        await until(lambda: found.running == 0)
    finally:
        await found.close()
