"""Agents from requests, within the limits of the server."""

from __future__ import annotations

import pytest
from support.engines import needs_core

from fourcast.errors import UsageError
from fourcast.play import Game, PerfectAgent, SearchAgent
from fourcast.rules import parse_rules
from fourcast.search import StopFlag
from fourcast.web.agents import agent_for, reply_of
from fourcast.web.settings import MAX_PYTHON_NODES, MAX_SECONDS


def test_every_agent_has_a_time_limit_and_monte_carlo_a_node_limit() -> None:
    rules = parse_rules("classic")
    for text in ("minimax,depth=5", "level8", "alphabeta,nodes=10", "mcts,nodes=999999999"):
        agent = agent_for(text, rules)
        assert isinstance(agent, SearchAgent)
        assert agent.limit.time is not None
        assert agent.limit.time <= MAX_SECONDS
        if agent.algorithm == "mcts":
            assert agent.limit.nodes == MAX_PYTHON_NODES


@needs_core
def test_where_the_solver_does_not_get_there_the_stand_in_moves_and_it_is_said() -> None:
    game = Game(parse_rules("classic,width=9,height=7"))
    infos: list[object] = []
    reply, remark = reply_of(PerfectAgent(time=0.05), game, stop=StopFlag(), on_info=infos.append)
    assert reply.move in game.legal_moves
    assert remark == "Not solved in 0.05 s: level 8 moved in its place."
    assert infos


@needs_core
def test_a_stopped_perfect_player_does_not_move() -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(UsageError):
        reply_of(
            PerfectAgent(time=5),
            Game(parse_rules("classic,width=9,height=7")),
            stop=stop,
            on_info=lambda _: None,
        )
