"""By how much timed searches overrun: many searches of 20 to 200 ms, on an otherwise idle machine."""

from __future__ import annotations

import sys
from random import Random

from fourcast.algorithms import SearchSpec, TableMode
from fourcast.engine import search
from fourcast.rules import VARIANTS

ALGORITHMS = ("alphabeta", "pvs", "minimax", "star1", "expectimax")


def main() -> None:
    searches = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    dice = Random(1)
    overruns = []
    for _ in range(searches):
        rules = dice.choice(VARIANTS).rules
        plan = SearchSpec(dice.choice(ALGORITHMS), table=dice.choice((TableMode.OFF, TableMode.ON)))
        seconds = dice.uniform(0.020, 0.200)
        analysis = search(rules.start(), plan, time=seconds)
        if analysis.stopped:  # a search that came to know everything ends before its time
            overruns.append((analysis.seconds - seconds) * 1000)
    overruns.sort()
    at = {share: overruns[int(share * (len(overruns) - 1))] for share in (0.5, 0.9, 0.99, 1.0)}
    print(f"{len(overruns)} searches of 20 to 200 ms that used up their time; overrun in ms:")
    print("  " + ", ".join(f"{share:.0%}: {value:.2f}" for share, value in at.items()))


if __name__ == "__main__":
    main()
