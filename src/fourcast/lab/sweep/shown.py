"""What rows say, whatever they are of: searches as points of lines, games as standings of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from fourcast.errors import RulesError
from fourcast.lab.sweep import charts, tables
from fourcast.lab.sweep.experiment import Show
from fourcast.lab.sweep.game_tables import ELO, elo_chart, elo_tables
from fourcast.lab.sweep.games import GameRow, standings
from fourcast.lab.sweep.row import Row
from fourcast.lab.sweep.summary import points
from fourcast.lab.sweep.view import view_of

AnyRow: TypeAlias = Row | GameRow
TABLES: Final = (*(name for name, _, _ in tables.TABLES), ELO)


@dataclass(frozen=True)
class Shown:
    """Rows of one kind, and how they are looked at."""

    rows: Sequence[AnyRow]
    show: Show

    def __post_init__(self) -> None:
        if not self.rows:
            raise RulesError("There are no rows yet. `fourcast experiment run` makes them.")
        if not self.games:
            view_of(self.searches, self.show)  # complains now

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
        view = view_of(self.searches, self.show)
        yield from tables.tables(points(self.searches, view), view, named=named)

    def charts(self) -> dict[str, Any]:
        """Every chart that says something, by name."""
        if self.games:
            return {ELO: elo_chart(standings(self.games), self.games[0].limit)}
        view = view_of(self.searches, self.show)
        return charts.charts(self.searches, points(self.searches, view), view)

    def as_data(self) -> dict[str, Any]:
        """The same for a program to read."""
        if self.games:
            return {"standings": [asdict(standing) for standing in standings(self.games)]}
        view = view_of(self.searches, self.show)
        return {"view": asdict(view), "points": [asdict(point) for point in points(self.searches, view)]}
