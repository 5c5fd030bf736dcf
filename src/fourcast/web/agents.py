"""Agents from requests: within the limits of the server, and described for the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from threading import Timer
from typing import Final, TypeAlias

from fourcast.algorithms import Limit, SearchResult, SearchSpec, StopFlag, Stopped, TableMode, find_algorithm
from fourcast.engine import choose_search_engine
from fourcast.errors import EngineUnavailable, UsageError, quote
from fourcast.matches import ExternalAgent
from fourcast.native import Engine
from fourcast.play import FALLBACK, PERFECT, Agent, Game, PerfectAgent, Reply, parse_agent
from fourcast.rules import Rules
from fourcast.web.served_agents import PREFIX, ServedAgents
from fourcast.web.settings import MAX_DEPTH, MAX_PYTHON_NODES, MAX_SECONDS

PERFECT_SECONDS: Final = 10.0
"""Default time for solving of the perfect player; then its fallback moves, and the page says so."""
FALLBACK_SECONDS: Final = FALLBACK.spec.search_limit.time or 0.0
FIXED_DEPTH_SECONDS: Final = 20.0
"""For a search straight to a depth, without iterations. If it takes longer, a deepening search of the rest of
`MAX_SECONDS` moves in its place."""
_WITHOUT_TREE: Final[Mapping[str, str]] = {
    PERFECT: "solves exactly",
    ExternalAgent.algorithm: "is not a search of Fourcast",
    "random": "does not look ahead",
    "mcts": "plays games to their end",
}
"""What agents do whose replies have no tree."""
OnDepth: TypeAlias = Callable[[SearchResult], None]
_TABLES: Final = {TableMode.OFF: "", TableMode.ON: ", table", TableMode.OLD_BOUNDS: ", old bounds"}
_MEGABYTES: Final = re.compile(r" \([^()]* MB\)")
"""In the reason why a game cannot be solved: nothing that a player needs."""


_served = ServedAgents()


def serve_agents(agents: ServedAgents) -> None:
    """Offer these agents from now on. A process is one server."""
    global _served
    _served = agents


def served_agents() -> dict[str, ExternalAgent]:
    """The agents that only this server has, by their texts."""
    return _served.find()


def agent_for(text: str, rules: Rules) -> Agent:
    """The agent of a text from a request. Raises `UsageError` if it cannot play these rules or exceeds a limit."""
    if not text.startswith(PREFIX):
        return _built_in_agent(text, rules)
    agent = served_agents().get(text)
    if agent is None:
        raise UsageError(f"This server has no agent {quote(text.removeprefix(PREFIX))}. Choose another opponent.")
    agent.participant.check_rules(rules)
    return agent


@lru_cache(maxsize=256)
def _built_in_agent(text: str, rules: Rules) -> Agent:
    agent = parse_agent(text, trusted=False)
    agent.check(rules)
    if agent.spec is None:
        solving = MAX_SECONDS if "time" in agent.explicit else PERFECT_SECONDS
        return agent.with_limit(Limit(time=solving + FALLBACK_SECONDS))
    return agent.with_limit(_bounded(agent.spec, agent.engine, rules))


def agent_problem(text: str, rules: Rules) -> str | None:
    """Why this server cannot let an agent play these rules; None if it can."""
    try:
        agent_for(text, rules)
    except (UsageError, EngineUnavailable) as error:
        return _MEGABYTES.sub("", str(error))
    return None


def _bounded(spec: SearchSpec, engine: Engine | None, rules: Rules) -> Limit:
    limit = spec.limit or spec.search_limit
    if limit.depth is not None and limit.depth > MAX_DEPTH:
        raise UsageError(f"Invalid depth {limit.depth}: agents on this server search at most {MAX_DEPTH} plies deep.")
    if limit.time is not None and limit.time > MAX_SECONDS:
        raise UsageError(f"Invalid time {limit.time:g}: agents on this server take at most {MAX_SECONDS:.0f} seconds.")
    if not limit.deepens:
        return limit  # `choose_in_time` ends it
    seconds = MAX_SECONDS if limit.time is None else limit.time
    if choose_search_engine(rules, spec, engine) is Engine.NATIVE:
        return replace(limit, time=seconds)
    nodes = MAX_PYTHON_NODES if limit.nodes is None else min(limit.nodes, MAX_PYTHON_NODES)
    return replace(limit, time=seconds, nodes=nodes)


def choose_in_time(agent: Agent, game: Game, *, stop: StopFlag, on_depth: Callable[[SearchResult], None]) -> Reply:
    """The reply of an agent from `agent_for`. An agent that has only a depth searches it once, as everywhere else; if
    that takes too long, it searches with iterative deepening instead, and a remark says so. One that is stopped before
    it has a move makes a very short search."""
    try:
        reply = _choose_in_time(agent, game, stop=stop, on_depth=on_depth)
    except UsageError:
        if not stop.is_set():
            raise
        return agent.choose_at_once(game)
    has_move = not stop.is_set() or agent.spec is None or (reply.result and reply.result.depth > 0)
    return reply if has_move else agent.choose_at_once(game)


def _choose_in_time(agent: Agent, game: Game, *, stop: StopFlag, on_depth: Callable[[SearchResult], None]) -> Reply:
    limit = agent.spec.search_limit if agent.spec else None
    if limit is None or limit.deepens:
        return agent.choose(game, stop=stop, on_depth=on_depth)
    stop_or_time_out = StopFlag()
    stop.add_callback(stop_or_time_out.set)
    timer = Timer(FIXED_DEPTH_SECONDS, stop_or_time_out.set)
    timer.start()
    try:
        reply = agent.choose(game, stop=stop_or_time_out, on_depth=on_depth)
    finally:
        timer.cancel()
        stop.remove_callback(stop_or_time_out.set)
    if reply.result is None or reply.result.stopped is not Stopped.ASKED or stop.is_set():
        return reply
    deepening = agent.with_limit(replace(limit, time=MAX_SECONDS - FIXED_DEPTH_SECONDS))
    reply = deepening.choose(game, stop=stop, on_depth=on_depth)
    depth = reply.result.depth if reply.result else 0
    remark = f"Depth {limit.depth} was not finished in {FIXED_DEPTH_SECONDS:g} s: depth {depth} moved."
    return reply._replace(remark=remark)


def max_reply_seconds(agent: Agent) -> float:
    """The seconds that a reply of an agent from `agent_for` may take."""
    if agent.spec is None:
        return MAX_SECONDS
    limit = agent.spec.search_limit
    return MAX_SECONDS if limit.time is None else limit.time


def perfect_about(rules: Rules) -> str:
    """What to expect of the perfect player of this server in a game."""
    agent = agent_for(PERFECT, rules)
    assert isinstance(agent, PerfectAgent)
    return agent.describe(rules)


def agent_about(agent: Agent, rules: Rules) -> str:
    """How an agent searches, in few words."""
    if isinstance(agent, ExternalAgent):
        return "Agent of this server"
    if isinstance(agent, PerfectAgent):
        return f"Plays perfectly, or after {agent.solving_time:g}\N{NO-BREAK SPACE}s by {agent.fallback_title}"
    assert agent.spec
    spec = agent.spec.for_rules(rules)
    algorithm, limit = find_algorithm(spec.algorithm), spec.search_limit
    if algorithm.fixed_depth is not None:
        return algorithm.title
    extras = f", order {spec.order}" if "order" in spec.explicit else ""
    if "table" in spec.explicit:
        extras += _TABLES[spec.table]
    if limit.depth:
        return f"{algorithm.title}, depth {limit.depth}{extras}"
    if algorithm.default_limit.depth is None and limit.nodes:
        return f"{algorithm.title}, {limit.nodes:,} games"
    return f"{algorithm.title}, {limit.time:g} s{extras}"


def no_tree_reason(agent: Agent, name: str) -> str | None:
    """Why the replies of an agent have no tree; None if they have one."""
    what = _WITHOUT_TREE.get(agent.algorithm)
    return what and f"{name} {what}: it has no tree of this kind."
