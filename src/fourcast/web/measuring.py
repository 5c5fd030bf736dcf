"""Comparisons that pages run: rows as they come, and what was found kept for charts and tables."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic
from typing import Final

from fourcast.lab.charts import drawn, why_no_chart
from fourcast.lab.compare.charts import dropped_chart, nodes_chart, time_chart
from fourcast.lab.compare.comparison import Comparison, Row, rows_as_csv
from fourcast.lab.compare.look import Budget
from fourcast.lab.compare.spread import Sample, random_positions, samples
from fourcast.lab.compare.ways import TITLES, Way, default_ways, parse_way, pruning_forms
from fourcast.native import Engine, choose_search_engine
from fourcast.rules import Rules
from fourcast.search import StopFlag
from fourcast.trace import number_text
from fourcast.trace.colours import THEMES
from fourcast.web.lab_schema import CompareRequest, RowView, WayChoice
from fourcast.web.places import find_place
from fourcast.web.problems import Problem
from fourcast.web.settings import MOST_NODES
from fourcast.web.trees import known_eval

MOST_RESULTS: Final = 60
"""Comparisons whose charts can still be had."""
MOST_SECONDS: Final = 300.0
"""For a whole comparison: it holds a search place."""
SPREAD_DEPTH: Final = 6
SPREAD_SECONDS: Final = 2.0
NEED_DRIFT: Final = ("expectiminimax", "star1", "star2")


@dataclass(frozen=True)
class Result:
    """What a comparison has found so far."""

    id: str
    comparison: Comparison
    positions: int
    rows: list[Row] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)

    @property
    def spread_depth(self) -> int:
        return min(SPREAD_DEPTH, max(self.comparison.depths))

    def run(self, stop: StopFlag, on_row: Callable[[Row], None]) -> bool:
        """Fill it in, and say whether it came to its end."""
        comparison, until = self.comparison, monotonic() + MOST_SECONDS
        for row in comparison.rows(stop):
            self.rows.append(row)
            on_row(row)
            if monotonic() > until:
                return False
        if self.positions and not stop.is_set():
            rules, budget = comparison.position.rules, comparison.budget
            each = Budget(budget.nodes, min(budget.seconds, SPREAD_SECONDS))
            chosen = random_positions(rules, self.positions, depth=self.spread_depth)
            ways, judged = pruning_forms(rules), comparison.evaluation
            for sample in samples(chosen, ways, self.spread_depth, judged, budget=each, stop=stop):
                self.samples.append(sample)
                if monotonic() > until:
                    return False
        return not stop.is_set()


class Results:
    """The last comparisons, by their ids."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Result] = OrderedDict()
        self._pen = threading.Lock()

    def begin(self, request: CompareRequest) -> Result:
        """A comparison that is ready to run. Raises if it cannot be made."""
        position = find_place(request).position
        ways = list(dict.fromkeys(map(parse_way, request.ways)))
        judged = known_eval(request.evaluation, position.rules)
        engines = {choose_search_engine(position.rules, way.plan(judged)) for way in ways}
        nodes = MOST_NODES if Engine.PYTHON in engines else None  # that engine remembers every one of them
        budget = Budget(nodes, request.seconds, request.repeats)
        depths = sorted(set(request.depths))
        result = Result(token_urlsafe(9), Comparison(position, ways, depths, judged, budget=budget), request.positions)
        self._kept[result.id] = result
        if len(self._kept) > MOST_RESULTS:
            self._kept.popitem(last=False)
        return result

    def find(self, ident: str) -> Result:
        if ident not in self._kept:
            raise Problem(404, "There is no such comparison any more. Run it again.")
        return self._kept[ident]

    def chart(self, result: Result, name: str, kind: str, *, theme: str, legend: bool) -> bytes:
        """A chart of what has been found by now, as a picture or as its definition. One at a time is drawn."""
        if reason := why_no_chart(Path(f"{name}.{kind}")):
            raise Problem(409, reason, title="No charts here")
        rows, taken, colours = list(result.rows), list(result.samples), THEMES[theme]
        if not (taken if name == "dropped" else any(row.done for row in rows)):
            raise Problem(409, "There is nothing to draw yet.")
        with self._pen:
            if name == "dropped":
                return drawn(dropped_chart(taken, theme=colours, legend=legend), f".{kind}")
            chart = nodes_chart if name == "nodes" else time_chart
            return drawn(chart(rows, theme=colours, legend=legend), f".{kind}")


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
