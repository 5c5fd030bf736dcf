"""Solve small empty boards of every variant and write docs/results: the values as data and as a page of tables.

    python tools/make_results.py --time 10 --table-mb 128 docs/results

Prints `rules value nodes` for each board, from the first player's point of view.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from fourcast.files import write_atomically
from fourcast.rules import Goal, Rules
from fourcast.solver import Solver, unsupported_reason

DATA, PAGE = "exact.json", "README.md"


@dataclass(frozen=True)
class Family:
    """Boards of one game: a title, the rules without their size, the sizes, and a note."""

    title: str
    rules: str
    widths: range
    heights: range
    note: str = ""

    def boards(self, width: int) -> Iterator[str]:
        """The rules of all boards of a width, the lowest first."""
        gravity = Rules.parse(self.rules).gravity
        for height in self.heights:
            if gravity or height <= width:  # without gravity a board may be turned
                yield f"{self.rules},width={width},height={height}"


FAMILIES: Final = (
    Family("First line: who wins, and with which move", "classic", range(4, 9), range(2, 8)),
    Family("Most lines: the first player's margin", "most-lines", range(4, 8), range(2, 7)),
    Family(
        "Drift: the first player's expected margin",
        "drift",
        range(4, 8),
        range(2, 6),
        "5×5 and 6×4 took 11 and 18 seconds, with a table of 1,024 MB.",
    ),
    Family("Run points without pop-outs: the first player's margin", "extended,pops=0", range(4, 8), range(2, 7)),
    Family("Run points with one pop-out each", "extended,pops=1", range(4, 7), range(2, 6)),
    Family("Run points with two pop-outs each", "extended,pops=2", range(4, 6), range(2, 5)),
    Family("First line with one pop-out each: who wins", "classic,pops=1", range(4, 7), range(2, 6)),
    Family(
        "Official PopOut: who wins, and with which move",
        "popout",
        range(4, 8),
        range(2, 6),
        "On a full board a draw may be called, and play without end is a draw. Where no draw may be called, the\n"
        "second player wins on 4×4.",
    ),
    Family("Three in a row without gravity", "tictactoe,connect=3", range(3, 7), range(3, 7)),
    Family("Four in a row without gravity", "tictactoe,connect=4", range(4, 7), range(2, 7)),
    Family("Five in a row without gravity", "tictactoe,connect=5", range(5, 7), range(1, 7)),
)


@dataclass(frozen=True)
class Result:
    """The value of the empty board to the first player is at least `low` and at most `high`."""

    rules: str
    low: float
    high: float
    plies: int | None
    """Moves to the win under best play, if the solver gives them."""
    nodes: int

    @property
    def value(self) -> float | None:
        return self.low if self.low == self.high else None

    def __str__(self) -> str:
        return f"{self.rules} {_words(self)} {self.nodes}"


def solve_empty(spec: str, *, seconds: float, megabytes: int) -> Result:
    """Solve the empty board within a time and a table size."""
    rules = Rules.parse(spec)
    solution = Solver(rules, table_mb=megabytes, threads=1).solve(rules.start(), time=seconds)
    return Result(spec, solution.low, solution.high, solution.plies, solution.nodes)


def find_results(*, seconds: float, megabytes: int) -> Iterator[Result]:
    """Every family, from small boards to large ones; each width up to the first board that takes too long."""
    for family in FAMILIES:
        for width in family.widths:
            for spec in family.boards(width):
                if unsupported_reason(Rules.parse(spec), megabytes):
                    break
                result = solve_empty(spec, seconds=seconds, megabytes=megabytes)
                yield result
                if result.value is None:
                    break


def as_json(results: Iterable[Result], command: str) -> str:
    """The results as data, one per line, and the command that made them."""
    rows = ",\n".join("    " + json.dumps(asdict(result)) for result in results)
    return f'{{\n  "command": {json.dumps(command)},\n  "results": [\n{rows}\n  ]\n}}\n'


def from_json(text: str) -> tuple[str, list[Result]]:
    """The command and the results."""
    data = json.loads(text)
    return data["command"], [Result(**row) for row in data["results"]]


def as_markdown(results: Sequence[Result], command: str) -> str:
    """The results as tables: rows of the board downwards, columns across."""
    known = {result.rules: result for result in results}
    parts = [
        "# Exact results of empty boards",
        f"Made by `{command}`; the same as data: [exact.json](exact.json).",
        "Columns of the board run across, rows down. “1st, 25” is a win of the first player with the 25th move of the\n"
        "game; “=” is a draw or an even margin; two numbers are bounds of what was not solved in the time given.\n"
        "An empty cell was not tried, or did not fit in the memory given.",
    ]
    for family in FAMILIES:
        rows = [
            [known.get(f"{family.rules},width={width},height={height}") for width in family.widths]
            for height in family.heights
        ]
        head = f"| rows | {' | '.join(map(str, family.widths))} |"
        lines = [
            f"| **{height}** | {' | '.join(_words(cell) if cell else '' for cell in row)} |"
            for height, row in zip(family.heights, rows, strict=True)
            if any(row)
        ]
        parts += [
            f"## {family.title}\n\n`{family.rules}`",
            "\n".join([head, "|---" * (len(family.widths) + 1) + "|", *lines]),
            *([family.note] if family.note else []),
        ]
    return "\n\n".join(parts) + "\n"


def _words(result: Result) -> str:
    if result.value is None:
        return f"{_number(result.low)} … {_number(result.high)}"
    if result.value == 0:
        return "="
    if Rules.parse(result.rules).goal is not Goal.FIRST_LINE:
        return _number(result.value)
    winner = "1st" if result.value > 0 else "2nd"
    return winner if result.plies is None else f"{winner}, {result.plies}"


def _number(value: float) -> str:
    text = f"{value:+.6f}" if not float(value).is_integer() else f"{value:+.0f}" if value else "0"
    return text.replace("-", "−")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help=f"write {DATA} and {PAGE} there")
    parser.add_argument("--time", type=float, default=5, metavar="SECONDS", help="for each board (default: 5)")
    parser.add_argument("--table-mb", type=int, default=128, help="table size in MB for each board (default: 128)")
    options = parser.parse_args(arguments)
    results = []
    for result in find_results(seconds=options.time, megabytes=options.table_mb):
        print(result, flush=True)
        results.append(result)
    if options.folder:
        size = f"--time {options.time:g} --table-mb {options.table_mb}"
        command = f"python tools/make_results.py {size} {options.folder.as_posix()}"
        write_atomically(options.folder / DATA, as_json(results, command))
        write_atomically(options.folder / PAGE, as_markdown(results, command))


if __name__ == "__main__":
    main()
