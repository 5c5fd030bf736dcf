"""The published figures of the five systems come out again, to the digit, on both engines."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from support.engines import needs_core

from fourcast.errors import UsageError
from fourcast.experiments import PUBLISHED, Checker, FigureRow, find_experiment, left_out_text, parse_experiment
from fourcast.native import Engine

OPENINGS = (4, 5, 4, 4, 3, 4, 5, 4)
"""Of Connect-4s' alpha-beta counts, k = 1 … 8."""
LEVEL_8 = {
    "T2, level 8, human 1742": [18875642, 18141415, 18859732, 17886847, (3, 5, 4, 3)],
    "T2, level 8, human 4817": [18724586, 18920055, 17961114, 16810760, (5, 4, 4, 5)],
}


def numbered(name: str, figures: list[Any], **more: tuple[object, ...]) -> dict[str, object]:
    """A row of a published table, k = 1, 2, …"""
    return {
        name.format(k=k, **{key: values[k - 1] for key, values in more.items()}): figure
        for k, figure in enumerate(figures, start=1)
    }


def game(name: str, figures: list[Any]) -> dict[str, object]:
    dropped = {f"{name}: dropped, reply {number}": count for number, count in enumerate(figures[:4], start=1)}
    return dropped | ({f"{name}: replies": figures[4]} if figures[4:] else {})


def search(name: str, nodes: int, value: int, reply: int) -> dict[str, object]:
    return {f"{name}: nodes": nodes, f"{name}: value": value, f"{name}: reply": reply}


FIGURES: dict[str, dict[str, object]] = {
    "connect-4s": {
        **numbered("minimax, k = {k}: nodes", [8, 57, 400, 2801, 19608, 137256, 960750, 6724200]),
        **numbered("expectiminimax, k = {k}: nodes", [27, 27, 521, 521, 9907, 9907, 188241, 188241]),
        **numbered(
            "alpha-beta, k = {k}, opening {opening}: nodes",
            [8, 47, 224, 747, 3456, 11453, 44896, 161528],
            opening=OPENINGS,
        ),
        **numbered(
            "alpha-beta documented, k = {k}, opening {opening}: nodes",
            [8, 47, 224, 747, 3456, 11453, 44908, 161285],
            opening=OPENINGS,
        ),
        **numbered("alpha-beta, k = {k}, all from opening 4: nodes", [8, 48, 224, 747, 4022, 11453, 47164, 161528]),
        **numbered("expectiminimax, {k} ahead: value", [1.0, -6.68, 1.952]),
        **numbered("expectiminimax, {k} ahead: reply", [4, 4, 4]),
        "minimax, k = 1, after 44: leaves": (-1, -1, -1, 9, -1, -1, -1),
        "minimax, k = 1, after 44: root": 9,
        "8 + 19·N(j − 1), j = 1 … 4, by counting": (27, 521, 9907, 188241),
    },
    "extended": {
        **numbered("perft {k}, 8×6 with 6 pop-outs", [8, 68, 604, 5556]),
        **numbered("perft {k}, 4×4 with 1 pop-out", [4, 18, 86, 426, 2150]),
        "EVAL after a drop in column 1 … 8": (19, 24, 25, 32, 32, 25, 24, 19),
        "points of 11001121222111, both players": (9, 5),
        "points of a full 8×6 of one player": 736,
        "most moves, 8×6 with 6 pop-outs": 12,  # 14 was published
    },
    "smart": {
        **search("alpha-beta, depth 6 after 11335", 13362, -20, 6),
        **search("alpha-beta, depth 7 after 55446", 116302, 50, 6),
        **search("alpha-beta, depth 8 after 223", 158444, -40, 4),
        **search("alpha-beta, depth 9 after 7", 595694, 30, 4),
        **search("minimax, depth 6 after 11335", 137180, -20, 6),
        **search("minimax, depth 7 after 55446", 959078, 50, 6),
        **search("minimax, depth 8 after 223", 6710260, -40, 4),
        **search("minimax, depth 9 after 7", 47050206, 30, 4),
        "alpha-beta, depth 6 after 4: nodes": 14041,
        "alpha-beta, depth 7 after 4: nodes": 44529,
        "alpha-beta, depth 8 after 4: nodes": 228646,
        "example state: heuristic": -115,
        "value of a complete line": 630,  # 642 was published
    },
    "zer0lose": {
        "tic-tac-toe, minimax: nodes": 549946,
        "tic-tac-toe, minimax: leaves": 255168,
        "tic-tac-toe, alpha-beta, wins first: nodes": 20866,
        "tic-tac-toe, alpha-beta, wins first: leaves": 8453,
        "tic-tac-toe, alpha-beta, draws first: nodes": 16771,
        "tic-tac-toe, alpha-beta, draws first: leaves": 6386,
    },
    "8x6": {
        **game("T1, level 4, human 1245", [1426, 925, 867, 1657, (3, 2, 2, 4)]),
        **game("T2, level 4, human 1245", [4680, 4680, 4680, 4623, (3, 2, 2, 4)]),
        **game("T3, level 4, human 1245", [1208, 771, 817, 1337, (3, 2, 2, 4)]),
        **game("T4, level 4, human 1245", [993, 642, 676, 1145, (3, 2, 2, 4)]),
        **game("T5b, level 4, human 1254", [302, 457, 440, 337, (4, 6, 5, 4)]),
        **game("T2, level 1, human 1245", [8, 8, 8, 8]),
        **{name: figure for one, figures in LEVEL_8.items() for name, figure in game(one, figures).items()},
    },
}
"""Typed once more from the specification."""


@cache
def checked(name: str, engine: Engine) -> list[FigureRow]:
    checker = Checker(find_experiment(name), engine)
    return [row for figure in checker.figures for row in checker.check(figure)]


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("engine", [pytest.param(Engine.NATIVE, marks=needs_core), Engine.PYTHON])
def test_every_figure_is_what_it_should_be(name: str, engine: Engine) -> None:
    rows = checked(name, engine)
    assert [row for row in rows if not row.is_right] == []
    ours = {row.what: row.ours for row in rows}
    assert (
        len(ours)
        == len(rows)
        == {  # without the searches that are too large
            Engine.NATIVE: {"connect-4s": 64, "extended": 16, "smart": 31, "zer0lose": 17, "8x6": 35},
            Engine.PYTHON: {"connect-4s": 52, "extended": 16, "smart": 9, "zer0lose": 14, "8x6": 35},
        }[engine][name]
    )
    assert {what: ours[what] for what in FIGURES[name] if what in ours} == {
        what: figure for what, figure in FIGURES[name].items() if what in ours
    }
    assert {row.engine for row in rows} == {engine.value}
    assert all((row.equal is None) == row.what.endswith(": time") for row in rows)


@needs_core
def test_the_largest_searches_too() -> None:
    for name, whats in {"smart": ["minimax, depth 9 after 7"], "8x6": list(LEVEL_8)}.items():
        checker = Checker(find_experiment(name), Engine.NATIVE, deep=True)
        assert checker.left_out == []
        rows = [row for figure in checker.figures if figure.what in whats for row in checker.check(figure)]
        ours = {row.what: row.ours for row in rows if row.equal is not None}
        assert ours == {what: figure for what, figure in FIGURES[name].items() if what.partition(":")[0] in whats}


@needs_core
def test_every_typed_figure_is_in_a_file_and_only_two_are_not_equal() -> None:
    names = {(name, figure.name(key)) for name in PUBLISHED for figure in files()[name] for key in figure.published}
    assert {(name, what) for name, figures in FIGURES.items() for what in figures} <= names
    assert len(names) == 177
    unequal = [row.what for name in PUBLISHED for row in checked(name, Engine.NATIVE) if row.equal is False]
    assert unequal == ["most moves, 8×6 with 6 pop-outs", "value of a complete line"]


@cache
def files() -> dict[str, Any]:
    return {name: find_experiment(name).expected for name in PUBLISHED}


def test_every_figure_says_where_it_comes_from_and_every_corrected_one_what_the_slip_was() -> None:
    for figures in files().values():
        assert {figure.source for figure in figures} <= {"report", "program", "study"}
        assert all(figure.slip.endswith(".") for figure in figures if figure.corrected)
    corrected = Counter(name for name, figures in files().items() for figure in figures if figure.corrected)
    assert corrected == {"connect-4s": 5, "extended": 1, "smart": 4, "zer0lose": 1}


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
    expected = [{"source": "report", "figures": [{"what": "mine", **figure}]}]
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
