"""Searching with whichever engine can: the one call that everything above uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fourcast.evals import as_eval
from fourcast.native import Engine, NativeSearcher, choose_unless, why_no_search
from fourcast.rules import Position, Rules
from fourcast.search import (
    DEFAULT_PLAYOUTS,
    GREEDY,
    MCTS,
    RANDOM,
    Analysis,
    Info,
    Limit,
    MctsSearcher,
    Plan,
    PythonSearcher,
    RandomSearcher,
    Searcher,
    StopFlag,
    conclude,
)


def choose_search_engine(rules: Rules, plan: Plan, wanted: Engine | None = None) -> Engine:
    """The engine wanted or, without a wish, the native one where it can follow the plan."""
    return choose_unless(why_no_search(rules, _followed(plan)), wanted)


def searcher_for(
    position: Position, plan: Plan, engine: Engine | None = None, *, deepest: int | None = None
) -> Searcher:
    """An engine ready to look ahead from a position; `deepest` bounds a tree of playouts."""
    plan = prepared(plan)
    chosen = choose_search_engine(position.rules, plan, engine)
    if plan.algorithm == RANDOM:
        return RandomSearcher(position, plan)
    if plan.algorithm == MCTS:
        return MctsSearcher(position, plan, deepest=deepest)
    kind = NativeSearcher if chosen is Engine.NATIVE else PythonSearcher
    return kind(position, _followed(plan))


def analyse(
    position: Position,
    plan: Plan,
    limit: Limit,
    *,
    engine: Engine | None = None,
    stop: StopFlag | None = None,
    on_info: Callable[[Info], None] | None = None,
) -> Analysis:
    """Look ahead and answer; `on_info` is told what every finished depth found."""
    searcher = searcher_for(position, plan, engine, deepest=limit.depth)
    return conclude(searcher, limit_for(plan, limit), stop=stop, on_info=on_info)


def prepared(plan: Plan) -> Plan:
    """The plan with its evaluation looked up, where somebody gave a name or a plain function."""
    return replace(plan, evaluation=as_eval(plan.evaluation))


def limit_for(plan: Plan, limit: Limit) -> Limit:
    """The limit as the algorithm takes it: greedy looks one move ahead; of playouts there is a number."""
    if plan.algorithm == MCTS:
        playouts = DEFAULT_PLAYOUTS if limit.nodes is None and limit.time is None else limit.nodes
        return Limit(nodes=playouts, time=limit.time)
    return Limit(depth=1) if plan.algorithm in (GREEDY, RANDOM) else limit


def _followed(plan: Plan) -> Plan:
    """Greedy is minimax that looks one move ahead."""
    return replace(plan, algorithm="minimax") if plan.algorithm == GREEDY else plan
