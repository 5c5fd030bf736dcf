"""Comparing ways to look ahead on one position: what each visits and how long it takes, depth by depth.

Rows come one by one, as soon as they are known. No cell can hang: each has a budget, and one that is over it says so.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from math import isclose
from statistics import median
from typing import Any, Final

from fourcast.algorithms import StopFlag, Stopped
from fourcast.engine import make_searcher
from fourcast.errors import UsageError
from fourcast.evals import Eval
from fourcast.experiments.compare.look import DONE, Budget, look_to
from fourcast.experiments.compare.ways import Way, parse_way
from fourcast.native import Engine
from fourcast.rules import Position
from fourcast.trace import number_text

LEFT_OUT: Final = "left out"
"""Not tried: the same way was over its budget at a smaller depth."""


@dataclass(frozen=True)
class Row:
    """One cell: a way at a depth. Counts of a search that did not end are what it had come to."""

    algorithm: str
    depth: int
    nodes: int
    leaves: int
    cutoffs: int
    dropped: int
    seconds: float
    value: float | None
    """To the side to move; None if it was not found."""
    move: str | None
    engine: str
    state: str
    """`done`; `time` or `nodes`: over that budget; `left out`."""

    @property
    def done(self) -> bool:
        return self.state == DONE


@dataclass(frozen=True)
class Comparison:
    """What is compared: ways × depths on one position with one evaluation."""

    position: Position
    ways: Sequence[Way]
    depths: Sequence[int]
    evaluation: Eval
    engine: Engine | None = None
    budget: Budget = field(default_factory=Budget)

    def __post_init__(self) -> None:
        if not self.ways or not self.depths:
            raise UsageError("There is nothing to compare. Name at least one algorithm and one depth.")
        for way in self.ways:
            make_searcher(self.position, way.plan(self.evaluation), self.engine)  # complains now, not half-way through

    @property
    def cells(self) -> int:
        return len(self.ways) * len(self.depths)

    def rows(self, stop: StopFlag | None = None) -> Iterator[Row]:
        """Every cell, the small depths first: so the lines of a chart grow side by side. Ends early if told to stop."""
        given_up: set[Way] = set()
        for depth in sorted(set(self.depths)):
            for way in self.ways:
                if way in given_up:
                    yield Row(str(way), depth, 0, 0, 0, 0, 0.0, None, None, "", LEFT_OUT)
                    continue
                row = self._row(way, depth, stop)
                if row is None:
                    return
                if not row.done:
                    given_up.add(way)
                yield row

    def _row(self, way: Way, depth: int, stop: StopFlag | None) -> Row | None:
        """One cell; None if the search was told to stop."""
        times: list[float] = []
        row: Row | None = None
        for _ in range(self.budget.repeats):
            found = self._search(way, depth, stop)
            if found.state == Stopped.ASKED.value:
                return row
            if row and not found.done:  # slower than before: what was found stays found
                break
            row = found
            times.append(found.seconds)
            if not found.done:
                break
        assert row
        return Row(**{**asdict(row), "seconds": median(times)})

    def _search(self, way: Way, depth: int, stop: StopFlag | None) -> Row:
        plan = way.plan(self.evaluation)
        look = look_to(self.position, plan, depth, budget=self.budget, engine=self.engine, stop=stop)
        counts, found = look.counts, look.info
        return Row(
            str(way),
            depth,
            counts.nodes,
            counts.leaves,
            counts.cutoffs,
            counts.dropped,
            look.seconds,
            found.value if found else None,
            str(found.move) if found else None,
            look.engine,
            look.state,
        )


def finding(rows: Iterable[Row]) -> str | None:
    """One sentence on what came out, at the greatest depth that two ways have reached."""
    by_depth: dict[int, list[Row]] = {}
    for row in rows:
        if row.done:
            by_depth.setdefault(row.depth, []).append(row)
    depth = max((depth for depth, found in by_depth.items() if len(found) > 1), default=None)
    if depth is None:
        return None
    most = max(by_depth[depth], key=lambda row: row.nodes)
    least = min(by_depth[depth], key=lambda row: row.nodes)
    if least.nodes == most.nodes:
        return f"At depth {depth} all look at as many positions."
    first, second = (parse_way(row.algorithm).phrase for row in (least, most))
    ratio = most.nodes / least.nodes
    times = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"
    assert least.value is not None
    assert most.value is not None
    if isclose(least.value, most.value, abs_tol=1e-9):  # means are summed in another order
        worth = f"finds the same value, {number_text(least.value)}"
    else:
        worth = f"finds another value, {number_text(least.value)} instead of {number_text(most.value)}"
    return f"At depth {depth}, {first} looks at {times} times fewer positions than {second} and {worth}."


def rows_as_csv(rows: Iterable[Any]) -> str:
    """Rows of one kind as CSV, with a heading."""
    rows = list(rows)
    text = io.StringIO()
    if rows:
        names = [field.name for field in fields(rows[0])]
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)
    return text.getvalue()
