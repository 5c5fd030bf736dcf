"""The drawing of every line: counts published by zer0lose and Connect Four 8×6, and windows that the oracle lists."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from support import oracle
from support.command import call

from fourcast.errors import UsageError
from fourcast.rules import lines


def test_the_lines_of_7_by_6_are_drawn_by_direction(tmp_path: Path) -> None:
    picture = lines("classic")
    counts = {title: len(found) for title, found in picture.groups.items()}
    assert counts == {"Along a row": 24, "Up a column": 21, "Rising": 12, "Falling": 12}  # as zer0lose pictures them
    assert picture.text().count("●") == 69 * 4
    picture.save(tmp_path / "lines.svg")
    drawn = ET.parse(tmp_path / "lines.svg").getroot()
    texts = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == [f"{title}: {count}" for title, count in counts.items()]
    with pytest.raises(UsageError, match=r"FILE\.svg or FILE\.txt, not lines\.png"):
        picture.save(tmp_path / "lines.png")


@pytest.mark.parametrize(("rules", "size"), [("tictactoe", (3, 3, 3)), ("classic,width=8", (8, 6, 4))])
def test_the_command_lists_the_lines_of_any_board(rules: str, size: tuple[int, int, int]) -> None:
    groups = json.loads(call("rules", rules, "--lines", "--json").out)["lines"]
    listed = {frozenset((column - 1, row - 1) for column, row in line) for group in groups.values() for line in group}
    assert listed == {frozenset(window) for window in oracle.windows(*size)}
    assert call("rules", rules, "--lines").out.startswith(f"The {len(listed)} lines of {size[2]}")
