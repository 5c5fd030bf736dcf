"""Scores have one order, and the minus sign turns it round."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourcast.algorithms import WIN, PovScore, Score, score_of
from fourcast.evals import TerminalValue
from fourcast.rules import FIRST, SECOND, Rules

PLIES = st.integers(0, 300)
VALUES = st.integers(-5, 5) | st.floats(-1e9, 1e9)
SCORES = st.one_of(
    st.builds(Score.win, PLIES),
    st.builds(Score.loss, PLIES),
    st.builds(Score.estimate, VALUES),
    st.builds(Score.exact, VALUES),
)


@given(SCORES, SCORES)
def test_of_two_scores_one_is_less_or_they_are_equal(one: Score, two: Score) -> None:
    assert [one < two, one == two, one > two].count(True) == 1


@given(SCORES, SCORES)
def test_the_four_comparisons_agree(one: Score, two: Score) -> None:
    assert (one <= two) == (two >= one) == (not two < one)
    assert (one < two) == (two > one)


@given(SCORES, SCORES, SCORES)
def test_less_than_less_is_less(one: Score, two: Score, three: Score) -> None:
    low, middle, high = sorted((one, two, three))
    assert low <= middle <= high
    assert low <= high


@given(SCORES)
def test_minus_minus_is_nothing(score: Score) -> None:
    minus = -score
    assert -minus == score
    assert minus.is_exact == score.is_exact


@given(SCORES, SCORES)
def test_minus_turns_the_order_round(one: Score, two: Score) -> None:
    assert (one < two) == (-two < -one)


@given(PLIES, PLIES, VALUES)
def test_wins_beat_values_beat_losses_and_time_counts(sooner: int, more: int, value: float) -> None:
    later = sooner + more + 1
    ranks = [Score.loss(sooner), Score.loss(later), Score.estimate(value), Score.win(later), Score.win(sooner)]
    assert all(low < high for low, high in pairwise(ranks))


@given(SCORES)
def test_a_score_is_one_sides_and_the_others_is_its_opposite(score: Score) -> None:
    assert PovScore(score, FIRST).pov(FIRST) == score
    assert PovScore(score, FIRST).pov(SECOND) == -score
    assert PovScore(score, SECOND).pov(FIRST) == -score
    assert str(PovScore(score, SECOND)) == str(score)


@pytest.mark.parametrize(
    ("value", "depth", "exact", "text"),
    [
        (WIN + 5, 6, True, "win in 1"),
        (WIN + 1, 6, False, "win in 5"),
        (-WIN - 4, 6, False, "loss in 2"),
        (0, 6, True, "0"),
        (0, 6, False, "≈0"),
        (-40, 6, False, "≈−40"),
        (1.952, 3, False, "≈1.952"),
    ],
)
def test_a_value_of_a_first_line_game_is_told_as_a_win_a_loss_or_a_number(
    value: float, depth: int, exact: bool, text: str
) -> None:
    rules = Rules.parse("classic")
    assert str(score_of(value, rules=rules, terminal=TerminalValue.SOONER, depth=depth, exact=exact)) == text
