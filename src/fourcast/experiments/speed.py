"""How many times faster the native engine searches than the Python one: both in one run, taking turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from fourcast.algorithms import SearchSpec
from fourcast.engine import search
from fourcast.errors import EngineUnavailable
from fourcast.native import Engine, core_unsupported_reason
from fourcast.rules import Position, Rules, position_after

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


@dataclass(frozen=True)
class Ratio:
    """Nodes per second of the native engine over those of the Python one: the median of some rounds, and the spread."""

    what: str
    middle: float
    least: float
    most: float
    native_nodes_per_second: float

    def __str__(self) -> str:
        spread = f"{self.least:.0f} to {self.most:.0f}"
        return f"{self.what:<52}{self.middle:>6.0f} × ({spread}), {self.native_nodes_per_second / 1e6:.1f} M nodes/s"


def native_ratios(rounds: int = ROUNDS) -> Iterator[Ratio]:
    """Measure, one case after another."""
    if reason := core_unsupported_reason():
        raise EngineUnavailable(f"There is nothing to compare: {reason}.")
    for rules, moves, algorithm, evaluation, python_depth, native_depth in CASES:
        position = position_after(Rules.parse(rules).start(), moves)
        plan = SearchSpec(algorithm, eval=evaluation)
        pairs = []
        for _ in range(rounds):
            slow = _nodes_per_second(position, plan, python_depth, Engine.PYTHON)
            fast = _nodes_per_second(position, plan, native_depth, Engine.NATIVE)
            pairs.append((fast / slow, fast))
        ratios = [ratio for ratio, _ in pairs]
        yield Ratio(
            f"{rules} {moves}: {algorithm}, {evaluation}",
            median(ratios),
            min(ratios),
            max(ratios),
            median(fast for _, fast in pairs),
        )


def _nodes_per_second(position: Position, plan: SearchSpec, depth: int, engine: Engine) -> float:
    analysis = search(position, plan, depth=depth, engine=engine)
    return analysis.nodes / analysis.seconds
