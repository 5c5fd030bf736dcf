"""Searching with whichever engine can: the one call that everything above uses."""

from __future__ import annotations

from dataclasses import replace

from fourcast.errors import EngineUnavailable
from fourcast.native.engine import Engine
from fourcast.native.search import NativeSearcher, why_no_search
from fourcast.rules import Position, Rules
from fourcast.search import Analysis, Limit, Plan, PythonSearcher, Searcher, StopFlag, conclude
from fourcast.search.mcts import MctsSearcher
from fourcast.search.plan import GREEDY, MCTS, RANDOM
from fourcast.search.simple import RandomSearcher


def choose_search_engine(rules: Rules, plan: Plan, wanted: Engine | None = None) -> Engine:
    """The engine wanted or, without a wish, the native one where it can follow the plan."""
    reason = why_no_search(rules, _followed(plan))
    if wanted is Engine.NATIVE and reason:
        raise EngineUnavailable(f"The native engine cannot do this: {reason}. Ask for the Python engine.")
    return wanted or (Engine.PYTHON if reason else Engine.NATIVE)


def searcher_for(position: Position, plan: Plan, engine: Engine | None = None) -> Searcher:
    """An engine ready to look ahead from a position."""
    chosen = choose_search_engine(position.rules, plan, engine)
    if plan.algorithm == RANDOM:
        return RandomSearcher(position, plan)
    if plan.algorithm == MCTS:
        return MctsSearcher(position, plan)
    kind = NativeSearcher if chosen is Engine.NATIVE else PythonSearcher
    return kind(position, _followed(plan))


def analyse(
    position: Position,
    plan: Plan,
    limit: Limit,
    *,
    engine: Engine | None = None,
    stop: StopFlag | None = None,
) -> Analysis:
    """Look ahead and answer."""
    return conclude(searcher_for(position, plan, engine), limit_for(plan, limit), stop=stop)


def limit_for(plan: Plan, limit: Limit) -> Limit:
    """The limit as the algorithm takes it: greedy looks one move ahead, whatever it is allowed."""
    return Limit(depth=1) if plan.algorithm in (GREEDY, RANDOM) else limit


def _followed(plan: Plan) -> Plan:
    """Greedy is minimax that looks one move ahead."""
    return replace(plan, algorithm="minimax") if plan.algorithm == GREEDY else plan
