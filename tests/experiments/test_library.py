"""The experiments that come with the package: each can be read, asks something, and is shown with its answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourcast.errors import UsageError
from fourcast.experiments import PUBLISHED, experiment_names, find_experiment

PAGE = Path(__file__).parents[2] / "docs" / "experiments" / "README.md"


@pytest.mark.parametrize("name", experiment_names())
def test_each_can_be_read_asks_something_and_stands_on_the_page_with_its_command(name: str) -> None:
    experiment = find_experiment(name)
    assert experiment.name == name
    assert experiment.question.endswith("?")
    each = 2 if experiment.unit == "games" else 1  # games come in pairs
    assert experiment.size == each * len(list(experiment.cells(alone=True))) > 0
    page = PAGE.read_text(encoding="utf-8")
    assert f"fourcast experiment run {name}" in page
    assert experiment.question in page
    if name not in PUBLISHED:
        assert f"({name}" in page, "its chart is not shown"


def test_every_chart_on_the_page_is_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    charts = [part.partition(")")[0] for part in page.split("](")[1:] if part.partition(")")[0].endswith(".svg")]
    assert len(charts) >= 4
    assert all((PAGE.parent / chart).is_file() for chart in charts)


def test_one_that_is_not_there_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"no experiment 'ordring', and no such file\. Did you mean 'ordering'"):
        find_experiment("ordring")
