"""Limits that limit nothing are refused, and so is a search from a game that is over."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest
from support.engines import needs_core

from fourcast.algorithms import ALGORITHMS, Limit, SearchSpec, TableMode
from fourcast.engine import choose_search_engine, search
from fourcast.errors import EngineUnavailable, IllegalMove, UsageError
from fourcast.native import Engine
from fourcast.rules import Player, Position, Rules, position_after


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"depth": 0},
        {"depth": -3},
        {"depth": 501},
        {"nodes": 0},
        {"nodes": -1, "depth": 3},
        {"time": 0},
        {"time": -0.5},
        {"time": inf},
        {"time": nan},
        {"time": 1, "depth": 0},
    ],
)
def test_a_limit_that_lets_nothing_or_everything_happen_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"^(A search|Invalid) .*\.$"):
        Limit(**limits)


def test_a_search_deepens_unless_depth_alone_limits_it() -> None:
    assert not Limit(depth=5).deepens
    assert Limit(depth=5, nodes=5).deepens
    assert Limit(time=0.1).deepens


@pytest.mark.parametrize("engine", [None, Engine.PYTHON])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    ("variant", "moves"), [("classic", "1212121"), ("tictactoe", "123456879"), ("tictactoe", "14253")]
)
def test_there_is_nothing_to_look_ahead_to_when_the_game_is_over(
    variant: str, moves: str, algorithm: str, engine: Engine | None
) -> None:
    position = position_after(Rules.parse(variant).start(), moves)
    assert position.outcome
    with pytest.raises(IllegalMove, match="The game is over"):
        search(position, SearchSpec(algorithm), nodes=9, engine=engine)


def mine(position: Position, player: Player) -> float:
    return 0


CANNOT = (
    SearchSpec("random"),
    SearchSpec(eval=mine),
)


@pytest.mark.parametrize("spec", CANNOT, ids=str)
def test_what_has_no_native_implementation_runs_in_python_and_never_silently_instead(spec: SearchSpec) -> None:
    rules = Rules.parse("classic")
    with pytest.raises(EngineUnavailable, match=r"^The native engine does not support this: .*\.$"):
        search(rules.start(), spec, nodes=9, engine=Engine.NATIVE)
    assert choose_search_engine(rules, spec) is Engine.PYTHON
    assert search(rules.start(), spec, nodes=9).engine == "python"


@needs_core
@pytest.mark.parametrize("variant", ["classic,width=16,height=16", "classic,width=16,connect=16,height=3"])
def test_boards_and_lines_too_long_for_the_core_are_searched_in_python(variant: str) -> None:
    rules, spec = Rules.parse(variant), SearchSpec(eval="potential-lines")
    with pytest.raises(EngineUnavailable):
        search(rules.start(), spec, depth=1, engine=Engine.NATIVE)
    assert search(rules.start(), spec, depth=1).engine == "python"


@needs_core
def test_everything_else_is_searched_by_the_core() -> None:
    for algorithm in ALGORITHMS:
        evaluation = None if algorithm in ("random", "mcts") else "neighbours:factor=642"
        spec = SearchSpec(algorithm, eval=evaluation, order="centre+killers", table=TableMode.ON)
        expected = Engine.PYTHON if algorithm == "random" else Engine.NATIVE
        assert choose_search_engine(Rules.parse("popout"), spec) is expected
