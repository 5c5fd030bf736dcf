"""Run a search and record its tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from fourcast.algorithms import (
    Counts,
    EvalLike,
    MoveOrder,
    PythonSearcher,
    SearchResult,
    SearchSpec,
    StopFlag,
    TableMode,
    find_algorithm,
)
from fourcast.engine import choose_search_engine
from fourcast.errors import UsageError
from fourcast.evals import TerminalValue
from fourcast.native import Engine, NativeSearcher
from fourcast.rules import AnyPosition, Position
from fourcast.trace.tree import Tree, grow
from fourcast.trace.visits import VisitRecord, native_visits, record_visits

MAX_NODES: Final = 20_000
"""A tree with more nodes is recorded to the depth that fits."""
DEFAULT_DEPTH: Final = 3


def search_tree(
    position: AnyPosition,
    spec: SearchSpec | str | None = None,
    *,
    depth: int = DEFAULT_DEPTH,
    eval: EvalLike | None = None,
    order: MoveOrder | str | None = None,
    table: TableMode | bool | str | None = None,
    terminal: TerminalValue | str | None = None,
    max_nodes: int = MAX_NODES,
) -> Tree:
    """The tree of a search: `fourcast.tree("44", depth=3).save("tree.html")`. The arguments are those of `search`.

    >>> search_tree("44", "minimax", depth=2)
    <Tree of minimax, depth 2, 57 nodes>
    """
    base = SearchSpec.parse(spec) if isinstance(spec, str) else spec or SearchSpec()
    chosen = base.with_settings(eval=eval, order=order, table=table, terminal=terminal)
    return record(Position(position), chosen, depth, max_nodes=max_nodes).tree()


@dataclass(frozen=True)
class SearchRecord:
    """A recorded search."""

    root: Position
    spec: SearchSpec
    depth: int
    engine: str
    visits: Sequence[VisitRecord]
    plies: int | None
    """The number of plies that were recorded; None if all."""
    result: SearchResult | None = None

    def tree(self) -> Tree:
        return grow(self.root, self.spec, self.depth, self.visits, engine=self.engine, plies=self.plies)


def record(
    position: Position,
    spec: SearchSpec,
    depth: int,
    *,
    deepens: bool = False,
    engine: Engine | None = None,
    max_nodes: int = MAX_NODES,
    budget: int | None = None,
    stop: StopFlag | None = None,
) -> SearchRecord:
    """Search to a depth and record it. With `deepens` the search deepens iteratively, as under a time limit, and its
    last depth is recorded.

    The search runs once to count the nodes of each ply, and once more to record them; it is the same both times. A tree
    of more than `max_nodes` is recorded to the ply up to which it has fewer. Raises `StopSearch` if `stop` is set or
    more than `budget` nodes are visited.
    """
    spec = spec.for_rules(position.rules)
    algorithm = find_algorithm(spec.algorithm)
    if algorithm.step is None:
        raise UsageError(f"{algorithm.name} has no search tree to draw. Choose another algorithm.")
    depth = algorithm.fixed_depth or depth
    chosen = choose_search_engine(position.rules, spec, engine)
    run = _record_native if chosen is Engine.NATIVE else _record_python
    depths = range(1 if deepens else depth, depth + 1)
    nodes_by_ply, _, _ = run(position, spec, depths, -1, budget, stop)
    plies = _plies_that_fit(nodes_by_ply, max_nodes)
    _, visits, result = run(position, spec, depths, plies, budget, stop)
    is_whole = plies >= len(nodes_by_ply) - 1
    return SearchRecord(position, spec, depth, chosen.value, visits, None if is_whole else plies, result)


def _plies_that_fit(nodes_by_ply: list[int], max_nodes: int) -> int:
    total = 0
    for ply, nodes in enumerate(nodes_by_ply):
        total += nodes
        if total > max_nodes and ply > 1:
            return ply - 1
    return len(nodes_by_ply) - 1


def _record_native(
    position: Position, spec: SearchSpec, depths: range, plies: int, budget: int | None, stop: StopFlag | None
) -> tuple[list[int], list[VisitRecord], SearchResult]:
    """Nodes by ply, visits and result of the search to the last depth."""
    searcher = NativeSearcher(position, spec)
    for depth in depths[:-1]:
        searcher.search(depth, nodes=budget, stop=stop)
    before = searcher.nodes_by_ply()
    result = searcher.search(depths[-1], nodes=budget, stop=stop, record_plies=plies)
    nodes_by_ply = [nodes - earlier for nodes, earlier in zip_longest(searcher.nodes_by_ply(), before, fillvalue=0)]
    while nodes_by_ply and not nodes_by_ply[-1]:
        nodes_by_ply.pop()
    return nodes_by_ply, native_visits(position.rules, searcher), result


def _record_python(
    position: Position, spec: SearchSpec, depths: range, plies: int, budget: int | None, stop: StopFlag | None
) -> tuple[list[int], list[VisitRecord], SearchResult]:
    """The same with the Python engine."""
    visits: list[VisitRecord] = []
    nodes_by_ply: list[int] = []
    counts = Counts()
    recorder = record_visits(visits, counts, plies=plies, by_ply=nodes_by_ply)
    searcher = PythonSearcher(position, spec, layers=[recorder], counts=counts)
    for depth in depths[:-1]:
        searcher.search(depth, nodes=budget, stop=stop)
    visits.clear()
    nodes_by_ply.clear()
    return nodes_by_ply, visits, searcher.search(depths[-1], nodes=budget, stop=stop)
