"""Iterative deepening: one move further at a time, until the limit; the answer is the last finished iteration's."""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import perf_counter
from typing import Protocol

from fourcast.search.limit import MOST_DEPTH, Limit, StopFlag, Stopped, StopSearch
from fourcast.search.result import Analysis, Counts, Info


class Searcher(Protocol):
    """An engine at work on one position."""

    counts: Counts

    def look(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> Info: ...

    def guess(self) -> Info: ...


def deepen(
    searcher: Searcher, limit: Limit, *, begun: float, stop: StopFlag | None = None
) -> Generator[Info, None, Stopped | None]:
    """Yield what every finished depth found; return why it ended, None if by depth or because all is known."""
    deadline = None if limit.time is None else begun + limit.time
    depth = 1 if limit.deepens or limit.depth is None else limit.depth
    while depth <= (limit.depth or MOST_DEPTH):
        estimated = searcher.counts.estimated
        try:
            info = searcher.look(depth, nodes=limit.nodes, deadline=deadline, stop=stop)
        except StopSearch as end:
            return end.reason
        yield info
        if searcher.counts.estimated == estimated:
            return None  # every line was followed to its end: deeper there is nothing
        depth += 1
    return None


def conclude(
    searcher: Searcher,
    limit: Limit,
    *,
    stop: StopFlag | None = None,
    on_info: Callable[[Info], None] | None = None,
) -> Analysis:
    """Search to the limit and answer; `on_info` is told what every finished depth found. Ctrl-C ends a search like any
    other limit, once there is something to answer."""
    begun = perf_counter()
    info: Info | None = None
    stopped: Stopped | None = None
    iterations = deepen(searcher, limit, begun=begun, stop=stop)
    try:
        while True:
            info = next(iterations)
            if on_info:
                on_info(info)
    except StopIteration as end:
        stopped = end.value
    except KeyboardInterrupt:
        if info is None:
            raise
        stopped = Stopped.INTERRUPTED
    counts = Counts(**vars(searcher.counts))
    return Analysis(info or searcher.guess(), stopped, counts, perf_counter() - begun)
