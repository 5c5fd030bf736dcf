"""Published figures of the rules: of the five systems, and numbers everybody in this field knows."""

from __future__ import annotations

import pytest
from support.engines import BOTH, NATIVE, PYTHON, Calls, needs_core

from fourcast.rules import (
    FIRST,
    SECOND,
    Rules,
    Shape,
    board_text,
    pack,
    parse_packed,
    parse_position,
    position_after,
    unpack,
)

both_engines = pytest.mark.parametrize("engine", BOTH)


def points(engine: Calls, digits: str) -> tuple[int, int]:
    """Run points of a board of 0, 1 and 2 as ExtendedConnect4 prints it; discs may hang in the air."""
    rows = digits.split("/")
    rules = Rules.parse(f"extended,pops=none,gravity=off,width={len(rows[0])},height={len(rows)}")
    return engine.scores(parse_position(rules, digits.translate(str.maketrans("012", ".xo")) + " turn=x"))


@both_engines
def test_runs_score_as_extended_connect4_publishes(engine: Calls) -> None:
    assert points(engine, "11001121222111") == (9, 5)
    assert points(engine, "01101/01022/01100")[FIRST] == 13
    assert points(engine, "00100/00100/11111/00100") == (48, 0)
    assert points(engine, "/".join(["11111111"] * 6)) == (736, 0)
    assert points(engine, "/".join(["22222222"] * 6)) == (0, 736)


@both_engines
@pytest.mark.parametrize(("discs", "fours"), [(3, 0), (4, 1), (5, 2), (6, 3), (7, 4)])
def test_a_long_row_counts_every_four_in_it(engine: Calls, discs: int, fours: int) -> None:
    rules = Rules.parse("most-lines")
    row = ("x" * discs).ljust(7, ".")
    assert engine.scores(parse_position(rules, "......./" * 5 + row + " turn=o")) == (fours, 0)


@both_engines
def test_extended_connect4_has_its_published_leaves(engine: Calls) -> None:
    full = engine.count_tree(Rules.parse("extended").start(), 4)
    assert [full.leaves(depth) for depth in range(1, 5)] == [8, 68, 604, 5556]
    small = engine.count_tree(Rules.parse("extended,width=4,height=4,pops=1").start(), 5)
    assert [small.leaves(depth) for depth in range(1, 6)] == [4, 18, 86, 426, 2150]


@both_engines
def test_tic_tac_toe_has_255168_games_in_a_tree_of_549946_nodes(engine: Calls) -> None:
    count_tree = engine.count_tree(Rules.parse("tictactoe").start(), 9)
    assert count_tree.leaves(9) == 255168
    assert count_tree.nodes(9) == 549946


@both_engines
def test_tic_tac_toe_has_5478_positions(engine: Calls) -> None:
    assert sum(engine.distinct(Rules.parse("tictactoe").start(), 9)) == 5478


POSITIONS_BY_PLY = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)
"""Of the classic board, as Tromp counted them (OEIS A212693)."""


@needs_core
def test_the_classic_board_has_its_known_positions_after_eight_plies() -> None:
    assert NATIVE.distinct(Rules.parse("classic").start(), 8) == POSITIONS_BY_PLY


def test_the_python_engine_knows_them_after_six() -> None:
    assert PYTHON.distinct(Rules.parse("classic").start(), 6) == POSITIONS_BY_PLY[:7]


@both_engines
def test_a_board_of_four_by_four_has_161029_positions(engine: Calls) -> None:
    assert sum(engine.distinct(Rules.parse("classic,width=4,height=4").start(), 16)) == 161029


@needs_core
def test_a_board_of_five_by_four_has_3945711_positions() -> None:
    assert sum(NATIVE.distinct(Rules.parse("classic,width=5,height=4").start(), 20)) == 3945711


@both_engines
@pytest.mark.parametrize("opening", ["", "1", "4", "7"])
def test_trees_with_luck_are_as_large_as_connect_4s_publishes(engine: Calls, opening: str) -> None:
    root = position_after(Rules.parse("drift").start(), opening)
    depth = 4 if engine is NATIVE else 3
    count_tree = engine.count_tree(root, depth)
    assert [count_tree.nodes(d, chance=True) for d in range(1, 5)][:depth] == [27, 521, 9907, 188241][:depth]


@both_engines
def test_trees_without_luck_are_as_large_as_connect_4s_publishes(engine: Calls) -> None:
    count_tree = engine.count_tree(position_after(Rules.parse("most-lines").start(), "4"), 6)
    assert [count_tree.nodes(depth) for depth in range(1, 7)] == [8, 57, 400, 2801, 19608, 137256]


@needs_core
def test_deep_trees_without_luck_are_as_large_as_published() -> None:
    rules = Rules.parse("most-lines")
    connect_4s = NATIVE.count_tree(position_after(rules.start(), "4"), 8)
    assert [connect_4s.nodes(7), connect_4s.nodes(8)] == [960750, 6724200]
    smart = [("11335", 6, 137180), ("55446", 7, 959078), ("223", 8, 6710260), ("7", 9, 47050206)]
    for moves, depth, nodes in smart:
        assert NATIVE.count_tree(position_after(rules.start(), moves), depth).nodes(depth) == nodes


@both_engines
def test_eight_by_six_drops_its_published_discs_at_level_four(engine: Calls) -> None:
    start = Rules.parse("classic,width=8").start()
    dropped = []
    for moves in ("1", "132", "13224", "1322425"):
        dropped.append(engine.count_tree(position_after(start, moves), 4).nodes(4) - 1)
    assert dropped == [4680, 4680, 4680, 4623]


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
