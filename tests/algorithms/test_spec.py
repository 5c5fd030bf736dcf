"""Specs: one text form, what was given and what is a default, and defaults that fit the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourcast.algorithms import (
    ALGORITHMS,
    Limit,
    MoveOrder,
    SearchSpec,
    TableMode,
)
from fourcast.errors import UsageError
from fourcast.evals import EVALS, TerminalValue, find_eval
from fourcast.rules import VARIANTS, Rules

ORDERS = st.sampled_from(["ascending", "centre", "centre+killers", "4-3-5", "2-1+killers"])
LIMITS = st.builds(
    Limit,
    depth=st.integers(1, 500),
    nodes=st.none() | st.integers(1, 10**12),
    time=st.none() | st.floats(0.001, 1000).map(lambda time: round(time, 3)),
)
CHOICES = st.one_of(
    st.tuples(
        st.none() | st.sampled_from([name for name, algorithm in ALGORITHMS.items() if algorithm.uses_eval]),
        st.none() | st.sampled_from([known.name for known in EVALS] + ["neighbours:factor=642"]),
    ),
    st.tuples(st.sampled_from(list(ALGORITHMS)), st.none()),
)
"""Algorithms, and evaluations for those that use one."""
SPECS = st.builds(
    lambda choice, **settings: SearchSpec(choice[0], eval=choice[1], **settings),
    CHOICES,
    order=st.none() | ORDERS,
    table=st.none() | st.sampled_from(TableMode),
    terminal=st.none() | st.sampled_from(TerminalValue),
    limit=st.none() | LIMITS,
    seed=st.none() | st.integers(0, 10**12 - 1),
)


@given(SPECS)
def test_the_text_of_a_spec_reads_back(spec: SearchSpec) -> None:
    assert SearchSpec.parse(str(spec)) == spec


@given(st.sampled_from(list(ALGORITHMS)), ORDERS, st.sampled_from(TableMode))
def test_the_short_form_reads_back(algorithm: str, order: str, table: TableMode) -> None:
    spec = SearchSpec(algorithm, order=order, table=table)
    read = SearchSpec.parse(spec.short)
    assert (read.algorithm, read.order, read.table) == (spec.algorithm, spec.order, spec.table)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("minimax", "minimax"),
        ("alphabeta,order=centre", "alphabeta/centre"),
        ("alphabeta,table=on,depth=3,order=ascending", "alphabeta/table"),
        ("alphabeta/4,5,3/table", "alphabeta/4-5-3/table"),
        ("pvs/centre+killers,table=old-bounds", "pvs/centre+killers/old-bounds"),
    ],
)
def test_both_forms_of_a_spec_are_read_and_may_be_mixed(text: str, short: str) -> None:
    assert SearchSpec.parse(text).short == short


def test_explicit_names_the_settings_that_were_given_and_no_others() -> None:
    spec = SearchSpec.parse("alphabeta,depth=5,seed=1")
    assert spec.explicit == frozenset({"algorithm", "depth", "seed"})
    assert spec.with_limit(Limit(time=1)).explicit == spec.explicit
    assert spec.with_settings(time=1, order="centre").explicit == spec.explicit | {"time", "order"}
    assert SearchSpec().explicit == frozenset()


def test_settings_are_added_to_those_that_there_are() -> None:
    spec = SearchSpec("pvs", table=True, limit=Limit(depth=4)).with_settings(time=2, eval="filled-runs")
    assert (spec.algorithm, spec.table, spec.limit) == ("pvs", TableMode.ON, Limit(depth=4, time=2))
    assert spec.eval is find_eval("filled-runs")


def test_the_default_evaluation_fits_the_goal() -> None:
    chosen = {variant.name: SearchSpec().eval_for(variant.rules).name for variant in VARIANTS}
    assert chosen == {
        "classic": "quadruplets",
        "most-lines": "potential-lines",
        "drift": "potential-lines",
        "run-points": "filled-runs",
        "extended": "filled-runs",
        "popout": "quadruplets",
        "tictactoe": "quadruplets",
    }


def test_under_drift_the_default_algorithm_is_star1_and_one_that_was_given_stays() -> None:
    drift, classic = Rules.parse("drift"), Rules.parse("classic")
    assert SearchSpec().for_rules(drift).algorithm == "star1"
    assert SearchSpec().for_rules(classic).algorithm == "alphabeta"
    assert SearchSpec("alphabeta").for_rules(drift).algorithm == "alphabeta"
    assert SearchSpec().for_rules(classic).for_rules(drift).algorithm == "alphabeta"


@pytest.mark.parametrize(
    "text",
    [
        "alphabeta/centre/centre",
        "alphabeta/center",
        "alphabeta/centre/table,",
        "alphabeta,depth=0",
        "alphabeta,time=nan",
        "alphabeta,eval=clever",
        "alphabeta,table=yes",
        "alphabeta,engine=python",
        "depth=3,alphabeta",
    ],
)
def test_a_text_that_is_no_spec_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(UsageError, match=r"[.?]$"):
        SearchSpec.parse(text)


def test_an_unknown_algorithm_is_answered_by_the_nearest_or_by_all() -> None:
    with pytest.raises(UsageError, match=r"Did you mean 'alphabeta'\?"):
        SearchSpec("alfabeta")
    with pytest.raises(UsageError, match=", ".join(ALGORITHMS)):
        SearchSpec("stockfish")


def test_move_orders_are_equal_however_their_columns_are_separated() -> None:
    assert MoveOrder("4,5,3+killers") == MoveOrder("4-5-3+killers") != MoveOrder("4-5-3")
