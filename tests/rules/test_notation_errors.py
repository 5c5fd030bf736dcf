"""What is wrong in a notation is named with its place and with what to do; nothing of it is half read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import Played, games

from fourcast.errors import NotationError
from fourcast.rules import (
    Position,
    Rules,
    line_text,
    parse_line,
    parse_move,
    parse_packed,
    parse_position,
    parse_start_file,
    position_after,
    unpack,
)


def said(message: object) -> str:
    """A message without its quotes."""
    return str(message).replace("'", "")


HOSTILE = st.text("0123456789pP=>,.xo \t\n/\x00²٤４é\ud800z", max_size=6)


# Lines of play


LINES = [
    ("classic", "44x", 2, 2, "Character 3, 'x', does not begin a move. Write columns 1 to 7."),
    ("classic", "x", 0, 0, "'x' does not begin a move. Write columns 1 to 7."),
    ("classic", " 4 48", 4, 2, "There is no column 8. Write columns 1 to 7."),
    ("classic", "40", 1, 1, "There is no column 0. Write columns 1 to 7."),
    ("classic", "44444445", 6, 6, "Move 7 (4) cannot be played: Column 4 is full. Choose another."),
    ("classic", "12121213", 7, 7, "Move 8 (3) cannot be played: the game was over after move 7. Remove it."),
    ("classic", "4,4,", 3, 2, "The last comma is not followed by a move. Remove it."),
    ("classic", "4,,4", 2, 1, "Character 3, ',', does not begin a move. Write columns 1 to 7."),
    ("classic", "4>5", 0, 0, "Only a drop that drifts can land in another column. Remove >5."),
    ("classic", "4>", 1, 1, "Character 2, '>', marks a drift, but these rules have none. Remove it."),
    ("classic", ">4", 0, 0, "Character 1, '>', does not begin a move."),
    ("classic", "4p4", 1, 1, "Move 2 (p4) cannot be played: These rules have no pop-outs. Drop a disc."),
    ("classic", "4=", 1, 1, "A draw may be called only"),
    ("classic", "4４", 1, 1, "Character 2, '４', does not begin a move."),
    ("classic", "4\x00", 1, 1, r"Character 2, '\x00', does not begin a move."),
    ("classic", "9" * 5000, 0, 0, "There is no column 9."),
    ("drift", "44>6", 1, 1, "A disc aimed at column 4 cannot fall into column 6 here, only into 4 or 3 or 5."),
    ("drift", "4>1234567", 0, 0, "Move 1 (4>1) cannot be played: A disc aimed at column 4 cannot fall into column 1"),
    ("drift", "1>9", 0, 0, "There is no column 9. Write columns 1 to 7, a drift as 1>2."),
    ("drift", "4>", 1, 1, "Character 2, '>', must be followed by the column into which the disc fell, as in 4>5."),
    ("extended", "p1", 0, 0, "Column 1 is empty: there is nothing to pop."),
    ("extended", "12p2", 2, 2, "You may pop only the odd columns. Column 2 is not one of them."),
    ("extended,pops=1", "11p11p1", 5, 4, "You have no pop-outs left. Drop a disc."),
    ("extended", "p1>2", 0, 0, "A pop does not drift: write 'p1'."),
    ("popout", "4p4", 1, 1, "The bottom disc of column 4 is not yours."),
    ("tictactoe", "550", 1, 1, "Move 2 (5) cannot be played: That cell is taken. Choose another."),
    ("tictactoe", "50", 1, 1, "There is no cell 0. Write cells 1 to 9, row by row from the bottom left."),
    ("tictactoe", "5p5", 1, 1, "'p5' is not a cell."),
    ("classic,width=12", "12 4", 3, 1, "A comma is missing at character 4, before '4'."),
    ("classic,width=12", "12,13", 3, 1, "There is no column 13. Write columns 1 to 12, separated by commas."),
    ("classic,width=12", "4>1234567", 0, 0, "There is no column 1234567. Write columns 1 to 12"),
    ("classic,width=12", "9" * 5000, 0, 0, "Write columns 1 to 12, separated by commas."),
]


@pytest.mark.parametrize(("spec", "text", "at", "kept", "message"), LINES, ids=range(len(LINES)))
def test_a_fault_in_a_line_is_named_with_its_place(spec: str, text: str, at: int, kept: int, message: str) -> None:
    start = Rules.parse(spec).start()
    for read in (parse_line, position_after):
        with pytest.raises(NotationError) as caught:
            read(start, text)
        assert said(message) in said(caught.value)
        assert (caught.value.at, caught.value.valid_moves) == (at, kept)


@given(games(), st.integers(0, 90), HOSTILE)
def test_what_stands_before_a_fault_is_a_line_of_as_many_moves_as_were_kept(
    played: Played, cut: int, junk: str
) -> None:
    start = played.positions[0]
    text = line_text(start.rules, played.plies[:cut]) + junk + line_text(start.rules, played.plies[cut:])
    fault = fault_in(start, text)
    if fault is None:
        plies = parse_line(start, text)
        assert parse_line(start, line_text(start.rules, plies)) == plies
        return
    assert fault.at is not None
    assert 0 <= fault.at < len(text)
    assert len(parse_line(start, text[: fault.at].rstrip(", \t\n"))) == fault.valid_moves


def fault_in(start: Position, text: str) -> NotationError | None:
    try:
        parse_line(start, text)
    except NotationError as fault:
        return fault
    return None


# Single moves


MOVES = [
    ("classic", "", "'' is not a move. Write a column from 1 to 7."),
    ("classic", "8", "There is no column 8. Write a column from 1 to 7."),
    ("classic", "44", "There is no column 44."),
    ("classic", "４", "'４' is not a move."),
    ("classic", "1.0", "'1.0' is not a move."),
    ("classic", "9" * 5000, "Write a column from 1 to 7."),
    ("classic", "4>1", "'4>1' is not a move: a disc lands where it is aimed. Write the column alone: '4'."),
    ("drift", "4>1234567", "'4>1234567' is not a move: where a disc lands is random. Write the column alone: '4'."),
    ("extended", "p1>2", "A pop does not drift: write 'p1'."),
    ("extended", "p9", "There is no column 9. Write a column from 1 to 8, or a pop such as p1."),
    ("tictactoe", "5p", "'5p' is not a move. Write a cell from 1 to 9, row by row from the bottom left."),
    ("tictactoe", "10", "There is no cell 10."),
]


@pytest.mark.parametrize(("spec", "text", "message"), MOVES, ids=range(len(MOVES)))
def test_a_text_that_is_no_move_is_told_how_to_write_one(spec: str, text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(Rules.parse(spec), text)
    assert said(message) in said(caught.value)
    assert len(str(caught.value)) < 200


# Boards

TINY = "classic,width=3,height=2,connect=3"


BOARDS = [
    (TINY, "", None, "The board has 2 rows, the text has 0."),
    (TINY, ".../.../...", None, "The board has 2 rows, the text has 3."),
    (TINY, ".../..", None, "Row 2 from the top has 2 cells, the board has 3 columns."),
    (TINY, ".../x.z", 6, "Row 2 from the top, column 3: 'z' is not a cell. Write '.', 'x' or 'o'."),
    (TINY, "\n...\nx.z", 7, "Row 2 from the top, column 3: 'z' is not a cell."),
    (TINY, "...\r\nx.z", 7, "Row 2 from the top, column 3: 'z' is not a cell."),
    (TINY, ".../x.０", 6, "'０' is not a cell."),
    (
        TINY,
        "..x/...",
        None,
        "The disc in column 3, row 2 from the bottom, has nothing under it. Move it down.",
    ),
    (TINY, "ooo/xxx", None, "Both sides have a line, which cannot happen under these rules. Change one."),
    (TINY, ".../xx.", None, "The board has 2 discs of x and 0 of o. Add turn=x or turn=o."),
    (TINY, ".../... turn=z", None, "turn=z is unknown. Write turn=x (first player) or turn=o (second)."),
    (TINY, ".../... turn=xo", None, "turn=xo is unknown."),
    (TINY, ".../... turn=x turn=x", 8, "turn= is given twice. Remove one."),
    (TINY, ".../... pops=1,1", None, "pops= is possible only where the rules limit the pop-outs. Remove it."),
    (TINY, ".../... drawn=yes", None, "drawn=yes is possible only after a full board"),
    ("extended,width=1,height=1", ". pops=7,0", None, "pops=7,0 must be two numbers from 0 to 6"),
    ("extended,width=1,height=1", ". pops=６,1", None, "must be two numbers from 0 to 6"),
    ("extended,width=1,height=1", f". pops={'9' * 5000},1", None, "must be two numbers from 0 to 6"),
    ("popout,width=2,height=1", "x. drawn=yes", None, "drawn=yes is possible only after a full board"),
    ("popout,width=2,height=1", "xo drawn=no", None, "drawn=yes is possible only after a full board"),
]


@pytest.mark.parametrize(("spec", "text", "at", "message"), BOARDS, ids=range(len(BOARDS)))
def test_a_fault_in_a_board_is_named(spec: str, text: str, at: int | None, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(Rules.parse(spec), text)
    assert said(message) in said(caught.value)
    if at is not None:
        assert caught.value.at == at


# One integer


NUMBERS = [
    ("classic", -1, "does not fit 7 columns of 9 bits"),
    ("classic", 1 << 63, "does not fit 7 columns of 9 bits"),
    ("classic,width=2", 1 << 18, "does not fit 2 columns of 9 bits"),
    ("classic", 10**5000, "does not fit 7 columns of 9 bits"),
    ("classic", 0b111, "Column 1 has height 7, the board only 6 rows: of its nine bits, 000000111,"),
    ("classic,height=5", 0b110 << 9, "Column 2 has height 6, the board only 5 rows: of its nine bits, 000000110,"),
    ("classic", 0b000010001, "Column 1 has a disc above its height of 1."),
    ("classic", 0b000000100 << 9 | 0b001111100, "Both sides have a line, which cannot happen under these rules."),
    ("classic,width=8", 0, "at most 7 columns and 6 rows"),
    ("classic,height=7", 0, "at most 7 columns and 6 rows"),
    ("tictactoe", 0, "boards with gravity"),
    ("extended,width=7", 0, "does not store the pop-outs left. Use board text."),
]


@pytest.mark.parametrize(("spec", "number", "message"), NUMBERS, ids=range(len(NUMBERS)))
def test_an_integer_that_is_no_board_is_refused(spec: str, number: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        unpack(Rules.parse(spec), number)
    assert said(message) in said(caught.value)


def test_an_integer_may_hold_lines_of_both_sides_where_a_pop_or_many_lines_can_make_them() -> None:
    for spec in ("popout", "most-lines"):
        both = unpack(Rules.parse(spec), 0b000000100 << 9 | 0b001111100)
        assert both.height(0) == both.height(1) == 4


@pytest.mark.parametrize(
    "text",
    ["", "x", "-1", "1_0", "1.0", "0b2", "0x", "0o7", "１", "9" * 5000],
    ids=range(10),
)
def test_a_text_that_is_no_integer_is_told_how_to_write_one(text: str) -> None:
    with pytest.raises(NotationError, match="not a whole number of at most 63 bits"):
        parse_packed(Rules.parse("classic"), text)


# Start files


START_FILES = [
    ("", "Line 1 must be the number of pop-outs for each player, not ''."),
    ("６\n0 0", "Line 1 must be the number of pop-outs"),
    ("1" * 5000 + "\n0 0", "Line 1 must be the number of pop-outs"),
    ("6", "After the pop-outs must come 1 to 256 rows of 0, 1 and 2; there are 0."),
    ("6\n" + "0\n" * 257, "there are 257."),
    ("6\n0 3", "Line 2, character 3: '3' is not a cell. Write 0, 1 or 2."),
    ("6\n0 0\n0 ١", "Line 3, character 3: '١' is not a cell."),
    ("6\n0 0\n\n0 0", "Line 3 is empty. Write a row of 0, 1 and 2."),
    ("6\n0 0\n0", "Line 3 has 1 cells, line 2 has 2. Use equal rows."),
    ("6\n0 1\n0 0", "The disc in column 2, row 2 from the bottom, has nothing under it. Move it down."),
    ("1001\n0 0", "The file is not a valid board: pops must be from 0 to 1000, not 1001."),
    ("6\n" + "0" * 257, "The file is not a valid board: width must be a whole number from 1 to 256, not 257."),
]


@pytest.mark.parametrize(("text", "message"), START_FILES, ids=range(len(START_FILES)))
def test_a_fault_in_a_start_file_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_start_file(text)
    assert said(message) in said(caught.value)
