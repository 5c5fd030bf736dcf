"""Agents from requests, within the limits of the server."""

from __future__ import annotations

from support.engines import needs_core

from fourcast.native import Engine
from fourcast.play import PerfectAgent
from fourcast.rules import Rules
from fourcast.web.agents import agent_for
from fourcast.web.settings import MAX_PYTHON_NODES, MAX_SECONDS


def test_every_agent_has_a_time_limit_and_one_in_python_a_node_limit() -> None:
    rules = Rules.parse("classic")
    for text in ("minimax,depth=5", "level8", "alphabeta,nodes=10", "mcts,nodes=999999999,engine=python"):
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
