"""The signature of the searches: the number of nodes that each algorithm visits on a fixed suite.

It changes only when a search visits other nodes; commits that change it say so (`Bench: N`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fourcast.algorithms import ALGORITHMS, Limit, SearchSpec, find_algorithm
from fourcast.engine import search
from fourcast.native import Engine
from fourcast.rules import Rules, position_after

SUITE: Final = (
    ("classic", "", "quadruplets", 5),
    ("classic", "444333", "quadruplets", 5),
    ("classic,width=8", "1324", "line-counts", 4),
    ("most-lines", "4", "potential-lines", 5),
    ("most-lines", "3344556", "neighbours", 5),
    ("drift", "4", "potential-lines", 2),
    ("drift,width=5,height=4", "1", "lines-and-potential", 3),
    ("extended,width=6,height=5,pops=2", "12", "filled-runs", 4),
    ("popout", "4455", "quadruplets", 4),
    ("tictactoe", "5", "line-counts", 6),
)
"""Rules, moves, evaluation, depth."""
PLAYOUTS: Final = 100
FULL_SETTINGS: Final = "/centre+killers/table"
"""Each tree search runs plain, and with these settings."""


def signature(engine: Engine | None = None) -> Iterator[tuple[str, int]]:
    """The name and the nodes of every search."""
    for name, algorithm in ALGORITHMS.items():
        has_own_searcher = algorithm.searcher is not None
        used = Engine.PYTHON if has_own_searcher else engine
        yield name, _suite_nodes(SearchSpec(name, seed=1), used)
        if not has_own_searcher:
            spec = SearchSpec.parse(name + FULL_SETTINGS)
            yield f"{name} centre+killers, transposition table", _suite_nodes(spec, used)


def _suite_nodes(spec: SearchSpec, engine: Engine | None) -> int:
    total = 0
    for rules, moves, evaluation, depth in SUITE:
        position = position_after(Rules.parse(rules).start(), moves)
        limit = Limit(nodes=PLAYOUTS) if spec.algorithm == "mcts" else Limit(depth=depth)
        used = evaluation if find_algorithm(spec.algorithm).uses_eval else None
        total += search(position, spec.with_limit(limit), eval=used, engine=engine).nodes
    return total
