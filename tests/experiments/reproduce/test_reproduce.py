"""Every figure that the five systems published comes out again, to the digit, on both engines."""

from __future__ import annotations

from collections import Counter

import pytest
from support.engines import needs_core

from fourcast.errors import UsageError
from fourcast.experiments.reproduce import published
from fourcast.experiments.reproduce.experiment import Row
from fourcast.experiments.reproduce.run import SYSTEMS, every_experiment, experiments, left_out, reproduce
from fourcast.native import Engine


@pytest.fixture(scope="module")
def native_rows() -> list[Row]:
    return list(reproduce(engine=Engine.NATIVE))


@pytest.fixture(scope="module")
def python_rows() -> list[Row]:
    return list(reproduce(engine=Engine.PYTHON))


def wrong(rows: list[Row]) -> list[Row]:
    return [row for row in rows if not row.right]


def ours(rows: list[Row], system: str, *whats: str) -> list[object]:
    """Our figures for these rows, each of which there is once."""
    by_name = {row.what: row.ours for row in rows if row.system == system}
    return [by_name[what] for what in whats]


# All of it


@needs_core
def test_every_row_of_the_native_engine_is_what_it_should_be(native_rows: list[Row]) -> None:
    assert wrong(native_rows) == []
    assert {row.system for row in native_rows} == set(SYSTEMS)
    assert len(native_rows) > 150


def test_every_row_of_the_python_engine_is_what_it_should_be(python_rows: list[Row]) -> None:
    assert wrong(python_rows) == []
    assert {row.system for row in python_rows} == set(SYSTEMS)
    assert {row.engine for row in python_rows} == {"python"}


@needs_core
def test_both_engines_give_the_same_figures(native_rows: list[Row], python_rows: list[Row]) -> None:
    native = {(row.system, row.what): row.ours for row in native_rows}
    judged = [row for row in python_rows if row.equal is not None]
    assert len(judged) > 100
    for row in judged:
        assert native[row.system, row.what] == row.ours


@needs_core
def test_no_two_rows_have_the_same_name(native_rows: list[Row]) -> None:
    assert [name for name, times in Counter((row.system, row.what) for row in native_rows).items() if times > 1] == []


@needs_core
@pytest.mark.parametrize(
    "about", ["minimax, depth 9 after 7", "T2, level 8, human 1742", "T2, level 8, human 4817"], ids=lambda name: name
)
def test_the_largest_searches_are_reproduced_too(about: str) -> None:
    [experiment] = [experiment for experiment in every_experiment() if experiment.about == about]
    rows = list(experiment.run(Engine.NATIVE))
    assert wrong(rows) == []
    figures = {
        "minimax, depth 9 after 7": [47050206, 30, 4],
        "T2, level 8, human 1742": [18875642, 18141415, 18859732, 17886847, (3, 5, 4, 3)],
        "T2, level 8, human 4817": [18724586, 18920055, 17961114, 16810760, (5, 4, 4, 5)],
    }
    assert [row.ours for row in rows if row.equal is not None] == figures[about]


# The tables, typed once more from the specification


@needs_core
def test_connect_4s_has_its_table(native_rows: list[Row]) -> None:
    table = {
        "minimax, k = {k}: nodes": [8, 57, 400, 2801, 19608, 137256, 960750, 6724200],
        "expectiminimax, k = {k}: nodes": [27, 27, 521, 521, 9907, 9907, 188241, 188241],
        "alpha-beta, k = {k}, opening {opening}: nodes": [8, 47, 224, 747, 3456, 11453, 44896, 161528],
        "alpha-beta documented, k = {k}, opening {opening}: nodes": [8, 47, 224, 747, 3456, 11453, 44908, 161285],
        "alpha-beta, k = {k}, all from opening 4: nodes": [8, 48, 224, 747, 4022, 11453, 47164, 161528],
    }
    openings = [3, 4, 3, 3, 2, 3, 4, 3]  # from 0, as in the specification
    for name, figures in table.items():
        whats = [name.format(k=k, opening=openings[k - 1] + 1) for k in range(1, 9)]
        assert ours(native_rows, "connect-4s", *whats) == figures


@needs_core
def test_connect_4s_has_its_values_and_replies(native_rows: list[Row]) -> None:
    ahead = "expectiminimax, {} ahead: {}"
    values = ours(native_rows, "connect-4s", *(ahead.format(j, "value") for j in (1, 2, 3)))
    assert [f"{value:.4f}" for value in values] == ["1.0000", "-6.6800", "1.9520"]
    assert ours(native_rows, "connect-4s", *(ahead.format(j, "reply") for j in (1, 2, 3))) == [4, 4, 4]
    leaves, root = (f"minimax, k = 1, after 44: {what}" for what in ("leaves", "root"))
    assert ours(native_rows, "connect-4s", leaves, root) == [(-1, -1, -1, 9, -1, -1, -1), 9]


@needs_core
def test_extended_connect4_has_its_figures(native_rows: list[Row]) -> None:
    eight = [f"perft {depth}, 8×6 with 6 pop-outs" for depth in range(1, 5)]
    four = [f"perft {depth}, 4×4 with 1 pop-out" for depth in range(1, 6)]
    assert ours(native_rows, "extended", *eight) == [8, 68, 604, 5556]
    assert ours(native_rows, "extended", *four) == [4, 18, 86, 426, 2150]
    points = [row.ours for row in native_rows if row.what.startswith("points of")]
    assert points == [(9, 5), 13, 48, 736]
    [row] = ours(native_rows, "extended", "EVAL after a drop in column 1 … 8")
    assert row == (19, 24, 25, 32, 32, 25, 24, 19)


@needs_core
def test_smart_connect_4_has_its_table(native_rows: list[Row]) -> None:
    pruned = {"6 after 11335": (13362, -20, 5), "7 after 55446": (116302, 50, 5), "8 after 223": (158444, -40, 3)}
    for search, (nodes, value, column) in pruned.items():
        whats = [f"alpha-beta, depth {search}: {what}" for what in ("nodes", "value", "reply")]
        assert ours(native_rows, "smart", *whats) == [nodes, value, column + 1]
    plain = [f"minimax, depth {search}: nodes" for search in pruned]
    assert ours(native_rows, "smart", *plain) == [137180, 959078, 6710260]
    fair = [f"alpha-beta, depth {depth} after 4: nodes" for depth in (6, 7, 8)]
    assert ours(native_rows, "smart", *fair) == [14041, 44529, 228646]
    assert ours(native_rows, "smart", "example state: heuristic") == [-115]


@needs_core
def test_zer0lose_has_its_nodes_and_leaves(native_rows: list[Row]) -> None:
    for name, figures in {
        "minimax": [549946, 255168],
        "alpha-beta, wins first": [20866, 8453],
        "alpha-beta, draws first": [16771, 6386],
    }.items():
        assert (
            ours(native_rows, "zer0lose", *(f"tic-tac-toe, {name}: {what}" for what in ("nodes", "leaves"))) == figures
        )


@needs_core
def test_eight_by_six_has_its_games(native_rows: list[Row]) -> None:
    games = {
        "T1, level 4, human 1245": [1426, 925, 867, 1657, (3, 2, 2, 4)],
        "T2, level 4, human 1245": [4680, 4680, 4680, 4623, (3, 2, 2, 4)],
        "T3, level 4, human 1245": [1208, 771, 817, 1337, (3, 2, 2, 4)],
        "T4, level 4, human 1245": [993, 642, 676, 1145, (3, 2, 2, 4)],
        "T5b, level 4, human 1254": [302, 457, 440, 337, (4, 6, 5, 4)],
        "T2, level 1, human 1245": [8, 8, 8, 8],
    }
    for game, figures in games.items():
        assert [row.ours for row in native_rows if row.what.startswith(f"{game}:")] == figures


# Slips and times


@needs_core
def test_only_two_published_figures_are_not_reproduced_and_both_are_slips(native_rows: list[Row]) -> None:
    unequal = {row.what: (row.published, row.ours, row.corrected) for row in native_rows if row.equal is False}
    assert unequal == {
        "most moves, 8×6 with 6 pop-outs": (14, 12, 12),
        "value of a complete line": (642, 630, 630),
    }


@needs_core
def test_every_corrected_figure_comes_with_a_sentence(native_rows: list[Row]) -> None:
    corrected = [row for row in native_rows if row.corrected is not None]
    assert len(corrected) >= 10
    for row in corrected:
        assert row.note is not None
        assert row.note.endswith(".")


@needs_core
def test_the_corrected_counts_of_alpha_beta_are_our_counts_from_one_opening(native_rows: list[Row]) -> None:
    for row in native_rows:
        if row.what.startswith("alpha-beta, k = ") and row.corrected is not None and row.equal:
            k = row.what.split(",")[1].strip()
            assert ours(native_rows, "connect-4s", f"alpha-beta, {k}, all from opening 4: nodes") == [row.corrected]


@needs_core
def test_times_are_shown_and_not_judged(native_rows: list[Row]) -> None:
    times = [row for row in native_rows if row.what.endswith(": time")]
    assert {row.published for row in times} >= {"29.8 min", "36.99 s", "4.565 s"}
    for row in native_rows:
        assert (row.equal is None) == (row in times)


@needs_core
def test_every_published_time_belongs_to_a_search() -> None:
    searches = {(experiment.system, experiment.about) for experiment in every_experiment()}
    assert [time for time in published.TIMES if (time.system, time.search) not in searches] == []


def test_a_figure_that_is_neither_published_nor_corrected_is_wrong() -> None:
    row = Row("smart", "nodes", 8, 9, False, "python", 0.0)
    assert not row.right
    assert Row("smart", "nodes", 8, 9, False, "python", 0.0, corrected=9).right
    assert not Row("smart", "nodes", 8, 9, False, "python", 0.0, corrected=10).right


# Choosing


def test_only_the_systems_asked_for_are_run_each_once() -> None:
    rows = list(reproduce(["extended", "extended"], engine=Engine.PYTHON))
    assert {row.system for row in rows} == {"extended"}
    assert len({row.what for row in rows}) == len(rows)


def test_an_unknown_system_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"no published system 'smrt'\. Known: connect-4s, extended, smart"):
        every_experiment(["connect-4s", "smrt"])


def test_only_a_deep_run_on_the_native_engine_leaves_nothing_out() -> None:
    assert left_out(deep=True, engine=Engine.NATIVE) is None
    assert len(experiments(deep=True, engine=Engine.NATIVE)) == len(every_experiment())
    quick = left_out(deep=False, engine=Engine.NATIVE)
    assert quick is not None
    assert quick.startswith("Left out: 3 experiments with more than 10,000,000 nodes")
    assert quick.endswith("--deep runs them.")


def test_the_python_engine_says_that_it_leaves_out_what_is_over_a_million_nodes() -> None:
    said = left_out(deep=True, engine=Engine.PYTHON)
    assert said is not None
    assert "more than 1,000,000 nodes" in said
    assert max(experiment.nodes for experiment in experiments(deep=True, engine=Engine.PYTHON)) == 960750


def test_a_system_with_nothing_large_leaves_nothing_out() -> None:
    assert left_out(["extended"], deep=False, engine=Engine.PYTHON) is None
