"""Every command that the README and the docs show runs to its end, and docs/commands.md shows every command."""

from __future__ import annotations

import doctest
import shlex
from pathlib import Path

import pytest
from support.command import call

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *(ROOT / "docs" / name for name in ("commands.md", "matches.md", "jobs.md")))
COMMANDS = sorted(
    {
        line.split("#")[0].strip()
        for page in PAGES
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("    fourcast ")
    }
)
SHORTER = {"fourcast reproduce": "fourcast reproduce zer0lose"}
"""What is run in place of a long command: `experiments/test_published.py` computes all published figures."""


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped opening book is used, as by whoever reads the README."""
    monkeypatch.delenv("FOURCAST_BOOK")


def test_the_examples_of_the_readme_print_what_it_shows() -> None:
    tested = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (tested.failed, tested.attempted > 10) == (0, True)


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) >= 20
    assert SHORTER.keys() <= set(COMMANDS)


def test_the_page_of_commands_names_every_command() -> None:
    listed = call("--help").out.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    commands = [line.split()[0] for line in listed if line[:3].strip()]
    assert len(commands) >= 15
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in commands if f"fourcast {name} " not in f"{text} "] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    ended = call(*shlex.split(SHORTER.get(command, command))[1:], folder=tmp_path)
    assert ended.code == 0, ended.err
    assert ended.out
