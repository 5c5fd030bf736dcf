"""How many times faster the native engine counts than the Python one: both in one run, taking turns."""

from __future__ import annotations

import statistics
from time import perf_counter

from fourcast import native, rules

CASES = (("classic", 7), ("most-lines", 6), ("drift", 4), ("extended", 5), ("popout", 6), ("tictactoe", 7))
ROUNDS = 5
SHORTEST = 0.05
"""Seconds: the native count is repeated until it has taken this long."""


def seconds_native(position: rules.Position, depth: int) -> float:
    runs, begun = 0, perf_counter()
    while (elapsed := perf_counter() - begun) < SHORTEST or not runs:
        native.count_tree(position, depth)
        runs += 1
    return elapsed / runs


def seconds_python(position: rules.Position, depth: int) -> float:
    begun = perf_counter()
    rules.count_tree(position, depth)
    return perf_counter() - begun


def main() -> None:
    if reason := native.core_unsupported_reason():
        raise SystemExit(f"Nothing to compare: {reason}.")
    print(f"{'rules':<12}{'depth':>6}{'leaves':>10}{'native / Python':>18}   spread over {ROUNDS} rounds")
    for name, depth in CASES:
        position = rules.Rules.parse(name).start()
        leaves = native.count_tree(position, depth).leaves(depth)
        ratios = sorted(seconds_python(position, depth) / seconds_native(position, depth) for _ in range(ROUNDS))
        middle = statistics.median(ratios)
        print(f"{name:<12}{depth:>6}{leaves:>10}{middle:>16.0f} ×   {ratios[0]:.0f} to {ratios[-1]:.0f}")


if __name__ == "__main__":
    main()
