"""`fourcast review`: games as moves, files and ids."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from support.command import call

import fourcast as fc
from fourcast.store import SavedGame, Store

SMALL = "classic,width=4,height=4"
MOVES = "1234123412"
"""Yellow's last move lets Red win in column 1 by the next but one."""


def test_moves_are_reviewed_with_graph_marks_and_counts() -> None:
    ended = call("review", MOVES, "--rules", SMALL)
    assert ended.code == 0
    assert "Red wins ·········●" in ended.out
    assert "10  Yellow  2     ??  loses in 2  1 draws" in ended.out
    assert "Yellow: kept the value 4, gave the draw away 1." in ended.out


@pytest.mark.parametrize("source", ["file", "id"])
def test_a_saved_game_is_reviewed_by_its_own_rules(source: str, tmp_path: Path) -> None:
    game = fc.Game(SMALL, players=("Ada", "Bob"))
    for move in MOVES:
        game.play(move)
    game.save(tmp_path / "game.json")
    Store(tmp_path).save(SavedGame("h7-fK", game))
    name = str(tmp_path / "game.json") if source == "file" else "h7-fK"
    ended = call("review", name, "--json", "--data", str(tmp_path))
    data = json.loads(ended.out)
    assert data["names"] == ["Ada", "Bob"]
    assert data["moves"][-1]["mark"] == "draw lost"
    assert data["moves"][-1]["best"] == ["1"]


@pytest.mark.parametrize("rules", ["classic", "classic,width=20,height=4"])
def test_last_is_the_game_with_moves_that_was_saved_last(rules: str, tmp_path: Path) -> None:
    """On 20 columns `last` could be the moves 12, 1, 19 and 20, too."""
    store = Store(tmp_path)
    games = {name: fc.Game(SMALL, players=(name, "Bob")) for name in ("Ada", "Eve", "Joe")}
    games["Ada"].play("1")
    for move in MOVES:
        games["Eve"].play(move)
    for name, game in games.items():
        store.save(SavedGame(name, game, title=name))
    assert store.summaries()[0].id == "Joe"  # which has no moves
    store.close()
    command = ("review", "last", "--json", "--data", str(tmp_path), "--rules", rules)
    assert json.loads(call(*command).out)["names"] == ["Eve", "Bob"]
    with closing(Store(tmp_path)) as store:
        saved = store.find("Ada")
        assert saved
        saved.game.play("2")
        store.save(saved)
    assert json.loads(call(*command).out)["names"] == ["Ada", "Bob"]


def test_last_says_what_to_do_where_no_game_is_saved(tmp_path: Path) -> None:
    for _ in range(2):
        ended = call("review", "last", "--data", str(tmp_path))
        assert (ended.code, ended.out) == (2, "")
        assert (
            f"There is no saved game in {tmp_path}. Give moves such as 4453, a file, or another folder by --data."
            in ended.err
        )
        Store(tmp_path).close()  # a store without games


def test_what_is_no_game_is_refused_in_one_sentence(tmp_path: Path) -> None:
    ended = call("review", "nothing", "--data", str(tmp_path))
    assert ended.code == 2
    assert "is not a file, nor the id of a saved game" in ended.err
