"""`fourcast rules` lists the family, and shows one game with its numbers and what was published about them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import oracle
from support.command import call

from fourcast.rules import VARIANTS


def shown(name: str) -> str:
    ended = call("rules", name)
    assert ended.code == 0, ended.err
    return ended.out


def line_about(what: str, text: str) -> str:
    """The line of a text that begins with these words."""
    [line] = [line for line in text.splitlines() if line.startswith(what)]
    return line


def number(name: str, what: str) -> dict[str, Any]:
    """One of the numbers of these rules, from JSON."""
    numbers = json.loads(call("rules", name, "--json").out)["numbers"]
    [found] = [entry for entry in numbers if entry["what"] == what]
    assert isinstance(found, dict)
    return found


# The table


def test_the_table_has_a_line_for_every_variant() -> None:
    out = call("rules").out
    for variant in VARIANTS:
        assert variant.about in line_about(f"{variant.name} ", out)


def test_every_variant_fits_in_one_line_of_an_ordinary_terminal() -> None:
    lines = call("rules", columns=80).out.split("\n\n")[0].splitlines()
    assert len(lines) == 1 + len(VARIANTS)


def test_the_table_as_json_has_every_variant_with_its_parameters() -> None:
    variants = {entry["name"]: entry for entry in json.loads(call("rules", "--json").out)["variants"]}
    assert set(variants) == {variant.name for variant in VARIANTS}
    boards = {name: (entry["width"], entry["height"], entry["connect"]) for name, entry in variants.items()}
    assert boards == {
        "classic": (7, 6, 4),
        "most-lines": (7, 6, 4),
        "drift": (7, 6, 4),
        "extended": (8, 6, 4),
        "popout": (7, 6, 4),
        "tictactoe": (3, 3, 3),
    }
    assert variants["drift"]["drift"] == "3:1:1"
    assert variants["extended"]["pops"] == 6
    assert variants["popout"]["pops"] == "own"
    assert variants["tictactoe"]["gravity"] == "off"


# One of them


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_variant_is_shown_with_its_board_and_every_parameter(variant: Any) -> None:
    out = shown(variant.name)
    assert variant.about in out
    for key in ("width", "height", "connect", "goal", "gravity", "pops", "drift"):
        line_about(f"{key} ", out)
    framed = [line for line in out.splitlines() if line.startswith(" │")]
    assert len(framed) == variant.rules.shape.height
    assert all(len(line.split()) == variant.rules.shape.width + 2 for line in framed)


def test_the_rows_of_a_wide_board_are_not_broken() -> None:
    out = call("rules", "classic,width=40,height=2", columns=80).out
    framed = [line for line in out.splitlines() if line.startswith(" │")]
    assert [len(line.split()) for line in framed] == [42, 42]


def test_tictactoe_is_drawn_as_a_numpad() -> None:
    framed = [line.strip(" │") for line in shown("tictactoe").splitlines() if line.startswith(" │")]
    assert framed == ["7 8 9", "4 5 6", "1 2 3"]


@pytest.mark.parametrize(
    ("name", "lines"), [("classic", 69), ("classic,width=8", 84), ("tictactoe", 8), ("classic,width=3,height=3", 0)]
)
def test_lines_are_given_by_formula_and_by_count(name: str, lines: int) -> None:
    text = line_about("winning lines", shown(name))
    assert f"{lines} by formula, {lines} by count" in text
    found = number(name, "winning lines")
    assert (found["value"], found["counted"]) == (lines, lines)


def test_the_formula_agrees_with_the_count_on_odd_boards_too() -> None:
    for name in ("classic,width=9,height=3,connect=3", "tictactoe,width=5,height=4", "classic,width=2,height=7"):
        rules = oracle.rules_from_text(name)
        windows = len(oracle.windows(rules.width, rules.height, rules.connect))
        found = number(name, "winning lines")
        assert (found["value"], found["counted"]) == (windows, windows)


def test_the_longest_game_of_extended_is_the_published_one() -> None:
    text = line_about("longest game", shown("extended"))
    assert "72" in text  # 8 · 6 + 4 · 6
    assert "ExtendedConnect4 published 72" in text
    assert number("extended", "longest game")["published"][0]["equal"] is True


def test_a_position_of_extended_has_at_most_12_moves_where_14_were_published() -> None:
    text = line_about("most moves", shown("extended"))
    assert text.split()[5].startswith("12")  # most moves in a position 12
    assert "ExtendedConnect4 published 14" in text
    found = number("extended", "most moves in a position")
    assert found["value"] == 12  # n + ⌈n/2⌉
    [claim] = found["published"]
    assert (claim["system"], claim["value"], claim["equal"]) == ("ExtendedConnect4", 14, False)  # n + p


@pytest.mark.parametrize(
    ("name", "longest"), [("classic", 42), ("tictactoe", 9), ("extended,width=4,height=4,pops=1", 20)]
)
def test_the_longest_game_is_a_number_where_there_is_one(name: str, longest: int) -> None:
    assert number(name, "longest game")["value"] == longest


def test_only_repetition_bounds_a_game_of_popout() -> None:
    assert number("popout", "longest game")["value"] is None
    assert "repetition" in line_about("longest game", shown("popout"))


@pytest.mark.parametrize(
    ("name", "moves"),
    [("classic", 7), ("tictactoe", 9), ("popout", 13), ("extended,width=4,height=4,pops=1", 6)],
)
def test_the_most_moves_a_position_can_have(name: str, moves: int) -> None:
    # popout: 7 drops and, of 7 bottom discs of one colour, all but the one that breaks every four
    assert number(name, "most moves in a position")["value"] == moves


@pytest.mark.parametrize(("name", "system", "lines"), [("most-lines", "Connect-4s", 69), ("drift", "Connect-4s", 69)])
def test_published_numbers_of_lines_stand_beside_ours(name: str, system: str, lines: int) -> None:
    [claim] = number(name, "winning lines")["published"]
    assert (claim["system"], claim["value"], claim["equal"]) == (system, lines, True)
    assert f"{system} published {lines}" in shown(name)


def test_connect_four_8x6_published_84_lines() -> None:
    [claim] = number("classic,width=8", "winning lines")["published"]
    assert (claim["system"], claim["value"], claim["equal"]) == ("Connect Four 8×6", 84, True)


def test_nobody_published_anything_about_a_board_of_ones_own() -> None:
    for what in ("winning lines", "longest game", "most moves in a position"):
        assert number("classic,width=5,height=9", what)["published"] == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("clasic", "'classic'"),
        ("classic,widht=8", "'width'"),
        ("classic,width=0", "width"),
        ("classic,width", "key=value"),
        ("", "no rules named"),
        ("tictactoe,pops=3", "gravity"),
    ],
)
def test_rules_that_cannot_be_are_explained(name: str, says: str) -> None:
    ended = call("rules", name)
    assert ended.code == 2
    assert says in ended.err
    assert ended.out == ""
