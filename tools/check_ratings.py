"""Compare our ratings with those of Ordo (github.com/michiguel/Ordo, `make all`, GPL-3; not part of Fourcast).

    python tools/check_ratings.py path/to/ordo [--games 100] [--time 1+0.01] [PLAYER…]

A tournament is played and written as PGN, Ordo rates the file, and two things are compared: the ratings of maximum
likelihood, which are the same up to rounding, and the ratings that `fourcast tournament` prints, which have a prior:
they differ by less than their errors. The exit code is 1 if they do not.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
from math import log10
from pathlib import Path
from tempfile import TemporaryDirectory

from fourcast.matches import match, write_games
from fourcast.matches.ratings import bradley_terry

PLAYERS = ("random", "greedy", "level1", "level2", "level3", "mcts,nodes=100")
SCALE = 400 * log10(0.76 / 0.24)
"""Ordo's scale is given as the lead of a player who scores 76 %, which is 202 by default."""
MAX_DIFFERENCE = 0.6
"""Elo between two ratings of maximum likelihood: Ordo stops at a small deviation of the points."""


def ordo_ratings(ordo: str, pgn: Path) -> dict[str, float]:
    """The rating of every player in a PGN file, with mean 0."""
    table = pgn.with_suffix(".csv")
    command = [ordo, "-q", "-a", "0", "-z", f"{SCALE:.6f}", "-N", "2", "-p", str(pgn), "-c", str(table)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with table.open(newline="") as lines:
        rows = [row for row in csv.reader(lines, skipinitialspace=True) if row and row[0].strip().isdigit()]
    return {row[1]: float(row[2]) for row in rows}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ordo")
    parser.add_argument("players", nargs="*", default=PLAYERS)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time")
    parser.add_argument("--ledger")
    given = parser.parse_intermixed_args()
    result = match(*given.players, games=given.games, time=given.time, ledger=given.ledger)
    with TemporaryDirectory() as folder:
        pgn = Path(folder) / "games.pgn"
        write_games(pgn, result)
        theirs = ordo_ratings(given.ordo, pgn)
    names = result.tournament.names
    met = {(a, b): result.head_to_head(a, b) for a, b in result.tournament.pairings}
    likely = bradley_terry(
        {pairing: score.points for pairing, score in met.items()},
        {pairing: score.games for pairing, score in met.items()},
        range(len(names)),
        prior=0.0,
    )
    print(f"{len(result.games)} games\n{'player':40} {'Ordo':>9} {'likeliest':>9} {'printed':>9} {'±':>6}")
    agree = set(theirs) == set(names)
    for one in result.standings:
        rating = likely[names.index(one.name)].elo
        print(f"{one.name[-40:]:40} {theirs[one.name]:9.2f} {rating:9.2f} {one.elo:9.2f} {one.error:6.1f}")
        agree &= abs(rating - theirs[one.name]) <= MAX_DIFFERENCE and abs(one.elo - theirs[one.name]) <= one.error
    print("They agree." if agree else "THEY DO NOT AGREE.")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
