"""Experiments: grids of searches or games as jobs, their rows, tables and charts, and checks of published figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fourcast.experiments.bench import signature
from fourcast.experiments.cells import Cell
from fourcast.experiments.check import Checker, ClaimRow, FigureRow, left_out_text
from fourcast.experiments.compare import (
    POSITIONS,
    Box,
    boxes,
    comparison,
    default_specs,
    finding,
    live_rows,
    pruning_forms,
    spread_grid,
)
from fourcast.experiments.expected import Source
from fourcast.experiments.grids import SearchGrid
from fourcast.experiments.models import parse_depths
from fourcast.experiments.points import amount_text
from fourcast.experiments.published import LINES, LONGEST_GAME, MOST_MOVES, formulas_about
from fourcast.experiments.report import INCOMPLETE, TABLE_NAMES, Report, Table
from fourcast.experiments.rows import Row, rows_csv
from fourcast.experiments.run import FOLDER, Results, Run, find_results, load_results
from fourcast.experiments.spec import (
    ACROSS,
    PUBLISHED,
    Experiment,
    Show,
    experiment_names,
    experiment_text,
    find_experiment,
    parse_experiment,
)
from fourcast.experiments.titles import search_title

__all__ = [
    "ACROSS",
    "FOLDER",
    "INCOMPLETE",
    "LINES",
    "LONGEST_GAME",
    "MOST_MOVES",
    "POSITIONS",
    "PUBLISHED",
    "TABLE_NAMES",
    "Box",
    "Cell",
    "Checker",
    "ClaimRow",
    "Experiment",
    "FigureRow",
    "Report",
    "Results",
    "Row",
    "Run",
    "SearchGrid",
    "Show",
    "Source",
    "Table",
    "amount_text",
    "boxes",
    "comparison",
    "default_specs",
    "experiment",
    "experiment_names",
    "experiment_text",
    "find_experiment",
    "find_results",
    "finding",
    "formulas_about",
    "left_out_text",
    "live_rows",
    "load_results",
    "parse_depths",
    "parse_experiment",
    "pruning_forms",
    "rows_csv",
    "search_title",
    "signature",
    "spread_grid",
]


def experiment(what: str | Path | Mapping[str, Any]) -> Experiment:
    """A built-in experiment by its name, one from a TOML file, or one from a table of keys.

    >>> experiment("star2").question
    'When does Star2 visit fewer nodes than Star1?'
    >>> experiment({"algorithms": ["minimax", "alphabeta"], "depths": "1-3"}).size
    6
    """
    if isinstance(what, Mapping):
        return parse_experiment(what, name="own", source="the keys")
    return find_experiment(what)
