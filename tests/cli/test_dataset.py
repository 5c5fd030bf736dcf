"""`fourcast dataset`: the file and what is said about it."""

from __future__ import annotations

import csv
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from support.command import call

SMALL = ("--rules", "classic,width=4,height=4", "--workers", "1")


def test_the_same_rows_are_written_as_parquet_csv_and_json_lines(tmp_path: Path) -> None:
    for name in ("rows.parquet", "rows.csv", "rows.jsonl"):
        ended = call("dataset", *SMALL, "-n", "120", "-o", name, folder=tmp_path)
        assert ended.code == 0, ended.err
        assert f"{name}: 120 positions of plies 0 to 15" in ended.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.csv", "rows.jsonl", "rows.parquet"]
    as_json = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    parquet: Any = import_module("pyarrow.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert table.to_pylist() == as_json
    assert table.schema.metadata[b"rules"] == b"classic,width=4,height=4"
    with (tmp_path / "rows.csv").open(newline="") as file:
        as_csv = list(csv.DictReader(file))
    assert as_csv == [{key: "" if value is None else str(value) for key, value in row.items()} for row in as_json]
    assert as_json[0] == {
        "ply": 0, "moves": "", "board": "..../..../..../....", "turn": "x", "value": 0,
        "score_1": 0, "score_2": 0, "score_3": 0, "score_4": 0,
    }  # fmt: skip


def test_json_says_what_was_made_and_a_ledger_that_was_named_stays(tmp_path: Path) -> None:
    wanted = ("-n", "30", "--plies", "5-7", "--seed", "3", "--ledger", "named.db", "-o", "x.csv")
    said = json.loads(call("dataset", *SMALL, *wanted, "--json", folder=tmp_path).out)
    assert (tmp_path / "named.db").exists()
    assert said.pop("seconds") > 0
    assert said == {
        "rules": "classic,width=4,height=4",
        "seed": 3,
        "positions": 30,
        "plies": {"5": 10, "6": 10, "7": 10},
        "file": "x.csv",
        "checked": 30,
        "known": False,
    }


def test_a_parquet_file_that_has_what_is_asked_is_left_as_it_is(tmp_path: Path) -> None:
    wanted = ("dataset", *SMALL, "--plies", "5-7", "-o", "d.parquet")
    made = json.loads(call(*wanted, "-n", "30", "--json", folder=tmp_path).out)
    before = (tmp_path / "d.parquet").stat().st_mtime_ns
    again = call(*wanted, "-n", "30", folder=tmp_path)
    assert "d.parquet exists and is complete: 30 positions, same options." in again.out
    told = json.loads(call(*wanted, "-n", "30", "--json", folder=tmp_path).out)
    assert (made["known"], told["known"]) == (False, True)
    assert (told["positions"], told["plies"]) == (30, made["plies"])
    assert (tmp_path / "d.parquet").stat().st_mtime_ns == before
    for others in (("-n", "20"), ("-n", "30", "--seed", "2"), ("-n", "30", "--plies", "5-8")):
        assert "exists" not in call(*wanted, *others, folder=tmp_path).out
    (tmp_path / "d.parquet").write_bytes(b"no table")
    assert "30 positions" in call(*wanted, "-n", "30", folder=tmp_path).out


def test_blocks_without_labels_are_told_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("fourcast.datasets.labels.LABEL", "support.job_tasks:complain")
        ended = call("dataset", *SMALL, "-n", "60", "--plies", "4-8", "-o", "x.csv", folder=tmp_path)
    assert ended.code == 1
    assert "x.csv is not written: 10 tasks failed. TypeError: complain() got an unexpected keyword" in ended.err
    assert not (tmp_path / "x.csv").exists()
    assert call("dataset", *SMALL, "-n", "60", "--plies", "4-8", "-o", "x.csv", folder=tmp_path).code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("-o", "x.xls"), "Cannot write x.xls: use one of the suffixes .parquet, .csv, .jsonl."),
        (("-o", "x.csv", "--plies", "3"), "Invalid ply range '3'. Use FROM-TO, for example 8-41."),
        (("-o", "x.csv", "--rules", "popout"), "Datasets of these rules are not supported: PopOut on "),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    ended = call("dataset", *SMALL, *arguments, folder=tmp_path)
    assert ended.code == 2
    assert sentence in ended.err
    assert list(tmp_path.iterdir()) == []
