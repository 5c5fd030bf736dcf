"""The answer of a search: its move is a best one, without table the first of them, all it says of moves is true."""

from __future__ import annotations

import pytest
from support.engines import ENGINES
from support.naive_evals import NAIVE_EVALS
from support.search_cases import (
    NAMED,
    SMALL,
    Case,
    case,
    close,
    naive_moves,
    ordered,
    playable,
    rules_of,
    unfinished,
)
from support.to_oracle import oracle_rules, oracle_state

from fourcast.algorithms import Bound, Limit, SearchResult, SearchSpec, TableMode, tree_searches
from fourcast.engine import make_searcher, search
from fourcast.native import Engine

ORDERS = ("ascending", "centre", "3-1")


def looks(
    given: Case, engine: Engine, *, order: str, table: TableMode = TableMode.OFF
) -> list[tuple[str, SearchResult]]:
    """What every algorithm finds."""
    found = []
    for algorithm in tree_searches():
        spec = given.spec(algorithm.name, order=order, table=table)
        found.append((algorithm.name, make_searcher(given.position, spec, engine).search(given.depth)))
    return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("variant", [variant for variant in (*SMALL, *NAMED) if "drift" not in variant])
def test_the_first_best_move_in_order_is_chosen_without_memory(variant: str, engine: Engine) -> None:
    for seed in range(12):
        given = case(variant, seed, depth=2)
        order = ORDERS[seed % 3] if given.position.rules.shape.width > 2 else ORDERS[seed % 2]
        best, against_random = naive_moves(given, given.naive()), naive_moves(given, given.naive("expectimax"))
        for algorithm, info in looks(given, engine, order=order):
            values = against_random if algorithm == "expectimax" else best
            in_order = ordered(list(values), given.position.rules, order)
            assert info.move == max(in_order, key=values.__getitem__), (algorithm, order, given)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("variant", SMALL)
def test_the_move_is_a_best_one_with_everything_on(variant: str, engine: Engine) -> None:
    for seed in range(12):
        given = case(variant, seed, depth=3)
        best, against_random = naive_moves(given, given.naive()), naive_moves(given, given.naive("expectimax"))
        for algorithm, info in looks(given, engine, order="centre+killers", table=TableMode.ON):
            values = against_random if algorithm == "expectimax" else best
            assert close(values[info.move], max(values.values())), (algorithm, given)
            assert playable(given.position, info)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("table", [TableMode.OFF, TableMode.ON])
@pytest.mark.parametrize("variant", SMALL)
def test_what_is_said_about_every_move_of_the_root_is_true(variant: str, engine: Engine, table: TableMode) -> None:
    for seed in range(6):
        given = case(variant, seed, depth=3)
        best, against_random = naive_moves(given, given.naive()), naive_moves(given, given.naive("expectimax"))
        for algorithm, info in looks(given, engine, order="ascending", table=table):
            values = against_random if algorithm == "expectimax" else best
            for move, ranked in info.moves.items():
                truth = values[move]
                if ranked.bound is Bound.EXACT:
                    assert close(ranked.value, truth), (algorithm, ranked, given)
                elif ranked.bound is Bound.UPPER:
                    assert truth <= ranked.value or close(ranked.value, truth), (algorithm, ranked, given)
                else:
                    assert truth >= ranked.value or close(ranked.value, truth), (algorithm, ranked, given)


@pytest.mark.parametrize("engine", ENGINES)
def test_searches_without_pruning_value_every_move_of_the_root_exactly(engine: Engine) -> None:
    for variant in SMALL:
        given = case(variant, 3, depth=2)
        for algorithm, info in looks(given, engine, order="centre"):
            if algorithm in ("minimax", "expectiminimax", "expectimax"):
                assert list(info.moves) == list(given.position.legal_moves)
                assert {ranked.bound for ranked in info.moves.values()} == {Bound.EXACT}


def test_the_value_of_random_is_the_evaluation_of_where_it_stands() -> None:
    for seed, (variant, name) in enumerate({"extended": "filled-runs", "classic": "quadruplets"}.items()):
        position = unfinished(rules_of(variant), seed)
        result = search(position, SearchSpec("random", seed=1), depth=1)
        assert result.value == NAIVE_EVALS[name](oracle_rules(position.rules), oracle_state(position), position.turn)
        assert (result.nodes, result.stopped, result.score.is_exact) == (1, None, False)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("variant", SMALL)
@pytest.mark.parametrize("limit", [Limit(depth=5), Limit(time=9), Limit(nodes=1)])
def test_greedy_is_minimax_one_move_ahead_whatever_it_is_allowed(variant: str, limit: Limit, engine: Engine) -> None:
    for seed in range(3):
        given = case(variant, seed, depth=1)
        values = naive_moves(given, given.naive())
        result = search(given.position, given.spec("greedy").with_limit(limit), engine=engine)
        assert result.depth == 1
        assert close(result.value, max(values.values()))
        assert close(values[result.move], result.value)
