"""Figures that are known in this field; those of the five systems are in `experiments/test_published.py`."""

from __future__ import annotations

import pytest
from support.engines import BOTH, NATIVE, Calls

from fourcast.rules import (
    SECOND,
    Rules,
    Shape,
    board_text,
    pack,
    parse_packed,
    unpack,
)


@pytest.mark.parametrize("engine", BOTH)
def test_boards_have_their_known_numbers_of_positions(engine: Calls) -> None:
    # The classic board as Tromp counted it (OEIS A212693).
    by_ply = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)[: 9 if engine is NATIVE else 6]
    assert engine.distinct(Rules.parse("classic").start(), len(by_ply) - 1) == by_ply
    assert sum(engine.distinct(Rules.parse("tictactoe").start(), 9)) == 5478
    if engine is NATIVE:
        assert sum(engine.distinct(Rules.parse("classic,width=4,height=4").start(), 16)) == 161029
        assert sum(engine.distinct(Rules.parse("classic,width=5,height=4").start(), 20)) == 3945711


@pytest.mark.parametrize(("shape", "lines"), [(Shape(7, 6, 4), 69), (Shape(8, 6, 4), 84), (Shape(3, 3, 3), 8)])
def test_the_lines_of_a_board_are_as_many_by_formula_and_by_walking(shape: Shape, lines: int) -> None:
    assert shape.line_count == lines
    assert len(set(shape.lines)) == len(list(shape.lines)) == lines


def test_the_example_of_smart_connect_4_has_the_discs_it_says() -> None:
    number = 0b000000011111001110
    rules = Rules.parse("most-lines")
    position = unpack(rules, number)
    columns = ["".join(row[column] for row in reversed(board_text(position).split("\n"))) for column in range(7)]
    assert columns == ["oxxooo", "xxx...", *["......"] * 5]  # 1 0 0 1 1 1 and 0 0 0 bottom-up, 1 the computer
    assert position.turn == SECOND  # five discs against four, and the human, x, began
    assert pack(position) == number
    for text in ("0b000000011111001110", "0x7ce", "1998"):
        assert parse_packed(rules, text) == position
    assert parse_packed(rules, bin(number)) == position
