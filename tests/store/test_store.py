"""The store: what was kept is there, whole, and what was not is not."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from fourcast.play import Game
from fourcast.rules import Luck, drop, parse_rules
from fourcast.store import FILE, MoveNote, SavedGame, Store


def saved_game(
    *columns: int, rules: str = "classic", agents: tuple[str | None, str | None] = (None, None)
) -> SavedGame:
    game = Game(parse_rules(rules), names=("Ada", "Ben"), agents=agents)
    for column in columns:
        game.play(drop(column), rng=Luck(1))
    return SavedGame("one", game, notes=[MoveNote(1.5, nodes=7)] * len(columns))


def test_a_game_is_found_as_it_was_kept_by_another_who_opens_the_folder(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(saved_game(3, 3, 4, rules="drift"))
    found = Store(tmp_path).find("one")
    assert found
    assert found.game.plies == saved_game(3, 3, 4, rules="drift").game.plies
    assert found.notes == [MoveNote(1.5, nodes=7)] * 3


def test_there_is_no_game_that_nobody_kept(tmp_path: Path) -> None:
    assert Store(tmp_path).find("one") is None


def test_a_list_shows_games_with_moves_the_last_played_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for ident, columns in (("empty", ()), ("old", (1,)), ("new", (2,))):
        game = saved_game(*columns)
        game.id = ident
        store.save(game)
    assert [summary.id for summary in store.summaries()] == ["new", "old"]
    assert store.summaries(limit=1)[0].board.endswith("..x....")
    assert [summary.id for summary in store.summaries(skip=1)] == ["old"]


def test_a_deleted_game_is_gone_until_it_is_restored(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(saved_game(3))
    assert store.delete("one")
    assert not store.delete("one")
    assert store.find("one") is None
    assert store.restore("one")
    assert store.find("one")


def test_only_a_person_who_won_on_the_board_has_a_high_score(tmp_path: Path) -> None:
    store = Store(tmp_path)
    winning = (3, 3, 4, 4, 5, 5, 6)
    store.save(saved_game(*winning))
    assert [(score.name, score.score, score.discs) for score in store.high_scores()] == [("Ada", 18.0, 7)]
    store.save(saved_game(*winning, agents=("level4", None)))
    assert store.high_scores() == []
    resigned = saved_game(3)
    resigned.game.resign()
    store.save(resigned)
    assert store.high_scores() == []


def test_a_file_of_another_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(OSError, match="another version"):
        Store(tmp_path)


def test_games_are_written_ahead(tmp_path: Path) -> None:
    Store(tmp_path)
    (mode,) = sqlite3.connect(tmp_path / FILE).execute("PRAGMA journal_mode").fetchone()
    assert mode == "wal"
