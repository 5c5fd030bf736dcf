"""Comparisons: rows come one by one, no search is over its limit without saying so, and all can be stopped."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from statistics import median
from typing import Any

import pytest

from fourcast.algorithms import SearchSpec, StopFlag, tree_searches
from fourcast.errors import UsageError
from fourcast.experiments import (
    Row,
    SearchGrid,
    boxes,
    comparison,
    default_specs,
    finding,
    live_rows,
    search_title,
    spread_grid,
)
from fourcast.experiments.cells import measure
from fourcast.experiments.titles import search_phrase
from fourcast.rules import VARIANTS, Rules, Variant, position_after


def grid(specs: str, depths: range, *, rules: str = "classic", moves: str = "44", **options: Any) -> SearchGrid:
    position = position_after(Rules.parse(rules).start(), moves)
    parsed = [SearchSpec.parse(text) for text in specs.split()]
    return comparison(position, parsed, depths, evaluation="quadruplets", **options)


def rows_of(specs: str, depths: range, **options: Any) -> list[Row]:
    return list(live_rows(grid(specs, depths, **options)))


MINIMAX = rows_of("minimax", range(1, 2))[0]


def row(spec: str, depth: int, nodes: int, value: float | None = 5, state: str = "done", **other: object) -> Row:
    parsed = SearchSpec.parse(spec)
    named = {"algorithm": parsed.algorithm, "order": str(parsed.order), "table": parsed.table.value}
    counts = {"amount": depth, "depth": depth, "nodes": nodes, "value": value, "state": state}
    return replace(MINIMAX, **{**named, **counts, **other})  # type: ignore[arg-type]


def test_a_search_over_its_nodes_says_so_and_greater_depths_are_left_out() -> None:
    states = {
        (row.method, row.depth): row.state for row in rows_of("minimax alphabeta/centre", range(1, 6), nodes=3000)
    }
    assert states["minimax", 4] == "done"  # 2,801 nodes
    assert states["minimax", 5] == "nodes"
    deeper = rows_of("minimax", range(5, 8), nodes=3000)
    assert [row.state for row in deeper] == ["nodes", "left out", "left out"]
    assert deeper[0].value is None
    assert deeper[0].nodes >= 3000 > deeper[1].nodes == 0


def test_a_stop_ends_the_rows_before_the_next_one() -> None:
    stop = StopFlag()
    rows = []
    for row in live_rows(grid("minimax alphabeta", range(1, 9)), stop):
        rows.append(row)
        if len(rows) == 3:
            stop.set()
    assert len(rows) == 3


def test_a_search_stopped_between_repeats_has_the_least_time_of_those_done(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = measure(next(grid("minimax", range(1, 2)).cells(alone=True)))
    results = iter([columns | {"seconds": 1.0}, columns | {"seconds": 2.0}, columns | {"state": "asked"}])
    monkeypatch.setattr("fourcast.experiments.compare.measure", lambda *_, **__: next(results))
    [row] = live_rows(grid("minimax", range(1, 2), repeats=3))
    assert (row.repeat, row.seconds) == (1, 1.0)


def test_repeats_change_no_count() -> None:
    once, thrice = (
        [replace(row, seconds=0.0) for row in rows_of("alphabeta/centre/table", range(1, 5), repeats=times)]
        for times in (1, 3)
    )
    assert once == thrice


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_variant_is_compared_by_default(variant: Variant) -> None:
    specs = default_specs(variant.rules)
    rows = list(live_rows(comparison(variant.rules.start(), specs, [1, 2], evaluation="quadruplets", seconds=20)))
    assert len(rows) == 2 * len(specs)
    values = [row.value for row in rows if row.depth == 2]
    assert all(value is not None and values[0] is not None and isclose(value, values[0]) for value in values)


@pytest.mark.parametrize(
    ("specs", "moves", "said"),
    [
        ("minimax", "4141414", "over"),
        ("mcts", "", "given depth"),
        ("", "", "algorithms needs a text or a list of texts"),
    ],
)
def test_what_cannot_be_compared_is_refused_before_anything_runs(specs: str, moves: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        grid(specs, range(1, 3), moves=moves)


# Names


def test_every_algorithm_that_searches_a_tree_has_a_title_and_a_phrase() -> None:
    specs = [SearchSpec(algorithm.name) for algorithm in tree_searches()]
    assert len({search_title(spec) for spec in specs}) == len({search_phrase(spec) for spec in specs}) == len(specs)


# The finding


def test_the_finding_compares_most_with_fewest_at_the_greatest_depth_that_two_have() -> None:
    rows = [row("minimax", 2, 57), row("alphabeta", 2, 40), row("minimax", 3, 400), row("alphabeta/centre", 3, 100)]
    assert finding([*rows, row("alphabeta", 4, 1000)]) == (
        "At depth 3, alpha-beta with the centre first visits 4.0 times fewer nodes than minimax and finds the "
        "same value, ≈5."
    )
    assert "another value, ≈2 instead of ≈5" in (finding([row("minimax", 1, 8), row("expectimax", 1, 7, 2)]) or "")
    assert finding([row("minimax", 1, 8), row("alphabeta", 1, 5, None, "time")]) is None


# Discs dropped


def test_a_tiny_board_gives_as_many_positions_as_it_can() -> None:
    tiny = spread_grid(grid("minimax", range(6, 7), rules="tictactoe", moves=""), 5000)
    assert 0 < tiny.size // len(tiny.specs) < 5000


def test_no_form_of_pruning_drops_more_than_none_and_a_box_has_five_numbers() -> None:
    asked = "minimax shallow shallow-equal alphabeta alphabeta/centre"
    rows = list(live_rows(spread_grid(grid(asked, range(1, 5)), 7)))
    assert len(rows) == 7 * 5
    names = ("minimax", "shallow", "shallow or equal", "alpha-beta", "alpha-beta, centre first")
    forms = dict(zip(names, asked.split(), strict=True))
    assert [box.form for box in boxes(rows)] == list(names)
    by_form = {form: [row.dropped for row in rows if row.method == method] for form, method in forms.items()}
    for none, shallow, deep in zip(by_form["minimax"], by_form["shallow"], by_form["alpha-beta"], strict=True):
        assert deep <= shallow <= none
    for box in boxes(rows):
        dropped = by_form[box.form]
        assert (box.positions, box.min, box.median, box.max) == (7, min(dropped), median(dropped), max(dropped))
        assert box.min <= box.lower <= box.median <= box.upper <= box.max


def test_a_position_where_a_search_was_given_up_is_in_no_box() -> None:
    rows = [row("minimax", 3, 9, dropped=8, moves="1"), row("alphabeta", 3, 5, dropped=4, moves="1")]
    rows += [row("minimax", 3, 9, None, "time", dropped=8, moves="2"), row("alphabeta", 3, 5, dropped=4, moves="2")]
    assert [(box.form, box.positions) for box in boxes(rows)] == [("minimax", 1), ("alpha-beta", 1)]
