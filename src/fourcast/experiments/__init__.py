"""Experiments: grids of searches or games as jobs, their rows, tables and charts, and checks of published figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fourcast.experiments.bench import signature as signature
from fourcast.experiments.cells import Cell as Cell
from fourcast.experiments.check import Checker as Checker
from fourcast.experiments.check import ClaimRow as ClaimRow
from fourcast.experiments.check import FigureRow as FigureRow
from fourcast.experiments.check import left_out_text as left_out_text
from fourcast.experiments.compare import POSITIONS as POSITIONS
from fourcast.experiments.compare import Box as Box
from fourcast.experiments.compare import boxes as boxes
from fourcast.experiments.compare import comparison as comparison
from fourcast.experiments.compare import default_specs as default_specs
from fourcast.experiments.compare import finding as finding
from fourcast.experiments.compare import live_rows as live_rows
from fourcast.experiments.compare import pruning_forms as pruning_forms
from fourcast.experiments.compare import spread_grid as spread_grid
from fourcast.experiments.expected import Source as Source
from fourcast.experiments.grids import SearchGrid as SearchGrid
from fourcast.experiments.models import parse_depths as parse_depths
from fourcast.experiments.points import amount_text as amount_text
from fourcast.experiments.published import LINES as LINES
from fourcast.experiments.published import LONGEST_GAME as LONGEST_GAME
from fourcast.experiments.published import MOST_MOVES as MOST_MOVES
from fourcast.experiments.published import formulas_about as formulas_about
from fourcast.experiments.report import INCOMPLETE as INCOMPLETE
from fourcast.experiments.report import TABLE_NAMES as TABLE_NAMES
from fourcast.experiments.report import Report as Report
from fourcast.experiments.report import Table as Table
from fourcast.experiments.rows import Row as Row
from fourcast.experiments.rows import rows_csv as rows_csv
from fourcast.experiments.run import FOLDER as FOLDER
from fourcast.experiments.run import Results as Results
from fourcast.experiments.run import Run as Run
from fourcast.experiments.run import find_results as find_results
from fourcast.experiments.run import load_results as load_results
from fourcast.experiments.spec import ACROSS as ACROSS
from fourcast.experiments.spec import PUBLISHED as PUBLISHED
from fourcast.experiments.spec import Experiment as Experiment
from fourcast.experiments.spec import Show as Show
from fourcast.experiments.spec import experiment_names as experiment_names
from fourcast.experiments.spec import experiment_text as experiment_text
from fourcast.experiments.spec import find_experiment as find_experiment
from fourcast.experiments.spec import parse_experiment as parse_experiment
from fourcast.experiments.titles import search_title as search_title
from fourcast.experiments.titles import without_folder as without_folder


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
