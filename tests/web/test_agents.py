"""Agents from requests, within the limits of the server."""

from __future__ import annotations

import pytest
from support.engines import needs_core

from fourcast.algorithms import StopFlag
from fourcast.native import Engine
from fourcast.play import Game, PerfectAgent
from fourcast.rules import Rules
from fourcast.web import agents
from fourcast.web.agents import agent_for, choose_in_time
from fourcast.web.settings import MAX_PYTHON_NODES, MAX_SECONDS


def test_every_agent_without_a_fixed_depth_has_a_time_limit_and_one_in_python_a_node_limit() -> None:
    rules = Rules.parse("classic")
    for text in ("level8", "alphabeta,nodes=10", "mcts,nodes=999999999,engine=python"):
        agent = agent_for(text, rules)
        assert agent.spec
        limit = agent.spec.search_limit
        assert limit.time is not None
        assert limit.time <= MAX_SECONDS
        if agent.engine is Engine.PYTHON:
            assert limit.nodes == MAX_PYTHON_NODES


@needs_core
def test_the_perfect_player_has_ten_seconds_for_solving_unless_its_text_says_otherwise() -> None:
    rules = Rules.parse("classic")
    for text, seconds in {"perfect": 10, "perfect,time=4": 4, "perfect,time=900": MAX_SECONDS}.items():
        agent = agent_for(text, rules)
        assert isinstance(agent, PerfectAgent)
        assert agent.solving_time == seconds


def test_a_fixed_depth_that_takes_too_long_is_replaced_by_a_deepening_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "FIXED_DEPTH_SECONDS", 0.01)
    monkeypatch.setattr(agents, "MAX_SECONDS", 0.5)
    start = Rules("classic").start()
    reply = choose_in_time(
        agent_for("minimax,depth=20", start.rules), Game(start=start), stop=StopFlag(), on_depth=lambda _: None
    )
    assert reply.result
    assert 1 <= reply.result.depth < 20
    assert reply.remark == f"Depth 20 was not finished in 0.01 s: depth {reply.result.depth} moved."


@pytest.mark.parametrize("agent", ["minimax,depth=20", pytest.param("perfect", marks=needs_core)])
def test_an_agent_that_is_stopped_before_it_has_a_move_makes_a_short_search(agent: str) -> None:
    stop, start = StopFlag(), Rules("classic", width=9, height=7).start()
    stop.set()
    reply = choose_in_time(agent_for(agent, start.rules), Game(start=start), stop=stop, on_depth=lambda _: None)
    assert reply.result
    assert 0 < reply.result.depth < 20
    assert reply.remark
