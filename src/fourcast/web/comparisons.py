"""Comparisons of searches that the page runs: made from a request, run in a worker row by row, drawn as charts."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from pydantic import ConfigDict

from fourcast.algorithms import SearchSpec, StopFlag
from fourcast.charts import render_chart
from fourcast.drawing import THEMES
from fourcast.engine import choose_search_engine
from fourcast.experiments import Report, Row, SearchGrid, Show, comparison, live_rows, spread_grid
from fourcast.native import Engine
from fourcast.web.position_input import parse_position_request
from fourcast.web.problems import Problem
from fourcast.web.schema.measure import CompareRequest
from fourcast.web.schema.model import FileContent, Model
from fourcast.web.settings import MAX_PYTHON_NODES
from fourcast.web.trees import parse_eval_request

MAX_COMPARISON_SECONDS: Final = 300.0
"""For a whole comparison, which occupies a search slot."""
NOTHING_TO_DRAW: Final = "There is nothing to draw yet. Wait for the first rows."
SPREAD_SECONDS: Final = 2.0
"""Time limit of a search at a random position."""


def parse_compare_request(request: CompareRequest) -> SearchGrid:
    position = parse_position_request(request).position
    parsed = (SearchSpec.parse(text, trusted=False) for text in request.specs)
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


class Measurement(Model):
    """A row of a comparison."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    row: Row
    is_spread: bool
    """Whether it is one at a random position."""


class ComparisonEnd(Model):
    completed: bool


def compare(request: CompareRequest, stop: StopFlag, on_progress: Callable[[Measurement], None]) -> ComparisonEnd:
    """Report every row, then those of every form of pruning at random positions, in a worker."""
    deadline = monotonic() + MAX_COMPARISON_SECONDS
    grids = [parse_compare_request(request)]
    if request.positions:
        grids.append(spread_grid(grids[0], request.positions, seconds=SPREAD_SECONDS))
    for grid in grids:
        for row in live_rows(grid, stop):
            on_progress(Measurement(row=row, is_spread=grid is not grids[0]))
            if monotonic() > deadline:
                return ComparisonEnd(completed=False)
    return ComparisonEnd(completed=not stop.is_set())


class ChartRequest(Model):
    """A chart and its data."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    name: str
    kind: str
    theme: str
    legend: bool
    rows: list[Row]


def draw_chart(request: ChartRequest, *_: object) -> FileContent:
    """A chart as an image or as its Vega-Lite definition, in a worker."""
    charts = Report(request.rows, Show()).charts(theme=THEMES[request.theme], legend=request.legend, live=True)
    if request.name not in charts:
        raise Problem(409, NOTHING_TO_DRAW)
    return FileContent(content=render_chart(charts[request.name], f".{request.kind}"))
