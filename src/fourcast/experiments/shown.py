"""What rows say, whatever they are of: searches as points of lines, games as standings of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any, Final, TypeAlias

from fourcast.errors import UsageError
from fourcast.experiments import charts, tables
from fourcast.experiments.experiment import Show
from fourcast.experiments.game_tables import ELO, elo_chart, elo_tables
from fourcast.experiments.games import GameRow, standings
from fourcast.experiments.row import Row
from fourcast.experiments.summary import points
from fourcast.experiments.view import View, view_of

AnyRow: TypeAlias = Row | GameRow
TABLES: Final = (*(name for name, _, _ in tables.TABLES), ELO)


@dataclass(frozen=True)
class Shown:
    """Rows of one kind, and how they are looked at."""

    rows: Sequence[AnyRow]
    show: Show
    planned: Sequence[Row] = ()
    """Every search in order, also those that are still to be made: with them what is compared with what does not depend
    on what came first, and nobody takes a part for the whole."""

    def __post_init__(self) -> None:
        if not self.rows:
            raise UsageError("There are no rows yet. `fourcast experiment run` makes them.")
        if not self.games:
            self._view()  # complains now

    @property
    def games(self) -> list[GameRow]:
        return [row for row in self.rows if isinstance(row, GameRow)]

    @property
    def searches(self) -> list[Row]:
        return [row for row in self.rows if isinstance(row, Row)]

    @property
    def given_up(self) -> bool:
        return any(not row.done for row in self.searches)

    def tables(self, named: Sequence[str] = ()) -> Iterator[tables.Table]:
        """Every table that says something; only those named, if any are."""
        if self.games:
            if not named or ELO in named:
                yield from elo_tables(standings(self.games), self.games[0].limit)
            return
        view = self._view()
        yield from tables.tables(points(self._all, view), view, named=named)

    def why_no_table(self, name: str) -> str:
        """What a table that says nothing here would need."""
        if self.games:
            return "searches, and these are games"
        return "games: run it with --games" if name == ELO else tables.NEEDS.get(name, "searches that are done")

    def charts(self) -> dict[str, Any]:
        """Every chart that says something, by name."""
        if self.games:
            return {ELO: elo_chart(standings(self.games), self.games[0].limit)}
        view = self._view()
        drawn = charts.charts(self.searches, points(self._all, view), view)
        if missing := sum(row.is_missing for row in self.planned):
            said = f"Partial: {len(self.searches):,} of {len(self.searches) + missing:,} searches"
            return {name: _subtitled(chart, said) for name, chart in drawn.items()}
        return drawn

    def as_data(self) -> dict[str, Any]:
        """The same for a program to read."""
        if self.games:
            return {"standings": [asdict(standing) for standing in standings(self.games)]}
        view = self._view()
        return {"view": asdict(view), "points": [asdict(point) for point in points(self._all, view)]}

    @property
    def _all(self) -> Sequence[Row]:
        return self.planned or self.searches

    def _view(self) -> View:
        return view_of(self._all, self.show)


def _subtitled(chart: Any, said: str) -> Any:
    """A sentence below the chart's own title, which may tell the variant."""
    alt: Any = import_module("altair")
    title = chart.title if isinstance(chart.title, str) else ""
    return chart.properties(title=alt.Title(title, subtitle=said))
