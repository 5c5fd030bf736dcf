"""Every evaluation gives what loops over the cells give, on boards of every size and kind."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.naive_evals import NAIVE_EVALS, neighbours
from support.strategies import any_rules, positions
from support.to_oracle import oracle_rules, oracle_state

from fourcast.evals import EVALS, Eval, find_eval
from fourcast.rules import FIRST, SECOND, Player, Position

BOARDS = positions(any_rules(widest=9, highest=8))


def test_every_evaluation_has_a_naive_form_to_be_compared_with() -> None:
    assert [known.name for known in EVALS] == list(NAIVE_EVALS)


@pytest.mark.parametrize("known", EVALS, ids=lambda known: known.name)
@settings(max_examples=150)
@given(position=BOARDS, player=st.sampled_from((FIRST, SECOND)))
def test_an_evaluation_is_what_its_description_says(known: Eval, position: Position, player: Player) -> None:
    expected = NAIVE_EVALS[known.name](oracle_rules(position.rules), oracle_state(position), player)
    assert known.evaluate(position, player) == expected


@settings(max_examples=100)
@given(position=BOARDS, player=st.sampled_from((FIRST, SECOND)), factor=st.integers(0, 10**9 - 1))
def test_neighbours_counts_complete_lines_by_any_factor(position: Position, player: Player, factor: int) -> None:
    expected = neighbours(oracle_rules(position.rules), oracle_state(position), player, factor)
    assert find_eval(f"neighbours:factor={factor}").evaluate(position, player) == expected
