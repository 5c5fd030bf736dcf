"""`fourcast rules` lists the family, and shows one game with its numbers and what was published about them."""

from __future__ import annotations

import json
from typing import Any

import pytest
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


# The table


def test_the_table_has_a_line_for_every_variant_on_an_ordinary_terminal() -> None:
    out = call("rules", columns=80).out
    for variant in VARIANTS:
        assert line_about(f"{variant.name} ", out)
        assert variant.about in " ".join(out.split())


def test_the_table_as_json_has_every_variant_with_its_parameters() -> None:
    variants = {entry["name"]: entry for entry in json.loads(call("rules", "--json").out)["variants"]}
    assert set(variants) == {variant.name for variant in VARIANTS}
    boards = {name: (entry["width"], entry["height"], entry["connect"]) for name, entry in variants.items()}
    assert boards == {
        "classic": (7, 6, 4),
        "most-lines": (7, 6, 4),
        "drift": (7, 6, 4),
        "extended": (8, 6, 4),
        "run-points": (7, 6, 4),
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
    assert variant.about in " ".join(out.split())
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
    ("name", "what", "value", "published"),
    [
        ("most-lines", "winning lines", 69, ("Connect-4s", 69, True)),
        ("drift", "winning lines", 69, ("Connect-4s", 69, True)),
        ("classic,width=8", "winning lines", 84, ("Connect Four 8×6", 84, True)),
        ("tictactoe", "winning lines", 8, None),
        ("classic,width=3,height=3", "winning lines", 0, None),
        ("classic", "longest game", 42, None),
        ("extended", "longest game", 72, ("ExtendedConnect4", 72, True)),  # 8 · 6 + 4 · 6
        ("extended,width=4,height=4,pops=1", "longest game", 20, ("ExtendedConnect4", 20, True)),
        ("popout", "longest game", None, None),
        ("classic", "most moves in a position", 7, None),
        ("extended", "most moves in a position", 12, ("ExtendedConnect4", 14, False)),  # n + ⌈n/2⌉, not n + p
        # 7 drops and, of 7 bottom discs of one colour, all but the one that breaks every four
        ("popout", "most moves in a position", 13, None),
    ],
)
def test_numbers_stand_beside_published_ones(
    name: str, what: str, value: int | None, published: tuple[str, int, bool] | None
) -> None:
    numbers = json.loads(call("rules", name, "--json").out)["numbers"]
    [found] = [entry for entry in numbers if entry["what"] == what]
    assert found["value"] == found.get("counted", value) == value
    claims = [(claim["system"], claim["value"], claim["equal"]) for claim in found["published"]]
    assert claims == ([published] if published else [])
    text = line_about(what, shown(name))
    assert str("repetition" if value is None else value) in text
    assert not published or f"{published[0]} published {published[1]}" in text
