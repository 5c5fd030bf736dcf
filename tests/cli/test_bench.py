"""`fourcast bench`: nodes of a fixed suite, the same every time and, without a table, by both engines."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from support.command import call, run
from support.engines import needs_core

from fourcast.algorithms import ALGORITHMS, tree_searches
from fourcast.experiments.bench import SUITE
from fourcast.rules import Rules, position_after


@cache
def signature() -> dict[str, Any]:
    """What the native engine has."""
    ended = call("bench", "--engine", "native", "--json")
    assert ended.code == 0, ended.err
    data = json.loads(ended.out)
    assert isinstance(data, dict)
    return data


@needs_core
def test_the_signature_is_the_same_every_time_and_in_every_version() -> None:
    assert json.loads(run("bench", "--json").out) == signature()
    assert signature()["total"] == 751336  # if this changes, raise RESULTS_VERSION


@needs_core
def test_both_engines_have_one_signature_where_there_is_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    nearer = tuple(
        (spec, moves, evaluation, max(1, depth - 2)) for spec, moves, evaluation, depth in SUITE
    )  # to save time
    monkeypatch.setattr("fourcast.experiments.bench.SUITE", nearer)
    signed = [json.loads(call("bench", "--json", "--engine", e).out) for e in ("python", "native")]
    assert [data["engine"] for data in signed] == ["python", "native"]
    python, native = (data["signature"] for data in signed)
    assert list(python) == list(native)
    plain = [name for name in python if "table" not in name]
    assert plain == list(ALGORITHMS)
    assert {name: python[name] for name in plain} == {name: native[name] for name in plain}


@needs_core
def test_pruning_shows_in_the_signature() -> None:
    rows = signature()["signature"]
    assert rows["minimax"] == rows["expectiminimax"] == rows["expectimax"]
    assert rows["minimax"] > rows["shallow"] > rows["shallow-equal"] > rows["alphabeta"]
    assert rows["alphabeta"] == rows["alphabeta-hard"]
    assert rows["star1"] < rows["alphabeta"]
    for algorithm in tree_searches():
        assert rows[f"{algorithm.name} centre+killers, transposition table"] < rows[algorithm.name]


@needs_core
def test_the_rows_without_pruning_count_whole_trees() -> None:
    expected = 0
    for spec, moves, _, depth in SUITE:
        options = ("--rules", spec, "--moves", moves, "--depth", str(depth), "--chance", "--json")
        expected += json.loads(call("perft", *options).out)["depths"][-1]["tree"]
    assert signature()["signature"]["minimax"] == expected


def test_the_suite_has_a_position_of_every_variant() -> None:
    names = {spec.partition(",")[0] for spec, *_ in SUITE}
    assert names == {"classic", "most-lines", "drift", "extended", "popout", "tictactoe"}
    for spec, moves, _, _ in SUITE:
        assert position_after(Rules.parse(spec).start(), moves).legal_moves


@needs_core
def test_people_see_a_row_for_each_search_and_the_sum_last() -> None:
    ended = call("bench")
    assert len(signature()["signature"]) == 2 * len(ALGORITHMS) - 2  # random and mcts have no table
    assert signature()["total"] == sum(signature()["signature"].values())
    rows = [line.rsplit(maxsplit=1) for line in ended.out.splitlines()]
    assert {name: int(nodes) for name, nodes in rows[:-1]} == signature()["signature"]
    assert rows[-1] == ["total", str(signature()["total"])]
    assert ended.err == "engine: native\n"
