"""Compare an opening book with BitBully, an independent solver, and with files of known scores.

    python tools/check_book.py                                    # 1,000 entries of the last ply of the shipped book
    python tools/check_book.py FILE.book --entries 50 --seed 2
    python tools/check_book.py --entries 0 --known begin-hard.txt  # lines of moves and a score

BitBully solves without a book of its own. It takes seconds for a position of eight discs, so a large sample takes
about an hour. The entries are drawn by the seed, so that several processes can check several samples. The exit code is
1 if a score differs. BitBully is never a dependency: `pip install bitbully` where this runs.
"""

from __future__ import annotations

import argparse
import random
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from fourcast.rules import Position, Rules
from fourcast.solver import Book, shipped_book_path

REPORT_EVERY: Final = 50


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("book", nargs="?", type=Path, help="default: the shipped book of classic 7×6")
    parser.add_argument("--entries", type=int, default=1000, help="entries of the last ply to solve again")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--known", type=Path, nargs="*", default=[], help="files of lines MOVES SCORE")
    chosen = parser.parse_args()
    book = Book(chosen.book or shipped_book_path(Rules("classic")))
    wrong = check_known(book, chosen.known)
    if chosen.entries:
        if not find_spec("bitbully"):
            parser.error("BitBully is not installed: `pip install bitbully`, or use --entries 0.")
        wrong += check_sample(book, chosen.entries, chosen.seed)
    return 1 if wrong else 0


def check_known(book: Book, files: list[Path]) -> int:
    """Compare the positions of the files that the book has; return how many differ."""
    compared = wrong = 0
    for file in files:
        for line in file.read_text(encoding="ascii").splitlines():
            moves, score = line.split()
            entry = book.score(Position(moves, book.rules)) if len(moves) <= book.ply else None
            compared += entry is not None
            if entry is not None and entry != int(score):
                wrong += 1
                print(f"{moves}: the book has {entry}, {file.name} {score}")
    if files:
        print(f"Known scores: {compared:,} compared, {wrong:,} differ.")
    return wrong


def check_sample(book: Book, entries: int, seed: int) -> int:
    """Solve entries of the last ply again; return how many differ."""
    package: Any = import_module("bitbully")
    solver = package.BitBully(opening_book=None)
    last = [entry for entry in book.entries() if entry[0].discs == book.ply]
    sample = random.Random(seed).sample(last, min(entries, len(last)))
    start, wrong = perf_counter(), 0
    for number, (position, score) in enumerate(sample, start=1):
        confirmed = solver.mtdf(package.Board(position.to_array().tolist()))
        if confirmed != score:
            wrong += 1
            print(f"{position!r}: the book has {score}, BitBully {confirmed}")
        if number % REPORT_EVERY == 0 or number == len(sample):
            print(
                f"{number:,} of {len(sample):,} entries of ply {book.ply} compared, {wrong:,} differ, "
                f"{perf_counter() - start:.0f} s",
                flush=True,
            )
    return wrong


if __name__ == "__main__":
    sys.exit(main())
