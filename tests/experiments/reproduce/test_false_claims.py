"""Three claims of the five systems do not hold, and the experiments that show it always find the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from unittest.mock import patch

import pytest
from support.engines import needs_core

from fourcast.experiments.reproduce import false_claims
from fourcast.experiments.reproduce.false_claims import (
    TRIALS,
    Finding,
    findings,
    random_position,
    trials,
    winning_moves,
)
from fourcast.native import Engine
from fourcast.rules import Rules, position_after


@pytest.fixture(scope="module")
def found() -> dict[str, Finding]:
    return {finding.system: finding for finding in findings(engine=Engine.NATIVE)}


@needs_core
def test_none_of_the_claims_holds(found: dict[str, Finding]) -> None:
    assert set(found) == {"connect-4s", "extended", "8x6"}
    for finding in found.values():
        assert not finding.holds
        assert finding.found.endswith(".")


@needs_core
def test_both_heuristics_of_connect_4s_overestimate_in_a_fair_part_of_late_positions(found: dict[str, Finding]) -> None:
    figures = found["connect-4s"].figures
    for heuristic in ("potential-lines", "lines-and-potential"):
        assert 0.15 < figures[heuristic] / figures["positions"] < 0.4
        assert figures[heuristic] == sum(figures[f"{heuristic}, {empty} empty"] for empty in (8, 9, 10))
        assert 0.15 < figures[f"{heuristic}, 9 empty"] / 60 < 0.25  # "about a fifth" where the second player moves


@needs_core
def test_trusting_old_bounds_changes_values_and_moves_for_fewer_nodes(found: dict[str, Finding]) -> None:
    finding = found["extended"]
    assert finding.engine == "python"  # the native engine does not have the unsound form
    assert finding.figures["positions"] == 40
    assert finding.figures["values changed"] > 0
    assert finding.figures["moves changed"] > 0
    assert finding.figures["nodes with"] < finding.figures["nodes without"]


@needs_core
def test_wins_are_missed_as_often_without_pruning_as_with_it(found: dict[str, Finding]) -> None:
    figures = found["8x6"].figures
    evaluated = {count for name, count in figures.items() if name.endswith(", evaluated")}
    assert len(evaluated) == 1
    assert 0 < evaluated.pop() < figures["positions"]


@needs_core
def test_no_win_is_missed_where_sooner_is_better(found: dict[str, Finding]) -> None:
    sooner = [count for name, count in found["8x6"].figures.items() if name.endswith(", sooner")]
    assert sooner == [0, 0, 0, 0]


@needs_core
@pytest.mark.parametrize("trial", TRIALS[:1] + TRIALS[2:], ids=lambda trial: trial.system)
def test_an_experiment_finds_the_same_when_it_is_run_again(trial: object, found: dict[str, Finding]) -> None:
    [again] = [known.run(Engine.NATIVE) for known in TRIALS if known is trial]
    assert replace(again, seconds=0.0) == replace(found[again.system], seconds=0.0)


@needs_core
@pytest.mark.parametrize("system", ["connect-4s", "8x6"])
def test_both_engines_find_the_same(system: str) -> None:
    [trial] = trials([system])
    with patch.object(false_claims, "LATE_EACH", 6), patch.object(false_claims, "WIN_POSITIONS", 6):
        native, python = (trial.run(engine) for engine in (Engine.NATIVE, Engine.PYTHON))
    assert (native.engine, python.engine) == ("native", "python")
    assert native.figures == python.figures


def test_a_system_without_a_false_claim_has_no_trial() -> None:
    assert trials(["zer0lose", "smart"]) == []
    assert [trial.system for trial in trials(["8x6"])] == ["8x6"]


def test_random_positions_are_unfinished_and_as_far_as_wanted() -> None:
    rules = Rules.parse("classic,width=8")
    random = Random(5)
    for plies in (0, 1, 12, 30):
        position = random_position(rules, plies, random)
        assert position.discs == plies
        assert position.outcome is None


def test_the_moves_that_win_at_once_are_found() -> None:
    rules = Rules.parse("classic,width=8")
    open_three = position_after(rules.start(), "223344")
    assert [str(move) for move in winning_moves(open_three)] == ["1", "5"]
    assert winning_moves(rules.start()) == []
