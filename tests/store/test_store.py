"""The store: what was kept is there, whole, and what was not is not."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from fourcast.play import Game
from fourcast.rules import Rules, chance_rng, drop
from fourcast.store import (
    FILE,
    MoveNote,
    SavedGame,
    Store,
    StoreConflict,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    folder_lock,
    temporary_copy,
)

DATA = Path(__file__).parents[1] / "data" / "version_0_1"


def saved_game(
    *columns: int, ident: str = "one", rules: str = "classic", agents: tuple[str | None, str | None] = (None, None)
) -> SavedGame:
    game = Game(Rules.parse(rules), names=("Ada", "Ben"), agents=agents)
    for column in columns:
        game.play(drop(column), rng=chance_rng(1))
    return SavedGame(ident, game, notes=[MoveNote(1.5, nodes=7)] * len(columns))


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
        store.save(saved_game(*columns, ident=ident))
    assert [summary.id for summary in store.summaries()] == ["new", "old"]
    assert store.summaries(limit=1)[0].board.endswith("..x....")
    assert [summary.id for summary in store.summaries(skip=1)] == ["old"]


def test_games_are_saved_together_except_one_that_has_changed(tmp_path: Path) -> None:
    store, other = Store(tmp_path), Store(tmp_path)
    stale = saved_game(1, ident="stale")
    store.save(stale)
    changed = other.find("stale")
    assert changed
    other.save(changed)
    new, more = saved_game(2, ident="new"), saved_game(3, ident="more")
    unreadable = saved_game(4, ident="unreadable")
    unreadable.title = "\ud800"
    first, conflict, error, last = store.save_all([(new, 0), (stale, 0), (unreadable, 0), (more, 0)])
    assert (first, last) == (None, None)
    assert isinstance(conflict, StoreConflict)
    assert isinstance(error, UnicodeEncodeError)
    assert [record.version for record in (new, stale, more)] == [1, 1, 1]
    assert {summary.id for summary in other.summaries()} == {"new", "stale", "more"}
    assert other.version("stale") == 2


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
    store.save(saved_game(*winning, ident="agent", agents=("level4", None)))
    resigned = saved_game(3, 3, ident="resigned")
    resigned.game.resign()
    store.save(resigned)
    imported = saved_game(*winning, ident="imported")
    imported.notes[2] = MoveNote(0.0, given=True)
    store.save(imported)
    best = [(score.game, score.name, score.score, score.discs) for score in store.high_scores()]
    assert best == [("one", "Ada", 18.0, 7)]


def test_a_game_with_a_hint_has_no_high_score_even_if_it_was_read_before_the_hint(tmp_path: Path) -> None:
    store = Store(tmp_path)
    record = saved_game(3, 3, 4, 4, 5, 5)
    store.save(record)
    store.mark_assisted("one")
    record.game.play(drop(6))
    store.save(record)
    assert store.high_scores() == []


def test_a_game_that_another_program_has_saved_is_not_overwritten(tmp_path: Path) -> None:
    store, other = Store(tmp_path), Store(tmp_path)
    record = saved_game(3)
    store.save(record)
    other_record = other.find("one")
    assert other_record
    other_record.game.play(drop(4))
    other.save(other_record)
    record.game.play(drop(5))
    with pytest.raises(StoreConflict, match="Another program has changed this game"):
        store.save(record)
    assert line(store.find("one")) == "45"


def test_the_best_win_of_a_name_is_the_one_with_the_most_discs_left(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for ident, columns in (("slow", (3, 3, 4, 4, 0, 0, 5, 5, 6)), ("quick", (3, 3, 4, 4, 5, 5, 6)), ("last", (3, 3))):
        store.save(saved_game(*columns, ident=ident))
    assert [(score.name, score.score, score.plies) for score in store.high_scores()] == [("Ada", 18.0, 7)]


def test_a_win_over_a_stronger_agent_ranks_above_a_quicker_one(tmp_path: Path) -> None:
    store = Store(tmp_path)
    slow, quick = (3, 3, 4, 4, 0, 0, 5, 5, 6), (3, 3, 4, 4, 5, 5, 6)
    for agent, columns in (("level1", quick), ("level8", slow), ("level2", quick), ("random", quick), (None, quick)):
        store.save(saved_game(*columns, ident=str(agent), agents=(None, agent)))
    assert [score.game for score in store.high_scores()] == ["level8"]
    store.save(saved_game(*slow, ident="perfect", agents=(None, "perfect")))
    assert [score.game for score in store.high_scores()] == ["perfect"]


def line(game: SavedGame | None) -> str:
    assert game
    return game.game.moves


def test_only_what_changed_is_written_and_the_game_is_whole(tmp_path: Path) -> None:
    store = Store(tmp_path)
    record = saved_game(3, 3, 4)
    store.save(record)
    record.game.play(drop(5))
    record.notes.append(MoveNote(2.0))
    store.save(record, first=3)
    stored = store.find("one")
    assert stored
    assert (line(stored), stored.notes[2:], stored.version) == ("4456", [MoveNote(1.5, nodes=7), MoveNote(2.0)], 2)
    record.game.undo()
    record.game.undo()
    store.save(record, first=4)
    stored = store.find("one")
    assert stored
    assert (line(stored), [ply.move for ply in stored.game.undone]) == ("44", ["5", "6"])
    record.game.play(drop(0))
    record.notes[2:] = [MoveNote(3.0)]
    store.save(record, first=2)
    stored = store.find("one")
    assert stored
    assert (line(stored), stored.game.undone, stored.notes[2:]) == ("441", (), [MoveNote(3.0)])


def test_a_store_of_version_0_1_is_upgraded_and_written(tmp_path: Path) -> None:
    copy(DATA / "data_home" / "fourcast" / FILE, tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as base:
        rows = base.execute("SELECT id, game FROM games WHERE plies > 0 AND deleted IS NULL")
        before = {ident: json.loads(game)["moves"] for ident, game in rows}
        titles = dict(base.execute("SELECT id, title FROM games"))
        assert base.execute("PRAGMA user_version").fetchone() == (1,)
    assert before
    for _ in range(2):
        with closing(Store(tmp_path)) as store:
            assert store.recovery is None
            for ident, moves in before.items():
                stored = store.find(ident)
                assert stored
                assert (line(stored), stored.title) == (moves, titles[ident])
                assert len(stored.notes) >= len(stored.game.plies)
                assert stored.version > 0
                store.save(stored, first=len(stored.game.plies))  # the moves are not in the table yet
    with closing(sqlite3.connect(tmp_path / FILE)) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (6,)


def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("PRAGMA user_version = 99")
    base.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match=r"newer version of fourcast.* Update fourcast, or name another folder"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_database_of_another_program_and_a_folder_are_refused(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("CREATE TABLE milk (litres)")
    base.close()
    with pytest.raises(StoreError, match="a database of another program"):
        Store(tmp_path)
    (tmp_path / "other" / FILE).mkdir(parents=True)
    with pytest.raises(StoreError, match="is a folder"):
        Store(tmp_path / "other")


def test_a_full_disk_is_reported_and_what_was_saved_stays(tmp_path: Path) -> None:
    store = Store(tmp_path)
    large = saved_game(3)
    store.save(large)
    large.game.play(drop(3))
    large.notes = [MoveNote(1.0, remark="x" * 100_000)] * 2
    pages = store._database.value("PRAGMA page_count")
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(2):
        with pytest.raises(StoreFull, match="disk is full"):
            store.save(large)
        assert line(store.find("one")) == "4"
    store._database.execute(f"PRAGMA max_page_count = {10 * pages + 100}")
    store.save(large)


def test_a_read_only_file_is_reported(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store._database.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreReadOnly, match="Make it writable"):
        store.save(saved_game(3))


def test_a_file_that_is_no_database_is_kept_under_another_name(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE).write_bytes(b"buy milk " * 1000)
        with closing(Store(tmp_path)) as store:
            assert store.recovery
            kept = f"none of its games can be read, and the damaged file is kept as fourcast-damaged-{number}.db"
            assert kept in store.recovery
            assert (tmp_path / f"fourcast-damaged-{number}.db").read_bytes() == b"buy milk " * 1000
            store.save(saved_game(3))


def make_damaged_file(folder: Path, games: dict[str, str]) -> bytes:
    """A file of games, one page of which is overwritten."""
    with closing(Store(folder)) as store:
        for ident, moves in games.items():
            game = saved_game(*(3 for _ in moves), ident=ident)
            game.title = "x" * 500
            store.save(game)
    with closing(sqlite3.connect(folder / FILE)) as base:
        ((page,),) = base.execute("SELECT max(pageno) FROM dbstat WHERE name = 'games'").fetchall()
        ((size,),) = base.execute("PRAGMA page_size").fetchall()
    content = bytearray((folder / FILE).read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    (folder / FILE).write_bytes(content)
    return bytes(content)


def test_a_damaged_file_stays_while_another_program_uses_it_or_the_copy_cannot_be_written(tmp_path: Path) -> None:
    content = make_damaged_file(tmp_path, {f"game{number}": "44" for number in range(60)})
    with folder_lock(tmp_path), pytest.raises(StoreDamaged, match="Another fourcast program uses it"):
        Store(tmp_path)
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_960, limits[1]))
    try:
        with pytest.raises(StoreError, match="cannot be used: disk I/O error"):
            Store(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [path.name for path in tmp_path.glob("*.db")] == [FILE]
    assert (tmp_path / FILE).read_bytes() == content


def test_the_games_beside_a_damaged_page_are_recovered(tmp_path: Path) -> None:
    games = {f"game{number}": "4" * (number % 6 + 1) for number in range(60)}
    content = make_damaged_file(tmp_path, games)
    with temporary_copy(tmp_path) as store:
        assert store.recovery
    assert (tmp_path / FILE).read_bytes() == content
    with closing(Store(tmp_path)) as store:
        assert store.recovery
        stored = {ident: store.find(ident) for ident in games}
        whole = {ident: line(game) for ident, game in stored.items() if game}
        assert len(games) / 2 < len(whole) < len(games)
        assert whole.items() <= games.items()
        assert f"{len(whole)} of 60 games recovered" in store.recovery
        assert len(store.summaries()) == len(whole)
    assert (tmp_path / "fourcast-damaged-1.db").read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_only_the_owner_can_read_the_folder_and_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with closing(Store(folder)) as store:
        store.save(saved_game(3))
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_a_win_over_a_stronger_opponent_is_the_better_one(tmp_path: Path) -> None:
    store = Store(tmp_path)
    quick, slow = (3, 3, 4, 4, 5, 5, 6), (3, 3, 4, 4, 5, 5, 0, 0, 6)
    for ident, columns, agent in (("one", quick, "level1"), ("two", slow, "perfect"), ("three", quick, "level8")):
        store.save(saved_game(*columns, ident=ident, agents=(None, agent)))
    assert [(score.strength, score.plies) for score in store.high_scores()] == [(9, 9)]
