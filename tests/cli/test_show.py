"""`fourcast show` prints the board after some moves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import call


@pytest.mark.parametrize(
    ("spec", "moves", "shown"),
    [
        ("classic,height=3", "4453", [".......", "...o...", "..oxx..", "x to move."]),
        ("tictactoe", "", ["...", "...", "...", "x to move."]),
        ("tictactoe", "7591", ["x.x", ".o.", "o..", "x to move."]),
        ("classic,width=12,height=1", "12,10,1", ["x........o.x", "o to move."]),
        ("classic,width=4,height=4", "1212121", ["x...", "xo..", "xo..", "xo..", "x wins with a line."]),
        ("drift,width=4,height=1", "2>34", ["..xo", "x to move. Lines: x 0, o 0."]),
        # x: a row of three, 5, and a pop. o: a row, a column and a diagonal of two, 2 each.
        (
            "extended,width=6,height=2",
            "152636p1",
            [".....o", ".xx.oo", "o to move. Points: x 2, o 6. Pop-outs left: x 5, o 6."],
        ),
    ],
)
def test_the_board_is_shown_top_row_first_with_the_state_of_the_game(spec: str, moves: str, shown: list[str]) -> None:
    ended = call("show", "--rules", spec, moves)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == shown


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


def test_a_single_packed_column_is_explained() -> None:
    """The document's example: length 5, from the bottom red, red, yellow, red, yellow; ones are red, here o."""
    ended = call("show", "--packed", "0b001011101")
    assert ended.out.splitlines()[:-2] == ["." * 7, "x......", "o......", "x......", "o......", "o......"]
    assert ended.out.splitlines()[-2:] == [
        "A column of height 5; its discs from the bottom: o o x o x.",
        "x to move.",
    ]
    assert call("show", "--packed", "0b001011101 turn=o").out.endswith("o to move.\n")


def test_the_packed_state_of_the_document_is_refused_with_the_bits_that_are_wrong() -> None:
    number = "101011101011010111001011101111010111110011101100010111001011101"
    refused = call("show", "--packed", f"0b{number}")
    assert refused.code == 2
    assert "Column 2 has height 7" in refused.err
    assert number[-18:-9] in refused.err  # the nine bits of column 2
    assert "The document of Smart-Connect-4 prints this number" in refused.err


def test_a_board_comes_from_a_file_and_moves_go_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("....\n....\n.xo.\n")
    ended = call("show", "--rules", "classic,width=4,height=3", "--start", str(path), "22")
    assert ended.out.splitlines() == [".o..", ".x..", ".xo.", "x to move."]


def test_an_extendedconnect4_start_file_brings_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "start.txt"
    path.write_text("3\n0 0 0 0\n0 1 2 0\n")
    data = json.loads(call("show", "--start", str(path), "--json").out)
    assert data["board"] == ["....", ".xo."]
    assert data["pops"] == [3, 3]
    assert data["rules"] == "extended,width=4,height=2,pops=3"
