"""Every wrong key gets a sentence, and none ends the program."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from support.command import call, run

KEYS = {"u", "undo", "r", "redo", "s", "save", "x", "resign", "q", "quit", "exit", "?", "h", "help", "="}
"""What means something and so is no garbage."""

WRONG = (
    "0",
    "5",
    "44",
    "-1",
    "1.0",
    "1e0",
    "1 2",
    "1,2",
    "p1",
    "1p",
    "p",
    "1>2",
    "=",
    "!",
    "y",
    "n",
    "quit now",
    "１",  # a full-width one
    "٣",  # an Arabic three
    "²",
    "[red]1[/red]",
    "[/]",
    ":smile:",
    "%s {0}",
    "../../etc/passwd",
    "\x1b[A",
    "\x1b]0;title\x07",
    "\x00",
    "1\x00",
    "\x7f\x7f",
    "é" * 300,
    "9" * 100_000,
    "z" * 100_000,
)


def garbage(random: Random) -> bytes:
    """A line of anything at all that neither moves nor commands."""
    while True:
        length = random.choice((1, 1, 2, 5, 40, 400))
        line = bytes(random.randrange(256) for _ in range(length))
        line = re.sub(rb"[\r\n0-9]", b"", line)
        word = line.decode(errors="replace").strip().lower()
        if word not in KEYS:
            return line


def answers(out: str) -> list[str]:
    """What was said after each prompt of the first player, up to the next prompt."""
    return [said.strip() for said in out.split("● First: ")[1:]]


def says_a_sentence(answer: str) -> bool:
    return bool(re.search(r"[A-Za-z]{2,}.*[.?!]$", answer, re.DOTALL)) and answer.isprintable() and len(answer) < 400


def test_every_wrong_key_is_answered_by_a_sentence_and_the_game_stands_where_it_stood() -> None:
    typed = "\n".join([*WRONG, "", "   ", "4", "q"]) + "\n"
    ended = run("play", "--rules", "classic,width=4,height=4", typed=typed)
    assert ended.code == 0
    assert ended.err == ""
    said = answers(ended.out)
    for line, answer in zip([*WRONG, "", "   "], said, strict=False):
        assert says_a_sentence(answer), (line[:40], answer[:400])
    assert len(said) == len(WRONG) + 3
    assert "│ · · · ● │" in said[-1]


def test_hundreds_of_lines_of_garbage_do_not_end_the_program(tmp_path: Path) -> None:
    random = Random(11)
    log = tmp_path / "log"
    lines = [garbage(random) for _ in range(500)]
    typed = b"\n".join([*lines, b"2", b"q"]) + b"\n"
    ended = run("play", "--rules", "classic,width=4,height=4", "--log", str(log), typed=typed)
    assert ended.code == 0
    assert ended.err == ""
    said = answers(ended.out)
    assert len(said) == len(lines) + 1
    for line, answer in zip(lines, said, strict=False):
        assert says_a_sentence(answer), (line, answer)
    actions = [json.loads(line)["action"] for line in log.read_text().splitlines()]
    assert actions == ["start", "play", "leave"]


def test_garbage_where_another_game_is_offered_is_answered_too() -> None:
    random = Random(12)
    lines = [line for line in (garbage(random) for _ in range(100)) if line.strip().lower() not in (b"y", b"n")]
    won = b"1\n2\n1\n2\n1\n2\n1\n"
    ended = run("play", "--rules", "classic,width=4,height=4", typed=won + b"\n".join([*lines, b"n"]) + b"\n")
    assert ended.code == 0
    assert ended.err == ""
    assert ended.out.count("Again?") == len(lines) + 1


@pytest.mark.parametrize("spec", ["tictactoe", "popout,width=3,height=2", "extended,width=4,height=2", "drift,width=4"])
def test_keys_mean_what_they_mean_or_nothing_in_every_variant(spec: str) -> None:
    random = Random(spec)
    keys = ["1", "2", "3", "9", "p1", "2p", "u", "r", "?", "h", "=", "x", "y", "zz", "", "0", "1>2", "\x1b"]
    typed = "".join(f"{random.choice(keys)}\n" for _ in range(600))
    ended = call("play", "--rules", spec, "--seed", "2", typed=typed)
    assert ended.code == 0
    assert ended.err == ""
    assert ended.out.rstrip().endswith(("Goodbye.", "not saved."))


def test_help_tells_how_to_move_and_names_every_key() -> None:
    said = call("play", "--rules", "popout,width=4,height=4", typed="?\nq\n").out.split("First: ")[1]
    for word in ("1 to 4", "p1", "undo", "redo", "save", "resign", "quit"):
        assert word in said


def test_a_full_column_is_named() -> None:
    out = call("play", "--rules", "classic,width=4,height=2", typed="3\n3\n3\nq\n").out
    assert "Column 3 is full" in out


def test_what_a_player_typed_is_shown_as_it_was_typed() -> None:
    out = call("play", typed=":smile:\n[bold]\nq\n").out
    assert "':smile:'" in out
    assert "'[bold]'" in out


def test_names_are_shown_as_they_were_given() -> None:
    names = ":pizza:,[red]B"
    out = call("play", "--rules", "classic,width=3,height=2,connect=2", "--names", names, typed="2\n1\n3\nn\n").out
    assert ":pizza: wins" in out
    assert "[red]B 0" in out
