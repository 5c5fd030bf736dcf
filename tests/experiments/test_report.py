"""Statistics and tables of rows: quartiles, branching factors and shares, each beside a figure found by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.experiment_files import experiment_of, rows_of

from fourcast.errors import UsageError
from fourcast.experiments import Report, Row, Show, Source
from fourcast.experiments.expected import Figure
from fourcast.experiments.points import Point, Share, Spread, branching_factor, points, spread_of, view_of
from fourcast.experiments.significance import median_interval

[ROW] = rows_of(experiment_of(algorithms="minimax", depths=2))


def row(algorithm: str = "minimax", depth: int = 2, nodes: int = 57, **other: Any) -> Row:
    return replace(ROW, algorithm=algorithm, amount=depth, depth=depth, nodes=nodes, **other)


def summed(rows: list[Row], show: Show | None = None) -> dict[tuple[str, float], Point]:
    found = points(rows, view_of(rows, show or Show()))
    assert len({(point.panel, point.line, point.x) for point in found}) == len(found)
    return {(point.line, point.x): point for point in found}


# Numbers


@pytest.mark.parametrize("branching", [1, 2, 7])
@pytest.mark.parametrize("depth", [1, 2, 9])
def test_the_branching_factor_of_an_even_tree_is_how_it_branches(branching: int, depth: int) -> None:
    nodes = sum(branching**ply for ply in range(depth + 1))
    assert branching_factor(nodes, depth) == pytest.approx(branching)


def test_the_branching_factor_of_the_textbook() -> None:
    # Russell and Norvig, Artificial Intelligence: a solution at depth 5 with 52 nodes (besides the root): 1.92.
    assert branching_factor(52 + 1, 5) == pytest.approx(1.92, abs=0.005)


def test_quartiles_lie_where_textbooks_put_them() -> None:
    # 1 … 9: the middle is 5, and the middles of either half with it are 3 and 7.
    assert spread_of(range(9, 0, -1)) == Spread(3, 5, 7)
    assert spread_of([4]) == Spread(4, 4, 4)
    assert spread_of([]) is None


@pytest.mark.parametrize(("count", "ranks"), [(5, None), (6, (1, 6)), (10, (2, 9)), (20, (6, 15)), (25, (8, 18))])
def test_the_interval_of_a_median_is_that_of_the_tables(count: int, ranks: tuple[int, int] | None) -> None:
    # Dixon and Massey, Introduction to Statistical Analysis, table of confidence intervals for the median.
    assert median_interval(range(count, 0, -1)) == ranks


# Points


def test_a_point_is_the_middle_of_its_searches() -> None:
    rows = [row(nodes=nodes, seconds=nodes / 1000, moves=str(nodes)) for nodes in (10, 20, 60)]
    [point] = summed(rows).values()
    assert (point.searches, point.nodes, point.seconds) == (3, Spread(15, 20, 40), Spread(0.015, 0.02, 0.04))
    assert point.branching is not None
    assert point.branching.median == pytest.approx((-1 + (1 + 4 * 19) ** 0.5) / 2)  # 1 + b + b² = 20


def test_others_are_compared_with_the_baseline_position_by_position() -> None:
    rows = [
        *(row(nodes=nodes, seconds=1.0, moves=moves) for moves, nodes in (("1", 100), ("2", 200), ("3", 300))),
        *(
            row("alphabeta", nodes=nodes, seconds=seconds, moves=moves)
            for moves, nodes, seconds in (("1", 50, 0.5), ("2", 20, 0.1), ("3", 75, 0.2))
        ),
    ]
    found = summed(rows)
    pruned, plain = found["Alpha-beta", 2], found["Minimax", 2]
    assert pruned.fewer == Spread(4, 4, 4)  # of 2, 10 and 4, too few for an interval
    assert (pruned.signs, plain.signs) == ((3, 0), (0, 0))
    assert pruned.faster is not None
    assert pruned.faster.median == pytest.approx(5)  # of 2, 10 and 5
    assert plain.fewer == Spread(1, 1, 1)
    other = summed(rows, Show(baseline="alphabeta"))
    assert other["Minimax", 2].fewer == Spread(0.25, 0.25, 0.25)


def test_what_was_given_up_is_counted_and_left_out() -> None:
    rows = [row(nodes=10, moves="1"), row(nodes=10**9, moves="2", state="time", value=None, move=None)]
    [point] = summed(rows).values()
    assert (point.searches, point.given_up, point.nodes) == (1, 1, Spread(10, 10, 10))
    [nodes, *_] = Report(rows, Show()).tables()
    assert nodes.rows == (("Minimax", "10 †"),)


def test_within_seconds_all_cost_the_same_so_only_the_depth_tells() -> None:
    rows = [
        row(name, depth=depth, nodes=nodes, moves=str(depth))
        for name, nodes in (("minimax", 10), ("alphabeta", 5))
        for depth in (4, 8)
    ]
    rows = [replace(one, limit="seconds", amount=0.5) for one in rows]
    found = summed(rows)
    assert found.keys() == {("Minimax", 0.5), ("Alpha-beta", 0.5)}
    assert found["Alpha-beta", 0.5].signs == (0, 0)
    point = found["Minimax", 0.5]
    assert (point.depth, point.branching, point.fewer) == (Spread(5, 6, 7), None, None)


def test_the_share_of_moves_that_keep_the_value_counts_only_what_was_judged() -> None:
    judged = (
        (True, 0.5),
        (True, 0.25),
        (False, 0.5),
        (None, None),
        (True, 1.0),
    )  # where all moves keep it, none counts
    rows = [row(moves=str(place), kept=kept, safe=safe) for place, (kept, safe) in enumerate(judged)]
    [point] = summed(rows).values()
    assert point.kept == Share(2, 3)


def test_tries_at_one_position_are_one_trial() -> None:
    """Else the interval would shrink by doing the same again."""
    tries = [("1", True), ("1", True), ("2", True), ("2", False), ("3", False), ("3", False)]
    rows = [row(moves=moves, repeat=n % 2 + 1, kept=kept, safe=0.5) for n, (moves, kept) in enumerate(tries)]
    [point] = summed(rows).values()
    assert point.kept == Share(1.5, 3)


# Views


def test_only_what_differs_is_named() -> None:
    rows = [row(), row("alphabeta"), row("alphabeta", order="centre"), row("alphabeta", order="centre", table="on")]
    titles = ["Minimax", "Alpha-beta", "Alpha-beta, centre first", "Alpha-beta, centre first, transposition table"]
    assert [line for line, _ in summed(rows)] == titles
    named = [replace(one, evaluation=name) for one in rows[:1] for name in ("quadruplets", "neighbours")]
    assert [line for line, _ in summed(named)] == ["quadruplets", "neighbours"]


def test_variants_are_panels_unless_their_size_runs_to_the_right() -> None:
    rows = [row(variant=f"classic,width={width}", nodes=width) for width in (5, 6)]
    view = view_of(rows, Show())
    assert [point.panel for point in points(rows, view)] == ["classic,width=5", "classic,width=6"]
    wide = view_of(rows, Show(across="width"))
    assert [(point.panel, point.x) for point in points(rows, wide)] == [("", 5), ("", 6)]


def test_depths_make_lines_where_something_else_runs_to_the_right() -> None:
    rows = [row(depth=depth, variant=f"classic,width={width}") for width in (5, 6) for depth in (2, 3)]
    lines = {line for line, _ in summed(rows, Show(across="width"))}
    assert lines == {"depth 2", "depth 3"}


def test_an_evaluation_that_only_follows_the_variant_is_not_named() -> None:
    rows = [row(), row("alphabeta"), row(variant="most-lines", evaluation="potential-lines")]
    assert view_of(rows, Show()).by == ("method",)


def test_a_baseline_that_is_not_there_is_an_error_that_names_what_is() -> None:
    with pytest.raises(UsageError, match=r"There is no 'pvs' to compare with\. Known: minimax, alphabeta"):
        view_of([row(), row("alphabeta")], Show(baseline="pvs"))


def test_a_table_has_lines_downwards_and_depths_across() -> None:
    rows = [row(name, depth, nodes) for name, nodes in (("minimax", 57), ("alphabeta", 1234)) for depth in (1, 2)]
    [nodes] = Report(rows, Show()).tables(["nodes"])
    assert (nodes.columns, nodes.rows) == (
        ("1", "2"),
        (("Minimax", "57", "57"), ("Alpha-beta", "1,234", "1,234")),
    )
    assert nodes.markdown().splitlines()[:3] == ["| depth | 1 | 2 |", "|---|---:|---:|", "| Minimax | 57 | 57 |"]


# Parts


def missing(algorithm: str, depth: int, **other: Any) -> Row:
    return row(algorithm, depth, 0, seconds=0.0, value=None, move=None, engine="", state="missing", **other)


def test_what_is_missing_is_counted_and_changes_no_figure() -> None:
    rows = [row(nodes=10, moves="1"), row(nodes=30, moves="2"), missing("minimax", 2, moves="3")]
    [point] = summed(rows).values()
    assert (point.searches, point.given_up, point.missing) == (2, 0, 1)
    assert point.nodes == Spread(15, 20, 25)


def test_the_baseline_is_the_same_before_its_searches_are_made() -> None:
    planned = [missing("minimax", 2), row("alphabeta", nodes=30)]
    made = [one for one in planned if one.done]
    assert Report(made, Show(), planned).as_data()["view"]["baseline"] == "minimax"
    point = summed(planned)["Alpha-beta", 2]
    assert (point.missing, point.unpaired, point.fewer) == (0, 1, None)


def test_a_partial_table_has_a_mark_wherever_something_is_missing_and_says_first_how_much() -> None:
    places = ("1", "2")
    planned = [
        *(row("minimax", 1, 8, moves=moves) for moves in places),
        row("alphabeta", 1, 8, moves="1"),
        missing("alphabeta", 1, moves="2"),
        row("minimax", 2, 60, moves="1"),
        missing("minimax", 2, moves="2"),
        *(row("alphabeta", 2, 20, moves=moves) for moves in places),
        *(missing(name, 3, moves=moves) for name in ("minimax", "alphabeta") for moves in places),
    ]
    report = Report([one for one in planned if one.done], Show(), planned)
    counts, nodes, fewer = report.tables(["nodes", "fewer"])
    assert counts.title == "Searches done, of all"
    assert counts.rows == (
        ("Minimax", "2", "1 of 2", "0 of 2"),
        ("Alpha-beta", "1 of 2", "2", "0 of 2"),
    )
    assert nodes.rows == (("Minimax", "8", "60 …", "…"), ("Alpha-beta", "8 …", "20", "…"))
    assert fewer.rows[1] == ("Alpha-beta", "equal …", "3 × fewer …", "…")  # 60 to 20; of one of two positions


def test_a_partial_chart_says_so_and_still_names_its_variant() -> None:
    pytest.importorskip("altair", reason="altair is not installed: charts cannot be drawn")
    planned = [row("minimax", depth) for depth in (1, 2)] + [missing("minimax", 3)]
    whole, partial = Report(planned[:2], Show()), Report(planned[:2], Show(), planned)
    [remark, *rest] = partial.charts()["nodes"].to_dict()["title"]["text"]
    assert remark == "Partial: 2 of 3 searches"
    assert rest == whole.charts()["nodes"].to_dict()["title"]["text"] == ["Log scale"]


# Sizes of samples, tests, and what was published


def test_titles_have_the_number_of_positions_and_cells_the_quartiles() -> None:
    rows = [row(nodes=nodes, moves=str(nodes)) for nodes in (10, 20, 60)]
    [nodes] = Report(rows, Show()).tables(["nodes"])
    assert (nodes.title, nodes.rows) == (
        "Nodes, median (interquartile range), n = 3",
        (("Minimax", "20 (15–40)"),),
    )


def test_more_nodes_than_the_baseline_are_written_as_many_and_not_as_fewer() -> None:
    rows = [row("alphabeta", nodes=100), row(nodes=160)]
    [fewer] = Report(rows, Show()).tables(["fewer"])
    assert fewer.rows == (("Alpha-beta", "equal"), ("Minimax", "1.6 × as many"))


def test_a_baseline_can_be_the_one_of_the_same_order() -> None:
    searches = (
        ("star1", "ascending", 100),
        ("star1", "centre", 80),
        ("star2", "ascending", 50),
        ("star2", "centre", 20),
    )
    rows = [row(name, nodes=nodes, order=order) for name, order, nodes in searches]
    fair = summed(rows, Show(baseline="star1", same=("order",)))
    assert [point.fewer.median for point in fair.values() if point.fewer] == [1, 1, 2, 4]
    assert [point.fewer.median for point in summed(rows).values() if point.fewer] == [1, 1.25, 2, 5]


def test_pairs_are_tested_exactly_and_several_tests_are_corrected() -> None:
    # Six of six in one direction: 2 / 2⁶ = 0.03125; two comparisons: twice that.
    rows = [row(moves=str(n), depth=depth, nodes=100) for n in range(6) for depth in (1, 2)]
    rows += [row("alphabeta", moves=str(n), depth=depth, nodes=50) for n in range(6) for depth in (1, 2)]
    [tests] = Report(rows, Show()).tables(["tests"])
    assert tests.rows == (("Alpha-beta", "6 : 0, p = 0.062", "6 : 0, p = 0.062"),)
    assert "exact sign test, p adjusted by Holm for 2 comparisons, n = 6" in tests.title


def test_moves_that_keep_the_value_are_compared_at_the_same_positions() -> None:
    """Against the depth before: five positions gained and none lost is p = 2 / 2⁵."""
    rows = [row(moves=str(n), depth=depth, kept=depth == 2 or n > 4, safe=0.5) for n in range(9) for depth in (1, 2)]
    tests = [table for table in Report(rows, Show()).tables(["tests"]) if "McNemar" in table.title]
    assert [table.rows for table in tests] == [(("Minimax", "5 : 0, p = 0.062"),)]


def test_a_table_is_written_in_latex() -> None:
    rows = [row(), row("alphabeta", nodes=28)]
    [fewer] = Report(rows, Show()).tables(["fewer"])
    text = fewer.latex()
    assert r"Alpha-beta & 2 $\times$ fewer \\" in text
    assert text.count(r"\begin{") == text.count(r"\end{") == 2


def test_published_figures_of_parts_stand_in_a_table_of_the_same_shape() -> None:
    experiment = experiment_of(variants="tictactoe", algorithms="minimax", depths="1-2", show={"tables": "nodes"})
    figures = [Figure.read({"what": "all", "depth": 2, "nodes": 82, "time": "1 s"})]
    ours, published = Report(rows_of(experiment), experiment.show, expected=figures).tables()
    assert (ours.title, ours.rows) == ("Nodes", (("Minimax", "10", "82"),))
    assert (published.title, published.rows) == ("Nodes, as published", (("Minimax", "", "82"),))
    study = [replace(figures[0], source=Source.STUDY)]
    assert len(list(Report(rows_of(experiment), experiment.show, expected=study).tables())) == 1


def test_without_rows_one_is_told_how_to_make_some() -> None:
    with pytest.raises(UsageError, match="no rows yet"):
        Report([], Show())
