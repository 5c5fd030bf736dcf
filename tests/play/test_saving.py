"""Saving is all or nothing: whatever happens, the file holds the old game or the new one, whole."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from fourcast.play import Game, load_game
from fourcast.rules import Rules, drop

SAVES_FOR_EVER = """
import sys
from pathlib import Path
from fourcast.play import Game
from fourcast.rules import drop, Rules

path = Path(sys.argv[1])
game = Game(Rules.parse("most-lines"))
game.save(path)
print("saving", flush=True)
while True:
    for move in [drop(column) for column in range(7)] * 6:
        game.play(move)
        game.save(path)
    while game.plies:
        game.undo()
"""


def a_game(plies: int) -> Game:
    game = Game(Rules.parse("classic"))
    for column in range(plies):
        game.play(drop(column))
    return game


def no_space(_descriptor: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_program_killed_while_it_saves_leaves_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    random = Random(4)
    lengths = set()
    for _ in range(10):
        process = subprocess.Popen([sys.executable, "-c", SAVES_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout
        assert process.stdout.readline() == "saving\n"
        time.sleep(random.uniform(0, 0.03))
        process.kill()
        process.communicate()
        lengths.add(len(load_game(path).plies))
    assert len(lengths) > 1, "the program was always killed at the same place: nothing was tried"
    a_game(3).save(path)  # what the killed ones left lying about is in nobody's way
    assert len(load_game(path).plies) == 3


def test_a_disk_that_fails_keeps_the_old_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    a_game(2).save(path)
    before = path.read_bytes()
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        a_game(5).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path], "an unfinished file was left behind"


def test_a_game_reaches_the_disk_before_it_takes_the_old_ones_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    a_game(2).save(path)
    seen = []

    def synced(_descriptor: int) -> None:
        seen.append(len(load_game(path).plies))

    monkeypatch.setattr(os, "fsync", synced)
    a_game(5).save(path)
    assert seen[0] == 2, "the old game gave way before the new one was on the disk"
    assert len(load_game(path).plies) == 5


def test_saving_over_a_folder_is_an_os_error_and_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    with pytest.raises(IsADirectoryError):
        a_game(1).save(folder)
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_file_is_readable_to_those_whom_the_umask_lets_read(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        a_game(1).save(tmp_path / "game.json")
    finally:
        os.umask(before)
    assert (tmp_path / "game.json").stat().st_mode & 0o777 == mode
