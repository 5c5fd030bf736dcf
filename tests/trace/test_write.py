"""Trees as files: the name says as what, and a file is whole or not there."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from support.trees import Case

from fourcast.errors import UsageError
from fourcast.files import write_atomically
from fourcast.trace import write_tree

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
    write_tree(CASE.tree(), tmp_path / name)
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_written_json_tree_can_be_read(tmp_path: Path) -> None:
    write_tree(CASE.tree(), tmp_path / "tree.json")
    data = json.loads((tmp_path / "tree.json").read_bytes())
    assert data["rules"] == CASE.rules


@pytest.mark.parametrize("name", ["tree.png", "tree", "tree.svg.gz", ".svg"])
def test_another_ending_is_refused_with_those_that_are_known(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"cannot be written to .* End the name in \.json, \.dot, \.svg, \.html\."):
        write_tree(CASE.tree(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tree.svg"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_tree(CASE.tree(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "tree.dot"
    folder.mkdir()
    with pytest.raises(IsADirectoryError):
        write_tree(CASE.tree(), folder)
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_file_is_readable_to_those_whom_the_umask_lets_read(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        write_atomically(tmp_path / "file", "text")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == mode


def test_a_text_is_written_as_it_is(tmp_path: Path) -> None:
    write_atomically(tmp_path / "file", "a\nb\r\n−∞")
    assert (tmp_path / "file").read_bytes() == "a\nb\r\n−∞".encode()
