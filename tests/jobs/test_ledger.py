"""The ledger keeps each result once, whole, in a file that several programs may use."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from fourcast import database
from fourcast.errors import JobError
from fourcast.jobs import Failure, Ledger, Task, delete_ledger
from fourcast.jobs.ledger import TaskResult

ONE, TWO, THREE = (Task("f:f", {"n": n}) for n in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


def test_no_folder_is_made_for_a_ledger(tmp_path: Path) -> None:
    with pytest.raises(JobError, match="does not exist"):
        Ledger(tmp_path / "nowhere" / "ledger.db")
    assert list(tmp_path.iterdir()) == []


def test_results_come_in_the_order_of_the_tasks_that_are_asked_for(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.store([TaskResult(ONE, "1", 0.1), TaskResult(THREE, '{"x":[3]}', 0.1)])
        assert list(ledger.results([THREE, TWO, ONE])) == [(THREE, {"x": [3]}), (ONE, 1)]
        assert ledger.known([ONE, TWO, THREE]) == {ONE.key, THREE.key}
        assert len(ledger) == 2


def test_a_result_stays_when_another_comes_for_the_same_task(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.store([TaskResult(ONE, "1", 0.1)])
        ledger.store([TaskResult(ONE, "2", 0.1), TaskResult(TWO, "2", 0.1)])
        assert [value for _, value in ledger.results([ONE, TWO])] == [1, 2]


def test_what_was_kept_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.store([TaskResult(ONE, "1", 0.1)], [Failure(TWO, "no luck", set_aside=True)])
    with Ledger(path) as ledger:
        assert list(ledger.results([ONE])) == [(ONE, 1)]
        assert ledger.failures([ONE, TWO]) == {TWO.key: Failure(TWO, "no luck", set_aside=True)}


def test_a_result_ends_a_failure_and_failures_can_be_forgotten(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.store([], [Failure(one, "why", set_aside=False) for one in (ONE, TWO, THREE)])
        ledger.store([TaskResult(ONE, "1", 0.1)])
        assert ledger.failures([ONE, TWO, THREE]).keys() == {TWO.key, THREE.key}
        assert ledger.forget_failures() == 2
        assert not ledger.failures([ONE, TWO, THREE])


def test_deleting_a_ledger_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.store([TaskResult(ONE, "1", 0.1)])
        (tmp_path / "ledger.db-other").touch()
    delete_ledger(path)
    assert [file.name for file in tmp_path.iterdir()] == ["ledger.db-other"]


def test_a_file_that_is_no_ledger_is_refused_with_a_sentence_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("buy milk\n" * 100)
    with pytest.raises(JobError, match=r"notes.txt cannot be used: file is not a database\."):
        Ledger(text)
    assert text.read_text() == "buy milk\n" * 100
    other = tmp_path / "other.db"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE games (id)")
    base.commit()
    base.close()
    before = other.read_bytes()
    with pytest.raises(JobError, match="another kind of database"):
        Ledger(other)
    assert other.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["notes.txt", "other.db"]


def test_a_ledger_of_another_version_is_refused(path: Path) -> None:
    Ledger(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(JobError, match="another version"):
        Ledger(path)


def test_a_full_disk_is_noticed_before_the_file_is_opened_or_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(tmp_path / "ledger.sqlite")
    with monkeypatch.context() as full:
        full.setattr(database, "MIN_FREE_BYTES", 1 << 80)
        with pytest.raises(JobError, match="disk is full"):
            Ledger(tmp_path / "other.sqlite")
        with pytest.raises(JobError, match="disk is full"):
            ledger.store([])
    ledger.store([])
