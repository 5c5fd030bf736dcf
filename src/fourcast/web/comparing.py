"""Comparisons that pages run: made from a request, run in a worker row by row, and drawn as charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from fourcast.charts import drawn
from fourcast.engine import choose_search_engine
from fourcast.experiments.compare.charts import dropped_chart, nodes_chart, time_chart
from fourcast.experiments.compare.comparison import Comparison, Row
from fourcast.experiments.compare.look import Budget
from fourcast.experiments.compare.spread import Sample, random_positions, samples
from fourcast.experiments.compare.ways import parse_way, pruning_forms
from fourcast.native import Engine
from fourcast.search import StopFlag
from fourcast.trace import THEMES
from fourcast.web.lab_schema import CompareRequest
from fourcast.web.places import find_place
from fourcast.web.recording import known_eval
from fourcast.web.settings import MOST_NODES

MOST_SECONDS: Final = 300.0
"""For a whole comparison: it holds a search place."""
SPREAD_DEPTH: Final = 6
SPREAD_SECONDS: Final = 2.0


def comparison_of(request: CompareRequest) -> Comparison:
    """Raises if it cannot be made."""
    position = find_place(request).position
    ways = list(dict.fromkeys(map(parse_way, request.ways)))
    judged = known_eval(request.evaluation, position.rules)
    engines = {choose_search_engine(position.rules, way.plan(judged)) for way in ways}
    nodes = MOST_NODES if Engine.PYTHON in engines else None  # that engine remembers every one of them
    budget = Budget(nodes, request.seconds, request.repeats)
    return Comparison(position, ways, sorted(set(request.depths)), judged, budget=budget)


def spread_depth(comparison: Comparison) -> int:
    """How deep the searches behind the box plots go."""
    return min(SPREAD_DEPTH, max(comparison.depths))


def compare(comparison: Comparison, positions: int, *, stop: StopFlag, tell: Callable[[Row | Sample], None]) -> bool:
    """Tell every row, then samples at so many random positions. Whether it came to its end."""
    until = monotonic() + MOST_SECONDS
    for row in comparison.rows(stop):
        tell(row)
        if monotonic() > until:
            return False
    if positions and not stop.is_set():
        rules, budget, depth = comparison.position.rules, comparison.budget, spread_depth(comparison)
        each = Budget(budget.nodes, min(budget.seconds, SPREAD_SECONDS))
        chosen = random_positions(rules, positions, depth=depth)
        ways, judged = pruning_forms(rules), comparison.evaluation
        for sample in samples(chosen, ways, depth, judged, budget=each, stop=stop):
            tell(sample)
            if monotonic() > until:
                return False
    return not stop.is_set()


def chart(name: str, kind: str, rows: Sequence[Row], taken: Sequence[Sample], *, theme: str, legend: bool) -> bytes:
    """A chart of what has been found, as a picture or as its definition."""
    colours = THEMES[theme]
    if name == "dropped":
        return drawn(dropped_chart(taken, theme=colours, legend=legend), f".{kind}")
    figure = nodes_chart if name == "nodes" else time_chart
    return drawn(figure(rows, theme=colours, legend=legend), f".{kind}")
