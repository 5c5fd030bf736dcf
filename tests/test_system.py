"""Other systems use platformdirs and filelock, which agree on Linux with what is done there without them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from filelock import FileLock, Timeout
from platformdirs import user_data_path

from fourcast.errors import JobError
from fourcast.jobs import LineProcess
from fourcast.system import data_dir, file_lock


@pytest.mark.parametrize("platform", ["linux", "darwin"])
@pytest.mark.parametrize("base", ["/data", None])
def test_the_data_folder_is_that_of_platformdirs(
    platform: str, base: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if base:
        monkeypatch.setenv("XDG_DATA_HOME", base)
    assert data_dir() == user_data_path("fourcast")


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_a_lock_excludes_others_until_its_block_ends(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    path = tmp_path / "lock"
    with file_lock(path) as is_free:
        assert is_free
        with file_lock(path) as is_free_again:
            assert not is_free_again
        with pytest.raises(Timeout):
            FileLock(path, blocking=False).acquire()
    with FileLock(path, blocking=False), file_lock(path) as is_free:
        assert not is_free
    with pytest.raises(Timeout), file_lock(path):
        raise Timeout("an error of the block")
    with file_lock(path) as is_free:
        assert is_free


def test_where_processes_cannot_be_supervised_an_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "nt")
    with pytest.raises(JobError, match="does not support on this system"):
        LineProcess(["true"])
