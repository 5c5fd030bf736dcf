"""How fast the native engine searches: against the Python engine, and against OpenSpiel walking a tree from Python.

OpenSpiel is a peer for this benchmark alone: `pip install open_spiel` into the environment to have it measured.
"""

from __future__ import annotations

from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any

from fourcast.algorithms import SearchSpec
from fourcast.engine import search
from fourcast.experiments.bench import ROUNDS, native_ratios
from fourcast.native import Engine
from fourcast.rules import Rules

WALK_DEPTH = 5


def walk(state: Any, depth: int) -> int:
    """Visit every state down to a depth, doing nothing there."""
    if depth == 0 or state.is_terminal():
        return 1
    return 1 + sum(walk(state.child(action), depth - 1) for action in state.legal_actions())


def against_open_spiel() -> None:
    if not find_spec("pyspiel"):
        print("OpenSpiel is not installed: `pip install open_spiel` to measure against it.")
        return
    import pyspiel  # type: ignore[import-not-found]

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
    against_open_spiel()


if __name__ == "__main__":
    main()
