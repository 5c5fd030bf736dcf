"""Comparisons: every cell is a search of its own, none is over its budget without saying so, and all can be stopped."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from math import isclose
from pathlib import Path
from statistics import median

import pytest
from support.engines import needs_core

from fourcast.algorithms import StopFlag, TableMode, tree_searches
from fourcast.charts import drawn, save_chart
from fourcast.drawing import DARK
from fourcast.errors import UsageError
from fourcast.evals import find_eval
from fourcast.experiments.compare.charts import dropped_chart, nodes_chart, time_chart
from fourcast.experiments.compare.comparison import Comparison, Row, finding, rows_as_csv
from fourcast.experiments.compare.look import Budget
from fourcast.experiments.compare.spread import boxes, random_positions, samples
from fourcast.experiments.compare.ways import TITLES, Way, default_ways, parse_way, parse_ways, pruning_forms
from fourcast.native import Engine
from fourcast.rules import VARIANTS, Rules, position_after

QUADRUPLETS = find_eval("quadruplets")


def comparison(ways: str, depths: range, *, rules: str = "classic", moves: str = "44", **budget: float) -> Comparison:
    position = position_after(Rules.parse(rules).start(), moves)
    return Comparison(position, parse_ways(ways), depths, QUADRUPLETS, budget=Budget(**budget))  # type: ignore[arg-type]


def row(way: str, depth: int, nodes: int, value: float | None = 5, state: str = "done") -> Row:
    return Row(way, depth, nodes, nodes // 2, 0, nodes - 1, nodes * 1e-6, value, "4", "native", state)


def test_minimax_without_a_line_in_reach_visits_every_power_of_seven() -> None:
    found = list(comparison("minimax", range(1, 5)).rows())
    assert [found.nodes for found in found] == [sum(7**ply for ply in range(depth + 1)) for depth in range(1, 5)]
    assert all(found.done and found.dropped == found.nodes - 1 for found in found)


def test_depths_come_in_order_and_all_ways_at_each() -> None:
    found = comparison("minimax,alphabeta/centre", range(3, 0, -1)).rows()
    assert [(row.depth, row.algorithm) for row in found] == [
        (depth, way) for depth in (1, 2, 3) for way in ("minimax", "alphabeta/centre")
    ]


def test_every_pruning_finds_the_same_value_with_no_more_nodes_than_minimax() -> None:
    ways = "minimax,shallow,shallow-equal,alphabeta,alphabeta-hard,alphabeta/centre,pvs/centre/table"
    found = list(comparison(ways, range(5, 6)).rows())
    assert len({row.value for row in found}) == 1
    assert all(row.nodes <= found[0].nodes for row in found[1:4])


def test_a_cell_over_its_nodes_says_so_and_deeper_ones_are_left_out() -> None:
    found = list(comparison("minimax,alphabeta/centre", range(1, 6), nodes=3000).rows())
    states = {(row.algorithm, row.depth): row.state for row in found}
    assert states["minimax", 4] == "done"  # 2,801 nodes
    assert states["minimax", 5] == "nodes"
    deeper = list(comparison("minimax", range(5, 8), nodes=3000).rows())
    assert [row.state for row in deeper] == ["nodes", "left out", "left out"]
    assert deeper[0].value is None
    assert deeper[0].nodes >= 3000 > deeper[1].nodes == 0


def test_a_cell_over_its_time_says_so() -> None:
    [found] = comparison("minimax", range(30, 31), seconds=0.01).rows()
    assert (found.state, found.value, found.move) == ("time", None, None)


def test_a_stop_ends_the_rows_before_the_next_one() -> None:
    stop = StopFlag()
    found = []
    for row in comparison("minimax,alphabeta", range(1, 9)).rows(stop):
        found.append(row)
        if len(found) == 3:
            stop.set()
    assert len(found) == 3


def test_repeats_change_no_count() -> None:
    once, often = (
        [replace(row, seconds=0.0) for row in comparison("alphabeta/centre/table", range(1, 5), repeats=times).rows()]
        for times in (1, 3)
    )
    assert once == often


@needs_core
def test_both_engines_count_the_same() -> None:
    native = comparison("minimax,shallow,alphabeta/centre", range(1, 5))
    found = [
        [replace(row, seconds=0.0, engine="") for row in replace(native, engine=engine).rows()]
        for engine in (Engine.NATIVE, Engine.PYTHON)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_variant_is_compared_unasked(variant: object) -> None:
    rules: Rules = variant.rules  # type: ignore[attr-defined]
    ways = default_ways(rules)
    found = list(Comparison(rules.start(), ways, [1, 2], QUADRUPLETS, budget=Budget(seconds=20)).rows())
    assert len(found) == 2 * len(ways)
    values = [row.value for row in found if row.depth == 2]
    assert all(value is not None and values[0] is not None and isclose(value, values[0]) for value in values)


def test_a_finished_game_is_refused_before_anything_runs() -> None:
    with pytest.raises(ValueError, match="over"):
        comparison("minimax", range(1, 3), moves="4141414")


# Ways


def test_a_way_is_read_as_it_is_written() -> None:
    for text in ("minimax", "alphabeta/centre", "alphabeta/table", "pvs/4-5-3-6-2-7-1+killers/table"):
        assert str(parse_way(text)) == text
    assert parse_way("alphabeta/centre/table") == Way("alphabeta", "centre", TableMode.ON)
    assert parse_way("alphabeta", order="centre") == Way("alphabeta", "centre")


@pytest.mark.parametrize("text", ["", "mcts", "alpha", "alphabeta/middle", "alphabeta/centre/ascending", "minimax/"])
def test_what_is_no_way_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(UsageError, match=r"\.$"):
        parse_way(text)


def test_every_algorithm_that_searches_a_tree_has_a_title() -> None:
    assert set(TITLES) == {algorithm.name for algorithm in tree_searches()}


# The finding


def test_the_finding_compares_most_with_fewest_at_the_greatest_depth_that_two_have() -> None:
    rows = [row("minimax", 2, 57), row("alphabeta", 2, 40), row("minimax", 3, 400), row("alphabeta/centre", 3, 100, 5)]
    sentence = finding([*rows, row("alphabeta", 4, 1000)]) or ""
    assert sentence == (
        "At depth 3, deep pruning with the middle first looks at 4.0 times fewer positions than minimax and finds the "
        "same value, 5."
    )


def test_the_finding_says_so_where_values_differ() -> None:
    assert "another value, 2 instead of 5" in (finding([row("minimax", 1, 8), row("expectimax", 1, 7, 2)]) or "")


def test_there_is_no_finding_where_less_than_two_are_done() -> None:
    assert finding([row("minimax", 1, 8), row("alphabeta", 1, 5, None, "time")]) is None


# Discs dropped


def test_the_same_seed_gives_the_same_positions_and_another_one_others() -> None:
    rules = Rules.parse("drift")
    first, again, other = (random_positions(rules, 10, depth=3, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len({position for _, position in first}) == 10
    for moves, position in first:
        assert position_after(rules.start(), moves) == position
        assert not position.outcome


def test_a_tiny_board_gives_as_many_positions_as_it_can() -> None:
    assert 0 < len(random_positions(Rules.parse("tictactoe"), 5000, depth=9)) < 5000


def test_no_form_of_pruning_drops_more_than_none() -> None:
    rules = Rules.parse("classic")
    chosen = random_positions(rules, 6, depth=4)
    taken = list(samples(chosen, pruning_forms(rules), 4, QUADRUPLETS))
    assert len(taken) == 6 * 4
    for moves, _ in chosen:
        dropped = {sample.form: sample.dropped for sample in taken if sample.moves == moves}
        assert dropped["deep"] <= dropped["shallow"] <= dropped["none"]


def test_a_box_has_the_five_numbers_of_its_samples() -> None:
    rules = Rules.parse("classic")
    taken = list(samples(random_positions(rules, 7, depth=3), pruning_forms(rules), 3, QUADRUPLETS))
    for box in boxes(taken):
        dropped = sorted(sample.dropped for sample in taken if sample.form == box.form)
        assert (box.least, box.middle, box.most) == (dropped[0], median(dropped), dropped[-1])
        assert box.least <= box.lower <= box.middle <= box.upper <= box.most


def test_a_stop_ends_the_samples() -> None:
    stop = StopFlag()
    stop.set()
    rules = Rules.parse("classic")
    assert not list(samples(random_positions(rules, 3, depth=3), pruning_forms(rules), 3, QUADRUPLETS, stop=stop))


# Files


def test_csv_has_a_heading_and_gives_every_row_back() -> None:
    rows = list(comparison("minimax", range(1, 4)).rows())
    read = list(csv.DictReader(io.StringIO(rows_as_csv(rows))))
    assert [int(line["nodes"]) for line in read] == [row.nodes for row in rows]
    assert rows_as_csv([]) == ""


def test_charts_are_drawn_as_svg_png_html_and_data(tmp_path: Path) -> None:
    for part in ("altair", "vl_convert"):
        pytest.importorskip(part, reason=f"{part} is not installed: charts cannot be drawn")
    rows = list(comparison("minimax,alphabeta/centre", range(1, 5), nodes=1000).rows())
    rules = Rules.parse("classic")
    taken = list(samples(random_positions(rules, 5, depth=3), pruning_forms(rules), 3, QUADRUPLETS))
    svg = drawn(nodes_chart(rows, title="Nodes"), ".svg").decode()
    for text in ("Alpha-beta, deep, middle first", "depth", ">100<", "Nodes"):
        assert text in svg
    assert "ms" in drawn(time_chart([replace(row, seconds=0.01 * row.nodes) for row in rows]), ".svg").decode()
    dark = drawn(dropped_chart(taken, theme=DARK), ".svg").decode()
    assert DARK.surface.lower() in dark.lower()
    assert "shallow" in dark
    assert drawn(time_chart(rows, legend=False), ".png").startswith(b"\x89PNG")
    save_chart(nodes_chart(rows), tmp_path / "chart.html")
    page = (tmp_path / "chart.html").read_text(encoding="utf-8")
    assert "<script src" not in page  # it needs no network
    save_chart(nodes_chart(rows), tmp_path / "chart.json")
    assert "vega-lite" in (tmp_path / "chart.json").read_text(encoding="utf-8")
