"""Statistics of rows: which rows make a line or a panel, and medians, quartiles and shares for each point of a line.

Only what differs is named. A line is named by its part, then by whatever of method, evaluation and amount still differs
within it; variants make panels unless the size of the board is the x axis.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median, quantiles
from typing import Final

from fourcast.algorithms import SearchSpec
from fourcast.errors import UsageError, quote
from fourcast.experiments.cells import DEPTH
from fourcast.experiments.expected import Figure, Value
from fourcast.experiments.rows import Row
from fourcast.experiments.significance import median_interval
from fourcast.experiments.spec import Show
from fourcast.experiments.titles import search_title
from fourcast.matches import wilson
from fourcast.rules import Rules

SIZES: Final = ("width", "height", "cells")
TEXTS: Final[Mapping[str, Callable[[Row], str]]] = {
    "part": lambda row: row.part,
    "method": lambda row: row.method,
    "evaluation": lambda row: row.evaluation,
    "amount": lambda row: amount_text(row.limit, row.amount),
    "variant": lambda row: row.variant,
}
"""What may make a line or a panel, in the order in which it is tried."""
X_TITLES: Final = {
    "depth": "depth",
    "plies": "depth K",
    "seconds": "seconds for a move",
    "nodes": "nodes for a move",
    "width": "columns of the board",
    "height": "rows of the board",
    "cells": "cells of the board",
    "discs": "discs on the board",
}
MIN_SECONDS: Final = 1e-7
"""The least divisor of a ratio of times: clocks have no finer steps."""


@dataclass(frozen=True)
class View:
    """How rows are grouped: the x axis, the columns that make a line, panels, and the baseline of ratios."""

    across: str
    by: tuple[str, ...]
    """The columns that make a line."""
    panels: bool
    """Whether each variant has its own panel."""
    compared: str
    """The column in which lines are compared with a baseline …"""
    baseline: str
    """… and the baseline's text there."""
    same: tuple[str, ...] = ()
    """Settings that a row and its baseline have in common."""

    def line(self, row: Row) -> str:
        """The name of a row's line."""
        texts = (search_title(row.spec) if column == "method" else TEXTS[column](row) for column in self.by)
        return ", ".join(text for text in texts if text) or search_title(row.spec)

    def panel(self, row: Row) -> str:
        return row.variant if self.panels else ""

    def xs(self, row: Row) -> tuple[float, ...]:
        """The places of a row on the x axis."""
        if self.across != "plies":
            return (row.column(self.across),)
        return (2.0 * row.depth - 1, 2.0 * row.depth) if Rules.parse(row.variant).drift else (float(row.depth),)

    def pair(self, row: Row) -> tuple[object, ...]:
        """What a row has in common with the row of the baseline that it is compared with."""
        others = [TEXTS[column](row) for column in self.by if column != self.compared]
        return (row.position, row.limit, row.amount, row.repeat, *others, *(getattr(row, name) for name in self.same))

    def is_baseline(self, row: Row) -> bool:
        settings = {name: getattr(SearchSpec.parse(self.baseline), name) for name in self.same}
        spec = row.spec.with_settings(**settings) if settings else row.spec
        return (spec.short if settings else TEXTS[self.compared](row)) == self.baseline

    @property
    def baseline_text(self) -> str:
        return " with the same ".join([self.baseline, " and ".join(self.same)]) if self.same else self.baseline

    @property
    def x_title(self) -> str:
        return X_TITLES[self.across]


def view_of(rows: Sequence[Row], show: Show) -> View:
    """The default view of rows, with the choices of `show`. Raises `UsageError` if its baseline is not there."""
    across = show.across or rows[0].limit
    by = ["part"] if _differs(rows, [], "part") else []
    panels = across not in (*SIZES, "plies") and _differs(rows, by, "variant")
    fixed = ["variant"] if panels else []
    is_limit = across in (rows[0].limit, "depth", "plies")
    for column in ("method", "evaluation", *([] if is_limit else ["amount"])):
        if _differs(rows, [*fixed, *by], column):
            by.append(column)
    compared, baseline = _baseline(rows, by, show.baseline)
    return View(across, tuple(by), panels, compared, baseline, show.same if compared == "method" else ())


def amount_text(limit: str, amount: float) -> str:
    """A limit in words: `depth 6`, `0.1 s`, `1,000 nodes`."""
    return {"depth": f"depth {amount:g}", "seconds": f"{amount:g} s"}.get(limit, f"{amount:,.0f} nodes")


def sample_text(sizes: Collection[int]) -> str:
    """
    >>> sample_text({12}), sample_text({8, 12})
    (', n = 12', ', n = 8 to 12')
    """
    return f", n = {min(sizes)}" if len(sizes) == 1 else f", n = {min(sizes)} to {max(sizes)}"


def _differs(rows: Sequence[Row], by: Sequence[str], column: str) -> bool:
    """Whether rows that are equal in `by` differ in a column."""
    seen: dict[tuple[str, ...], str] = {}
    for row in rows:
        text = TEXTS[column](row)
        if seen.setdefault(tuple(TEXTS[known](row) for known in by), text) != text:
            return True
    return False


def _baseline(rows: Sequence[Row], by: Sequence[str], name: str | None) -> tuple[str, str]:
    """The column that is compared and the baseline's text there: the given one, else the first."""
    if name is None:
        column = "method" if "method" in by or not by else by[0]
        return column, TEXTS[column](rows[0])
    for column in by or ("method",):
        if any(TEXTS[column](row) == name for row in rows):
            return column, name
    names = dict.fromkeys(TEXTS[column](row) for column in by for row in rows)
    raise UsageError(f"There is no {quote(name)} to compare with. Known: {', '.join(names)}.")


@dataclass(frozen=True)
class Spread:
    """The quartiles of some numbers, or the median and its interval."""

    lower: float
    median: float
    upper: float

    @property
    def centre(self) -> float:
        return self.median


@dataclass(frozen=True)
class Share:
    """A share of some, with Wilson's interval at 95 %."""

    good: float
    of: int

    @property
    def centre(self) -> float:
        return self.good / self.of

    @property
    def lower(self) -> float:
        return wilson(self.centre, self.of)[0]

    @property
    def upper(self) -> float:
        return wilson(self.centre, self.of)[1]


@dataclass(frozen=True)
class Point:
    """One point of a line: a number of searches, what they cost and what they found."""

    panel: str
    line: str
    x: float
    searches: int
    positions: int
    """Different positions of these searches: the n of its medians."""
    given_up: int
    """Searches over their budget, which are left out of everything else."""
    missing: int
    """Searches that are not done yet."""
    unpaired: int
    """Searches whose counterpart of the baseline is not done yet."""
    nodes: Spread | None
    leaves: Spread | None
    dropped: Spread | None
    seconds: Spread | None
    depth: Spread | None
    """Reached within seconds or nodes."""
    branching: Spread | None
    """The effective branching factor: of the uniform tree with as many nodes."""
    fewer: Spread | None
    """Nodes of the baseline over nodes here: the median of the positions, and its interval."""
    faster: Spread | None
    """Seconds of the baseline over seconds here, in the same way."""
    kept: Share | None
    """How often the move keeps the result, of the positions where not every move does."""
    signs: tuple[int, int]
    """Positions with fewer and with more nodes than the baseline; within seconds or nodes, searched deeper and less
    deep."""
    gains: tuple[int, int] | None
    """Positions where the move keeps the result here and not at the x before, and the other way round."""
    values: str | None
    """The value of every move, of a single search."""
    published: Mapping[str, Value]
    """Published figures of a single search, by key."""


def points(rows: Sequence[Row], view: View, expected: Sequence[Figure] = ()) -> list[Point]:
    """The points of every line, in the order of the rows, then of x. `expected` may have published figures of them."""
    groups: dict[tuple[str, str], dict[float, list[Row]]] = {}
    baseline: dict[tuple[object, ...], Row] = {}
    for row in rows:
        if row.is_missing and view.across == "depth" and row.limit != DEPTH:
            continue  # the depth that it will reach is not known
        by_x = groups.setdefault((view.panel(row), view.line(row)), {})
        for x in view.xs(row):
            by_x.setdefault(x, []).append(row)
        if view.is_baseline(row) and (row.done or row.is_missing):
            first = baseline.setdefault(view.pair(row), row)
            if first.is_missing and row.done:
                baseline[view.pair(row)] = row
    published = [figure for figure in expected if figure.source.is_published and not figure.check]
    result = []
    for (panel, line), by_x in groups.items():
        before: dict[tuple[str, str], float] = {}
        for x, some in sorted(by_x.items()):
            judged = _judged(some)
            point = _point(panel, line, x, some, baseline, view)
            gains = _gains(before, judged)
            result.append(replace(point, gains=gains, published=_published(some, view, x, published)))
            before = judged
    return result


def _judged(rows: Sequence[Row]) -> dict[tuple[str, str], float]:
    """The share of moves that keep the result, for each position where not every move does. Repeats at one position are
    not independent trials."""
    judged: dict[tuple[str, str], list[bool]] = {}
    for row in rows:
        if row.done and row.kept is not None and row.safe != 1:
            judged.setdefault(row.position, []).append(row.kept)
    return {position: fmean(kept) for position, kept in judged.items()}


def _gains(before: Mapping[tuple[str, str], float], after: Mapping[tuple[str, str], float]) -> tuple[int, int] | None:
    """Positions in which more, and in which less, is kept than before."""
    shared = before.keys() & after.keys()
    if not shared:
        return None
    return sum(after[one] > before[one] for one in shared), sum(after[one] < before[one] for one in shared)


def _published(rows: Sequence[Row], view: View, x: float, figures: Sequence[Figure]) -> dict[str, Value]:
    """What was published about the only search of a point."""
    if len(rows) != 1:
        return {}
    [row] = rows
    place = view.xs(row).index(x)
    known: dict[str, list[Value]] = {}
    for figure in figures:
        if not figure.is_about(row.part, row.method, row.moves, row.amount):
            continue
        for key, value in figure.expected.items():
            if isinstance(value, tuple) and figure.moves and len(figure.moves) > 1:
                known.setdefault(key, []).append(value[figure.moves.index(row.moves)])
            elif not figure.moves or len(figure.moves) == 1:
                known.setdefault(key, []).append(figure.corrected.get(key) or value if key == "time" else value)
    return {key: values[min(place, len(values) - 1)] for key, values in known.items()}


def _point(
    panel: str, line: str, x: float, rows: Sequence[Row], baseline: Mapping[tuple[object, ...], Row], view: View
) -> Point:
    done = [row for row in rows if row.done]
    missing = sum(row.is_missing for row in rows)
    pairs = [(row, baseline[view.pair(row)]) for row in done if view.pair(row) in baseline]
    unpaired = sum(first.is_missing for _, first in pairs)
    pairs = [(row, first) for row, first in pairs if not first.is_missing]
    judged = _judged(done)
    to_a_depth = all(row.limit == DEPTH for row in rows)
    fewer, more = _signs(pairs, to_a_depth=to_a_depth)
    pairs = pairs if to_a_depth else []  # within one limit all cost the same

    def spread(number: Callable[[Row], float]) -> Spread | None:
        return spread_of(number(row) for row in done)

    return Point(
        panel=panel,
        line=line,
        x=x,
        searches=len(done),
        positions=len({row.position for row in done}),
        given_up=len(rows) - len(done) - missing,
        missing=missing,
        unpaired=unpaired,
        nodes=spread(lambda row: row.nodes),
        leaves=spread(lambda row: row.leaves),
        dropped=spread(lambda row: row.dropped),
        seconds=spread(lambda row: row.seconds),
        depth=None if to_a_depth else spread(lambda row: row.depth),
        branching=spread(lambda row: branching_factor(row.nodes, row.depth)) if to_a_depth else None,
        fewer=_ratio(pairs, lambda row: row.nodes),
        faster=_ratio(pairs, lambda row: max(row.seconds, MIN_SECONDS)),
        kept=Share(sum(judged.values()), len(judged)) if judged else None,
        signs=(fewer, more),
        gains=None,
        values=done[0].values if len(done) == 1 else None,
        published={},
    )


def _signs(pairs: Sequence[tuple[Row, Row]], *, to_a_depth: bool) -> tuple[int, int]:
    """The positions that are better than the baseline, and those that are worse."""
    costs = {row.position: row.nodes - first.nodes if to_a_depth else first.depth - row.depth for row, first in pairs}
    return sum(cost < 0 for cost in costs.values()), sum(cost > 0 for cost in costs.values())


def _ratio(pairs: Sequence[tuple[Row, Row]], cost: Callable[[Row], float]) -> Spread | None:
    """The cost of the baseline over that of a row: the median of the positions and its interval at 95 %, which has no
    width where there are too few. Of repeats at one position, which are not independent, the median."""
    by_position: dict[tuple[str, str], list[float]] = {}
    for row, first in pairs:
        by_position.setdefault(row.position, []).append(cost(first) / cost(row))
    if not by_position:
        return None
    ratios = [median(repeats) for repeats in by_position.values()]
    centre = median(ratios)
    lower, upper = median_interval(ratios) or (centre, centre)
    return Spread(lower, centre, upper)


def spread_of(numbers: Iterable[float]) -> Spread | None:
    """The three quartiles; None of no numbers."""
    values = list(numbers)
    if len(values) < 2:
        return Spread(*values * 3) if values else None
    return Spread(*quantiles(values, method="inclusive"))


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
