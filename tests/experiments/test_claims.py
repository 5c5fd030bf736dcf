"""Of the published claims one holds and the others do not, and the tests that show it always find the same."""

from __future__ import annotations

from functools import cache
from unittest.mock import patch

import pytest
from support.engines import needs_core

from fourcast.datasets import winning_moves
from fourcast.experiments import PUBLISHED, claims, find_experiment
from fourcast.experiments.claims import TESTS, ClaimResult
from fourcast.native import Engine
from fourcast.rules import Position, Rules

pytestmark = needs_core


@cache
def verdict(name: str) -> ClaimResult:
    return TESTS[name](Engine.NATIVE)


@pytest.mark.parametrize("name", TESTS)
def test_the_only_claim_that_holds_is_that_lines_are_monotonic(name: str) -> None:
    assert verdict(name).holds == (name == "lines_are_monotonic")
    assert verdict(name).sentence.endswith(".")


def test_every_claim_is_tested_and_every_test_has_a_claim() -> None:
    named = {claim.check: claim.engine for one in PUBLISHED for claim in find_experiment(one).claims}
    assert named == {
        "heuristic_overestimates": None,
        "lines_are_monotonic": None,
        "old_bounds_hold": None,
        "old_bounds_win": None,
        "printed_state_is_legal": None,
        "pruning_misses_wins": None,
        "weight_of_three": None,
        "level_8_is_interrupted": Engine.NATIVE,
    }
    assert named.keys() == TESTS.keys()


def test_both_heuristics_of_connect_4s_overestimate_in_a_fair_part_of_late_positions() -> None:
    figures = verdict("heuristic_overestimates").figures
    for heuristic in ("potential-lines", "lines-and-potential"):
        assert 0.15 < figures[heuristic] / figures["positions"] < 0.4
        assert figures[heuristic] == sum(figures[f"{heuristic}, {empty} empty"] for empty in (8, 9, 10))
        assert 0.15 < figures[f"{heuristic}, 9 empty"] / 60 < 0.25  # "about a fifth" where the second player moves


def test_old_bounds_change_values_and_moves_for_fewer_nodes() -> None:
    figures = verdict("old_bounds_hold").figures
    assert figures["positions"] == 40
    assert figures["values changed"] > 0
    assert figures["moves changed"] > 0
    assert figures["nodes with"] < figures["nodes without"]


def test_wins_are_missed_as_often_without_pruning_as_with_it_and_never_where_sooner_is_better() -> None:
    figures = verdict("pruning_misses_wins").figures
    *evaluated, ordered = (count for name, count in figures.items() if name.endswith(", evaluated"))
    assert len(set(evaluated)) == 1
    assert 0 < ordered != evaluated[0] < figures["positions"]
    assert {count for name, count in figures.items() if name.endswith(", sooner")} == {0}


def test_published_counts_need_the_weight_32_and_no_interrupt() -> None:
    assert verdict("weight_of_three").figures["counts"] == verdict("weight_of_three").figures["equal with 32"] == 20
    assert verdict("weight_of_three").figures["equal with 64"] < 20
    assert verdict("level_8_is_interrupted").figures == {"counts": 8, "equal to the whole tree": 8}


def test_the_printed_state_has_columns_higher_than_the_board() -> None:
    assert list(verdict("printed_state_is_legal").figures.values()) == [5, 7, 5, 7, 5, 7, 5]
    assert "columns 2, 4 and 6" in verdict("printed_state_is_legal").sentence


def test_a_match_counts_every_game_once() -> None:
    figures = verdict("old_bounds_win").figures
    assert figures["games"] == 60 == figures["won"] + figures["drawn"] + figures["lost"]


@pytest.mark.parametrize("name", ["heuristic_overestimates", "pruning_misses_wins"])
def test_both_engines_find_the_same_every_time(name: str) -> None:
    with patch.object(claims, "LATE_EACH", 6), patch.object(claims, "WIN_POSITIONS", 6):
        native, again, python = (TESTS[name](engine) for engine in (Engine.NATIVE, Engine.NATIVE, Engine.PYTHON))
    assert native == again == python


def test_the_moves_that_win_at_once_are_found() -> None:
    assert [str(move) for move in winning_moves(Position("223344", "classic,width=8"))] == ["1", "5"]
    assert winning_moves(Rules.parse("classic,width=8").start()) == []
