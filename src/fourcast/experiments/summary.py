"""What rows say together: middles and spreads for each point of each line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles
from typing import Final

from fourcast.experiments.cell import DEPTH
from fourcast.experiments.row import Row
from fourcast.experiments.view import View
from fourcast.matches import wilson

LEAST_SECONDS: Final = 1e-7
"""No ratio divides by less: clocks have no finer steps."""


@dataclass(frozen=True)
class Spread:
    """The middle half of some numbers: lower quartile, middle, upper quartile."""

    lower: float
    middle: float
    upper: float


@dataclass(frozen=True)
class Share:
    """How many of some: the share, and between which it lies with 95 % confidence (Wilson's interval)."""

    good: float
    of: int

    @property
    def middle(self) -> float:
        return self.good / self.of

    @property
    def lower(self) -> float:
        return wilson(self.middle, self.of)[0]

    @property
    def upper(self) -> float:
        return wilson(self.middle, self.of)[1]


@dataclass(frozen=True)
class Point:
    """One point of a line: so many searches, and what they cost and found."""

    panel: str
    line: str
    x: float
    searches: int
    given_up: int
    """Searches over their budget: left out of everything else."""
    missing: int
    """Searches that are still to be made."""
    unpaired: int
    """Searches that are made, while what the baseline does there is still to be made."""
    nodes: Spread | None
    dropped: Spread | None
    seconds: Spread | None
    depth: Spread | None
    """Reached within seconds or nodes."""
    branching: Spread | None
    """The effective branching factor: of the even tree that has as many nodes."""
    fewer: Spread | None
    """How many times as many nodes the baseline visits for the same."""
    faster: Spread | None
    """How many times as long the baseline takes for the same."""
    kept: Share | None
    """How often the move keeps what the position is worth, of those positions where not every move does."""


def points(rows: Sequence[Row], view: View) -> list[Point]:
    """The points of every line, in the order of the rows and then to the right."""
    groups: dict[tuple[str, str], dict[float, list[Row]]] = {}
    baseline: dict[tuple[object, ...], Row] = {}
    for row in rows:
        if row.is_missing and view.across == "depth" and row.limit != DEPTH:
            continue  # how deep it will get is not known
        groups.setdefault((view.panel(row), view.line(row)), {}).setdefault(view.x(row), []).append(row)
        if view.is_baseline(row) and (row.done or row.is_missing):
            first = baseline.setdefault(view.pair(row), row)
            if first.is_missing and row.done:
                baseline[view.pair(row)] = row
    return [
        _point(panel, line, x, found, baseline, view)
        for (panel, line), by_x in groups.items()
        for x, found in sorted(by_x.items())
    ]


def _point(
    panel: str, line: str, x: float, rows: Sequence[Row], baseline: dict[tuple[object, ...], Row], view: View
) -> Point:
    done = [row for row in rows if row.done]
    missing = sum(row.is_missing for row in rows)
    pairs = [(row, baseline[view.pair(row)]) for row in done if view.pair(row) in baseline]
    unpaired = sum(first.is_missing for _, first in pairs)
    pairs = [(row, first) for row, first in pairs if not first.is_missing]
    judged: dict[tuple[str, str], list[bool]] = {}  # what is tried again at a position is no trial of its own
    for row in done:
        if row.kept is not None and row.safe != 1:
            judged.setdefault(row.place, []).append(row.kept)
    to_a_depth = all(row.limit == DEPTH for row in rows)
    pairs = pairs if to_a_depth else []  # within one limit all cost the same

    def middle(number: Callable[[Row], float]) -> Spread | None:
        return spread_of(number(row) for row in done)

    return Point(
        panel,
        line,
        x,
        len(done),
        len(rows) - len(done) - missing,
        missing,
        unpaired,
        middle(lambda row: row.nodes),
        middle(lambda row: row.dropped),
        middle(lambda row: row.seconds),
        None if to_a_depth else middle(lambda row: row.depth),
        middle(lambda row: branching_factor(row.nodes, row.depth)) if to_a_depth else None,
        spread_of(first.nodes / row.nodes for row, first in pairs),
        spread_of(max(first.seconds, LEAST_SECONDS) / max(row.seconds, LEAST_SECONDS) for row, first in pairs),
        Share(sum(map(fmean, judged.values())), len(judged)) if judged else None,
    )


def spread_of(numbers: Iterable[float]) -> Spread | None:
    """Three quartiles; None of nothing."""
    found = list(numbers)
    if len(found) < 2:
        return Spread(*found * 3) if found else None
    return Spread(*quantiles(found, method="inclusive"))


def branching_factor(nodes: int, depth: int) -> float:
    """The b for which 1 + b + b² + … + b^depth is the number of nodes.

    >>> branching_factor(1 + 7 + 49 + 343, 3)
    7.0
    """
    low, high = 0.0, float(max(nodes, 1))
    for _ in range(200):
        middle = (low + high) / 2
        total = 1.0
        for _ in range(depth):
            total = total * middle + 1
            if total > nodes:
                break
        low, high = (low, middle) if total > nodes else (middle, high)
    return round((low + high) / 2, 9)
