"""How long `import fourcast` takes, as a ratio to `import numpy`: new processes, taking turns, medians."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

ROUNDS = 15
STATEMENTS = ("pass", "import numpy", "import fourcast", "import fourcast as fc; fc.Position('4453').legal_moves")


def seconds(statement: str) -> float:
    """The time of a new interpreter that runs a statement."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return perf_counter() - start


def main() -> None:
    times: dict[str, list[float]] = {statement: [] for statement in STATEMENTS}
    for _ in range(ROUNDS):
        for statement in STATEMENTS:
            times[statement].append(seconds(statement))
    empty = median(times["pass"])
    numpy = median(times["import numpy"]) - empty
    for statement in STATEMENTS[2:]:
        own = median(times[statement]) - empty
        print(f"{statement}: {own * 1e3:.0f} ms, {own / numpy:.2f} × import numpy (goal: at most 1.5)")


if __name__ == "__main__":
    main()
