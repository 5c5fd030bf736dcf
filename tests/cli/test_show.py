"""`fourcast show` prints the board after some moves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import call


def rows(*lines: str) -> str:
    return "\n".join(lines)


def test_the_top_row_comes_first_and_discs_fall() -> None:
    ended = call("show", "--rules", "classic", "4453")
    board = rows(".......", ".......", ".......", ".......", "...o...", "..oxx..")
    assert ended.code == 0
    assert ended.out == f"{board}\nx to move.\n"
    assert ended.err == ""


def test_no_moves_show_the_empty_board() -> None:
    assert call("show", "--rules", "tictactoe").out == "...\n...\n...\nx to move.\n"


def test_tictactoe_cells_are_those_of_a_numpad() -> None:
    assert call("show", "--rules", "tictactoe", "7591").out == rows("x.x", ".o.", "o..", "x to move.", "")


def test_moves_of_a_wide_board_have_commas() -> None:
    ended = call("show", "--rules", "classic,width=12,height=1", "12,10,1")
    assert ended.out == "x........o.x\no to move.\n"


def test_a_won_game_says_who_won() -> None:
    ended = call("show", "--rules", "classic,width=4,height=4", "1212121")
    assert ended.out == rows("x...", "xo..", "xo..", "xo..", "x wins with a line.", "")


def test_a_full_board_without_a_line_is_a_draw() -> None:
    assert call("show", "--rules", "tictactoe", "512873649").out.splitlines()[-1].startswith("Draw")


def test_drift_shows_where_the_disc_fell() -> None:
    ended = call("show", "--rules", "drift,width=4,height=1", "2>34")
    assert ended.out.splitlines()[0] == "..xo"


def test_extended_shows_points_and_pop_outs_left() -> None:
    before = call("show", "--rules", "extended,width=6,height=2", "152636").out
    # x: a row of three, 5. o: a row, a column and a diagonal of two, 2 each.
    assert before == rows(".....o", "xxx.oo", "x to move. Points: x 5, o 6. Pop-outs left: x 6, o 6.", "")
    after = call("show", "--rules", "extended,width=6,height=2", "152636p1").out
    assert after == rows(".....o", ".xx.oo", "o to move. Points: x 2, o 6. Pop-outs left: x 5, o 6.", "")


def test_json_says_all_there_is_to_know() -> None:
    ended = call("show", "--rules", "extended,width=4,height=2,pops=1", "12p1", "--json")
    assert json.loads(ended.out) == {
        "rules": "extended,width=4,height=2,pops=1",
        "board": ["....", ".o.."],
        "position": "..../.o.. turn=o pops=0,1",
        "packed": None,
        "turn": "o",
        "pops": [0, 1],
        "moves": ["1", "2", "3", "4", "p2"],
        "scores": [0, 0],
        "outcome": None,
        "engine": "python",
    }


def test_json_tells_how_a_game_ended() -> None:
    data = json.loads(call("show", "1212121", "--json").out)
    assert data["outcome"] == {"winner": "x", "how": "line", "scores": [1, 0]}
    assert data["moves"] == []


def test_smart_connect_4s_published_state_is_read_and_written() -> None:
    number = (
        0b000000011111001110  # column 0 = 1 0 0 1 1 1 bottom-up (1 the computer, which moves second), column 1 = 0 0 0
    )
    data = json.loads(call("show", "--rules", "most-lines", "--packed", str(number), "--json").out)
    assert data["board"] == ["o......", "o......", "o......", "xx.....", "xx.....", "ox....."]
    assert data["packed"] == number


def test_a_board_comes_from_a_file_and_moves_go_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("....\n....\n.xo.\n")
    ended = call("show", "--rules", "classic,width=4,height=3", "--start", str(path), "22")
    assert ended.out == rows(".o..", ".x..", ".xo.", "x to move.", "")


def test_an_extendedconnect4_start_file_brings_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "start.txt"
    path.write_text("3\n0 0 0 0\n0 1 2 0\n")
    data = json.loads(call("show", "--start", str(path), "--json").out)
    assert data["board"] == ["....", ".xo."]
    assert data["pops"] == [3, 3]
    assert data["rules"] == "extended,width=4,height=2,pops=3"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["4458"], "no column 8"),
        (["44z"], "'z'"),
        (["4444444"], "Move 7 (4)"),
        (["12121214"], "over after move 7"),
        (["p1"], "pop"),
        (["--rules", "tictactoe", "55"], "taken"),
        (["--packed", "-1"], "-1"),
        (["--rules", "tictactoe", "--packed", "0"], "gravity"),
    ],
)
def test_what_cannot_be_shown_is_explained(arguments: list[str], says: str) -> None:
    ended = call("show", *arguments)
    assert ended.code == 2
    assert says in ended.err
    assert ended.out == ""
