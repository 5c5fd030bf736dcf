"""The C++ implementation searches as the Python engine does: the same nodes in the same order, to the last count."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.search_cases import NAMED, SMALL, close, rules_of, unfinished
from support.strategies import any_rules, positions

from fourcast.algorithms import (
    Limit,
    MoveOrder,
    PythonSearcher,
    SearchResult,
    SearchSpec,
    Stopped,
    TableMode,
    run_search,
    tree_searches,
)
from fourcast.evals import EVALS, Eval, TerminalValue, find_eval
from fourcast.native import NativeSearcher, evaluate
from fourcast.rules import FIRST, SECOND, Player, Position, Rules

ALGORITHM_NAMES = [algorithm.name for algorithm in tree_searches()]
ORDERS = ("ascending", "centre", "2-1", "ascending+killers", "centre+killers")
WIDE = (
    *("classic,width=9,height=7", "drift,width=11,height=9", "extended,width=10,height=8,connect=5,pops=3"),  # 128 bits
    *("popout,width=9,height=8,connect=5", "tictactoe,width=9,height=9,connect=5"),
    *("classic,width=15,height=15,connect=5", "most-lines,width=16,height=15", "drift,width=12,height=12"),  # 256 bits
    *("extended,width=14,height=10,connect=6", "popout,width=13,height=12", "tictactoe,width=15,height=12,connect=6"),
)
ODD = (
    *("classic,width=8,height=7,connect=5", "classic,width=1,height=6", "classic,width=6,height=1,connect=3"),
    *("classic,width=5,height=4,drift=2:3:0", "extended,width=5,height=3,pops=2,drift=1:0:4"),
    *("popout,width=4,height=3,connect=3,drift=5:1:2", "most-lines,width=4,height=4,connect=2,gravity=off"),
)


def essence(info: SearchResult) -> tuple[object, ...]:
    """All that a look says but its time and its engine."""
    return info.value, info.pv, info.moves, info.counts, info.score, info.depth, info.player


def agree(position: Position, spec: SearchSpec, depth: int) -> None:
    """Whether both engines say the same about a position at one depth after another."""
    python, native = PythonSearcher(position, spec), NativeSearcher(position, spec)
    for ahead in range(1, depth + 1):
        assert essence(native.search(ahead)) == essence(python.search(ahead)), (position, spec)


@pytest.mark.parametrize("ends", list(TerminalValue))
@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_every_algorithm_visits_the_same_nodes_with_every_evaluation_and_order(
    algorithm: str, ends: TerminalValue
) -> None:
    specs = (*SMALL, *ODD)
    for number, (known, order) in enumerate(product(EVALS, ORDERS)):
        seed = 31 * number + 7 * ALGORITHM_NAMES.index(algorithm) + list(TerminalValue).index(ends)
        rules = rules_of(specs[seed % len(specs)])
        written = MoveOrder("1" if order == "2-1" and rules.shape.width == 1 else order)
        agree(unfinished(rules, seed), SearchSpec(algorithm, eval=known, order=written, terminal=ends), 3)


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_every_algorithm_visits_the_same_nodes_on_the_boards_of_the_five_systems(algorithm: str) -> None:
    for seed, variant in enumerate((*NAMED, "classic,width=8")):
        position = unfinished(rules_of(variant), seed)
        depth = 3 if len(position.legal_moves) < 8 and "drift" not in variant else 2
        for known in EVALS[seed % 2 :: 2]:
            agree(position, SearchSpec(algorithm, eval=known, order=ORDERS[seed % 5]), depth)


@pytest.mark.parametrize("variant", WIDE)
def test_both_engines_visit_the_same_nodes_on_boards_of_two_and_four_words(variant: str) -> None:
    rules = Rules.parse(variant)
    for seed, algorithm in enumerate(("alphabeta", "star2", "pvs", "shallow", "expectimax")):
        known = EVALS[(seed + WIDE.index(variant)) % len(EVALS)]
        agree(
            unfinished(rules, seed),
            SearchSpec(algorithm, eval=known, order=ORDERS[seed]),
            1 + (algorithm != "expectimax"),
        )


def test_the_boards_above_fill_every_kind_of_word() -> None:
    bits = [Rules.parse(variant).shape.bits for variant in (*SMALL, *ODD, *NAMED, *WIDE)]
    assert 64 in bits
    assert sum(64 < some <= 128 for some in bits) >= 5
    assert sum(128 < some <= 256 for some in bits) >= 5


@settings(max_examples=150)
@given(
    position=positions(any_rules(widest=5, highest=4)).filter(lambda position: bool(position.legal_moves)),
    known=st.sampled_from(EVALS),
    algorithm=st.sampled_from(ALGORITHM_NAMES),
    ends=st.sampled_from(TerminalValue),
    order=st.sampled_from(("ascending", "centre", "centre+killers")),
)
def test_both_engines_visit_the_same_nodes_under_any_rules(
    position: Position, known: Eval, algorithm: str, ends: TerminalValue, order: str
) -> None:
    agree(position, SearchSpec(algorithm, eval=known, order=order, terminal=ends), 2)


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_both_engines_find_the_same_value_with_the_table(algorithm: str) -> None:
    for seed, variant in enumerate((*SMALL, *ODD)):
        position = unfinished(rules_of(variant), seed)
        spec = SearchSpec(algorithm, eval=EVALS[seed % len(EVALS)], order="centre+killers", table=TableMode.ON)
        python, native = PythonSearcher(position, spec), NativeSearcher(position, spec)
        for depth in range(1, 5 if position.rules.drift is None else 3):
            one, two = python.search(depth), native.search(depth)
            assert close(two.value, one.value), (variant, depth)
            assert two.moves.keys() <= set(position.legal_moves)


@pytest.mark.parametrize("variant", ["classic", "popout", "tictactoe", "drift,width=4,height=4"])
def test_a_full_table_changes_no_value(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourcast.native.search.TABLE_BITS", 5)
    position = Position("", variant)
    for algorithm in ("minimax", "alphabeta", "star2"):
        plain, table = SearchSpec(algorithm), SearchSpec(algorithm, table=TableMode.ON)
        with_table = NativeSearcher(position, table)
        for depth in range(1, 6):
            assert close(with_table.search(depth).value, NativeSearcher(position, plain).search(depth).value)


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_both_engines_visit_the_same_nodes_with_old_bounds(algorithm: str) -> None:
    for seed, variant in enumerate((*SMALL, *ODD, *NAMED)):
        position, known = unfinished(rules_of(variant), seed), EVALS[seed % len(EVALS)]
        spec = SearchSpec(algorithm, eval=known, order=ORDERS[seed % 5], table=TableMode.OLD_BOUNDS)
        agree(position, spec, 4 if variant in SMALL and position.rules.drift is None else 2)


@settings(max_examples=60)
@given(
    position=positions(any_rules(widest=5, highest=4)).filter(lambda position: bool(position.legal_moves)),
    known=st.sampled_from(EVALS),
    algorithm=st.sampled_from(("shallow", "alphabeta", "alphabeta-hard", "pvs", "star2")),
    limit=st.sampled_from((Limit(nodes=90), Limit(depth=3))),
)
def test_both_engines_deepen_alike_with_old_bounds(
    position: Position, known: Eval, algorithm: str, limit: Limit
) -> None:
    spec = SearchSpec(algorithm, eval=known, table=TableMode.OLD_BOUNDS)
    python, native = (run_search(engine(position, spec), limit) for engine in (PythonSearcher, NativeSearcher))
    assert concluded(native) == concluded(python)


def test_old_bounds_that_exceed_their_memory_end_the_search_at_a_finished_depth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fourcast.native.search.TABLE_BITS", 6)
    position, spec = Position("", "extended"), SearchSpec("alphabeta", eval="filled-runs", table=TableMode.OLD_BOUNDS)
    native = run_search(NativeSearcher(position, spec), Limit(depth=5))
    assert native.stopped is Stopped.MEMORY
    assert 1 <= native.depth < 5
    python = run_search(PythonSearcher(position, spec), Limit(depth=native.depth))
    assert [essence(depth) for depth in native.iterations] == [essence(depth) for depth in python.iterations]


def concluded(result: SearchResult) -> tuple[object, ...]:
    return *essence(result), result.counts, result.stopped


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_searches_with_a_node_limit_stop_at_the_same_node(algorithm: str) -> None:
    for seed, variant in enumerate(SMALL):
        rules: Rules = rules_of(variant)
        spec = SearchSpec(
            algorithm, eval=EVALS[seed % len(EVALS)], order="ascending+killers", terminal=TerminalValue.SOONER
        )
        position = unfinished(rules, 3)
        for nodes in (1, 2, 17, 100, 331):
            limit = Limit(nodes=nodes)
            python = run_search(PythonSearcher(position, spec), limit)
            native = run_search(NativeSearcher(position, spec), limit)
            assert concluded(native) == concluded(python), (variant, nodes)


def test_both_engines_deepen_alike() -> None:
    stopped = set()
    for seed, variant in enumerate((*SMALL, *ODD, *NAMED)):
        position, spec = unfinished(rules_of(variant), seed), SearchSpec("pvs", eval=EVALS[seed % len(EVALS)])
        limit = Limit(depth=4, nodes=600)
        python, native = (
            run_search(PythonSearcher(position, spec), limit),
            run_search(NativeSearcher(position, spec), limit),
        )
        assert concluded(native) == concluded(python), variant
        stopped.add(python.stopped)
    assert stopped == {None, Stopped.NODES}


def test_one_plan_may_be_followed_from_many_positions_and_one_searcher_may_look_again() -> None:
    spec = SearchSpec("alphabeta", eval="quadruplets")
    for seed in range(5):
        position = unfinished(rules_of("classic"), seed)
        python, native = PythonSearcher(position, spec), NativeSearcher(position, spec)
        for depth in (3, 1, 3, 2):
            assert essence(native.search(depth)) == essence(python.search(depth))


@given(
    position=positions(any_rules(widest=12, highest=10)),
    known=st.sampled_from((*EVALS, find_eval("neighbours:factor=642"))),
    player=st.sampled_from((FIRST, SECOND)),
)
def test_both_engines_evaluate_alike(position: Position, known: Eval, player: Player) -> None:
    assert evaluate(position, known, player) == known.evaluate(position, player)


@pytest.mark.parametrize("factor", [0, 1, 642, 10**9 - 1])
def test_both_engines_evaluate_alike_with_any_factor_that_may_be_written(factor: int) -> None:
    rules, known = Rules.parse("most-lines,width=15,height=15,connect=2"), find_eval(f"neighbours:factor={factor}")
    position = Position.of(rules, (rules.shape.board, 0))  # more lines than on any board that games lead to
    for player in (FIRST, SECOND):
        assert evaluate(position, known, player) == known.evaluate(position, player)
