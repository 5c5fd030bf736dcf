"""One search measured: what it counted, how long it took, what it found. No search is without a bound."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from typing import Final

from fourcast.algorithms import Counts, Limit, SearchResult, SearchSpec, StopFlag, StopSearch, TableMode
from fourcast.engine import choose_search_engine, make_searcher, search
from fourcast.errors import UsageError
from fourcast.native import Engine
from fourcast.rules import Position, Rules

DONE: Final = "done"
ENOUGH_NODES: Final = 100_000
"""To touch every page of a table."""


@dataclass(frozen=True)
class Budget:
    """What one cell may cost: nodes and seconds for a search. It is made so many times, and the middle time counts."""

    nodes: int | None = None
    seconds: float = 30.0
    repeats: int = 1

    def __post_init__(self) -> None:
        if (self.nodes is not None and self.nodes < 1) or not 0 < self.seconds < float("inf") or self.repeats < 1:
            raise UsageError("A cell needs at least one node, some seconds, but not endless ones, and one repeat.")


@dataclass(frozen=True)
class Look:
    """A search as it was measured. Counts of one that did not end are what it had come to, and it found nothing."""

    info: SearchResult | None
    counts: Counts
    seconds: float
    engine: str
    state: str
    """`done`; `time` or `nodes`: over that budget; `asked`: told to stop."""


def look_to(
    position: Position,
    plan: SearchSpec,
    depth: int,
    *,
    budget: Budget,
    engine: Engine | None = None,
    stop: StopFlag | None = None,
) -> Look:
    """One search, straight to its depth. What it remembers it forgets: every one starts alike."""
    if plan.table is not TableMode.OFF and choose_search_engine(position.rules, plan, engine) is Engine.NATIVE:
        _get_memory(position.rules, plan)
    searcher = make_searcher(position, plan, engine)
    info, state = None, DONE
    begun = perf_counter()
    try:
        info = searcher.search(depth, nodes=budget.nodes, deadline=begun + budget.seconds, stop=stop)
    except StopSearch as end:
        state = end.reason.value
    seconds = perf_counter() - begun
    return Look(info, replace(searcher.counts), seconds, getattr(searcher, "engine", ""), state)


def look_within(position: Position, plan: SearchSpec, limit: Limit, *, engine: Engine | None = None) -> Look:
    """One search that deepens within a limit of nodes or time, and always finds something."""
    found = search(position, plan.with_limit(limit), engine=engine)
    return Look(found, found.counts, found.seconds, found.engine, DONE)


@lru_cache(maxsize=8)
def _get_memory(rules: Rules, plan: SearchSpec) -> None:
    """Have the system give the memory of a table before anything is measured: the next table gets the same, and to ask
    for it page by page takes longer than a small search."""
    with suppress(StopSearch):
        make_searcher(rules.start(), plan, Engine.NATIVE).search(rules.shape.cells, nodes=ENOUGH_NODES)
