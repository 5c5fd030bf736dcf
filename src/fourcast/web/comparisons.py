"""Comparisons of searches that the page runs: made from a request, run in a worker row by row, drawn as charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from fourcast.algorithms import SearchSpec, StopFlag
from fourcast.charts import render_chart
from fourcast.drawing import THEMES
from fourcast.engine import choose_search_engine
from fourcast.experiments import Report, Row, SearchGrid, Show, comparison, live_rows, spread_grid
from fourcast.native import Engine
from fourcast.web.position_input import parse_position_request
from fourcast.web.problems import Problem
from fourcast.web.schema import CompareRequest
from fourcast.web.settings import MAX_PYTHON_NODES
from fourcast.web.trees import parse_eval_request

MAX_COMPARISON_SECONDS: Final = 300.0
"""For a whole comparison, which occupies a search slot."""
SPREAD_SECONDS: Final = 2.0
"""Time limit of a search at a random position."""


def parse_compare_request(request: CompareRequest) -> SearchGrid:
    position = parse_position_request(request).position
    parsed = (SearchSpec.parse(text, trusted=False) for text in request.ways)
    specs = list({spec.short: spec for spec in parsed}.values())
    evaluation = parse_eval_request(request.evaluation, position.rules).name
    engines = {choose_search_engine(position.rules, spec.with_settings(eval=evaluation)) for spec in specs}
    return comparison(
        position,
        specs,
        request.depths,
        evaluation=evaluation,
        seconds=request.seconds,
        nodes=MAX_PYTHON_NODES if Engine.PYTHON in engines else None,  # it keeps every node in memory
        repeats=request.repeats,
    )


def run_comparison(
    grid: SearchGrid,
    positions: int,
    *,
    stop: StopFlag,
    on_row: Callable[[Row], None],
    on_spread_row: Callable[[Row], None],
) -> bool:
    """Report every row, then those of every form of pruning at random positions. Whether it was completed."""
    deadline = monotonic() + MAX_COMPARISON_SECONDS
    for row in live_rows(grid, stop):
        on_row(row)
        if monotonic() > deadline:
            return False
    if positions and not stop.is_set():
        for row in live_rows(spread_grid(grid, positions, seconds=SPREAD_SECONDS), stop):
            on_spread_row(row)
            if monotonic() > deadline:
                return False
    return not stop.is_set()


def draw_chart(name: str, kind: str, rows: Sequence[Row], *, theme: str, legend: bool) -> bytes:
    """A chart as an image or as its Vega-Lite definition."""
    charts = Report(rows, Show()).charts(theme=THEMES[theme], legend=legend, live=True)
    if name not in charts:
        raise Problem(409, "There is nothing to draw yet.")
    return render_chart(charts[name], f".{kind}")
