"""Every algorithm finds what plain minimax, expectiminimax and expectimax find, with every order and table."""

from __future__ import annotations

from itertools import cycle

import pytest
from support.engines import ENGINES, needs_core
from support.naive_evals import NAIVE_EVALS
from support.naive_search import Naive
from support.search_cases import NAMED, SMALL, Case, case, close, unfinished
from support.to_oracle import oracle_rules, oracle_state

from fourcast.algorithms import SearchSpec, TableMode, tree_searches
from fourcast.engine import make_searcher
from fourcast.evals import EVALS, TerminalValue
from fourcast.native import Engine
from fourcast.rules import Rules, parse_position

SETTINGS = [
    (table, order + killers)
    for killers in ("", "+killers")
    for table in (TableMode.OFF, TableMode.ON)
    for order in ("ascending", "centre", "2,1")
]
"""Every table but the unsound one with every kind of order."""


def agree_with_plain_search(given: Case, engine: Engine, settings: list[tuple[TableMode, str]]) -> None:
    for naive in (given.naive("minimax"), given.naive("expectimax")):
        expected = naive.value(oracle_state(given.position), given.depth)
        for algorithm in tree_searches():
            if (algorithm.name == "expectimax") != naive.random_opponent:
                continue
            for table, order in settings:
                spec = given.spec(algorithm.name, order=order, table=table)
                found = make_searcher(given.position, spec, engine).search(given.depth)
                assert close(found.value, expected), (algorithm.name, table, order, given)


@pytest.mark.parametrize("variant", SMALL)
def test_python_finds_what_plain_search_finds(variant: str) -> None:
    settings = cycle(SETTINGS)
    for seed in range(24):
        given = case(variant, seed, depth=1 + seed % 3)
        agree_with_plain_search(given, Engine.PYTHON, [next(settings), next(settings), next(settings)])


@pytest.mark.parametrize("variant", NAMED)
def test_python_finds_what_plain_search_finds_on_the_boards_of_the_five_systems(variant: str) -> None:
    settings = cycle(SETTINGS)
    for seed in range(12):
        agree_with_plain_search(case(variant, seed, depth=2), Engine.PYTHON, [next(settings)])


@needs_core
@pytest.mark.parametrize("variant", SMALL)
def test_native_finds_what_plain_search_finds_deep_in_small_games(variant: str) -> None:
    for seed in range(24):
        agree_with_plain_search(case(variant, seed, depth=3 + seed % 3), Engine.NATIVE, SETTINGS[seed % 2 :: 2])


@needs_core
@pytest.mark.parametrize("variant", NAMED)
def test_native_finds_what_plain_search_finds_on_the_boards_of_the_five_systems(variant: str) -> None:
    for seed in range(5):
        agree_with_plain_search(case(variant, seed, depth=3), Engine.NATIVE, SETTINGS[seed % 2 :: 2])


# Chance nodes: where windows are divided among branches, rounding must not decide

SAME_VALUE = ("alphabeta", "alphabeta-hard", "shallow", "shallow-equal", "pvs", "star1", "star2")
TIES = (
    ("drift,width=3,height=2,connect=2", "..o/..x turn=x", "potential-lines", 2),
    ("drift,width=3,height=3,connect=3", "..o/..x/xxo turn=o", "potential-lines", 2),
    ("drift,width=3,height=2,connect=2", ".../..x turn=o", "lines-and-potential", 3),
    ("drift,drift=1:1:1,width=4,height=3", "..x./..o./o.xx turn=o", "potential-lines", 3),
)
"""Positions in which many moves are worth the same."""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", SAME_VALUE)
@pytest.mark.parametrize(("variant", "board", "evaluation", "depth"), TIES)
def test_pruning_changes_no_value_where_many_moves_are_equal(
    variant: str, board: str, evaluation: str, depth: int, algorithm: str, engine: Engine
) -> None:
    position = parse_position(Rules.parse(variant), board)
    naive = Naive(oracle_rules(position.rules), position.turn, NAIVE_EVALS[evaluation], "evaluated")
    spec = SearchSpec(algorithm, eval=evaluation, terminal=TerminalValue.EVALUATED)
    found = make_searcher(position, spec, engine).search(depth)
    assert close(found.value, naive.value(oracle_state(position), depth))


@needs_core
@pytest.mark.parametrize("algorithm", SAME_VALUE)
@pytest.mark.parametrize(
    "variant", ["drift,width=3,height=2,connect=2", "drift,width=4,height=3,drift=1:1:1", "drift,width=5,connect=3"]
)
def test_pruning_changes_no_value_on_hundreds_of_positions(variant: str, algorithm: str) -> None:
    rules = Rules.parse(variant)
    for seed in range(150):
        position, evaluation = unfinished(rules, seed), EVALS[seed % len(EVALS)]
        plain = make_searcher(position, SearchSpec("expectiminimax", eval=evaluation), Engine.NATIVE).search(3)
        found = make_searcher(position, SearchSpec(algorithm, eval=evaluation), Engine.NATIVE).search(3)
        assert close(found.value, plain.value), (position, evaluation.name)


@pytest.mark.parametrize("engine", ENGINES)
def test_star1_visits_less_than_expectiminimax_and_star2_no_more_than_that(engine: Engine) -> None:
    position = parse_position(Rules.parse("drift,width=5,height=4"), "...../...../..o../..x.. turn=x")
    nodes = {}
    for algorithm in ("expectiminimax", "alphabeta", "star1", "star2"):
        searcher = make_searcher(position, SearchSpec(algorithm, eval="potential-lines"), engine)
        nodes[algorithm] = searcher.search(3).nodes
    assert nodes["star1"] < nodes["alphabeta"] <= nodes["expectiminimax"]
    assert nodes["star2"] < nodes["expectiminimax"]
