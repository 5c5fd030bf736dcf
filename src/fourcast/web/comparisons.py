"""Comparisons of searches that the page runs: made from a request, run in a worker row by row, drawn as charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from fourcast.algorithms import StopFlag
from fourcast.charts import drawn
from fourcast.drawing import THEMES
from fourcast.engine import choose_search_engine
from fourcast.experiments.compare.charts import dropped_chart, nodes_chart, time_chart
from fourcast.experiments.compare.comparison import Comparison, Row
from fourcast.experiments.compare.look import Budget
from fourcast.experiments.compare.spread import Sample, random_positions
from fourcast.experiments.compare.spread import samples as take_samples
from fourcast.experiments.compare.ways import parse_way, pruning_forms
from fourcast.native import Engine
from fourcast.web.position_input import parse_position_request
from fourcast.web.schema import CompareRequest
from fourcast.web.settings import MAX_PYTHON_NODES
from fourcast.web.trees import parse_eval_request

MAX_COMPARISON_SECONDS: Final = 300.0
"""For a whole comparison, which occupies a search slot."""
SPREAD_DEPTH: Final = 6
SPREAD_SECONDS: Final = 2.0


def parse_compare_request(request: CompareRequest) -> Comparison:
    position = parse_position_request(request).position
    ways = list(dict.fromkeys(map(parse_way, request.ways)))
    evaluation = parse_eval_request(request.evaluation, position.rules)
    engines = {choose_search_engine(position.rules, way.plan(evaluation)) for way in ways}
    nodes = MAX_PYTHON_NODES if Engine.PYTHON in engines else None  # it keeps every node in memory
    budget = Budget(nodes, request.seconds, request.repeats)
    return Comparison(position, ways, sorted(set(request.depths)), evaluation, budget=budget)


def spread_depth(comparison: Comparison) -> int:
    """How deep the searches behind the box plots go."""
    return min(SPREAD_DEPTH, max(comparison.depths))


def run_comparison(
    comparison: Comparison, positions: int, *, stop: StopFlag, on_measurement: Callable[[Row | Sample], None]
) -> bool:
    """Report every row, then samples at so many random positions. Whether it was completed."""
    deadline = monotonic() + MAX_COMPARISON_SECONDS
    for row in comparison.rows(stop):
        on_measurement(row)
        if monotonic() > deadline:
            return False
    if positions and not stop.is_set():
        rules, budget, depth = comparison.position.rules, comparison.budget, spread_depth(comparison)
        each = Budget(budget.nodes, min(budget.seconds, SPREAD_SECONDS))
        chosen = random_positions(rules, positions, depth=depth)
        ways, evaluation = pruning_forms(rules), comparison.evaluation
        for sample in take_samples(chosen, ways, depth, evaluation, budget=each, stop=stop):
            on_measurement(sample)
            if monotonic() > deadline:
                return False
    return not stop.is_set()


def draw_chart(
    name: str, kind: str, rows: Sequence[Row], samples: Sequence[Sample], *, theme: str, legend: bool
) -> bytes:
    """A chart as an image or as its Vega-Lite definition."""
    colours = THEMES[theme]
    if name == "dropped":
        return drawn(dropped_chart(samples, theme=colours, legend=legend), f".{kind}")
    figure = nodes_chart if name == "nodes" else time_chart
    return drawn(figure(rows, theme=colours, legend=legend), f".{kind}")
