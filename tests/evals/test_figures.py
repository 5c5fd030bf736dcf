"""The evaluations give the figures that the five systems published."""

from __future__ import annotations

import pytest

from fourcast.evals import find_eval
from fourcast.rules import FIRST, SECOND, Position, Rules, parse_position, position_after, unpack

SMART_CONNECT_4S_EXAMPLE = 0b000000011111001110
"""Column 1 holds 1 0 0 1 1 1 from the bottom up, column 2 holds 0 0 0; 1 is the computer's, who moves second."""


def value(spec: str, moves: str, evaluation: str, player: int) -> float:
    position = position_after(Rules.parse(spec).start(), moves)
    return find_eval(evaluation).evaluate(position, FIRST if player == 0 else SECOND)


def test_extendedconnect4s_row_of_values_after_the_first_drop_comes_out() -> None:
    values = [value("extended", str(column), "filled-runs", 0) for column in range(1, 9)]
    assert values == [19, 24, 25, 32, 32, 25, 24, 19]


def test_connect_4s_leaves_under_its_example_come_out() -> None:
    for evaluation in ("potential-lines", "lines-and-potential"):
        leaves = [value("most-lines", f"44{column}", evaluation, 0) for column in range(1, 8)]
        assert leaves == [-1, -1, -1, 9, -1, -1, -1]


def example() -> Position:
    return unpack(Rules.parse("most-lines"), SMART_CONNECT_4S_EXAMPLE)


@pytest.mark.parametrize("evaluation", ["neighbours", "neighbours:factor=642"])
def test_smart_connect_4s_example_is_worth_minus_115_to_the_computer(evaluation: str) -> None:
    # There is no line on the board, so the factor does not matter.
    assert find_eval(evaluation).evaluate(example(), SECOND) == -115
    assert find_eval(evaluation).evaluate(example(), FIRST) == 115


@pytest.mark.parametrize(("evaluation", "factor"), [("neighbours", 630), ("neighbours:factor=642", 642)])
def test_a_row_of_four_is_worth_130_and_the_factor(evaluation: str, factor: int) -> None:
    position = parse_position(Rules.parse("most-lines"), "......./......./......./......./......./xxxx... turn=o")
    # To the right 15 + 15 + 15 + 10; above 4 × 10; up right 10 + 10 + 10 and 5 in the air; below there is nothing.
    assert find_eval(evaluation).evaluate(position, FIRST) == (45 + 10) + 40 + (30 + 5) + factor


def test_connect_four_8x6_counts_the_lines_through_a_corner_disc() -> None:
    # Three lines of four go through a corner: along the row, along the column, along the diagonal.
    assert value("classic,width=8", "1", "line-counts", 0) == 3
    # A disc in the other corner has as many, and none of them is the same line.
    assert value("classic,width=8", "18", "line-counts", 0) == 0
    # Two discs on each other: a line with both (4), one with the upper alone, and a row and a diagonal for each.
    assert value("classic,width=8", "181", "line-counts", 0) == (4 + 1 + 2 + 2) - 3


def test_zer0lose_values_a_line_one_disc_short_twice_as_high_as_it_fears_it() -> None:
    board = parse_position(Rules.parse("tictactoe"), ".../.../xx. turn=o")
    # The row is one disc short; two columns and one diagonal are two short.
    assert find_eval("quadruplets").evaluate(board, FIRST) == 1000 + 3 * 10
    assert find_eval("quadruplets").evaluate(board, SECOND) == -500 - 3 * 10
