"""Tables on narrow terminals: figures stay whole, names wrap between words, nothing is left out."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from fourcast.cli.grid import Grid, wrap_words

NAMES = (
    "Minimax",
    "Alpha-beta, centre and killers first, transposition table",
    "alphabeta,order=centre+killers,table=on",
)
HEADINGS = ("depth", *(str(depth) for depth in range(1, 10)), "time at 9", "Times fewer nodes")
FIGURES = (*(f"{7**depth:,}" for depth in range(1, 10)), "31.2 ms", "2.1 (1.8–2.7) †")


def printed(grid: Grid, width: int) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(*grid.tables(width), sep="\n")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def words(text: str) -> list[str]:
    return re.findall(r"[^\s,/+]+", text)


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_figures_stay_whole_and_words_too(width: int) -> None:
    grid = Grid(HEADINGS, [(name, *FIGURES) for name in NAMES], "A title")
    told = printed(grid, width)
    assert max(map(len, told.splitlines())) <= width
    for figure in FIGURES:
        assert len(re.findall(rf"│ +{re.escape(figure)} │", told)) == len(NAMES), figure
    said = words(told)
    for word in {word for text in (*NAMES, *HEADINGS) for word in words(text)}:
        assert word in said
    assert told.count("A title") == 1


@pytest.mark.parametrize(("width", "tables"), [(200, 1), (80, 3)])
def test_what_does_not_fit_side_by_side_makes_several_tables(width: int, tables: int) -> None:
    grid = Grid(HEADINGS, [(name, *FIGURES) for name in NAMES])
    assert len(grid.tables(width)) == tables
    assert grid.fits(width) == (tables == 1)


def test_a_mark_of_rich_takes_no_room_and_a_bracket_in_a_name_is_no_mark() -> None:
    told = printed(Grid(("", "nodes"), [("[bold]", "[bold]1,234[/bold]")]), 60)
    assert "│ [bold] │ 1,234 │" in told


def test_a_word_that_is_longer_than_a_line_has_a_line_of_its_own() -> None:
    assert wrap_words("program:/opt/engine --quick", 8) == "program:/\nopt/\nengine\n--quick"


def test_a_grid_without_rows_has_its_headings() -> None:
    assert "nodes" in printed(Grid(("algorithm", "nodes"), []), 60)
