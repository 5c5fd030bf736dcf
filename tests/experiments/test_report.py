"""Statistics and tables of rows: quartiles, branching factors and shares, each beside a figure found by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.experiment_files import experiment_of, rows_of

from fourcast.errors import UsageError
from fourcast.experiments import Report, Row, Show
from fourcast.experiments.points import Point, Share, Spread, branching_factor, points, spread_of, view_of

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
    pruned, plain = found["Alpha-beta, deep", 2], found["Minimax", 2]
    assert pruned.fewer == Spread(3, 4, 7)  # of 2, 10 and 4
    assert pruned.faster is not None
    assert pruned.faster.median == pytest.approx(5)  # of 2, 10 and 5
    assert plain.fewer == Spread(1, 1, 1)
    other = summed(rows, Show(baseline="alphabeta"))
    assert other["Minimax", 2].fewer == Spread(*sorted((0.175, 0.25, 0.375)))


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
    assert found.keys() == {("Minimax", 0.5), ("Alpha-beta, deep", 0.5)}
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
    titles = ["Minimax", "Alpha-beta, deep", "Alpha-beta, deep, centre first", "Alpha-beta, deep, centre first, table"]
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
        (("Minimax", "57", "57"), ("Alpha-beta, deep", "1,234", "1,234")),
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
    point = summed(planned)["Alpha-beta, deep", 2]
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
        ("Alpha-beta, deep", "1 of 2", "2", "0 of 2"),
    )
    assert nodes.rows == (("Minimax", "8", "60 …", "…"), ("Alpha-beta, deep", "8 …", "20", "…"))
    assert fewer.rows[1] == ("Alpha-beta, deep", "1 …", "3 …", "…")  # 60 to 20; of one of two positions


def test_a_partial_chart_says_so_and_still_names_its_variant() -> None:
    pytest.importorskip("altair", reason="altair is not installed: charts cannot be drawn")
    planned = [row("minimax", depth) for depth in (1, 2)] + [missing("minimax", 3)]
    whole, partial = Report(planned[:2], Show()), Report(planned[:2], Show(), planned)
    title = partial.charts()["nodes"].to_dict()["title"]
    assert title["subtitle"] == "Partial: 2 of 3 searches"
    assert title["text"] == whole.charts()["nodes"].to_dict().get("title", "")


def test_without_rows_one_is_told_how_to_make_some() -> None:
    with pytest.raises(UsageError, match="no rows yet"):
        Report([], Show())
