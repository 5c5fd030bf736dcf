"""Pruning under luck changes no value: where windows are divided among branches, rounding must not decide."""

from __future__ import annotations

import pytest
from support.engines import ENGINES, needs_core
from support.naive_evals import NAIVE_EVALS
from support.naive_search import Naive
from support.search_cases import close, unfinished
from support.to_oracle import oracle_rules, oracle_state

from fourcast.algorithms import SearchSpec
from fourcast.engine import make_searcher
from fourcast.evals import EVALS, TerminalValue
from fourcast.native import Engine
from fourcast.rules import Rules, parse_position

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
