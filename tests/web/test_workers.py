"""Searches in processes of their own: what they answer, what ends them, and who takes their place."""

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

from fourcast.web import searches
from fourcast.web.errands import LOOK, RECORD, REPLY, Progress, ReplyWish
from fourcast.web.lab_schema import TreeRequest
from fourcast.web.problems import Busy, Problem
from fourcast.web.schema import AnalysisRequest, AnalysisView
from fourcast.web.searches import Searches
from fourcast.web.trees import Trees

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
async def places(count: int, waiting: int = 4) -> AsyncIterator[Searches]:
    found = Searches(count, waiting)
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


async def begun(found: Searches, wish: AnalysisRequest = LONG) -> asyncio.Task[AnalysisView]:
    """A search that has told something."""
    told = asyncio.Event()
    task = asyncio.create_task(found.run(LOOK, wish, tell=lambda _: told.set()))
    await told.wait()
    return task


@running
async def test_a_worker_tells_what_it_knows_by_now_and_then_answers() -> None:
    news: list[AnalysisView] = []
    async with places(1) as found:
        answer = await found.run(LOOK, SMALL, tell=news.append)
    assert answer.exact
    assert answer.value
    assert answer.value.words == "draw"  # as everybody knows
    assert [one.done for one in news] == [False] * (len(news) - 1) + [True]
    assert found.running == 0


@running
async def test_a_search_in_python_runs_in_a_worker_too() -> None:
    news: list[Progress] = []
    async with places(1) as found:
        wish = ReplyWish(game=GAME, agent="mcts,nodes=1200,seed=1")
        reply = await found.run(REPLY, wish, tell=news.append)
    assert (reply.engine, reply.nodes) == ("python", 1200)
    assert [one.nodes for one in news] == [500, 1200]
    assert reply.move in "1234567"


@running
async def test_what_is_wrong_with_a_wish_is_told_and_the_worker_goes_on() -> None:
    async with places(1) as found:
        with pytest.raises(Problem, match="is over") as wrong:
            await found.run(RECORD, TreeRequest(moves="4141414"))
        assert wrong.value.status == 409
        before = found.processes
        await found.run(LOOK, SMALL)
        assert found.processes == before


@running
async def test_a_search_nobody_waits_for_ends_and_its_worker_serves_the_next() -> None:
    async with places(1) as found:
        search = await begun(found)
        search.cancel()
        await until(lambda: found.running == 0)
        assert (await found.run(LOOK, SMALL)).exact
        assert len(found.processes) == 1


@running
async def test_a_worker_that_does_not_listen_is_ended_and_replaced() -> None:
    async with places(1) as found:
        search = await begun(found)
        (deaf,) = found.processes
        os.kill(deaf, signal.SIGSTOP)
        search.cancel()
        await until(lambda: found.running == 0)
        assert deaf not in found.processes
        assert (await found.run(LOOK, SMALL)).exact
        with pytest.raises(ProcessLookupError):
            os.kill(deaf, 0)


@running
async def test_a_worker_that_dies_is_told_of_and_replaced() -> None:
    async with places(1) as found:
        search = await begun(found)
        (victim,) = found.processes
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(Problem, match=r"broke off.*megabytes.*Choose a smaller board"):
            await search
        assert (await found.run(LOOK, SMALL)).exact


@running
async def test_a_worker_that_is_left_in_the_middle_answers_nobody_else() -> None:
    def stumble(_: AnalysisView) -> None:
        raise ZeroDivisionError

    async with places(1) as found:
        await found.run(LOOK, SMALL)
        (left,) = found.processes
        with pytest.raises(ZeroDivisionError):
            await found.run(LOOK, LONG, tell=stumble)
        assert left not in found.processes
        assert (await found.run(LOOK, SMALL)).exact


@running
async def test_a_tree_waits_for_a_place_and_is_refused_where_the_queue_is_full() -> None:
    async with places(1, waiting=1) as found:
        search = await begun(found)
        trees = Trees(found)
        waiting = asyncio.create_task(trees.find(TreeRequest(rules="tictactoe", depth=1)))
        await until(lambda: found.waiting == 1)
        with pytest.raises(Busy) as busy:
            await trees.find(TreeRequest(rules="tictactoe", depth=2))
        assert busy.value.more == {"place": 2}
        search.cancel()
        assert len((await waiting).nodes) == 1 + 9


@running
async def test_a_worker_that_dies_at_rest_is_replaced_unnoticed() -> None:
    async with places(1) as found:
        await found.run(LOOK, SMALL)
        (victim,) = found.processes
        os.kill(victim, signal.SIGKILL)
        await until(lambda: not is_alive(victim))
        assert (await found.run(LOOK, SMALL)).exact
        assert victim not in found.processes


def test_where_no_worker_can_be_started_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    @running
    async def test() -> None:
        async with places(1) as found:
            monkeypatch.setattr(sys, "executable", "/nowhere/python")
            with pytest.raises(Problem, match="No search can be started now: No such file") as refused:
                await found.run(LOOK, SMALL)
            assert (refused.value.status, found.running) == (503, 0)
            monkeypatch.setattr(sys, "executable", shutil.which("false"))
            with pytest.raises(Problem, match="could not be started") as refused:
                await found.run(LOOK, SMALL)
            assert (refused.value.status, found.running) == (503, 0)

    test()


@needs_core  # whose tables are large
@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux alone")
@running
async def test_a_search_beyond_its_memory_is_answered_with_a_sentence() -> None:
    async with places(1) as found:
        with pytest.raises(Problem, match="more than the 20 megabytes") as refused:
            await found.run(replace(LOOK, megabytes=20), LONG)
        assert refused.value.status == 422
        assert (await found.run(LOOK, SMALL)).exact


def test_a_search_beyond_its_time_is_answered_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "GRACE", 0.0)

    @running
    async def test() -> None:
        async with places(1) as found:
            with pytest.raises(Problem, match="took longer than 1 seconds and was ended") as refused:
                await found.run(replace(LOOK, seconds=1.0), LONG)
            assert refused.value.status == 422
            await until(lambda: found.running == 0)

    test()


@running
async def test_there_are_never_more_workers_than_places_and_the_queue_has_an_end() -> None:
    async with places(2, waiting=2) as found:
        heard: dict[int, list[int]] = {number: [] for number in range(4)}
        tasks = [asyncio.create_task(found.run(LOOK, LONG, on_place=heard[number].append)) for number in range(4)]
        await until(lambda: found.waiting == 2 and len(found.processes) == 2)
        assert (heard[2], heard[3]) == ([1], [2])
        with pytest.raises(Busy) as busy:
            await found.run(LOOK, SMALL)
        assert busy.value.more == {"place": 3}
        tasks[0].cancel()
        await until(lambda: found.waiting == 1)
        assert heard[3] == [2, 1]
        for task in tasks:
            task.cancel()
        await until(lambda: found.running == found.waiting == 0)
        assert len(found.processes) <= 2


@running
async def test_a_worker_waits_for_the_first_who_asks() -> None:
    found = Searches(2, 4, ready=True)
    try:
        found.make_ready()
        await until(lambda: len(found.processes) == 1)
        search = await begun(found)
        await until(lambda: len(found.processes) == 2)
        search.cancel()
        await until(lambda: found.running == 0)
    finally:
        await found.close()
