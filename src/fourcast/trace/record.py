"""Running a search with the recorder on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from fourcast.engine import choose_search_engine
from fourcast.errors import UsageError
from fourcast.native import Engine, NativeSearcher
from fourcast.rules import Position
from fourcast.search import Counts, PythonSearcher, SearchResult, SearchSpec, StopFlag, find_algorithm
from fourcast.trace.recording import Visited, native_visits, recorded
from fourcast.trace.tree import Tree, grow

MOST_NODES: Final = 20_000
"""A tree with more nodes than this is recorded to the depth that fits."""


@dataclass(frozen=True)
class Recording:
    """A search as it was recorded: all that its tree grows from."""

    root: Position
    spec: SearchSpec
    depth: int
    engine: str
    visits: Sequence[Visited]
    plies: int | None
    """Recorded to so many moves from the root; None if whole."""

    def tree(self) -> Tree:
        return grow(self.root, self.spec, self.depth, self.visits, engine=self.engine, plies=self.plies)


def record(
    position: Position,
    spec: SearchSpec,
    depth: int,
    *,
    deepens: bool = False,
    engine: Engine | None = None,
    most_nodes: int = MOST_NODES,
    budget: int | None = None,
    stop: StopFlag | None = None,
) -> tuple[Tree, SearchResult]:
    """Search to a depth and give the tree of the search that ran, and what it found."""
    found, info = recording(
        position,
        spec,
        depth,
        deepens=deepens,
        engine=engine,
        most_nodes=most_nodes,
        budget=budget,
        stop=stop,
    )
    return found.tree(), info


def recording(
    position: Position,
    spec: SearchSpec,
    depth: int,
    *,
    deepens: bool = False,
    engine: Engine | None = None,
    most_nodes: int = MOST_NODES,
    budget: int | None = None,
    stop: StopFlag | None = None,
) -> tuple[Recording, SearchResult]:
    """Search to a depth with the recorder on. With `deepens` it goes there move by move, as it does under a clock, and
    what is recorded is the last depth.

    The search runs once to learn how many nodes each ply has, and once more with the recorder on; it is the same both
    times. A tree of more than `most_nodes` is recorded to the ply up to which it has fewer. Raises `StopSearch` when it
    is told to stop, or has visited more nodes than its budget.
    """
    spec = spec.for_rules(position.rules)
    algorithm = find_algorithm(spec.algorithm)
    if algorithm.step is None:
        raise UsageError(f"{algorithm.name} searches no tree that could be drawn. Choose another algorithm.")
    depth = algorithm.fixed_depth or depth
    chosen = choose_search_engine(position.rules, spec, engine)
    searched = _natively if chosen is Engine.NATIVE else _in_python
    first = 1 if deepens else depth
    by_ply, _, _ = searched(position, spec, range(first, depth + 1), -1, budget, stop)
    plies = _plies_that_fit(by_ply, most_nodes)
    _, visits, info = searched(position, spec, range(first, depth + 1), plies, budget, stop)
    whole = plies >= len(by_ply) - 1
    return Recording(position, spec, depth, chosen.value, visits, None if whole else plies), info


def _plies_that_fit(by_ply: list[int], most_nodes: int) -> int:
    total = 0
    for ply, nodes in enumerate(by_ply):
        total += nodes
        if total > most_nodes and ply > 1:
            return ply - 1
    return len(by_ply) - 1


def _natively(
    position: Position, spec: SearchSpec, depths: range, plies: int, budget: int | None, stop: StopFlag | None
) -> tuple[list[int], list[Visited], SearchResult]:
    """Nodes by ply and visits of the search to the last depth, and what it found."""
    searcher = NativeSearcher(position, spec)
    for depth in depths[:-1]:
        searcher.search(depth, nodes=budget, stop=stop)
    before = searcher.nodes_by_ply()
    info = searcher.search(depths[-1], nodes=budget, stop=stop, record_plies=plies)
    by_ply = [nodes - earlier for nodes, earlier in zip_longest(searcher.nodes_by_ply(), before, fillvalue=0)]
    while by_ply and not by_ply[-1]:
        by_ply.pop()
    return by_ply, native_visits(position.rules, searcher), info


def _in_python(
    position: Position, spec: SearchSpec, depths: range, plies: int, budget: int | None, stop: StopFlag | None
) -> tuple[list[int], list[Visited], SearchResult]:
    """The same by the Python engine."""
    visits: list[Visited] = []
    by_ply: list[int] = []
    counts = Counts()
    recorder = recorded(visits, counts, plies=plies, by_ply=by_ply)
    searcher = PythonSearcher(position, spec, layers=[recorder], counts=counts)
    for depth in depths[:-1]:
        searcher.search(depth, nodes=budget, stop=stop)
    visits.clear()
    by_ply.clear()
    return by_ply, visits, searcher.search(depths[-1], nodes=budget, stop=stop)
