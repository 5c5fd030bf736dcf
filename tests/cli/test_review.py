"""`fourcast review`: games as moves, files and ids."""

from __future__ import annotations

import json
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


def test_what_is_no_game_is_refused_in_one_sentence(tmp_path: Path) -> None:
    ended = call("review", "nothing", "--data", str(tmp_path))
    assert ended.code == 2
    assert "is not a file, nor the id of a saved game" in ended.err
