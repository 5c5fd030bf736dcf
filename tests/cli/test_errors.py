"""Whatever a user gets wrong on the command line is one sentence on standard error and exit code 2."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import call

WRONG = (
    # rules, in every command
    ["show", "--rules", "clasic"],
    ["play", "--rules", "classic,width=x"],
    ["perft", "--rules", "classic,connect=1", "--depth", "1"],
    ["rules", "classic,colour=red"],
    ["rules", "classic,width=8,width=9"],
    ["rules", "popout,goal=most-lines"],
    ["rules", "tictactoe,drift=3:1:1"],
    ["rules", "drift,drift=0:1:1"],
    ["rules", "\udcff\x1b[31m\n"],
    ["rules", "z" * 100_000],
    # moves
    ["show", "48"],
    ["show", "4444444"],
    ["show", "\x00\n\x1b[2J"],
    ["show", "--rules", "classic,width=12", "1 2"],
    ["show", "--rules", "classic,width=12", "1,,2"],
    ["perft", "--moves", "p1", "--depth", "1"],
    # numbers and files
    ["oracle", "--full", "9" * 30],
    ["oracle", "--origin", "https://example.org/"],
    ["show", "--packed", "x"],
    ["show", "--packed", "9" * 5000],
    ["show", "--start", "/dev/null"],
    ["play", "--resume", "/dev/null"],
    ["play", "--resume", "/dev/zero"],
    ["show", "--start", "/dev/zero"],
    ["experiment", "run", "/dev/zero"],
    ["play", "--opponent", "perfect,time=nan"],
    ["play", "--opponent", "perfect,time=-1"],
    ["match", "random", "perfect,time=inf"],
    ["solve", "--time", "inf", "44"],
    ["solve", "--time", "1e999", "44"],
    ["analyse", "--time", "inf", "44"],
    ["accuracy", "random", "--time", "inf"],
    ["play", "--log", "/"],
    # searches
    ["search", "--algorithm", "alfabeta"],
    ["search", "--eval", "clever"],
    ["search", "--eval", "/nowhere.py:f"],
    ["search", "--order", "centre+\n"],
    ["search", "--time", "nan"],
    ["search", "--algorithm", "random", "--engine", "native"],
    ["search", "--rules", "classic,width=30,height=30", "--engine", "native"],
    ["tree", "-o", "tree.gif"],
    # the command line itself
    ["perft"],
    ["perft", "--depth", "0"],
    ["perft", "--depth", "x"],
    ["perft", "--depth", "1", "--engine", "steam"],
    ["chess"],
    ["show", "44", "55"],
    ["show", "--start", "/nowhere"],
    ["show", "--start", "/"],
    ["play", "--opponent", "bob"],
    ["play", "--you", "third"],
    ["play", "--seed", "x"],
    ["play", "--names", "Ada"],
    ["play", "--names", "Ada,"],
    ["play", "--resume", "/nowhere"],
    ["rules", "--frobnicate"],
    ["--frobnicate"],
)


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: repr(" ".join(arguments)[:50]))
def test_a_mistake_is_answered_by_one_sentence(arguments: list[str]) -> None:
    ended = call(*arguments)
    assert ended.code == 2
    assert ended.out == ""
    [line] = ended.err.splitlines()
    assert line.isprintable()
    assert line.startswith("fourcast: ")
    assert line.endswith((".", "?"))
    assert len(line) < 400


FILES = (
    ["match", "random", "random", "--ledger"],
    ["match", "random", "random", "-o"],
    ["tournament", "random", "greedy", "--ledger"],
    ["accuracy", "random", "--ledger"],
    ["accuracy", "random", "-o"],
    ["dataset", "-o", "x.csv", "--ledger"],
    ["dataset", "-o"],
    ["puzzles", "-o"],
    ["book", "--ply", "2", "--ledger"],
    ["book", "--ply", "2", "-o"],
    ["tree", "44", "-o"],
)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["analyse", "--time", "1s"], "Use a number, such as 0.5."),
        (["search", "--depth", "x"], "Use a whole number, such as 4."),
        (["play", "--you", "third"], "'--you': 'third' is not one of 'first', 'second'."),
        (["play", "--resume", "/dev/null"], "/dev/null: "),
        (["show", "--start", "/dev/null"], "/dev/null: "),
        (["book", "--rules", "popout", "--ply", "2"], "books are for games with gravity, without pop-outs and drift"),
        (["match", "level1", "level2", "--no-adjudicate", "--adjudicate", "solved"], "exclude each other"),
    ],
)
def test_a_sentence_says_what_to_do_in_words_of_this_program(arguments: list[str], sentence: str) -> None:
    ended = call(*arguments)
    assert ended.code == 2
    assert sentence in ended.err


def test_files_that_no_parser_can_read_are_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "mine.py").write_text("def fair(position, player): return 0\ndef f(position, player): return 1\n")
    shown = call("experiment", "show", "deep.json", folder=tmp_path)
    assert (shown.code, shown.err) == (2, "fourcast: deep.json does not contain a table of rows.\n")
    searched = call("search", "--eval", "mine.py", folder=tmp_path)
    assert searched.code == 2
    assert searched.err == (
        "fourcast: mine.py has no function 'evaluate'. It defines fair, f. Write FILE.py:FUNCTION.\n"
    )


def test_an_interrupt_while_it_starts_prints_no_traceback() -> None:
    script = (
        "import os, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'fourcast.cli.match': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from fourcast.cli import main\n"
        "main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, "")


def test_every_command_has_a_summary_that_fits_its_line() -> None:
    lines = call("--help", columns=80).out.partition("Commands:")[2].splitlines()
    assert len(lines) > 15
    assert not any(line.endswith("...") for line in lines)


@pytest.mark.parametrize("arguments", FILES, ids=" ".join)
def test_a_file_in_a_folder_that_is_not_there_is_refused_and_no_folder_is_made(
    arguments: list[str], tmp_path: Path
) -> None:
    ended = call(*arguments, str(tmp_path / "nowhere" / "file.jsonl"), folder=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    [line] = ended.err.splitlines()
    assert f"Folder {tmp_path / 'nowhere'} does not exist. Create it first" in line
    assert list(tmp_path.iterdir()) == []


JOBS = (
    "match random random --ledger ledger.sqlite",
    "dataset -n 10 -o x.csv --ledger ledger.sqlite",
    "book --ply 1 --ledger ledger.sqlite",
    "accuracy random -r classic,width=4,height=4 --positions 3 --ledger ledger.sqlite",
    "experiment run -d 1 -o .",
)


@pytest.mark.parametrize("command", JOBS)
def test_a_job_that_cannot_continue_prints_one_sentence_and_exits_with_code_1(command: str, tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").write_text("buy milk\n" * 100)
    ended = call(*command.split(), folder=tmp_path)
    assert ended.code == 1
    [*_, line] = ended.err.splitlines()
    assert re.fullmatch(r"fourcast: The ledger .*ledger\.sqlite cannot be used: file is not a database\.", line)


def test_a_full_disk_is_named_with_the_file_and_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", write)
    ended = call("tree", "44", "-d", "1", "-o", "t.svg", folder=tmp_path)
    assert ended.code == 2
    assert ended.err.startswith("fourcast: t.svg: No space left on device. Free some space, ")
    assert list(tmp_path.iterdir()) == []
