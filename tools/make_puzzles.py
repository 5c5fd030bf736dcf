"""Make the puzzles that come with the package, src/fourcast/puzzles/puzzles.jsonl: `python tools/make_puzzles.py`.

Each part is what `fourcast puzzles -n COUNT --rules RULES --kind KIND --plies PLIES --stars STARS` finds. It takes some
minutes, most of them for the hardest puzzles.
"""

from __future__ import annotations

import sys

from fourcast.datasets import write_table
from fourcast.puzzles import STARS, find_puzzles
from fourcast.puzzles.puzzle import SHIPPED

PARTS = (
    ("classic", "win", (3, 13), range(1, 4), 9),
    ("classic", "win", (9, 15), range(4, 5), 9),
    ("classic", "win", (15, 21), range(5, 6), 9),
    ("classic", "defend", (3, 15), range(1, 5), 3),
    ("classic", "defend", (9, 21), range(5, 6), 3),
    ("most-lines", None, (4, 14), STARS, 6),
    ("extended,pops=0", None, (4, 14), STARS, 6),
)
"""Rules, kind, plies, numbers of stars, and how many puzzles of each number."""


def main() -> None:
    rows = []
    for rules, kind, plies, numbers, count in PARTS:
        for stars in numbers:
            puzzles = find_puzzles(count, rules=rules, kind=kind, plies=plies, stars=(stars, stars))
            print(rules, kind or "any", stars, len(puzzles), file=sys.stderr, flush=True)
            rows += [puzzle.as_json() for puzzle in puzzles]
    games = [rules for rules, *_ in PARTS]
    rows.sort(key=lambda row: (games.index(row["rules"]), row["stars"], row["plies"]))
    write_table(SHIPPED, {}, rows, notes={})


if __name__ == "__main__":
    main()
