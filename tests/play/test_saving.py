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

from fourcast.play import Game, load_game, save_game
from fourcast.rules import Rules, drop

SAVES_FOR_EVER = """
import sys
from pathlib import Path
from fourcast.play import Game, save_game
from fourcast.rules import drop, Rules

path = Path(sys.argv[1])
game = Game(Rules.parse("most-lines"))
save_game(game, path)
print("saving", flush=True)
while True:
    for move in [drop(column) for column in range(7)] * 6:
        game.play(move)
        save_game(game, path)
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
    for _ in range(20):
        process = subprocess.Popen([sys.executable, "-c", SAVES_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout
        assert process.stdout.readline() == "saving\n"
        time.sleep(random.uniform(0, 0.03))
        process.kill()
        process.communicate()
        lengths.add(len(load_game(path).plies))
    assert len(lengths) > 1, "the program was always killed at the same place: nothing was tried"
    save_game(a_game(3), path)  # what the killed ones left lying about is in nobody's way
    assert len(load_game(path).plies) == 3


def test_a_disk_that_fails_keeps_the_old_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    save_game(a_game(2), path)
    before = path.read_bytes()
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        save_game(a_game(5), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path], "an unfinished file was left behind"


def test_a_game_reaches_the_disk_before_it_takes_the_old_ones_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    save_game(a_game(2), path)
    seen = []

    def synced(_descriptor: int) -> None:
        seen.append(len(load_game(path).plies))

    monkeypatch.setattr(os, "fsync", synced)
    save_game(a_game(5), path)
    assert seen[0] == 2, "the old game gave way before the new one was on the disk"
    assert len(load_game(path).plies) == 5


def test_saving_into_a_folder_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        save_game(a_game(1), tmp_path / "nowhere" / "game.json")


def test_saving_over_a_folder_is_an_os_error_and_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    with pytest.raises(IsADirectoryError):
        save_game(a_game(1), folder)
    assert list(tmp_path.iterdir()) == [folder]


def test_a_saved_game_is_readable_to_those_the_umask_lets_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    before = os.umask(0o077)
    try:
        save_game(a_game(1), path)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
