"""The signature of the searches: how many nodes each algorithm visits over a fixed suite.

A number that changes only when what a search visits changes; commits that change it say so (`Bench: N`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fourcast.algorithms import ALGORITHMS, Limit, MoveOrder, SearchSpec, TableMode
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

WAYS: Final = (
    ("", MoveOrder(), TableMode.OFF),
    (" centre+killers, table", MoveOrder("centre+killers"), TableMode.ON),
)
"""Each algorithm runs plain, and with everything on."""


def signature(engine: Engine | None = None) -> Iterator[tuple[str, int]]:
    """Algorithm and nodes, one after another."""
    for name, algorithm in ALGORITHMS.items():
        for words, order, memory in WAYS if algorithm.step else WAYS[:1]:
            total = 0
            for rules, moves, evaluation, depth in SUITE:
                position = position_after(Rules.parse(rules).start(), moves)
                plan = SearchSpec(name, eval=evaluation, order=order, table=memory, seed=1)
                limit = Limit(nodes=PLAYOUTS) if name == "mcts" else Limit(depth=depth)
                used = engine if algorithm.step else Engine.PYTHON
                total += search(position, plan.with_limit(limit), engine=used).nodes
            yield name + words, total
