"""Every command that the README and the docs show runs to its end, and docs/commands.md shows every command."""

from __future__ import annotations

import doctest
import json
import shlex
from pathlib import Path

import pytest
from support.command import call

ROOT = Path(__file__).parents[1]
OTHER_TESTS = ("environments.md", "protocol.md", "experiments/README.md", "experiments/published.md")
"""Pages whose examples have tests of their own, or take hours."""
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", *sorted(set(DOCS.rglob("*.md")) - {DOCS / name for name in OTHER_TESTS}))
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
EXAMPLES = [page for page in PAGES if ">>> " in TEXTS[page]]
COMMANDS = sorted(
    {
        line.split("#")[0].strip()
        for text in TEXTS.values()
        for line in text.splitlines()
        if line.startswith("    fourcast ") and "…" not in line
    }
)
SHORTER = {"fourcast reproduce": "fourcast reproduce zer0lose"}
"""What is run in place of a long command: `experiments/test_published.py` computes all published figures."""
ENDLESS = ("serve", "oracle", "engine", "--install-completion")
"""Commands that wait for somebody, or change the user's files: their options are checked, by asking for help."""


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped opening book is used, as by whoever reads the README."""
    monkeypatch.delenv("FOURCAST_BOOK")


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tested = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (tested.failed, tested.attempted > 1) == (0, True)


def test_the_pages_show_commands() -> None:
    assert len(COMMANDS) >= 20
    assert SHORTER.keys() <= set(COMMANDS)


def test_the_page_of_commands_names_every_command() -> None:
    listed = call("--help").out.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    commands = [line.split()[0] for line in listed if line[:3].strip()]
    assert len(commands) >= 15
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in commands if f"fourcast {name} " not in f"{text} "] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_a_page_runs(command: str, tmp_path: Path) -> None:
    words = shlex.split(SHORTER.get(command, command))[1:]
    ended = call(*words, *(["--help"] if words[0] in ENDLESS else []), folder=tmp_path)
    assert ended.code == 0, ended.err
    assert ended.out


def test_the_speeds_in_the_readme_are_the_measured_ones() -> None:
    text = " ".join(TEXTS[ROOT / "README.md"].split())
    (empty,) = measured("empty", "empty", "fourcast")
    (hard,) = measured("published", "begin-hard", "fourcast")
    (medium,) = measured("published", "begin-medium", "fourcast")
    (easy,) = measured("published", "end-easy", "fourcast batch")
    for sentence in (
        f"is solved in {empty[0]:.1f} seconds on one core, without a book, {empty[1]:.0f} times as fast as by BitBully",
        f"hard openings take {hard[0]:.2f} seconds each ({hard[1]:.1f} times as fast)",
        f"medium ones {medium[0] * 1e3:.0f} milliseconds ({medium[1]:.1f} times)",
        f"easy endgames, many in one call, {easy[0] * 1e6:.1f} microseconds ({easy[1]:.1f} times)",
    ):
        assert sentence in text


def measured(file: str, positions: str, engine: str) -> list[tuple[float, float]]:
    """Seconds for a position of a set, and how many times as fast as BitBully that is."""
    rows = json.loads((DOCS / "benchmarks" / f"{file}.json").read_text(encoding="utf-8"))["rows"]
    return [
        (row["seconds"], row["ratio"]["mean"]) for row in rows if (row["set"], row["engine"]) == (positions, engine)
    ]
