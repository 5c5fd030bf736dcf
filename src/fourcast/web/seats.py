"""Agents of a page: within the limits of the server."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fourcast.engine import choose_search_engine
from fourcast.errors import UsageError
from fourcast.native import Engine
from fourcast.play import FALLBACK, Agent, parse_agent
from fourcast.rules import Rules
from fourcast.search import Limit, SearchSpec
from fourcast.web.settings import MOST_DEPTH, MOST_NODES, MOST_SECONDS

PERFECT_SECONDS: Final = 10.0
"""Default time for solving of the perfect player; then its fallback moves, and the page says so."""
FALLBACK_SECONDS: Final = FALLBACK.spec.search_limit.time or 0.0


def agent_for(text: str, rules: Rules) -> Agent:
    """The agent of a text that came from a page. Raises `UsageError` if it cannot play these rules or asks too much."""
    agent = parse_agent(text, trusted=False)
    agent.check(rules)
    if agent.spec is None:
        solving = MOST_SECONDS if "time" in agent.explicit else PERFECT_SECONDS
        return agent.with_limit(Limit(time=solving + FALLBACK_SECONDS))
    return agent.with_limit(_bounded(agent.spec, agent.engine, rules))


def _bounded(spec: SearchSpec, engine: Engine | None, rules: Rules) -> Limit:
    limit = spec.limit or spec.search_limit
    if limit.depth is not None and limit.depth > MOST_DEPTH:
        raise UsageError(f"Agents on this page look at most {MOST_DEPTH} discs ahead. Choose a smaller depth.")
    if limit.time is not None and limit.time > MOST_SECONDS:
        raise UsageError(f"Agents on this page take at most {MOST_SECONDS:.0f} seconds. Choose a shorter time.")
    seconds = MOST_SECONDS if limit.time is None else limit.time
    if choose_search_engine(rules, spec, engine) is Engine.NATIVE:
        return replace(limit, time=seconds)
    nodes = MOST_NODES if limit.nodes is None else min(limit.nodes, MOST_NODES)
    return replace(limit, time=seconds, nodes=nodes)
