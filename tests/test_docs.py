"""The pages about the algorithms are what the code makes of them now."""

from __future__ import annotations

import json
import re
from pathlib import Path

import make_pages
import pytest
from support.engines import needs_core

from fourcast.algorithms import ALGORITHMS

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return make_pages.pages()


def test_there_is_a_page_for_every_algorithm_and_one_for_all(made: dict[str, str]) -> None:
    files = {file.name for file in (DOCS / "algorithms").iterdir()}
    assert files == {"README.md", *(f"{name}.md" for name in ALGORITHMS)}
    assert set(made) == files


@needs_core
@pytest.mark.parametrize("file", ["README.md", *(f"{name}.md" for name in ALGORITHMS)])
def test_a_page_is_what_the_code_makes_of_it(made: dict[str, str], file: str) -> None:
    kept = (DOCS / "algorithms" / file).read_text(encoding="utf-8")
    assert kept == made[file], f"{file} is out of date: run `python tools/make_pages.py`"


def test_the_overview_links_to_every_page(made: dict[str, str]) -> None:
    for name in ALGORITHMS:
        assert f"({name}.md)" in made["README.md"]


def test_a_published_count_stands_on_its_page(made: dict[str, str]) -> None:
    # Connect-4s, from the one root in the middle, k = 4: 747 nodes with alpha-beta, 2801 without.
    assert "| 747 |" in made["alphabeta.md"]
    assert "| 2,801 |" in made["minimax.md"]


@pytest.mark.parametrize(
    ("file", "name", "engine", "claim"),
    [
        ("empty", "empty", "fourcast", "in {seconds:.1f} seconds on one core, without a book, {ratio:.0f} times"),
        ("published", "begin-hard", "fourcast", "hard openings take {seconds:.2f} seconds each ({ratio:.1f} times as"),
        ("published", "begin-medium", "fourcast", "medium ones {milliseconds:.0f} milliseconds ({ratio:.1f} times)"),
        ("published", "end-easy", "fourcast batch", "{microseconds:.1f} microseconds ({ratio:.1f} times)"),
    ],
)
def test_the_readme_claims_what_was_measured(file: str, name: str, engine: str, claim: str) -> None:
    rows = json.loads((DOCS / "benchmarks" / f"{file}.json").read_text(encoding="utf-8"))["rows"]
    (row,) = (row for row in rows if row["set"] == name and row["engine"] == engine)
    seconds = row["seconds"]
    figures = {"seconds": seconds, "milliseconds": 1e3 * seconds, "microseconds": 1e6 * seconds}
    assert claim.format(**figures, ratio=row["ratio"]["mean"]) in _readme()


def test_the_readme_claims_results_that_stand_in_the_data() -> None:
    data = json.loads((DOCS / "results" / "exact.json").read_text(encoding="utf-8"))["results"]
    rows = {row["rules"]: row for row in data}
    lines, first_line = rows["most-lines,width=7,height=6"], rows["classic,width=8,height=6"]
    assert lines["low"] == lines["high"] == 0
    assert f"most lines on 7×6 is a draw, found in {lines['nodes']:,} nodes" in _readme()
    assert first_line["high"] < 0
    assert f"on 8×6 is won by the second player with the {first_line['plies']}th move" in _readme()


def _readme() -> str:
    return " ".join((DOCS.parent / "README.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "core/README.md"])
def test_files_that_a_page_names_exist(page: str) -> None:
    root = DOCS.parent
    names = re.findall(r"`([\w/.]+/[\w.]+\.(?:py|hpp|cpp|md|js|toml|json))`", (root / page).read_text(encoding="utf-8"))
    package = root / "src" / "fourcast"
    folders = (root, package, package / "trace", root / "core", root / "core" / "solver", root / "tests")
    assert [name for name in names if not any((folder / name).exists() for folder in folders)] == []
