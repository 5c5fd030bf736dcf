"""Tables of rows: searches as points of lines, games as standings of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from html import escape
from typing import Any, Final, TypeAlias

from fourcast.drawing import LIGHT, Theme
from fourcast.errors import UsageError
from fourcast.experiments.games import PanelStanding, standings
from fourcast.experiments.points import Point, Share, Spread, View, amount_text, points, view_of
from fourcast.experiments.rows import AnyRow, GameRow, Row
from fourcast.experiments.spec import Show
from fourcast.text import duration, signed

ELO: Final = "elo"
GIVEN_UP: Final = "†"
"""Marks points with searches over their budget …"""
INCOMPLETE: Final = "…"
"""… and points with missing searches, which may be of other positions than their neighbours."""

Write: TypeAlias = Callable[[Point], str | None]


@dataclass(frozen=True)
class Table:
    """A table of texts."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The name of a line, then a text for each column."""
    name: str = ""
    """Its name in options."""

    def markdown(self) -> str:
        head = f"| {self.corner} | {' | '.join(self.columns)} |\n|---{'|---:' * len(self.columns)}|"
        return "\n".join([head, *(f"| {' | '.join(row)} |" for row in self.rows)])

    def html(self) -> str:
        head = "".join(f"<th>{escape(text)}</th>" for text in (self.corner, *self.columns))
        body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in self.rows)
        return f"<table><caption>{escape(self.title)}</caption><tr>{head}</tr>{body}</table>"


@dataclass(frozen=True)
class Report:
    """Rows of searches or of games, and how they are shown. Raises `UsageError` if there are no rows."""

    rows: Sequence[AnyRow]
    show: Show
    planned: Sequence[Row] = ()
    """Every search in order, also missing ones: with them the baseline and the marks do not depend on what came
    first."""

    def __post_init__(self) -> None:
        if not self.rows:
            raise UsageError("There are no rows yet. `fourcast experiment run` computes them.")
        if not self.games:
            self._view()  # raises now

    @property
    def games(self) -> list[GameRow]:
        return [row for row in self.rows if isinstance(row, GameRow)]

    @property
    def searches(self) -> list[Row]:
        return [row for row in self.rows if isinstance(row, Row)]

    @property
    def given_up(self) -> bool:
        return any(not row.done for row in self.searches)

    def tables(self, names: Sequence[str] = ()) -> Iterator[Table]:
        """Every table with content; only those of some names, if there are any."""
        if self.games:
            if not names or ELO in names:
                yield from _elo_tables(standings(self.games), self.games[0].limit)
            return
        yield from _tables(self.points(), self._view(), names)

    def missing_for_table(self, name: str) -> str:
        """What a table without content needs."""
        if self.games:
            return "searches, and these are games"
        return "games: run it with --games" if name == ELO else NEEDS.get(name, "searches that are done")

    def charts(self, *, theme: Theme = LIGHT, legend: bool = True, live: bool = False) -> dict[str, Any]:
        """Every chart with content, by name; see `charts.search_charts`."""
        from fourcast.experiments import charts

        if self.games:
            return {ELO: charts.elo_chart(standings(self.games), self.games[0].limit, theme=theme)}
        missing = sum(row.is_missing for row in self.planned)
        done, size = len(self.searches), len(self.searches) + missing
        subtitle = f"Partial: {done:,} of {size:,} searches" if missing else ""
        return charts.search_charts(
            self.searches, self.points(), self._view(), theme=theme, legend=legend, subtitle=subtitle, live=live
        )

    def points(self) -> list[Point]:
        return points(self.planned or self.searches, self._view())

    def as_data(self) -> dict[str, Any]:
        """The points or standings as plain data."""
        if self.games:
            return {"standings": [asdict(standing) for standing in standings(self.games)]}
        return {"view": asdict(self._view()), "points": [asdict(point) for point in self.points()]}

    def _view(self) -> View:
        return view_of(self.planned or self.searches, self.show)


def best_first(rows: Sequence[PanelStanding]) -> list[str]:
    """Players by their mean Elo over the amounts."""
    elos: dict[str, list[float]] = {}
    for standing in rows:
        elos.setdefault(standing.name, []).append(standing.elo)
    return sorted(elos, key=lambda player: -sum(elos[player]) / len(elos[player]))


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or float(value).is_integer() else f"{value:.3g}"


def _factor(value: float) -> str:
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.2g}"


def _ratio(spread: Spread | None) -> str | None:
    if spread is None:
        return None
    if f"{spread.lower:.2g}" == f"{spread.upper:.2g}":
        return _factor(spread.median)
    return f"{_factor(spread.median)} ({_factor(spread.lower)}–{_factor(spread.upper)})"


def _share(share: Share | None) -> str | None:
    return f"{share.centre:.0%} ({100 * share.lower:.0f}–{100 * share.upper:.0f})" if share else None


def _median(spread: Spread | None, write: Callable[[float], str]) -> str | None:
    return write(spread.median) if spread else None


TABLES: Final[Sequence[tuple[str, str, Write]]] = (
    ("nodes", "Nodes, median of all positions", lambda point: _median(point.nodes, _number)),
    ("time", "Time, median of all positions", lambda point: _median(point.seconds, duration)),
    ("depth", "Depth reached, median of all positions", lambda point: _median(point.depth, _number)),
    (
        "branching",
        "Effective branching factor, median of all positions",
        lambda point: _median(point.branching, "{:.2f}".format),
    ),
    ("fewer", "Times fewer nodes than {}, median (interquartile range)", lambda point: _ratio(point.fewer)),
    ("faster", "Times faster than {}, median (interquartile range)", lambda point: _ratio(point.faster)),
    ("kept", "Moves that keep the value, where not every move does (95 % interval)", lambda point: _share(point.kept)),
)
"""A name, a title, and how a point is written."""
TABLE_NAMES: Final = (*(name for name, _, _ in TABLES), ELO)
NEEDS: Final = {
    "depth": "searches within seconds or nodes, not to given depths",
    "branching": "searches to given depths",
    "fewer": "several lines to compare",
    "faster": "several lines to compare",
    "kept": "moves that the solver has checked: run it with --solved",
}
"""What a table needs to have content."""
RATIOS: Final = ("fewer", "faster")


def _tables(rows: Sequence[Point], view: View, names: Sequence[str]) -> Iterator[Table]:
    """Every table with content. While searches are missing, first how many are done."""
    panels = list(dict.fromkeys(point.panel for point in rows))
    by_panel = {panel: [point for point in rows if point.panel == panel] for panel in panels}
    if any(point.missing for point in rows):
        for panel, some in by_panel.items():
            yield _table(_heading(panel, "Searches done, of all"), view, some, _progress)
    for name, title, write in TABLES:
        if names and name not in names:
            continue
        for panel, some in by_panel.items():
            lines = {point.line for point in some if write(point)}
            if len(lines) >= (2 if name in RATIOS else 1):  # a ratio of the baseline to itself says nothing
                marked = partial(_marked, write, paired=name in RATIOS)
                content = [point for point in some if point.line in lines]
                yield replace(_table(_heading(panel, title.format(view.baseline)), view, content, marked), name=name)


def _heading(panel: str, title: str) -> str:
    return f"{panel}: {title}" if panel else title


def _table(title: str, view: View, rows: Sequence[Point], write: Write) -> Table:
    columns = sorted({point.x for point in rows})
    by_cell = {(point.line, point.x): point for point in rows}
    lines = []
    for line in dict.fromkeys(point.line for point in rows):
        cells = (by_cell.get((line, x)) for x in columns)
        lines.append((line, *((write(point) or "") if point else "" for point in cells)))
    return Table(title, view.x_title, tuple(f"{x:,g}" for x in columns), tuple(lines))


def _progress(point: Point) -> str:
    done = point.searches + point.given_up
    return f"{done:,} of {done + point.missing:,}" if point.missing else f"{done:,}"


def _marked(write: Write, point: Point, *, paired: bool) -> str:
    """The text of a point, with marks for searches that were given up or are missing."""
    parts = [write(point)]
    if point.given_up:
        parts.append(GIVEN_UP)
    if point.missing or (paired and point.unpaired):
        parts.append(INCOMPLETE)
    return " ".join(part for part in parts if part)


def _elo_tables(rows: Sequence[PanelStanding], limit: str) -> Iterator[Table]:
    """Players from best to worst; a column for each amount, and the points of all games."""
    for panel in dict.fromkeys(standing.panel for standing in rows):
        some = [standing for standing in rows if standing.panel == panel]
        amounts = sorted({standing.amount for standing in some})
        by_cell = {(standing.name, standing.amount): standing for standing in some}
        lines = []
        for player in best_first(some):
            cells = [by_cell.get((player, amount)) for amount in amounts]
            played = [one for one in cells if one]
            total = f"{sum(one.points for one in played):g} of {sum(one.games for one in played)}"
            lines.append((player, *(f"{signed(one.elo)} ± {one.error:.0f}" if one else "" for one in cells), total))
        columns = (*(amount_text(limit, amount) for amount in amounts), "points")
        title = _heading(panel, "Elo above the average of all, with its error at 95 %")
        yield Table(title, "player", columns, tuple(lines), ELO)
