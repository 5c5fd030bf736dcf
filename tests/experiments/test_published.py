"""The published figures of the five systems come out again, to the digit, on both engines."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from support.engines import needs_core

from fourcast.errors import UsageError
from fourcast.experiments import (
    PUBLISHED,
    Checker,
    FigureRow,
    Source,
    find_experiment,
    left_out_text,
    parse_experiment,
)
from fourcast.native import Engine

OPENINGS = (4, 5, 4, 4, 3, 4, 5, 4)
"""Of Connect-4s' alpha-beta counts, k = 1 … 8."""


@cache
def checked(name: str, engine: Engine) -> list[FigureRow]:
    checker = Checker(find_experiment(name), engine)
    return [row for figure in checker.figures for row in checker.check(figure)]


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("engine", [pytest.param(Engine.NATIVE, marks=needs_core), Engine.PYTHON])
def test_every_figure_is_what_it_should_be(name: str, engine: Engine) -> None:
    rows = checked(name, engine)
    assert [row for row in rows if not row.is_right] == []
    assert (
        len({row.what for row in rows})
        == len(rows)
        == {  # without the searches that are too large
            Engine.NATIVE: {"connect-4s": 83, "extended": 16, "smart": 36, "zer0lose": 20, "8x6": 57},
            Engine.PYTHON: {"connect-4s": 68, "extended": 16, "smart": 11, "zer0lose": 14, "8x6": 54},
        }[engine][name]
    )
    assert {row.engine for row in rows} == {engine.value}
    assert all((row.equal is None) == (": time" in row.what) for row in rows)


@needs_core
@pytest.mark.parametrize(
    ("name", "large"),
    [("smart", "minimax, depth 9 after 7"), pytest.param("8x6", "T2, level 8", marks=pytest.mark.soak)],
)
def test_the_largest_searches_too(name: str, large: str) -> None:
    checker = Checker(find_experiment(name), Engine.NATIVE, deep=True)
    assert checker.left_out == []
    rows = [row for figure in checker.figures if figure.what.startswith(large) for row in checker.check(figure)]
    assert rows
    assert all(row.equal in (True, None) for row in rows)


@needs_core
def test_every_figure_has_a_name_of_its_own_and_only_three_are_not_equal() -> None:
    names = {(name, figure.name(key)) for name in PUBLISHED for figure in files()[name] for key in figure.expected}
    assert len(names) == 228
    unequal = [
        (row.what, row.expected, row.ours)
        for name in PUBLISHED
        for row in checked(name, Engine.NATIVE)
        if row.equal is False
    ]
    assert unequal == [
        ("most moves, 8×6 with 6 pop-outs", 14, 12),
        ("value of a complete line", 642, 630),
        ("weight of three in a row, a shift by 5", 64, 32),
    ]


@cache
def files() -> dict[str, Any]:
    return {name: find_experiment(name).expected for name in PUBLISHED}


def test_published_are_the_figures_of_texts_and_programs_and_not_those_that_were_found_later() -> None:
    sources = {
        (name, figure.what.partition(", k")[0].partition(",")[0]): figure.source
        for name, figures in files().items()
        for figure in figures
    }
    found_later = {
        ("connect-4s", "alpha-beta documented"),
        ("extended", "perft 4"),
        ("extended", "EVAL after a drop in column 1 … 8"),
    }
    assert all(sources[figure] is Source.STUDY for figure in found_later)
    in_programs = {
        ("connect-4s", "windows of four"),
        ("smart", "example state: heuristic"),
        ("8x6", "strength of a line x..."),
    }
    assert all(sources[figure] is Source.PROGRAM for figure in in_programs)
    for figures in files().values():
        for figure in figures:
            if figure.reply is not None or {"all from opening", "openings 1"} & set(figure.what.split(", ")):
                assert not figure.source.is_published, figure.what
            if figure.time is not None:
                assert figure.source is Source.TEXT, figure.what


def test_every_corrected_figure_says_what_the_slip_was() -> None:
    for figures in files().values():
        assert all(figure.slip.endswith(".") for figure in figures if figure.corrected)
    corrected = Counter(name for name, figures in files().items() for figure in figures if figure.corrected)
    assert corrected == {"connect-4s": 5, "extended": 1, "smart": 4, "zer0lose": 1, "8x6": 1}


@needs_core
def test_corrected_counts_of_alpha_beta_are_the_counts_from_one_opening() -> None:
    rows = {row.what: row for row in checked("connect-4s", Engine.NATIVE)}
    for k, opening in enumerate(OPENINGS, start=1):
        published = rows[f"alpha-beta, k = {k}, opening {opening}: nodes"]
        fair = rows[f"alpha-beta, k = {k}, all from opening 4: nodes"].ours
        assert published.corrected == (None if fair == published.ours else fair)


def test_the_positions_of_a_game_are_those_that_its_moves_lead_to() -> None:
    for figure in files()["8x6"]:
        if figure.label == "replies":
            human = figure.what.rpartition(" ")[2]
            played = "".join(f"{own}{reply}" for own, reply in zip(human, figure.reply, strict=True))
            assert figure.moves == tuple(played[: 2 * ply + 1] for ply in range(4))


# Checks of one's own


def own(**figure: object) -> Checker:
    keys = {"variants": "tictactoe", "algorithms": ["minimax", "alphabeta"], "depths": "1-2"}
    expected = [{"source": "text", "figures": [{"what": "mine", **figure}]}]
    return Checker(parse_experiment({**keys, "expected": expected}, name="own", source="own"), Engine.PYTHON)


def test_a_figure_that_is_neither_published_nor_corrected_is_wrong() -> None:
    for figure, right in (
        ({"nodes": 82}, True),  # 1 + 9 + 9·8
        ({"nodes": 81}, False),
        ({"nodes": 81, "corrected": {"nodes": 82}}, True),
        ({"nodes": 81, "corrected": {"nodes": 80}}, False),
    ):
        checker = own(algorithm="minimax", depth=2, **figure)
        [row] = checker.check(checker.figures[0])
        assert (row.is_right, row.ours) == (right, 82)


def test_a_figure_that_selects_no_single_search_is_refused() -> None:
    with pytest.raises(UsageError, match="'mine' selects 2 searches of part ''"):
        own(depth=2, nodes=82)
    checker = own(check="lines", figure=3)
    with pytest.raises(UsageError, match=r"no check 'lines'\. Known: line_count, lines_in_row"):
        list(checker.check(checker.figures[0]))
    with pytest.raises(UsageError, match="star2 has no published figures"):
        Checker(find_experiment("star2"), Engine.PYTHON)


def test_what_is_left_out_is_said_in_one_sentence() -> None:
    large = Checker(find_experiment("smart"), Engine.NATIVE).left_out
    assert large == ["minimax, depth 9 after 7"]
    assert left_out_text(large, Engine.NATIVE, deep=False) == (
        "Left out: 1 search with more than 10,000,000 nodes (minimax, depth 9 after 7); --deep runs them."
    )
    many = left_out_text(["a", "b", "c", "d"], Engine.PYTHON, deep=False)
    assert many.startswith("Left out: 4 searches with more than 60,000 nodes; --deep runs those of up to 1,000,000")
