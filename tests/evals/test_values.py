"""Every evaluation gives what loops over the cells give, on boards of every size and kind, and keeps its promises:
which change sign with the player, which see no mirror, what bounds them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.naive_evals import NAIVE_EVALS, neighbours
from support.strategies import any_rules, positions
from support.to_oracle import oracle_rules, oracle_state

from fourcast.evals import EVALS, Eval, find_eval
from fourcast.rules import FIRST, SECOND, Player, Position, Rules, parse_position

BOARDS = positions(any_rules(widest=9, highest=8))
ANTISYMMETRIC = tuple(known for known in EVALS if not known.name.startswith("quadruplets"))
MIRRORED = tuple(known for known in EVALS if known.name != "neighbours")


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


@pytest.mark.parametrize("known", ANTISYMMETRIC, ids=lambda known: known.name)
@settings(max_examples=100)
@given(position=BOARDS)
def test_what_a_position_is_worth_to_one_it_takes_from_the_other(known: Eval, position: Position) -> None:
    assert known.evaluate(position, FIRST) == -known.evaluate(position, SECOND)


def test_quadruplets_hopes_for_more_than_it_fears() -> None:
    position = parse_position(Rules.parse("classic"), "......./......./......./......./......./xxx.... turn=o")
    evaluate = find_eval("quadruplets").evaluate
    assert evaluate(position, FIRST) > -evaluate(position, SECOND)


@pytest.mark.parametrize("known", MIRRORED, ids=lambda known: known.name)
@settings(max_examples=100)
@given(position=BOARDS)
def test_an_evaluation_that_mirrors_sees_no_difference_in_a_mirror(known: Eval, position: Position) -> None:
    assert known.mirrors
    for player in (FIRST, SECOND):
        assert known.evaluate(position.mirror(), player) == known.evaluate(position, player)


def test_neighbours_says_that_it_does_not_mirror_and_does_not() -> None:
    neighbours = find_eval("neighbours")
    assert not neighbours.mirrors
    # In the left corner: right 10, above 10, up right 5. In the right corner: above 10.
    left = parse_position(Rules.parse("classic"), "......./......./......./......./......./x......")
    assert neighbours.evaluate(left, FIRST) == 25
    assert neighbours.evaluate(left.mirror(), FIRST) == 10


@pytest.mark.parametrize("known", [*EVALS, find_eval("neighbours:factor=642")], ids=lambda known: known.name)
@settings(max_examples=100)
@given(position=BOARDS)
def test_no_value_lies_outside_the_bounds(known: Eval, position: Position) -> None:
    assert known.bound
    lowest, highest = known.bound(position.rules)
    for player in (FIRST, SECOND):
        assert lowest <= known.evaluate(position, player) <= highest


@pytest.mark.parametrize("known", EVALS, ids=lambda known: known.name)
@pytest.mark.parametrize("spec", ["classic", "extended", "tictactoe", "classic,width=2,height=2,connect=2"])
def test_not_even_a_board_full_of_one_side_lies_outside_the_bounds(known: Eval, spec: str) -> None:
    rules = Rules.parse(spec)
    board = (1 << rules.shape.bits) - 1
    guards = sum(1 << rules.shape.height + column * (rules.shape.height + 1) for column in range(rules.shape.width))
    assert known.bound
    lowest, highest = known.bound(rules)
    for stones in ((board & ~guards, 0), (0, board & ~guards)):
        for player in (FIRST, SECOND):
            assert lowest <= known.evaluate(Position.of(rules, stones), player) <= highest
