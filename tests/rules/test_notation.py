"""Every notation gives back what was written in it, and writes what the oracle would write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import oracle
from support.strategies import Played, any_rules, games, positions
from support.to_oracle import oracle_action, oracle_rules, oracle_state

from fourcast.errors import NotationError
from fourcast.rules import (
    FIRST,
    SECOND,
    Goal,
    PopRule,
    Position,
    Rules,
    Shape,
    board_text,
    drop,
    line_text,
    pack,
    parse_line,
    parse_move,
    parse_packed,
    parse_position,
    parse_start_file,
    ply_text,
    pop,
    position_after,
    position_text,
    start_file_text,
    unpack,
)
from fourcast.text import state_sentence

SPACE = st.text(" \t\r\n", max_size=3)

# Moves


@given(games())
def test_a_line_of_play_is_written_as_the_oracle_writes_it_and_read_back(played: Played) -> None:
    start = played.positions[0]
    rules = oracle_rules(start.rules)
    moves = [oracle.move_text(oracle_action(start.rules, ply.move), ply.landed) for ply in played.plies]
    text = line_text(start.rules, played.plies)
    assert text == oracle.join_moves(rules, moves)
    assert parse_line(start, text) == played.plies
    assert position_after(start, text) == played.positions[-1]
    assert oracle_state(position_after(start, text)) == oracle.play(rules, text)


@given(games(), SPACE, SPACE)
def test_a_line_of_play_may_be_spread_with_commas_and_space(played: Played, before: str, behind: str) -> None:
    start = played.positions[0]
    spread = ",".join(before + ply_text(ply) + behind for ply in played.plies)
    assert parse_line(start, spread.upper()) == played.plies


@given(games())
def test_a_line_goes_on_where_another_ended(played: Played) -> None:
    half = len(played.plies) // 2
    rules = played.positions[0].rules
    assert parse_line(played.positions[half], line_text(rules, played.plies[half:])) == played.plies[half:]


@given(positions(), SPACE, SPACE)
def test_every_move_is_read_back_from_its_text(position: Position, before: str, behind: str) -> None:
    for move in position.legal_moves:
        text = str(move)
        assert parse_move(position.rules, before + text + behind) == move


def test_a_pop_may_have_its_letter_on_either_side() -> None:
    rules = Rules.parse("extended")
    for text in ("p3", "P3", "3p", "3P"):  # 3P: as ExtendedConnect4's players type it
        assert parse_move(rules, text) == pop(2)


def test_cells_of_tic_tac_toe_are_a_numpad() -> None:
    start = Rules.parse("tictactoe").start()
    for text, corner in (("7", "x../.../..."), ("9", "..x/.../..."), ("1", ".../.../x.."), ("3", ".../.../..x")):
        assert board_text(position_after(start, text)).replace("\n", "/") == corner


def test_a_drift_into_the_aimed_column_is_no_drift() -> None:
    start = Rules.parse("drift").start()
    assert parse_line(start, "4>4") == parse_line(start, "4")


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_an_empty_text_is_an_empty_line(text: str) -> None:
    start = Rules.parse("classic").start()
    assert parse_line(start, text) == ()
    assert position_after(start, text) == start


def test_ten_columns_need_commas_and_nine_do_not() -> None:
    assert line_text(Rules.parse("classic,width=9"), parse_line(Rules.parse("classic,width=9").start(), "99")) == "99"
    ten = Rules.parse("classic,width=10")
    assert [ply.move for ply in parse_line(ten.start(), "10,1")] == [drop(9), drop(0)]
    assert line_text(ten, parse_line(ten.start(), "10,1")) == "10,1"


# Boards


@given(positions())
def test_a_position_is_written_as_the_oracle_writes_it_and_read_back(position: Position) -> None:
    rows = oracle.board_text(oracle_state(position)).split("/")
    assert board_text(position).split("\n") == rows
    assert position_text(position).split(" ")[:2] == ["/".join(rows), f"turn={'xo'[position.turn]}"]
    assert parse_position(position.rules, position_text(position)) == position


@given(positions())
def test_a_board_may_stand_on_lines_of_their_own_with_space_in_and_around_it(position: Position) -> None:
    _, *behind = position_text(position).split(" ")
    rows = [" ".join(row) for row in board_text(position).split("\n")]
    for line_break in ("\n", "\r\n", "/", " /\t"):
        text = "\n " + line_break.join(rows) + "\r\n" + "\n".join(reversed(behind)) + "\n"
        assert parse_position(position.rules, text) == position


@given(positions(any_rules().filter(lambda rules: rules.pop_rule is not PopRule.LIMITED)))
def test_a_reachable_board_tells_itself_whose_turn_it_is(position: Position) -> None:
    if not position.drawn:
        assert parse_position(position.rules, board_text(position)) == position


@given(positions())
def test_a_board_is_read_with_the_sentence_that_show_prints_below_it(position: Position) -> None:
    said = state_sentence(position, position.outcome, names=("x", "o"))
    text = f"{board_text(position)}\n{said}\n"
    if position.outcome and position.rules.pop_rule is not PopRule.NONE:
        with pytest.raises(NotationError, match="does not show that the game is over"):
            parse_position(position.rules, text)
    else:
        assert parse_position(position.rules, text) == position


def test_without_a_word_on_pop_outs_both_sides_have_all_of_them() -> None:
    rules = Rules.parse("extended,width=2,height=2,pops=5")
    assert parse_position(rules, "../xo").pops == (5, 5)
    assert parse_position(rules, "../xo pops=0,3").pops == (0, 3)


# One integer


def packable(rules: Rules) -> bool:
    shape = rules.shape
    return rules.gravity and rules.pop_rule is not PopRule.LIMITED and shape.width <= 7 and shape.height <= 6


def packed_by_hand(state: oracle.State) -> int:
    """Nine bits a column, the first lowest: three for the height, six for the discs bottom-up, 1 for o."""
    bits = ""
    for column in state.columns:
        discs = column.rstrip(oracle.EMPTY)
        ones = "".join("1" if stone == "o" else "0" for stone in reversed(discs.ljust(6, oracle.EMPTY)))
        bits = f"{ones}{len(discs):03b}" + bits
    return int(bits, 2)


@given(positions(any_rules(widest=7, highest=6).filter(packable)))
def test_a_position_is_packed_as_by_hand_and_unpacked_again(position: Position) -> None:
    if position.drawn:
        with pytest.raises(NotationError):
            pack(position)
        return
    number = pack(position)
    assert number == packed_by_hand(oracle_state(position))
    assert unpack(position.rules, number) == position
    for text in (str(number), bin(number), hex(number), f" {number}\n"):
        assert parse_packed(position.rules, text) == position


def test_a_packed_board_takes_the_turn_it_is_given() -> None:
    rules = Rules.parse("classic")
    two_of_x = 0b000000001000000001
    assert unpack(rules, two_of_x, turn=FIRST).turn == FIRST
    assert unpack(rules, two_of_x, turn=SECOND).turn == SECOND
    with pytest.raises(NotationError, match="turn=x or turn=o"):
        unpack(rules, two_of_x)


# Start files


@st.composite
def start_positions(draw: st.DrawFn) -> Position:
    """Positions that a start file can hold: of the extended rules, first player to move, all pop-outs left."""
    shape = Shape(draw(st.integers(1, 12)), draw(st.integers(1, 8)), 4)
    rules = Rules.of(shape, Goal.RUN_POINTS, pop_rule=PopRule.LIMITED, pops_each=draw(st.integers(0, 1000)))
    played = draw(games(st.just(Rules.of(shape, Goal.RUN_POINTS))))
    return Position.of(rules, played.positions[-1].stones, FIRST, (rules.pops_each, rules.pops_each))


@given(start_positions())
def test_a_start_file_is_written_as_published_and_read_back(position: Position) -> None:
    text = start_file_text(position)
    pops, *rows = text.splitlines()
    assert int(pops) == position.pops[FIRST]
    digits = oracle.board_text(oracle_state(position)).translate(str.maketrans(".xo", "012"))
    assert [row.split(" ") for row in rows] == [list(row) for row in digits.split("/")]
    assert parse_start_file(text) == position
    assert parse_start_file("\n" + text.replace("\n", "\r\n")) == position
    assert parse_start_file(text.replace(" ", "")) == position


@pytest.mark.parametrize("spec", ["classic", "most-lines", "extended,connect=5", "extended,drift=3:1:1", "popout"])
def test_other_rules_have_no_start_file(spec: str) -> None:
    with pytest.raises(NotationError, match="extended rules"):
        start_file_text(Rules.parse(spec).start())


@pytest.mark.parametrize(
    ("text", "rules", "moves"),
    [
        ("1. 4 4 2. 5 3", "classic", "4453"),
        ("1.44 2.53", "classic", "4453"),
        ("1. 4 4\n2. 5 3\n", "classic", "4453"),
        ("D D E C", "classic", "4453"),
        ("ddec", "classic", "4453"),
        ("1. d1 d2 2. e1 c1", "classic", "4453"),
        ("1. 4 1... 4 2. 5 3", "classic", "4453"),
        ("1. 4 2. 4 3. 5 4. 3", "classic", "4453"),
        ("1. 1 1 2. p1 2", "popout", "11p12"),
        ("b2, a1", "tictactoe", "51"),
    ],
)
def test_moves_with_numbers_and_letters_are_read(text: str, rules: str, moves: str) -> None:
    assert Position(text, rules) == Position(moves, rules)


@pytest.mark.parametrize(
    ("text", "rules", "message"),
    [
        ("d1 d1", "classic", r"Move 2 \(d1\) does not land in row 1, but in row 2"),
        ("h", "classic", "There is no column h"),
        ("b", "tictactoe", "There is no cell b"),
        ("445.", "classic", "Character 1: '445.' is not the number of a move that follows; the next one is 1"),
        ("4.5", "classic", "'4.' is not the number"),
        ("1. 4... 5", "classic", "Character 4: '4...' is not the number"),
        ("2. 4 1. 4", "classic", "'2.' is not the number"),
        ("1. 4 4 2.", "classic", "Character 8: '2.'"),
    ],
)
def test_letters_and_numbers_that_name_no_move_are_refused(text: str, rules: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Position(text, rules)
