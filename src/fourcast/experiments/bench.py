"""The engine benchmark: the signature of the searches, and how much faster the native engine is than the Python one.

The signature is the number of nodes that each algorithm visits on a fixed suite. It changes only when a search visits
other nodes; commits that change it say so (`Bench: N`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from fourcast.algorithms import ALGORITHMS, Limit, SearchSpec
from fourcast.engine import search
from fourcast.errors import EngineUnavailable
from fourcast.native import Engine, core_unsupported_reason
from fourcast.rules import Position, Rules, position_after

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

CASES: Final = (
    ("most-lines", "4", "minimax", "neighbours", 5, 7),
    ("most-lines", "4", "minimax", "potential-lines", 5, 7),
    ("classic", "44", "minimax", "quadruplets", 5, 7),
    ("classic,width=8", "14", "minimax", "line-counts", 4, 6),
    ("drift", "4", "expectiminimax", "potential-lines", 3, 4),
    ("extended", "12", "minimax", "filled-runs", 4, 5),
    ("classic", "44", "alphabeta", "quadruplets", 7, 10),
)
"""Rules, moves, algorithm, evaluation, depth for the Python engine, depth for the native one."""
ROUNDS: Final = 5


def signature(engine: Engine | None = None) -> Iterator[tuple[str, int]]:
    """The name and the nodes of every search."""
    for name, algorithm in ALGORITHMS.items():
        has_own_searcher = algorithm.searcher is not None
        used = Engine.PYTHON if has_own_searcher else engine
        yield name, _suite_nodes(SearchSpec(name, seed=1), used)
        if not has_own_searcher:
            yield f"{name} centre+killers, table", _suite_nodes(SearchSpec.parse(name + FULL_SETTINGS), used)


def _suite_nodes(spec: SearchSpec, engine: Engine | None) -> int:
    total = 0
    for rules, moves, evaluation, depth in SUITE:
        position = position_after(Rules.parse(rules).start(), moves)
        limit = Limit(nodes=PLAYOUTS) if spec.algorithm == "mcts" else Limit(depth=depth)
        total += search(position, spec.with_limit(limit), eval=evaluation, engine=engine).nodes
    return total


@dataclass(frozen=True)
class Ratio:
    """Nodes per second of the native engine over those of the Python one: median, minimum and maximum of the rounds."""

    what: str
    median: float
    min: float
    max: float
    native_nodes_per_second: float

    def __str__(self) -> str:
        spread, speed = f"{self.min:.0f} to {self.max:.0f}", self.native_nodes_per_second / 1e6
        return f"{self.what:<52}{self.median:>6.0f} × ({spread}), {speed:.1f} M nodes/s"


def native_ratios(rounds: int = ROUNDS) -> Iterator[Ratio]:
    """Measure one case after another; the engines take turns."""
    if reason := core_unsupported_reason():
        raise EngineUnavailable(f"There is nothing to compare: {reason}.")
    for rules, moves, algorithm, evaluation, python_depth, native_depth in CASES:
        position = position_after(Rules.parse(rules).start(), moves)
        spec = SearchSpec(algorithm, eval=evaluation)
        pairs = []
        for _ in range(rounds):
            slow = _nodes_per_second(position, spec, python_depth, Engine.PYTHON)
            fast = _nodes_per_second(position, spec, native_depth, Engine.NATIVE)
            pairs.append((fast / slow, fast))
        ratios = [ratio for ratio, _ in pairs]
        yield Ratio(
            f"{rules} {moves}: {algorithm}, {evaluation}",
            median(ratios),
            min(ratios),
            max(ratios),
            median(fast for _, fast in pairs),
        )


def _nodes_per_second(position: Position, spec: SearchSpec, depth: int, engine: Engine) -> float:
    result = search(position, spec, depth=depth, engine=engine)
    return result.nodes / result.seconds
