"""A game that was saved goes on another day, and no saved game is lost."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.command import Live, call, run

from fourcast.play import load_game

SMALL = ("play", "--rules", "classic,width=4,height=4")


def moves_in(path: Path) -> str:
    moves = json.loads(path.read_text())["moves"]
    assert isinstance(moves, str)
    return moves


def test_a_saved_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    run(*SMALL, "--names", "Ada,Bob", "--save", str(path), typed="1\n2\n1\n2\n1\n2\ns\nq\n")
    assert moves_in(path) == "121212"
    out = run("play", "--resume", str(path), typed="1\nn\n").out
    assert "● Ada: " in out
    assert "Ada wins" in out


def test_what_was_undone_can_still_be_redone_after_resuming(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    call(*SMALL, "--save", str(path), typed="1\n2\n3\nu\nu\ns\nq\n")
    call("play", "--resume", str(path), typed="r\nr\ns\nq\n")
    assert moves_in(path) == "123"


def test_a_drifted_disc_lies_where_it_fell_after_resuming(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    out = call(
        "play", "--rules", "drift,width=4", "--seed", "1", "--save", str(path), typed="1\n2\n3\n4\n1\n2\ns\nq\n"
    ).out
    again = call("play", "--resume", str(path), typed="q\n").out
    assert again.split("╭")[1].split("╰")[0] == out.split("╭")[-1].split("╰")[0]


def test_without_a_name_a_game_goes_to_a_new_file_of_which_the_player_is_told(tmp_path: Path) -> None:
    out = run(*SMALL, typed="1\ns\nq\n", folder=tmp_path).out
    [path] = tmp_path.iterdir()
    assert f"--resume {path.name}" in out
    assert moves_in(path) == "1"


def test_saving_the_next_game_does_not_overwrite_the_one_before(tmp_path: Path) -> None:
    out = call(*SMALL, "--save", "first.json", typed="1\n2\n1\n2\n1\n2\n1\ns\ny\n3\ns\nq\n", folder=tmp_path).out
    assert moves_in(tmp_path / "first.json") == "1212121"
    other = re.findall(r"--resume (\S+)", out)[1]
    assert moves_in(tmp_path / other) == "3"


def test_a_game_saved_twice_is_kept_as_it_was_last(tmp_path: Path) -> None:
    call(*SMALL, typed="1\ns\n2\ns\nq\n", folder=tmp_path)
    [path] = tmp_path.iterdir()
    assert moves_in(path) == "12"


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    ended = call(*SMALL, "--save", str(tmp_path / "nowhere" / "game.json"), typed="1\ns\n2\nq\n")
    assert ended.code == 0
    assert "not be saved" in ended.out
    assert "│ ● ○ · · │" in ended.out


def test_the_player_who_leaves_is_told_whether_the_game_was_saved(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    assert "not saved" in call(*SMALL, typed="1\nq\n").out
    assert "not saved" in call(*SMALL, "--save", path, typed="1\ns\n2\nq\n").out
    assert "not saved" not in call(*SMALL, "--save", path, typed="1\n2\ns\nq\n").out
    assert "not saved" not in call(*SMALL, typed="q\n").out


@pytest.mark.parametrize("leave", ["q\n", "", "interrupt"])
def test_leaving_loses_no_saved_game(leave: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with Live(*SMALL, "--save", str(path)) as game:
        for key in ("1", "2", "s", "3"):
            game.until(": ")
            game.type(key)
        game.until("│ ● ○ ● · │")
        if leave == "interrupt":
            game.interrupt()
        elif leave:
            game.press(leave)
        else:
            game.close()
        assert game.ended() == 0
    assert len(load_game(path).plies) == 2


def test_a_finished_game_can_be_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    call(*SMALL, "--save", str(path), typed="1\n2\n1\n2\n1\n2\n1\ns\nn\n")
    out = call("play", "--resume", str(path), typed="u\nq\n").out
    assert "First wins" in out
    assert "│ ● ○ · · │" in out


def test_the_command_offered_for_resuming_brings_the_random_player_back(tmp_path: Path) -> None:
    saved = call(*SMALL, "--opponent", "random", "--seed", "1", typed="1\ns\nq\n", folder=tmp_path).out
    [command] = re.findall(r"fourcast (play --resume .*)", saved)
    out = call(*command.split(), typed="1\nq\n", folder=tmp_path).out
    assert "Random dropped" in out
    assert "Random: " not in out, "a person is asked to play for the random player"


@pytest.mark.parametrize(
    ("content", "says"),
    [("{}", "not a saved game"), ("", "not JSON"), ("null", "not a saved game"), ("\x00", "not JSON")],
)
def test_a_file_that_is_no_game_is_explained(content: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(content)
    ended = call("play", "--resume", str(path))
    assert ended.code == 2
    assert says in ended.err
    assert ended.out == ""
