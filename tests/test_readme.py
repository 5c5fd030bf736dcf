"""Every command that the README shows runs to its end, and it shows every command."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from support.command import call, run

README = Path(__file__).parents[1] / "README.md"
COMMANDS = [
    line.split("#")[0].strip() for line in README.read_text(encoding="utf-8").splitlines() if "    fourcast " in line
]


def test_the_readme_shows_commands() -> None:
    assert len(COMMANDS) >= 8


def test_the_readme_names_every_command() -> None:
    listed = call("--help").out.partition("Commands:\n")[2].splitlines()
    commands = [line.split()[0] for line in listed if line[:3].strip()]
    assert len(commands) >= 15
    text = README.read_text(encoding="utf-8")
    assert [name for name in commands if f"fourcast {name}" not in text] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    ended = run(*shlex.split(command)[1:], folder=tmp_path)
    assert ended.code == 0, ended.err
    assert ended.out
