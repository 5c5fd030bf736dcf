"""Positions and moves as people use them: text in, text out, and every position that can follow."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given
from support import oracle
from support.strategies import any_rules, positions
from support.to_oracle import oracle_rules, oracle_state

from fourcast.errors import IllegalMove, NotationError, RulesError, UsageError
from fourcast.rules import Chance, Position, Rules, Shape, chance_rng, drop, random_position


@given(positions())
def test_repr_can_be_evaluated(position: Position) -> None:
    assert eval(repr(position)) == position  # the names it needs: Position


def test_a_position_made_of_moves_shows_them() -> None:
    assert repr(Position("4453")) == "Position('4453')"
    assert repr(Position("44", "popout").play("p4")) == "Position('44p4', 'popout')"
    assert repr(Position("4", "drift").play("4>5")) == "Position('44>5', 'drift')"


@given(any_rules())
def test_rules_can_be_evaluated_from_their_repr(rules: Rules) -> None:
    assert eval(repr(rules)) == rules


@given(positions())
def test_a_printed_position_is_read_back(position: Position) -> None:
    outcome = position.outcome
    if outcome is None:
        assert Position.parse(str(position), position.rules) == position


@given(positions())
def test_successors_are_the_positions_of_the_oracle_with_their_probabilities(position: Position) -> None:
    rules, state = oracle_rules(position.rules), oracle_state(position)
    expected = [
        (oracle.move_text(action), branch.probability, branch.state)
        for action in oracle.actions(rules, state)
        for branch in oracle.branches(rules, state, action)
    ]
    found = [(str(move), probability, oracle_state(child)) for move, probability, child in position.successors()]
    assert found == expected


def test_a_move_equals_its_text_and_survives_copies() -> None:
    move = Position("").legal_moves[3]
    assert move == "4"
    by_text: dict[str, int] = {move: 1}
    assert by_text["4"] == 1
    assert move.column == 3
    for again in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert (again, again.column, again.kind) == (move, 3, move.kind)


@given(positions())
def test_positions_can_be_pickled(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == position


def test_pickled_rules_have_the_hash_of_their_new_process() -> None:
    rules = Rules("popout")
    hash(rules)
    program = f"import pickle, fourcast; assert pickle.loads({pickle.dumps(rules)!r}) in {{fourcast.Rules('popout')}}"
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "PYTHONHASHSEED": "1"})


def test_a_position_is_read_from_an_array_and_from_board_text() -> None:
    board = np.zeros((6, 7), int)
    board[5, 3], board[4, 3], board[5, 4], board[5, 2] = 1, 2, 1, 2
    assert Position(board) == Position("4453")
    assert Position.parse("....../....../..xo..") == Position("34", "classic,width=6,height=3")
    assert Position(["4", "4", "5", "3"]) == Position("4453")


def test_rules_are_made_of_a_name_and_settings() -> None:
    assert Rules("classic", width=8) == Rules.of(Shape(8, 6, 4))
    assert Rules("popout", width=6) == Rules.parse("popout,width=6")
    assert Rules(Rules("drift"), drift=(2, 0, 1)) == Rules.parse("drift,drift=2:0:1")
    assert Rules("drift", drift=None, gravity=False) == Rules.parse("drift,drift=none,gravity=off")


def test_under_drift_a_drop_needs_a_landing_or_a_random_source() -> None:
    start = Position("", "drift")
    with pytest.raises(UsageError, match="may drift"):
        start.play("4")
    assert start.play("4>5").owner(4, 0) == 0
    assert start.play("4>4").owner(3, 0) == 0
    assert start.play("4", rng=Random(1)) in [child for move, _, child in start.successors() if move == "4"]
    with pytest.raises(IllegalMove, match="only into 4 or 3 or 5"):
        start.play("4>7")


@pytest.mark.parametrize("move", [4.0, None, True, ("4",)])
def test_what_is_not_a_move_is_refused_with_how_to_write_one(move: object) -> None:
    with pytest.raises(NotationError, match=r"'4'.*Write a column from 1 to 7"):
        Position("44").play(move)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [4, None, 3.5, np.zeros(3), np.full((6, 7), 5)])
def test_what_is_not_a_position_is_refused(value: object) -> None:
    with pytest.raises(NotationError):
        Position(value)  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        Rules(3)  # type: ignore[arg-type]


def test_random_positions_have_the_plies_asked_for_and_are_not_over() -> None:
    for seed in range(20):
        position = random_position(Rules("classic"), 12, Random(seed))
        assert position.discs == 12
        assert position.outcome is None
    drifted = random_position(Rules("drift"), 42, Random(1), undecided=False)
    assert drifted.is_full


# Landings

DRAWS = 60_000


def chance_of(drift: str) -> Chance:
    chance = Rules.parse(f"classic,drift={drift}").start().play_unchecked(drop(3))
    assert isinstance(chance, Chance)
    return chance


@pytest.mark.parametrize(
    ("drift", "shares"),
    [
        ("3:1:1", (Fraction(3, 5), Fraction(1, 5), Fraction(1, 5))),
        ("1:1:0", (Fraction(1, 2), Fraction(1, 2))),
        ("5:9:16", (Fraction(1, 6), Fraction(3, 10), Fraction(8, 15))),  # 30 is no denominator of any of them
        ("999:1:0", (Fraction(999, 1000), Fraction(1, 1000))),
    ],
)
def test_every_branch_comes_as_often_as_its_share(drift: str, shares: tuple[Fraction, ...]) -> None:
    chance = chance_of(drift)
    assert tuple(branch.probability for branch in chance.branches) == shares
    rng = chance_rng(2024)
    seen = Counter(chance.sample(rng).column for _ in range(DRAWS))
    for branch, share in zip(chance.branches, shares, strict=True):
        spread = float(DRAWS * share * (1 - share)) ** 0.5
        assert abs(seen[branch.column] - float(DRAWS * share)) <= 4 * spread + 1


def test_the_same_seed_gives_the_same_landings() -> None:
    chance = chance_of("3:1:1")
    one, same, another = chance_rng(7), chance_rng(7), chance_rng(8)
    picked = [chance.sample(one) for _ in range(50)]
    assert picked == [chance.sample(same) for _ in range(50)]
    assert picked != [chance.sample(another) for _ in range(50)]


@pytest.mark.parametrize(("rules", "plies"), [("classic", 42), ("tictactoe", 9), ("most-lines", 50), ("classic", -1)])
def test_a_random_position_that_does_not_exist_is_an_error(rules: str, plies: int) -> None:
    with pytest.raises(UsageError, match="plies"):
        random_position(rules, plies)
