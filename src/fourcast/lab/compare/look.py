"""One search measured: what it counted, how long it took, what it found. No search is without a bound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from fourcast.errors import RulesError
from fourcast.native import Engine, analyse, searcher_for
from fourcast.rules import Position
from fourcast.search import Counts, Info, Limit, Plan, StopFlag, StopSearch

DONE: Final = "done"
TABLE_IN_TIME: Final = (
    "A search with a table makes it anew, and its time contains that: milliseconds, more than a short search takes."
)
"""The core gives memory to a table where an entry is first used, so that no clock can be started after it."""


@dataclass(frozen=True)
class Budget:
    """What one cell may cost: nodes and seconds for a search. It is made so many times, and the middle time counts."""

    nodes: int | None = None
    seconds: float = 30.0
    repeats: int = 1

    def __post_init__(self) -> None:
        if (self.nodes is not None and self.nodes < 1) or not 0 < self.seconds < float("inf") or self.repeats < 1:
            raise RulesError("A cell needs at least one node, some seconds, but not endless ones, and one repeat.")


@dataclass(frozen=True)
class Look:
    """A search as it was measured. Counts of one that did not end are what it had come to, and it found nothing."""

    info: Info | None
    counts: Counts
    seconds: float
    engine: str
    state: str
    """`done`; `time` or `nodes`: over that budget; `asked`: told to stop."""


def look_to(
    position: Position,
    plan: Plan,
    depth: int,
    *,
    budget: Budget,
    engine: Engine | None = None,
    stop: StopFlag | None = None,
) -> Look:
    """One search, straight to its depth. What it remembers it forgets: every one starts alike."""
    searcher = searcher_for(position, plan, engine)
    info, state = None, DONE
    begun = perf_counter()
    try:
        info = searcher.look(depth, nodes=budget.nodes, deadline=begun + budget.seconds, stop=stop)
    except StopSearch as end:
        state = end.reason.value
    seconds = perf_counter() - begun
    return Look(info, replace(searcher.counts), seconds, getattr(searcher, "engine", ""), state)


def look_within(position: Position, plan: Plan, limit: Limit, *, engine: Engine | None = None) -> Look:
    """One search that deepens within a limit of nodes or time, and always finds something."""
    found = analyse(position, plan, limit, engine=engine)
    return Look(found.info, found.counts, found.seconds, found.info.engine, DONE)
