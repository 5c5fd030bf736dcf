"""The log has one JSON line for every action, written as it happens."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from support.command import Live, call, run

SMALL = ("play", "--rules", "classic,width=4,height=2,connect=2")


def lines_of(log: Path) -> list[dict[str, Any]]:
    text = log.read_text()
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def test_every_action_has_its_line(tmp_path: Path) -> None:
    log = tmp_path / "log"
    save = tmp_path / "game.json"
    typed = "1\n9\nu\nr\n4\ns\nx\nu\n2\nn\n"
    run(*SMALL, "--log", str(log), "--save", str(save), "--names", "Ada,Bob", typed=typed)
    lines = lines_of(log)
    actions = ["start", "play", "undo", "redo", "play", "save", "resign", "end", "undo", "play", "end", "leave"]
    assert [line["action"] for line in lines] == actions
    start, first = lines[:2]
    assert (start["rules"], start["names"]) == ("classic,width=4,height=2,connect=2", ["Ada", "Bob"])
    assert start["board"] == ["....", "...."]
    assert (first["ply"], first["player"], first["move"], first["board"]) == (1, "x", "1", ["....", "x..."])
    assert lines[5]["file"] == str(save)
    assert lines[6]["player"] == "x"
    assert lines[7]["outcome"] == {"winner": "o", "how": "resignation", "scores": [0, 0]}
    assert lines[10]["outcome"] == {"winner": "x", "how": "line", "scores": [1, 0]}


def test_every_line_has_its_time_and_times_do_not_run_back(tmp_path: Path) -> None:
    log = tmp_path / "log"
    call(*SMALL, "--log", str(log), typed="1\n3\nq\n")
    times = [datetime.fromisoformat(line["time"]) for line in lines_of(log)]
    assert times == sorted(times)
    assert all(time.tzinfo for time in times)


def test_a_line_is_there_before_the_next_key_is_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Live(*SMALL, "--log", str(log)) as game:
        game.until("First: ")
        assert [line["action"] for line in lines_of(log)] == ["start"]
        game.type("1")
        game.until("Second: ")
        assert [line["action"] for line in lines_of(log)] == ["start", "play"]
        game.interrupt()
        game.ended()
    assert [line["action"] for line in lines_of(log)] == ["start", "play", "leave"]


def test_points_pop_outs_and_drifts_are_logged(tmp_path: Path) -> None:
    log = tmp_path / "log"
    call("play", "--rules", "extended,width=4,height=2,pops=1", "--log", str(log), typed="1\n3\n2\n3\np1\n")
    last = lines_of(log)[-2]
    assert (last["move"], last["board"], last["scores"], last["pops"]) == ("p1", ["..o.", ".xo."], [0, 2], [0, 1])


def test_another_game_is_added_to_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for _ in range(2):
        call(*SMALL, "--log", str(log), typed="1\n")
    assert [line["action"] for line in lines_of(log)] == ["start", "play", "leave"] * 2


def test_a_log_that_cannot_be_opened_is_explained_before_the_game(tmp_path: Path) -> None:
    ended = call(*SMALL, "--log", str(tmp_path), typed="1\n")
    assert ended.code == 2
    assert str(tmp_path) in ended.err
    assert ended.out == ""


def test_a_disk_too_full_for_the_log_does_not_end_the_game() -> None:
    ended = run(*SMALL, "--log", "/dev/full", typed="1\n4\nq\n")
    assert ended.code == 0
    assert "│ ● · · ○ │" in ended.out


def test_a_file_name_that_is_no_text_does_not_end_the_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    ended = call(*SMALL, "--save", "game\udcff.json", "--log", str(log), typed="1\ns\nq\n", folder=tmp_path)
    assert ended.code == 0
    assert [line["action"] for line in lines_of(log)] == ["start", "play", "save", "leave"]
