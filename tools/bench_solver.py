"""How fast exact scores are computed, by ours and by every installed peer, on sets of positions.

    python tools/bench_solver.py end-easy middle-medium=20
    python tools/bench_solver.py --save docs/benchmarks/solver.json --chart docs/benchmarks/solver.svg

All solvers run in one process, in turns, in one thread. A set is solved in blocks. Before each block every solver
clears its table, and the order of the solvers is reversed. A block of an easy set is the whole set, solved again in
each round; in any other set a block is one position. Sets are named by phase and difficulty. The last column is the
speed relative to the first peer, with the 5th and 95th percentile of that ratio when the blocks are drawn again at
random. The exit code is 1 if scores disagree.

A peer is never a dependency: it is measured if it is installed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray
from solver_positions import COUNTS, EMPTY, RULES, PositionSet, Scored, empty_board, make_set, read_set

from fourcast.charts import chart_unsupported_reason, save_chart
from fourcast.datasets import SEED
from fourcast.environment import environment_info
from fourcast.errors import UsageError, quote
from fourcast.files import write_atomically
from fourcast.native import first_line_unsupported_reason
from fourcast.rules import FIRST, SECOND, Position
from fourcast.solver import FIRST_LINE_TABLE_MB, Boards, FirstLineBackend, Solution, Solver

OURS: Final = "fourcast"
PEERS: Final = ("bitbully",)
"""Packages of peers, by the name they are installed under."""
ROUNDS: Final = 10
"""How often an easy set is solved."""
RESAMPLES: Final = 2000
PERCENTILES: Final = (5, 95)
HEADING: Final = f"{'set':<16}{'engine':<22}{'positions':>9}{'mean':>11}{'nodes':>14}{'positions/s':>13}"

SetMaker = Callable[[FirstLineBackend], PositionSet]


# Solvers


class Contender(Protocol):
    """A solver to measure; only `run` is timed."""

    name: str

    def load(self, positions: Sequence[Scored]) -> None:
        """Convert positions to the solver's own form and clear its table."""

    def run(self) -> None:
        """Solve the loaded positions one after another, in one thread, exactly."""

    def scores(self) -> list[int]:
        """Scores for the side to move: one more than the discs the winner has left."""

    def nodes(self) -> int | None:
        """Nodes visited by the run, if the solver counts them."""


class Ours:
    """Our solver, one call for each position."""

    name = OURS

    def __init__(self) -> None:
        self._solver = Solver(RULES, threads=1)
        self._positions: list[Position] = []
        self._solutions: list[Solution] = []

    def load(self, positions: Sequence[Scored]) -> None:
        self._positions = [scored.position for scored in positions]
        self._solver.clear()

    def run(self) -> None:
        solve = self._solver.solve
        self._solutions = [solve(position) for position in self._positions]

    def scores(self) -> list[int]:
        return [int(solution.low) for solution in self._solutions]

    def nodes(self) -> int | None:
        return sum(solution.nodes for solution in self._solutions)


class OursInBatches:
    """Our solver, given an array of boards."""

    name = f"{OURS} batch"

    def __init__(self) -> None:
        self._solver = Solver(RULES, threads=1)
        self._boards: Boards = np.empty(0, np.int8)
        self._scores = np.empty(0, np.int16)

    def load(self, positions: Sequence[Scored]) -> None:
        self._boards = np.stack([board_of(scored.position) for scored in positions])
        self._solver.clear()

    def run(self) -> None:
        self._scores = np.asarray(self._solver.solve_boards(self._boards))

    def scores(self) -> list[int]:
        return [int(score) for score in self._scores]

    def nodes(self) -> int | None:
        return None


class BitBully:
    """BitBully without its opening book, by one of its methods. Its scores are counted as ours."""

    def __init__(self, name: str, method: str) -> None:
        self.name = name
        self._package: Any = import_module("bitbully")
        self._solver: Any = self._package.BitBully(opening_book=None)
        self._score = getattr(self._solver, method)
        self._boards: list[Any] = []
        self._scores: list[int] = []

    def load(self, positions: Sequence[Scored]) -> None:
        self._boards = [self._package.Board([int(column) - 1 for column in scored.moves]) for scored in positions]
        self._solver.reset_transposition_table()
        self._solver.reset_node_counter()

    def run(self) -> None:
        score = self._score
        self._scores = [score(board) for board in self._boards]

    def scores(self) -> list[int]:
        return self._scores

    def nodes(self) -> int | None:
        return int(self._solver.get_node_counter())


def board_of(position: Position) -> NDArray[np.int8]:
    """A position as `solve_many` takes it: the top row first, 0 empty, 1 first player, 2 second."""
    shape = position.rules.shape
    board = np.zeros((shape.height, shape.width), np.int8)
    for player in (FIRST, SECOND):
        for column in range(shape.width):
            for row in range(shape.height):
                if position.stones[player] & shape.cell(column, row):
                    board[-1 - row, column] = player + 1
    return board


def missing_peers() -> list[str]:
    """The packages of peers that are not installed."""
    return [package for package in PEERS if not find_spec(package)]


def peers() -> list[Contender]:
    """Every installed peer; the first is the one that others are compared with.

    BitBully comes twice: its `mtdf` is the one it recommends, its `null_window` is faster on short wins.
    """
    if "bitbully" in missing_peers():
        return []
    return [BitBully("bitbully", "mtdf"), BitBully("bitbully null-window", "null_window")]


def peer_versions() -> dict[str, str]:
    """The version of every peer that is installed."""
    absent = missing_peers()
    return {package: _version(package) for package in PEERS if package not in absent}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # it is on the path, but was not installed
        return "unknown"


# Measuring


@dataclass(frozen=True)
class Ratio:
    """Speed relative to the first peer, and its 5th and 95th percentile."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.mean:.3g} ×"
        return f"{self.mean:.3g} × ({self.low:.3g} to {self.high:.3g})"


@dataclass(frozen=True)
class Row:
    """The figures of one solver on one set."""

    set: str
    engine: str
    positions: int
    seconds: float
    """Mean for a position."""
    nodes: float | None
    """Mean for a position, if the solver counts them."""
    ratio: Ratio | None
    """To the first peer, if there is one and this is not it."""
    disagreements: int
    """Positions whose score differs from the set's."""


class _Times:
    """Times, nodes and wrong scores of one solver so far."""

    def __init__(self, contender: Contender) -> None:
        self.contender = contender
        self.seconds: list[float] = []
        self.nodes: list[int | None] = []
        self.wrong: set[Scored] = set()

    def run(self, block: Sequence[Scored]) -> None:
        self.contender.load(block)
        start = perf_counter()
        self.contender.run()
        self.seconds.append(perf_counter() - start)
        self.nodes.append(self.contender.nodes())
        scores = self.contender.scores()
        self.wrong |= {scored for scored, score in zip(block, scores, strict=True) if score != scored.score}


def measure(positions: PositionSet, peers: Sequence[Contender], *, rounds: int = ROUNDS) -> list[Row]:
    """Solve a set by ours and by the peers; ratios are relative to the first peer."""
    ours: list[Contender] = [Ours(), OursInBatches()] if positions.is_easy else [Ours()]
    whole = positions.positions
    blocks = [whole] * rounds if positions.is_easy else [(scored,) for scored in whole]
    solvers = [_Times(contender) for contender in (*ours, *peers)]
    for number, block in enumerate(blocks):
        for solver in reversed(solvers) if number % 2 else solvers:
            solver.run(block)
    baseline = solvers[len(ours)] if peers else None
    solved = sum(map(len, blocks))
    return [
        Row(
            set=positions.name,
            engine=solver.contender.name,
            positions=len(whole),
            seconds=sum(solver.seconds) / solved,
            nodes=None if None in solver.nodes else sum(nodes or 0 for nodes in solver.nodes) / solved,
            ratio=ratio_of(baseline.seconds, solver.seconds) if baseline and solver is not baseline else None,
            disagreements=len(solver.wrong),
        )
        for solver in solvers
    ]


def ratio_of(theirs: Sequence[float], ours: Sequence[float]) -> Ratio:
    """The peer's total time over ours, and percentiles of that ratio when the blocks are drawn again at random."""
    slow, fast = np.array(theirs), np.array(ours)
    drawn = np.random.default_rng(0).integers(len(slow), size=(RESAMPLES, len(slow)))
    low, high = np.percentile(slow[drawn].sum(axis=1) / fast[drawn].sum(axis=1), PERCENTILES)
    return Ratio(float(slow.sum() / fast.sum()), float(low), float(high))


def solver_chart(figures: Mapping[str, Any]) -> Any:
    """A panel for each set with the mean time of each solver and its speed relative to the first peer.

    Times differ by powers of ten from set to set, so the axis is logarithmic and the marks are dots, not bars.
    """
    alt: Any = import_module("altair")
    rows = figures["rows"]
    sets, engines = (list(dict.fromkeys(row[key] for row in rows)) for key in ("set", "engine"))
    base = (
        alt.Chart(alt.Data(values=rows))
        .transform_calculate(time="format(datum.seconds, '.2s') + 's'")
        .transform_calculate(
            label="datum.ratio ? datum.time + ', ' + format(datum.ratio.mean, '.2~r') + ' ×' : datum.time"
        )
        .encode(
            x=alt.X("seconds:Q")
            .title("mean time for a position, one thread")
            .scale(type="log", padding=60)
            .axis(labelExpr="format(datum.value, '~s') + 's'", tickCount=8),
            y=alt.Y("engine:N").title(None).sort(engines),
            color=alt.Color("engine:N").sort(engines).legend(None),
        )
    )
    dots = base.mark_point(filled=True, opacity=1, size=60)
    labels = base.mark_text(align="left", dx=8).encode(text="label:N", color=alt.value("black"))
    return (
        alt.layer(dots, labels)
        .properties(width=480, height=alt.Step(18))
        .facet(row=alt.Row("set:N").sort(sets).title(None).header(labelAngle=0, labelAlign="left"), spacing=8)
        .resolve_scale(y="independent")
        .properties(title=alt.Title("Exact scores of 7×6 positions", subtitle=_subtitle(figures), anchor="start"))
    )


def _subtitle(figures: Mapping[str, Any]) -> str:
    versions = [f"fourcast {figures['fourcast']}", *(f"{name} {version}" for name, version in figures["peers"].items())]
    compared = f"× times as fast as {figures['baseline']}; " if figures["baseline"] else ""
    return f"{compared}{', '.join(versions)}; {figures['processor']}, Python {figures['python']}, {figures['date']}"


# Command line


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write. Returns the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        makers = dict(_set_makers(options.sets, options.positions, options.empty, options.seed))
        _check_outputs(options.save, options.chart)
        if reason := first_line_unsupported_reason(RULES):
            raise UsageError(f"There is nothing to measure: {reason}.")
        rows, baseline = _measure_sets(makers, print_rows=not options.json)
    except UsageError as error:
        parser.error(str(error))
    disagreements = sum(row.disagreements for row in rows)
    figures = {
        **environment_info(),
        "peers": peer_versions(),
        "baseline": baseline,
        "seed": options.seed,
        "disagreements": disagreements,
        "rows": [asdict(row) for row in rows],
    }
    if options.save:
        write_atomically(options.save, json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    if options.chart:
        save_chart(solver_chart(figures), options.chart)
    print(json.dumps(figures, ensure_ascii=False) if options.json else f"Scores that disagree: {disagreements}")
    return 1 if disagreements else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="SET[=COUNT]", help=f"some of {', '.join(COUNTS)} (default: all)")
    parser.add_argument(
        "--positions", type=Path, action="append", default=[], metavar="FILE", help="a set: lines `moves [score]`"
    )
    parser.add_argument("--empty", action="store_true", help="the empty board too: peers take minutes")
    parser.add_argument("--seed", type=int, default=SEED, help="random seed of the sets")
    parser.add_argument("--save", type=Path, metavar="FILE.json", help="write the figures as data")
    parser.add_argument("--chart", type=Path, metavar="FILE", help="draw the figures: .svg, .png or .html")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _measure_sets(makers: Mapping[str, SetMaker], *, print_rows: bool) -> tuple[list[Row], str | None]:
    """The rows of every set, printed as they come, and the name of the first peer."""
    for package in missing_peers():
        print(f"NO COMPARISON with {package}: not installed (`pip install {package}`).", file=sys.stderr)
    rivals, sorter = peers(), FirstLineBackend(RULES, FIRST_LINE_TABLE_MB)
    baseline = rivals[0].name if rivals else None
    if print_rows:
        print(HEADING + (f"   times {baseline}" if baseline else ""))
    rows: list[Row] = []
    for make in makers.values():
        measured = measure(make(sorter), rivals)
        rows += measured
        if print_rows:
            for row in measured:
                print(_row_text(row, is_first=row is measured[0]), flush=True)
    return rows, baseline


def _set_makers(sets: list[str], files: list[Path], empty: bool, seed: int) -> Iterator[tuple[str, SetMaker]]:
    """The requested sets by name, and the function that makes each."""
    counts = dict(map(_set_and_count, sets)) if sets or files or empty else COUNTS
    for name, count in counts.items():
        yield name, partial(make_set, name, count, seed=seed)
    for path in files:
        if not path.is_file():
            raise UsageError(f"There is no file {path}.")
        yield path.stem, partial(read_set, path)
    if empty:
        yield EMPTY, empty_board


def _set_and_count(text: str) -> tuple[str, int]:
    name, equals, count = text.partition("=")
    if name not in COUNTS:
        raise UsageError(f"There is no set {quote(name)}. Known: {', '.join(COUNTS)}.")
    if not equals:
        return name, COUNTS[name]
    if not re.fullmatch("[1-9][0-9]{0,5}", count):
        raise UsageError(f"Invalid count in {quote(text)}. Write {name}=20, or {name} alone.")
    return name, int(count)


def _check_outputs(save: Path | None, chart: Path | None) -> None:
    """Raise before minutes are spent if a file cannot be written."""
    for path in (save, chart):
        if path and not path.parent.is_dir():
            raise UsageError(f"There is no folder {path.parent}. Make it first.")
    if chart and (reason := chart_unsupported_reason(chart)):
        raise UsageError(reason)


def _row_text(row: Row, *, is_first: bool) -> str:
    nodes = "–" if row.nodes is None else f"{row.nodes:,.1f}" if row.nodes < 1000 else f"{row.nodes:,.0f}"
    per_second = 1 / row.seconds
    figures = f"{row.positions:>9}{_time_text(row.seconds):>11}{nodes:>14}"
    figures += f"{per_second:>13,.0f}" if per_second >= 10 else f"{per_second:>13.2g}"
    wrong = f"   {row.disagreements} WRONG" if row.disagreements else ""
    return f"{row.set if is_first else '':<16}{row.engine:<22}{figures}   {row.ratio or ''}{wrong}".rstrip()


def _time_text(seconds: float) -> str:
    unit, size = next((unit for unit in (("s", 1.0), ("ms", 1e-3)) if seconds >= unit[1]), ("µs", 1e-6))
    return f"{seconds / size:.3g} {unit}"


if __name__ == "__main__":
    sys.exit(main())
