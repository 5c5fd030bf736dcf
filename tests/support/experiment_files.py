"""Experiments of searches as tests take them: their cells, and their rows, made in this process or known to a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from fourcast.experiments.cell import Cell, run_cell
from fourcast.experiments.experiment import Experiment, Part
from fourcast.experiments.reading import read_data
from fourcast.experiments.row import Row
from fourcast.experiments.run import Run


def experiment_of(**keys: Any) -> Experiment:
    return read_data(keys, name="mine", source="mine")


def searches(experiment: Experiment, *, alone: bool = True) -> list[tuple[str, Cell]]:
    """Every cell with the name of its part."""
    found = []
    for part, cell in experiment.cells(alone=alone):
        assert isinstance(cell, Cell)
        found.append((part, cell))
    return found


def parts(experiment: Experiment) -> list[Part]:
    found = [part for part in experiment.parts if isinstance(part, Part)]
    assert len(found) == len(experiment.parts)
    return found


def made(experiment: Experiment, wanted: Callable[[Cell], bool] = lambda _: True) -> list[Row]:
    """The rows of the cells that are wanted, made here and now."""
    return [Row.of(part, cell, run_cell(asdict(cell))) for part, cell in searches(experiment) if wanted(cell)]


def known(run: Run) -> list[Row]:
    """The rows that a run knows."""
    found = [row for row in run.rows() if isinstance(row, Row)]
    assert len(found) == len(run.rows())
    return found
