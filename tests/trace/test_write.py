"""Trees as files: the name says as what, and a file is whole or not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.trees import Case

from fourcast.errors import UsageError

CASE = Case("drift,width=4,height=3", "", "star1", "potential-lines", 1)


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("tree.json", '{\n "format": "fourcast-tree"'),
        ("tree.dot", "digraph search {"),
        ("tree.svg", "<svg "),
        ("tree.html", "<!DOCTYPE html>"),
        ("TREE.SVG", "<svg "),
    ],
)
def test_the_name_says_as_what_a_tree_is_written(tmp_path: Path, name: str, begins: str) -> None:
    CASE.tree().save(tmp_path / name)
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["tree.png", "tree", "tree.svg.gz", ".svg"])
def test_another_ending_is_refused_with_those_that_are_known(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"cannot be written to .* End the name in \.json, \.dot, \.svg, \.html\."):
        CASE.tree().save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
