"""The store: what was kept is there, whole, and what was not is not."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from fourcast.play import Game
from fourcast.rules import Rules, chance_rng, drop
from fourcast.store import FILE, MoveNote, SavedGame, Store, StoreError


def saved_game(
    *columns: int, rules: str = "classic", agents: tuple[str | None, str | None] = (None, None)
) -> SavedGame:
    game = Game(Rules.parse(rules), names=("Ada", "Ben"), agents=agents)
    for column in columns:
        game.play(drop(column), rng=chance_rng(1))
    return SavedGame("one", game, notes=[MoveNote(1.5, nodes=7)] * len(columns))


def test_a_game_is_found_as_it_was_kept_by_another_who_opens_the_folder(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.find("one") is None
    store.save(saved_game(3, 3, 4, rules="drift"))
    found = Store(tmp_path).find("one")
    assert found
    assert found.game.plies == saved_game(3, 3, 4, rules="drift").game.plies
    assert found.notes == [MoveNote(1.5, nodes=7)] * 3


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


def test_the_best_win_of_a_name_is_the_one_with_the_most_discs_left(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for ident, columns in (("slow", (3, 3, 4, 4, 0, 0, 5, 5, 6)), ("quick", (3, 3, 4, 4, 5, 5, 6)), ("last", (3, 3))):
        game = saved_game(*columns)
        game.id = ident
        store.save(game)
    assert [(score.name, score.score, score.plies) for score in store.high_scores()] == [("Ada", 18.0, 7)]


def test_a_file_of_another_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("PRAGMA user_version = 99")
    base.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(OSError, match="another version"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_full_disk_is_reported_and_what_was_saved_stays(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(saved_game(3))
    large = saved_game(3, 3)
    large.title = "x" * 100_000
    pages = store._database.value("PRAGMA page_count")
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(2):
        with pytest.raises(StoreError, match="disk is full"):
            store.save(large)
        found = store.find("one")
        assert found
        assert len(found.game.plies) == 1
    store._database.execute(f"PRAGMA max_page_count = {10 * pages + 100}")
    store.save(large)


def test_a_damaged_file_is_reported_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"buy milk " * 1000)
    with pytest.raises(StoreError, match=r"fourcast\.db cannot be used: file is not a database"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == b"buy milk " * 1000
