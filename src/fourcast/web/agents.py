"""Agents from requests, within the limits of the server."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from fourcast.engine import choose_search_engine
from fourcast.errors import EngineUnavailable, UsageError
from fourcast.native import Engine
from fourcast.play import STAND_IN, Agent, Game, OnInfo, PerfectAgent, Reply, SearchAgent, parse_agent
from fourcast.rules import Rules
from fourcast.search import Limit, StopFlag
from fourcast.web.settings import MAX_DEPTH, MAX_PYTHON_NODES, MAX_SECONDS

PERFECT_SECONDS: Final = 10.0
"""Default time of the perfect player; then its fallback moves, and the page says so."""
STAND_IN_SECONDS: Final = STAND_IN.limit.time or 0.0


@lru_cache(maxsize=256)
def agent_for(text: str, rules: Rules) -> Agent:
    """The agent of a text from a request. Raises `UsageError` if it cannot play these rules or exceeds a limit."""
    agent = parse_agent(text, trusted=False)
    agent.check(rules)
    if isinstance(agent, PerfectAgent):
        given = PERFECT_SECONDS if "time=" not in text else agent.time
        return replace(agent, time=min(given, MAX_SECONDS))
    assert isinstance(agent, SearchAgent)
    return replace(agent, limit=_bounded(agent, rules))


def _bounded(agent: SearchAgent, rules: Rules) -> Limit:
    limit = agent.limit
    if limit.depth is not None and limit.depth > MAX_DEPTH:
        raise UsageError(f"Invalid depth {limit.depth}: agents on this server search at most {MAX_DEPTH} plies deep.")
    if limit.time is not None and limit.time > MAX_SECONDS:
        raise UsageError(f"Invalid time {limit.time:g}: agents on this server take at most {MAX_SECONDS:.0f} seconds.")
    seconds = MAX_SECONDS if limit.time is None else limit.time
    if choose_search_engine(rules, agent.plan(rules), agent.engine) is Engine.NATIVE:
        return replace(limit, time=seconds)
    nodes = MAX_PYTHON_NODES if limit.nodes is None else min(limit.nodes, MAX_PYTHON_NODES)
    return replace(limit, time=seconds, nodes=nodes)


def reply_of(agent: Agent, game: Game, *, stop: StopFlag, on_info: OnInfo) -> tuple[Reply, str | None]:
    """An agent's reply, and a remark where it is not the agent's own."""
    if not isinstance(agent, PerfectAgent):
        return agent.choose(game, stop=stop, on_info=on_info), None
    try:
        return agent.choose(game, stop=stop, on_info=on_info), None
    except (UsageError, EngineUnavailable) as fault:
        if stop.is_set():
            raise
        why = f"in {agent.time:g} s" if isinstance(fault, UsageError) else "for want of memory"
        reply = STAND_IN.choose(game, stop=stop, on_info=on_info)
        return reply, f"Not solved {why}: {STAND_IN.name.lower()} moved in its place."
