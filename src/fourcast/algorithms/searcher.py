"""What every searcher offers, and iterative deepening with any of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar

from fourcast.algorithms.limit import MAX_DEPTH, Limit, StopFlag, Stopped, StopSearch
from fourcast.algorithms.result import Counts, SearchResult
from fourcast.errors import IllegalMove
from fourcast.rules import Position

if TYPE_CHECKING:
    from fourcast.algorithms.spec import SearchSpec


class Searcher(ABC):
    """A search from one position, to one depth after another. Tables are kept from depth to depth."""

    engine: ClassVar = "python"
    always_deepens = False
    """Whether a search to a depth needs the searches to all smaller depths before it."""

    def __init__(self, position: Position, spec: SearchSpec) -> None:
        if position.outcome:
            raise IllegalMove("The game is over: there is no move to search.")
        self.counts = Counts()
        self._position = position
        self._spec = spec

    @abstractmethod
    def search(
        self, depth: int, *, nodes: int | None = None, deadline: float | None = None, stop: StopFlag | None = None
    ) -> SearchResult:
        """Search to a depth. Raises `StopSearch` when it must end before: `nodes` and `counts` are of all depths,
        `deadline` is a time of `perf_counter`."""

    @abstractmethod
    def fallback(self) -> SearchResult:
        """A result without a search, where not even depth 1 can be finished: the first move in order; random and
        mcts choose at random."""


def deepen(
    searcher: Searcher, limit: Limit, *, started: float, stop: StopFlag | None = None
) -> Generator[SearchResult, None, Stopped | None]:
    """Yield the result of every finished depth; return why it ended, None if by depth or because all is known."""
    deadline = None if limit.time is None else started + limit.time
    deepens = limit.deepens or searcher.always_deepens
    depth = 1 if deepens or limit.depth is None else limit.depth
    while depth <= (limit.depth or MAX_DEPTH):
        estimated = searcher.counts.estimated
        try:
            result = searcher.search(depth, nodes=limit.nodes, deadline=deadline, stop=stop)
        except StopSearch as end:
            return end.reason
        yield result
        if searcher.counts.estimated == estimated:
            return None  # every line was followed to its end: deeper there is nothing
        depth += 1
    return None


def run_search(
    searcher: Searcher,
    limit: Limit,
    *,
    stop: StopFlag | None = None,
    on_depth: Callable[[SearchResult], None] | None = None,
) -> SearchResult:
    """Search to the limit; `on_depth` gets the result of every finished depth. Ctrl-C ends a search like any other
    limit, once there is a result."""
    started = perf_counter()
    results: list[SearchResult] = []
    stopped: Stopped | None = None
    iterations = deepen(searcher, limit, started=started, stop=stop)
    try:
        while True:
            results.append(next(iterations))
            if on_depth:
                on_depth(results[-1])
    except StopIteration as end:
        stopped = end.value
    except KeyboardInterrupt:
        if not results:
            raise
        stopped = Stopped.INTERRUPTED
    return replace(
        results[-1] if results else searcher.fallback(),
        counts=replace(searcher.counts),
        seconds=perf_counter() - started,
        stopped=stopped,
        iterations=tuple(results),
    )
