"""Charts of experiments: every line is drawn, and nothing is drawn that says nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.experiment_files import experiment_of
from support.experiment_files import rows_of as compute_rows

from fourcast.charts import chart_unsupported_reason, save_chart
from fourcast.drawing import THEMES
from fourcast.experiments import Report, Row, Show

reason = chart_unsupported_reason(Path("x.svg"))
pytestmark = pytest.mark.skipif(reason is not None, reason=reason or "")


def rows_of(**keys: Any) -> list[Row]:
    return compute_rows(experiment_of(**keys))


def drawn(rows: list[Row], **look: Any) -> dict[str, Any]:
    return Report(rows, Show()).charts(**look)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return rows_of(
        variants="tictactoe",
        positions={"count": 6, "plies": 2},
        algorithms=["minimax", "alphabeta", "alphabeta/centre/table"],
        depths="1-3",
        solved=True,
    )


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png", ".html"])
def test_a_chart_becomes_a_file_of_any_kind(suffix: str, rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / f"nodes{suffix}"
    save_chart(drawn(rows)["nodes"], path)
    begin = path.read_bytes()[:300]
    assert {".svg": b"<svg", ".pdf": b"%PDF", ".png": b"\x89PNG", ".html": b"<!DOCTYPE html>"}[suffix] in begin


def test_every_chart_that_says_something_is_drawn_and_names_its_lines_and_axes(rows: list[Row], tmp_path: Path) -> None:
    assert set(drawn(rows)) == {"nodes", "time", "branching", "fewer", "faster", "kept", "dropped"}
    for name, texts in {
        "nodes": ("Minimax", "Alpha-beta, centre first, transposition table", "depth", "nodes"),
        "fewer": ("Alpha-beta", "nodes of minimax ÷ nodes", "bars: its 95 % interval by order statistics, n = 6"),
        "dropped": (
            "minimax",
            "alpha-beta",
            "transposition table",
            "moves made",
            "depth 3",
            "whiskers: minimum and maximum, n = 6",
        ),
        "kept": ("keeps the result where not every move does", "100%"),
    }.items():
        path = tmp_path / f"{name}.svg"
        save_chart(drawn(rows)[name], path)
        for text in texts:
            assert text in path.read_text(encoding="utf-8"), (name, text)


def test_every_point_of_every_line_is_drawn(rows: list[Row]) -> None:
    values = drawn(rows)["nodes"].to_dict()["data"]["values"]
    assert len(values) == 3 * 3
    plain = [value["y"] for value in values if value["line"] == "Minimax"]
    assert plain == [8, 8 + 7 * 6, 8 + 7 * 6 + 7 * 6 * 5]  # two cells are taken, and no line is complete before five


def test_each_variant_has_a_panel_of_its_own(rows: list[Row]) -> None:
    both = [*rows, *(replace(row, variant="classic") for row in rows)]
    assert len(drawn(both)["nodes"].to_dict()["hconcat"]) == 2


def test_one_depth_is_no_line_few_positions_no_box_and_one_line_no_comparison() -> None:
    assert set(drawn(rows_of(variants="tictactoe", depths="1-2"))) == {"nodes", "time", "branching"}
    assert drawn(rows_of(variants="tictactoe", algorithms=["minimax", "alphabeta"], depths=2)) == {}


def test_a_box_is_drawn_for_every_search_and_experiments_within_nodes_have_a_chart_of_depth() -> None:
    forms = ["minimax", "shallow", "shallow-equal", "alphabeta-hard", "alphabeta-hard/4,5,3,6,2,7,1"]
    some = rows_of(positions=["", "1", "2", "3"], algorithms=forms, depths="1-2")
    values = drawn(some)["dropped"].to_dict()["data"]["values"]
    hard = "alpha-beta, fail-hard"
    names = ["minimax", "shallow", "shallow or equal", hard, f"{hard}, order 4-5-3-6-2-7-1"]
    assert list(dict.fromkeys(value["form"] for value in values)) == names
    assert "depth" in drawn(rows_of(algorithms=["minimax", "alphabeta"], nodes=[10, 60]))


def test_a_live_chart_draws_a_single_depth_and_the_lines_keep_their_colours() -> None:
    rows = rows_of(variants="tictactoe", algorithms=["minimax", "alphabeta"], depths="1-2")
    first = [row for row in rows if row.depth == 1]
    half = [replace(row, state="time") if row.algorithm == "minimax" else row for row in first]
    scales = [
        drawn(some, live=True)["nodes"].to_dict()["layer"][1]["encoding"]["color"]["scale"] for some in (first, half)
    ]
    assert scales[0]["domain"] == ["Minimax", "Alpha-beta"]
    assert (scales[1]["domain"], scales[1]["range"]) == (["Alpha-beta"], scales[0]["range"][1:])


def test_a_page_has_small_charts_in_its_colours_without_a_legend(rows: list[Row]) -> None:
    chart = drawn(rows, theme=THEMES["dark"], legend=False)["nodes"].to_dict()
    assert chart["background"] == THEMES["dark"].surface
    assert (chart["width"], chart["layer"][0]["encoding"]["color"]["legend"]) == (220, None)
