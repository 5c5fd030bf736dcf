"""Long random walks on which the core must agree with the Python engine at every step: seeds are fixed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import settings
from support.engines import NATIVE, PYTHON
from support.strategies import play_out

from fourcast.rules import VARIANTS, Drift, Goal, PopRule, Position, Rules, Shape, Variant

SIZES = [
    *((2, 2), (1, 4), (4, 1), (3, 3), (5, 4), (6, 5), (7, 6), (8, 6), (9, 5), (8, 7)),  # at most 64 bits
    *((13, 4), (9, 7), (8, 8), (10, 8), (11, 10), (16, 7)),  # at most 128 bits
    *((12, 10), (15, 9), (14, 14), (15, 15), (16, 15)),  # at most 256 bits
]
BRINKS = [(1, 62), (1, 63), (2, 31), (32, 1), (1, 126), (1, 127), (64, 1), (2, 63), (1, 254), (1, 255)]
"""Boards whose bits just fill a word, or on which a step along a line is as long as one."""
LONGEST = 160
THOROUGH = settings.default is not None and settings.default.max_examples > 100
"""Whether more is tried than in an everyday run, as by `make fuzz`."""


def kinds(shape: Shape) -> Iterator[Rules]:
    """Every combination of goal, pop-outs, drift and gravity."""
    for goal in Goal:
        yield Rules.of(shape, goal, gravity=False)
        for drift in (None, Drift(3, 1, 1), Drift(2, 0, 5)):
            yield Rules.of(shape, goal, drift=drift)
            yield Rules.of(shape, goal, drift=drift, pop_rule=PopRule.LIMITED, pops_each=5)
            if goal is Goal.FIRST_LINE:
                yield Rules.of(shape, goal, drift=drift, pop_rule=PopRule.OWN)


def walk(rules: Rules, longest: int = LONGEST) -> tuple[Position, ...]:
    """A random game; the rules are its seed."""
    return play_out(rules.start(), Random(str(rules)), longest).positions


def agree(position: Position) -> None:
    """Whether both engines see the same in a position."""
    moves = PYTHON.moves(position)
    assert NATIVE.moves(position) == moves
    assert NATIVE.outcome(position) == PYTHON.outcome(position)
    assert NATIVE.scores(position) == PYTHON.scores(position)
    for move in moves:
        assert NATIVE.play(position, move) == PYTHON.play(position, move)


def connects(width: int, height: int) -> tuple[int, ...]:
    """How many in a row: few end games soon, many let the board fill."""
    return (2 + (width + height) % 2, 4 + (width + height) % 3)


@pytest.mark.parametrize(("width", "height"), SIZES + BRINKS)
def test_both_engines_agree_along_walks_under_rules_of_every_kind(width: int, height: int) -> None:
    step = 2 if THOROUGH else 2 + width * height // 40
    for connect in connects(width, height):
        for rules in kinds(Shape(width, height, connect)):
            for position in walk(rules)[connect % 2 :: step]:
                agree(position)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_both_engines_agree_in_many_games_of_every_variant(variant: Variant) -> None:
    for seed in range(20):
        for position in play_out(variant.rules.start(), Random(seed), LONGEST).positions:
            agree(position)


@pytest.mark.parametrize(("width", "height"), [size for size in SIZES + BRINKS if size[0] <= 32])
def test_both_engines_count_alike_from_random_positions(width: int, height: int) -> None:
    for rules in kinds(Shape(width, height, connects(width, height)[1])):
        played = walk(rules)
        for position in (played[len(played) // 3], played[-4:][0]):
            moves = len(position.legal_moves)
            depth = 4 if moves <= 3 else 3 if moves <= 8 else 2 if moves <= 100 else 1
            assert NATIVE.count_tree(position, depth) == PYTHON.count_tree(position, depth)
            assert NATIVE.distinct(position, depth) == PYTHON.distinct(position, depth)


def test_the_walks_take_place_in_every_word_size_and_fill_each_to_the_last_bit() -> None:
    bits = {Shape(*size, 4).bits for size in SIZES + BRINKS}
    assert {64, 128, 256} <= bits
    for least, most in ((2, 64), (65, 128), (129, 256)):
        assert len([size for size in SIZES if least <= Shape(*size, 4).bits <= most]) >= 5


def test_the_walks_end_in_every_way_a_position_can_end() -> None:
    endings = set()
    for size in SIZES:
        for connect in connects(*size):
            for rules in kinds(Shape(*size, connect)):
                last = walk(rules)[-1]
                endings.add((outcome.ending.value, outcome.winner, last.drawn) if (outcome := last.outcome) else None)
    by_line = {("line", player, False) for player in (0, 1)}
    by_count = {(how, winner, False) for how in ("full-board", "no-action") for winner in (0, 1, None)}
    assert endings >= {*by_line, *by_count, ("full-board", None, True), None}
