"""Experiments of searches for tests: their cells, and their rows, computed in this process or known to a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from fourcast.experiments import Cell, Experiment, Results, Row, SearchGrid, parse_experiment
from fourcast.experiments.cells import run_cell


def experiment_of(**keys: Any) -> Experiment:
    return parse_experiment(keys, name="mine", source="mine")


def cells_of(experiment: Experiment, *, alone: bool = True) -> list[tuple[str, Cell]]:
    """Every cell with the name of its part."""
    cells = [(part, cell) for part, cell in experiment.cells(alone=alone) if isinstance(cell, Cell)]
    assert cells
    return cells


def grids_of(experiment: Experiment) -> list[SearchGrid]:
    grids = [part for part in experiment.parts if isinstance(part, SearchGrid)]
    assert len(grids) == len(experiment.parts)
    return grids


def rows_of(experiment: Experiment, wanted: Callable[[Cell], bool] = lambda _: True) -> list[Row]:
    """The rows of some cells, computed now."""
    return [Row.of(part, cell, run_cell(asdict(cell))) for part, cell in cells_of(experiment) if wanted(cell)]


def search_rows(results: Results) -> list[Row]:
    rows = [row for row in results.rows if isinstance(row, Row)]
    assert len(rows) == len(results.rows)
    return rows
