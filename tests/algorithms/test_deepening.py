"""Iterative deepening: one depth after another, and what the last finished one found is the answer."""

from __future__ import annotations

from itertools import pairwise
from time import perf_counter

import pytest
from support.engines import ENGINES
from support.naive_evals import NAIVE_EVALS
from support.naive_search import Naive
from support.search_cases import SMALL, Case, case, close
from support.to_oracle import oracle_rules, oracle_state

from fourcast.algorithms import (
    Limit,
    SearchResult,
    SearchSpec,
    Stopped,
    TableMode,
    deepen,
    run_search,
    tree_searches,
)
from fourcast.engine import make_searcher, search
from fourcast.evals import EVALS, TerminalValue
from fourcast.native import Engine
from fourcast.rules import Rules, position_after

DEEPEST = 4


def one_by_one(given: Case, spec: SearchSpec, engine: Engine) -> list[SearchResult]:
    """What each depth finds when nothing limits it."""
    searcher = make_searcher(given.position, spec, engine)
    return [searcher.search(depth) for depth in range(1, DEEPEST + 1)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("algorithm", [algorithm.name for algorithm in tree_searches()])
@pytest.mark.parametrize("table", [TableMode.OFF, TableMode.ON])
def test_under_a_node_limit_the_last_finished_depth_answers(algorithm: str, table: TableMode, engine: Engine) -> None:
    given = case("popout,width=4,height=4", 1, depth=DEEPEST)
    spec = given.spec(algorithm, table=table, order="centre+killers")
    finished = one_by_one(given, spec, engine)
    total = finished[-1].nodes
    for limit in sorted({1, 2, 5, total // 7, total // 3, total - 1, total, *(info.nodes for info in finished)}):
        searcher = make_searcher(given.position, spec, engine)
        result = run_search(searcher, Limit(depth=DEEPEST, nodes=limit))
        within = [info for info in finished if info.nodes <= limit]
        assert result.nodes <= limit
        assert result.depth == len(within)
        if within:
            assert (result.value, result.pv) == (within[-1].value, within[-1].pv)
            assert result.iterations[-1].counts == within[-1].counts
        if len(within) < DEEPEST:
            assert result.stopped is Stopped.NODES
            assert result.nodes == limit
        else:
            assert result.stopped is None


@pytest.mark.parametrize("engine", ENGINES)
def test_without_one_finished_depth_the_first_move_in_order_answers(engine: Engine) -> None:
    position = Rules.parse("classic").start()
    for order, first in (("ascending", 0), ("centre", 3), ("6,2", 5)):
        spec = SearchSpec(eval="quadruplets", order=order)
        result = search(position, spec, nodes=3, engine=engine)
        assert result.depth == 0
        assert result.move.column == first
        assert result.nodes == 3
        assert result.stopped is Stopped.NODES


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("variant", SMALL)
def test_depths_come_one_after_another_and_counts_grow(variant: str, engine: Engine) -> None:
    given = case(variant, 7, depth=DEEPEST)
    searcher = make_searcher(given.position, given.spec("alphabeta"), engine)
    infos = list(deepen(searcher, Limit(depth=DEEPEST, nodes=10**9), started=perf_counter()))
    assert [info.depth for info in infos] == list(range(1, len(infos) + 1))
    assert all(before.nodes < after.nodes for before, after in pairwise(infos))
    for info in infos:
        assert close(info.value, given.naive().value(oracle_state(given.position), info.depth))


@pytest.mark.parametrize("engine", ENGINES)
def test_with_depth_alone_the_search_goes_there_at_once(engine: Engine) -> None:
    given = case("classic", 4, depth=3)
    straight = make_searcher(given.position, given.spec("alphabeta"), engine).search(3)
    result = search(given.position, given.spec("alphabeta"), depth=3, engine=engine)
    assert result.nodes == straight.nodes
    assert result.depth == 3


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("table", [TableMode.OFF, TableMode.ON])
@pytest.mark.parametrize(
    ("variant", "moves", "left"),
    [
        ("tictactoe", "5137", 5),
        ("classic,width=4,height=3,connect=4", "121234", 6),
        ("most-lines,width=3,height=3,connect=2", "12312", 4),
        ("drift,width=3,height=3,connect=3", "12321", 4),
    ],
)
def test_deepening_ends_by_itself_when_everything_is_known(
    variant: str, moves: str, left: int, table: TableMode, engine: Engine
) -> None:
    position = position_after(Rules.parse(variant).start(), moves)
    rules = oracle_rules(position.rules)
    naive = Naive(rules, position.turn, NAIVE_EVALS["quadruplets"])
    spec = SearchSpec(eval="quadruplets", table=table, terminal=TerminalValue.SOONER)
    result = search(position, spec, nodes=10**6, engine=engine)
    depth = result.depth
    assert result.stopped is None
    assert depth <= left
    assert result.score.relative.is_exact
    assert close(result.value, naive.value(oracle_state(position), depth))


EXACT_OR_NOT = (*SMALL, "popout,width=2,height=3,connect=3")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("table", [TableMode.OFF, TableMode.ON])
@pytest.mark.parametrize("variant", EXACT_OR_NOT)
def test_nothing_is_called_exact_that_hangs_on_an_evaluation(variant: str, table: TableMode, engine: Engine) -> None:
    for seed in range(8):
        given = case(variant, seed, depth=6)
        spec = SearchSpec(eval=given.evaluation, table=table, terminal=TerminalValue.SOONER)
        is_what_it_says(given, spec, engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_table_that_knows_an_estimate_does_not_make_it_exact(engine: Engine) -> None:
    position = position_after(Rules.parse("popout,width=2,height=2,connect=3").start(), "12p1")
    spec = SearchSpec(eval="line-counts", order="centre+killers", table=TableMode.ON)
    is_what_it_says(Case(position, "line-counts", TerminalValue.SOONER, 7), spec, engine)


def is_what_it_says(given: Case, spec: SearchSpec, engine: Engine) -> None:
    """If the value is called exact, it is the same whatever an evaluation may say within its bounds."""
    info = search(given.position, spec, depth=given.depth, nodes=4000, engine=engine)
    if not info.score.relative.is_exact:
        return
    known = next(known for known in EVALS if known.name == given.evaluation)
    assert known.bound
    for end in known.bound(given.position.rules):
        naive = Naive(oracle_rules(given.position.rules), given.position.turn, lambda *_, end=end: end)
        assert close(info.value, naive.value(oracle_state(given.position), info.depth)), given
