"""Comparisons that pages run: what was found kept for charts and tables."""

from __future__ import annotations

import base64
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from fourcast.charts import why_no_chart
from fourcast.experiments.compare.comparison import Comparison, Row, rows_as_csv
from fourcast.experiments.compare.spread import Sample
from fourcast.experiments.compare.ways import TITLES, Way, default_ways
from fourcast.rules import Rules
from fourcast.trace import number_text
from fourcast.web.comparing import comparison_of
from fourcast.web.errands import DRAW, Drawing, Measured
from fourcast.web.lab_schema import CompareRequest, RowView, WayChoice
from fourcast.web.problems import Problem
from fourcast.web.searches import Searches

MOST_RESULTS: Final = 60
"""Comparisons whose charts can still be had."""
NEED_DRIFT: Final = ("expectiminimax", "star1", "star2")


@dataclass(frozen=True)
class Result:
    """What a comparison has found so far."""

    id: str
    comparison: Comparison
    rows: list[Row] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)

    def add(self, news: Measured) -> Row | None:
        """Keep what a worker found; the row, if it was one."""
        if news.sample:
            self.samples.append(Sample(**news.sample))
        if not news.row:
            return None
        self.rows.append(Row(**news.row))
        return self.rows[-1]


class Results:
    """The last comparisons, by their ids."""

    def __init__(self, drawings: Searches) -> None:
        self._drawings = drawings
        self._kept: OrderedDict[str, Result] = OrderedDict()

    def begin(self, request: CompareRequest) -> Result:
        """A comparison that is ready to run. Raises if it cannot be made."""
        result = Result(token_urlsafe(9), comparison_of(request))
        self._kept[result.id] = result
        if len(self._kept) > MOST_RESULTS:
            self._kept.popitem(last=False)
        return result

    def find(self, ident: str) -> Result:
        if ident not in self._kept:
            raise Problem(404, "There is no such comparison any more. Run it again.")
        return self._kept[ident]

    async def chart(self, result: Result, name: str, kind: str, *, theme: str, legend: bool) -> bytes:
        """A chart of what has been found by now, as a picture or as its definition."""
        if reason := why_no_chart(Path(f"{name}.{kind}")):
            raise Problem(409, reason, title="No charts here")
        if not (result.samples if name == "dropped" else any(row.done for row in result.rows)):
            raise Problem(409, "There is nothing to draw yet.")
        wish = Drawing(
            name=name,
            kind=kind,
            theme=theme,
            legend=legend,
            rows=[asdict(row) for row in result.rows],
            samples=[asdict(sample) for sample in result.samples],
        )
        return base64.b64decode((await self._drawings.run(DRAW, wish)).content)


def table_text(result: Result, name: str) -> str:
    """Rows or samples as CSV."""
    return rows_as_csv(result.samples if name == "dropped" else result.rows)


def row_view(row: Row) -> RowView:
    return RowView(**asdict(row), value_text=None if row.value is None else number_text(row.value))


def choices(rules: Rules) -> list[WayChoice]:
    """The ways that a page offers: those compared unasked first, then every other algorithm."""
    unasked = default_ways(rules)
    offered = [*unasked, *(Way(name) for name in TITLES if Way(name) not in unasked)]
    return [
        WayChoice(
            text=str(way),
            title=way.title,
            chosen=way in unasked,
            note="needs drift" if way.algorithm in NEED_DRIFT and not rules.drift else None,
        )
        for way in offered
    ]
