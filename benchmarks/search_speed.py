"""How fast the native engine searches: against the Python engine, with the transposition table against without, and
against OpenSpiel walking a tree from Python.

OpenSpiel is a peer for this benchmark alone: `pip install open_spiel` into the environment to have it measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import inf
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

from fourcast.algorithms import SearchSpec
from fourcast.engine import search
from fourcast.native import Engine
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
TABLE_CASES: Final = (
    *(("most-lines", "4", "minimax", "neighbours", 8), ("classic", "44", "minimax", "quadruplets", 8)),
    *(("most-lines", "4", "alphabeta", "neighbours", 10), ("most-lines", "4", "alphabeta", "potential-lines", 10)),
    *(("most-lines", "4", "alphabeta", "lines-and-potential", 10), ("classic", "44", "alphabeta", "quadruplets", 10)),
    *(("classic,width=8", "14", "alphabeta", "line-counts", 10), ("extended", "12", "alphabeta", "filled-runs", 9)),
)
"""Rules, moves, algorithm, evaluation, depth."""
PLAYOUT_CASES: Final = (
    *(("classic", "44"), ("drift", "4"), ("most-lines", "4"), ("extended", "12"), ("popout", "44"), ("tictactoe", "5")),
)
"""Rules and moves of the positions from which mcts makes playouts."""
PLAYOUTS: Final = {Engine.PYTHON: 500, Engine.NATIVE: 50_000}
ROUNDS: Final = 5
WALK_DEPTH: Final = 5


@dataclass(frozen=True)
class Ratio:
    """Nodes per second of the native engine over those of the Python one: median, minimum and maximum of the rounds."""

    what: str
    median: float
    min: float
    max: float
    native_nodes_per_second: float

    @classmethod
    def of(cls, what: str, pairs: Sequence[tuple[float, float]]) -> Ratio:
        """That of speeds of the Python and the native engine."""
        ratios = [native / python for python, native in pairs]
        return cls(what, median(ratios), min(ratios), max(ratios), median(native for _, native in pairs))

    def __str__(self) -> str:
        spread, speed = f"{self.min:.0f} to {self.max:.0f}", self.native_nodes_per_second / 1e6
        return f"{self.what:<52}{self.median:>6.0f} × ({spread}), {speed:.1f} M nodes/s"


def native_ratios(rounds: int = ROUNDS) -> Iterator[Ratio]:
    """Measure one case after another; the engines take turns."""
    for rules, moves, algorithm, evaluation, python_depth, native_depth in CASES:
        position = position_after(Rules.parse(rules).start(), moves)
        spec = SearchSpec(algorithm, eval=evaluation)
        pairs = []
        for _ in range(rounds):
            slow = _nodes_per_second(position, spec, python_depth, Engine.PYTHON)
            pairs.append((slow, _nodes_per_second(position, spec, native_depth, Engine.NATIVE)))
        yield Ratio.of(f"{rules} {moves}: {algorithm}, {evaluation}", pairs)


def playout_ratios(rounds: int = ROUNDS) -> Iterator[Ratio]:
    """Playouts of mcts for a second of processor time; the engines take turns."""
    for rules, moves in PLAYOUT_CASES:
        position = position_after(Rules.parse(rules).start(), moves)
        pairs = [
            (_playouts_per_second(position, Engine.PYTHON), _playouts_per_second(position, Engine.NATIVE))
            for _ in range(rounds)
        ]
        yield Ratio.of(f"{rules} {moves}: mcts", pairs)


def table_costs(rounds: int = ROUNDS) -> Iterator[str]:
    """What a node costs with the table, in nodes without it, and what the whole search does; both take turns."""
    for rules, moves, algorithm, evaluation, depth in TABLE_CASES:
        position = position_after(Rules.parse(rules).start(), moves)
        nodes, seconds = [0, 0], [inf, inf]
        for _ in range(rounds):
            for n, table in enumerate((False, True)):
                started = process_time()
                result = search(position, algorithm, eval=evaluation, depth=depth, table=table, engine=Engine.NATIVE)
                nodes[n], seconds[n] = result.nodes, min(seconds[n], process_time() - started)
        node, whole = seconds[1] / nodes[1] / (seconds[0] / nodes[0]), seconds[1] / seconds[0]
        what, speed = f"{rules} {moves}: {algorithm}, {evaluation}", nodes[0] / seconds[0] / 1e6
        yield f"{what:<52}{speed:>6.1f} M nodes/s without, a node {node:.2f} ×, the search {whole:.2f} ×"


def _playouts_per_second(position: Position, engine: Engine) -> float:
    started = process_time()
    result = search(position, "mcts", nodes=PLAYOUTS[engine], seed=1, engine=engine)
    return result.nodes / (process_time() - started)


def _nodes_per_second(position: Position, spec: SearchSpec, depth: int, engine: Engine) -> float:
    result = search(position, spec, depth=depth, engine=engine)
    return result.nodes / result.seconds


def walk(state: Any, depth: int) -> int:
    """Visit every state down to a depth, doing nothing there."""
    if depth == 0 or state.is_terminal():
        return 1
    return 1 + sum(walk(state.child(action), depth - 1) for action in state.legal_actions())


def against_open_spiel() -> None:
    if not find_spec("pyspiel"):
        print("OpenSpiel is not installed: `pip install open_spiel` to measure against it.")
        return
    import pyspiel

    state = pyspiel.load_game("connect_four").new_initial_state()
    position = Rules.parse("classic").start()
    plan = SearchSpec("minimax", eval="quadruplets")
    ratios = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        nodes = walk(state, WALK_DEPTH)
        peer = nodes / (perf_counter() - begun)
        ours = search(position, plan, depth=WALK_DEPTH + 2, engine=Engine.NATIVE)
        ratios.append(ours.nodes / ours.seconds / peer)
    what = "classic: minimax with quadruplets / OpenSpiel's bare walk"
    print(f"{what:<58}{median(ratios):>6.0f} × ({min(ratios):.0f} to {max(ratios):.0f})")


def main() -> None:
    print("native nodes per second / Python nodes per second")
    for ratio in native_ratios():
        print(f"  {ratio}")
    print("processor time with the transposition table / without, best of the rounds")
    for cost in table_costs():
        print(f"  {cost}")
    print("native playouts per second / Python playouts per second")
    for ratio in playout_ratios():
        print(f"  {ratio}")
    against_open_spiel()


if __name__ == "__main__":
    main()
