"""Let a submission play against an agent of kaggle-environments, from both sides.

    fourcast export connectx level3 -o submission.py
    python tools/check_connectx.py submission.py negamax 10

Run it in an environment of its own with kaggle-environments (1.6 GB): the submission needs nothing else. Exits with 1
if it lost a game or made no valid move.
"""

from __future__ import annotations

import sys
from time import perf_counter

from kaggle_environments import evaluate


def main(submission: str, opponent: str, games: str) -> int:
    start = perf_counter()
    as_first = [result[0] for result in evaluate("connectx", [submission, opponent], num_episodes=int(games))]
    as_second = [result[1] for result in evaluate("connectx", [opponent, submission], num_episodes=int(games))]
    results = as_first + as_second
    counts = {name: results.count(value) for name, value in (("won", 1), ("drawn", 0), ("lost", -1))}
    failed = results.count(None)
    print(f"{submission} against {opponent}: {counts}, {failed} failed, in {perf_counter() - start:.0f} s.")
    return 1 if counts["lost"] or failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
