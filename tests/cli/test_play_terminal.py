"""On a real terminal the board has colours, and the keys that end things end it politely."""

from __future__ import annotations

import re

from support.command import Live

SMALL = ("play", "--rules", "classic,width=4,height=4")


def test_the_two_sides_have_colours_of_their_own() -> None:
    with Live(*SMALL, terminal=True) as game:
        game.until("First: ")
        game.type("1")
        after_one = game.until("Second: ")
        game.type("2")
        after_two = game.until("First: ")
        game.type("q")
        assert game.ended() == 0
    red, yellow = r"\x1b\[[0-9;]*31m●", r"\x1b\[[0-9;]*33m○"
    assert re.search(red, after_one)
    assert re.search(yellow, after_two)


def test_a_winning_line_stands_out() -> None:
    with Live(*SMALL, terminal=True) as game:
        for key in ("1", "2", "1", "2", "1", "2", "1"):
            game.until(": ")
            game.type(key)
        last = game.until("Again?")
    reversed_discs = re.findall(r"\x1b\[(?:[0-9;]*;)?7;[0-9;]*m●", last)
    assert len(reversed_discs) == 4


def test_ctrl_c_leaves_politely() -> None:
    with Live(*SMALL, terminal=True) as game:
        game.until("First: ")
        game.type("1")
        game.until("Second: ")
        game.press("2")  # typed, but Enter was not pressed
        game.interrupt()
        assert game.ended() == 0
        assert "Goodbye." in game.seen
        assert "Traceback" not in game.seen


def test_ctrl_d_leaves_politely() -> None:
    with Live(*SMALL, terminal=True) as game:
        game.until("First: ")
        game.press("\x04")
        assert game.ended() == 0
        assert "Goodbye." in game.seen


def test_a_key_can_be_rubbed_out_before_enter() -> None:
    with Live(*SMALL, terminal=True) as game:
        game.until("First: ")
        game.press("1\x7f3\n")
        board = re.sub(r"\x1b\[[0-9;]*m", "", game.until("Second: "))
        assert "· · ● ·" in board


def test_a_running_count_can_be_stopped_by_ctrl_c() -> None:
    with Live("perft", "--depth", "20", terminal=True) as count:
        count.until("3 343")
        count.interrupt()
        assert count.ended() == 130
        assert "Traceback" not in count.seen
