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
        ("tree.pdf", "%PDF-1."),
        ("tree.png", "\x89PNG\r\n"),
    ],
)
def test_the_name_says_as_what_a_tree_is_written(tmp_path: Path, name: str, begins: str) -> None:
    if Path(name).suffix in (".pdf", ".png"):
        pytest.importorskip("vl_convert", reason="vl_convert is not installed: no PDF and no PNG can be written")
    CASE.tree().save(tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins.encode("latin-1"))
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["tree.gif", "tree", "tree.svg.gz", ".svg"])
def test_another_ending_is_refused_with_those_that_are_known(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"cannot be written to .* End the name in \.json, .*, \.html\."):
        CASE.tree().save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["tree.pdf", "tree.png"])
def test_without_the_converter_the_extra_is_named(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourcast.trace.write.find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pip install 'fourcast\[charts\]'"):
        CASE.tree().save(tmp_path / name)
