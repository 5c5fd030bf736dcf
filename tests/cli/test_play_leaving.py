"""The end of the input, Ctrl-C and a reader that has gone: every way out is a polite one."""

from __future__ import annotations

import subprocess

import pytest
from support.command import COMMAND, PATIENCE, Live, call, run

SMALL = ("play", "--rules", "classic,width=4,height=4")


@pytest.mark.parametrize("typed", ["", "1\n", "1\n2", "1\n2\n1\n2\n1\n2\n1\n", "1\nx\n", "1\ns"])
def test_the_end_of_the_input_leaves_politely(typed: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    ended = run(*SMALL, typed=typed, folder=tmp_path_factory.mktemp("here"))
    assert ended.code == 0
    assert ended.err == ""
    assert "Goodbye." in ended.out.splitlines()[-1]


def test_a_last_line_without_enter_is_still_played() -> None:
    assert "│ ● ○ · · │" in run(*SMALL, typed="1\n2").out


@pytest.mark.parametrize("keys", [[], ["1"], ["1", "2", "1", "2", "1", "2", "1"]], ids=["start", "middle", "end"])
def test_an_interrupt_leaves_politely(keys: list[str]) -> None:
    with Live(*SMALL) as game:
        for key in keys:
            game.until(": ")
            game.type(key)
        game.until("Again? (y/n) " if len(keys) == 7 else ("Second: " if keys else "First: "))
        game.interrupt()
        assert game.ended() == 0
        assert "Goodbye." in game.seen
        assert "Traceback" not in game.seen


def test_quitting_takes_one_word() -> None:
    for key in ("q", "Q", "quit", "exit"):
        ended = call(*SMALL, typed=f"1\n{key}\n2\n")
        assert ended.code == 0
        assert "○" not in ended.out.split("Second: ")[1]


def test_a_closed_input_leaves_politely() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, *SMALL],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


def test_a_reader_that_has_gone_is_no_reason_for_a_traceback() -> None:
    shell = 'printf "1\\n2\\n1\\n2\\n" | "$@" | head -n 1'
    done = subprocess.run(
        ["sh", "-c", shell, "sh", *COMMAND, *SMALL], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_without_unicode_can_play_too(encoding: str) -> None:
    ended = run(*SMALL, typed="?\n1\n2\nx\nn\n", PYTHONIOENCODING=encoding)
    assert ended.err == ""
    assert ended.code == 0
    assert "| x o . . |" in ended.out


@pytest.mark.parametrize("arguments", [["rules"], ["rules", "extended"], ["rules", "classic,width=8"]])
def test_a_terminal_without_unicode_can_read_the_rules_too(arguments: list[str]) -> None:
    ended = run(*arguments, PYTHONIOENCODING="ascii")
    assert ended.err == ""
    assert ended.code == 0
