"""Points as tables for people: lines downwards, and what runs to the right across."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from fourcast.experiments.summary import Point, Share, Spread
from fourcast.experiments.view import View


@dataclass(frozen=True)
class Table:
    """A table of texts."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The name of a line, then a text for each column."""
    name: str = ""
    """The short one by which it can be asked for."""

    def turned(self) -> Table:
        """The same with rows for columns: long names of lines become headings, which fold better."""
        columns = [[row[place] for row in self.rows] for place in range(1, len(self.columns) + 1)]
        rows = tuple((name, *column) for name, column in zip(self.columns, columns, strict=True))
        return replace(self, columns=tuple(row[0] for row in self.rows), rows=rows)

    def markdown(self) -> str:
        head = f"| {self.corner} | {' | '.join(self.columns)} |\n|---{'|---:' * len(self.columns)}|"
        return "\n".join([head, *(f"| {' | '.join(row)} |" for row in self.rows)])


Write = Callable[[Point], str | None]


def time_text(seconds: float) -> str:
    """A time in the unit that fits, short.

    >>> time_text(0.0000042), time_text(0.0312), time_text(2.5)
    ('4.2 µs', '31 ms', '2.5 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            number = seconds / size
            return f"{number:.1f} {unit}" if number < 10 else f"{number:,.0f} {unit}"
    return ""


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or float(value).is_integer() else f"{value:.3g}"


def _times(spread: Spread | None) -> str | None:
    if spread is None:
        return None
    if f"{spread.lower:.2g}" == f"{spread.upper:.2g}":
        return f"{_factor(spread.middle)}"
    return f"{_factor(spread.middle)} ({_factor(spread.lower)}–{_factor(spread.upper)})"


def _factor(value: float) -> str:
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.2g}"


def _share(share: Share | None) -> str | None:
    return f"{share.middle:.0%} ({100 * share.lower:.0f}–{100 * share.upper:.0f})" if share else None


def _middle(spread: Spread | None, write: Callable[[float], str]) -> str | None:
    return write(spread.middle) if spread else None


TABLES: Final[Sequence[tuple[str, str, Write]]] = (
    ("nodes", "Nodes, the middle of all positions", lambda point: _middle(point.nodes, _number)),
    ("time", "Time, the middle of all positions", lambda point: _middle(point.seconds, time_text)),
    ("depth", "Depth reached, the middle of all positions", lambda point: _middle(point.depth, _number)),
    (
        "branching",
        "Effective branching factor, the middle of all positions",
        lambda point: _middle(point.branching, "{:.2f}".format),
    ),
    ("fewer", "Times fewer nodes than {}, the middle (and the middle half)", lambda point: _times(point.fewer)),
    ("faster", "Times faster than {}, the middle (and the middle half)", lambda point: _times(point.faster)),
    ("kept", "Moves that keep the value, where not every move does (95 % interval)", lambda point: _share(point.kept)),
)
"""A short name, a title, and how a point is written."""
NEEDS: Final = {
    "depth": "searches within seconds or nodes, which are not told how deep to look",
    "branching": "searches to depths that follow each other",
    "fewer": "several lines to compare",
    "faster": "several lines to compare",
    "kept": "moves that the solver has judged: run it with --solved",
}
"""What has to be there for a table to say something."""
RATIOS: Final = ("fewer", "faster")
GIVEN_UP: Final = "†"
"""Stands where searches were over their budget …"""
LACKS: Final = "…"
"""… and where some are still to be made: what is there may be of other positions than what stands beside it."""


def tables(found: Sequence[Point], view: View, *, named: Sequence[str] = ()) -> Iterator[Table]:
    """Every table that says something; only those named, if any are. While searches are missing, first how many are."""
    if any(point.missing for point in found):
        for panel in dict.fromkeys(point.panel for point in found):
            mine = [point for point in found if point.panel == panel]
            yield _table(f"{panel}: " * bool(panel) + "Searches that are made, of all", view, mine, _made)
    for name, title, write in TABLES:
        if named and name not in named:
            continue
        for panel in dict.fromkeys(point.panel for point in found):
            mine = [point for point in found if point.panel == panel]
            said = {point.line for point in mine if write(point)}
            least = 2 if name in RATIOS else 1  # the baseline beside itself says nothing
            if len(said) >= least:
                heading = f"{panel}: " * bool(panel) + title.format(view.baseline)
                marked = partial(_marked, write, paired=name in RATIOS)
                some = [point for point in mine if point.line in said]
                yield replace(_table(heading, view, some, marked), name=name)


def _table(title: str, view: View, found: Sequence[Point], write: Write) -> Table:
    columns = sorted({point.x for point in found})
    by_place = {(point.line, point.x): point for point in found}
    rows = []
    for line in dict.fromkeys(point.line for point in found):
        cells = (by_place.get((line, x)) for x in columns)
        rows.append((line, *((write(point) or "") if point else "" for point in cells)))
    return Table(title, view.words, tuple(f"{x:,g}" for x in columns), tuple(rows))


def _made(point: Point) -> str:
    made = point.searches + point.given_up
    return f"{made:,} of {made + point.missing:,}" if point.missing else f"{made:,}"


def _marked(write: Write, point: Point, *, paired: bool) -> str:
    """What a point says; that searches were given up, or are missing, is never left unsaid."""
    lacks = point.missing or (paired and point.unpaired)
    return " ".join(part for part in (write(point), GIVEN_UP * bool(point.given_up), LACKS * bool(lacks)) if part)
