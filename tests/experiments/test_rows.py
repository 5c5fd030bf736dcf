"""Rows as files: what is written is read back the same, and what is something else is refused."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from support.experiment_files import experiment_of, rows_of

from fourcast.datasets import parquet_unsupported_reason
from fourcast.errors import NotationError
from fourcast.experiments import Row
from fourcast.experiments.rows import SUFFIXES, read_rows, write_rows

NAMES = [field.name for field in fields(Row)]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """Some with everything, and some with as little as can be."""
    keys = {
        "variants": ["classic", "drift"],
        "positions": "44",
        "algorithms": ["minimax", "alphabeta"],
        "depths": [1, 2],
    }
    found = rows_of(experiment_of(**keys))
    odd = replace(
        found[0], part='a, "b"\n', state="time", value=None, move=None, values=None, kept=True, safe=0.5, amount=0.25
    )
    return [*found, odd]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_written_is_read_back_the_same(suffix: str, rows: list[Row], tmp_path: Path) -> None:
    if suffix == ".parquet" and (reason := parquet_unsupported_reason()):
        pytest.skip(reason)
    path = tmp_path / f"rows{suffix}"
    write_rows(rows, path, {"question": "Well?"})
    assert read_rows(path) == rows
    assert [file.name for file in tmp_path.iterdir()] == [path.name], "something is left lying about"


def test_json_and_parquet_say_what_they_are_of(rows: list[Row], tmp_path: Path) -> None:
    about = {"question": "Well?", "cores": 2}
    write_rows(rows, tmp_path / "rows.json", about)
    data = json.loads((tmp_path / "rows.json").read_text(encoding="utf-8"))
    assert {key: data[key] for key in about} == about
    if reason := parquet_unsupported_reason():
        pytest.skip(reason)
    parquet = pytest.importorskip("pyarrow.parquet")
    write_rows(rows, tmp_path / "rows.parquet", about)
    notes = parquet.read_schema(tmp_path / "rows.parquet").metadata
    assert (notes[b"question"].decode(), json.loads(notes[b"cores"])) == ("Well?", 2)


def test_without_pyarrow_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("fourcast.datasets.table_file.find_spec", lambda _: None)
    with pytest.raises(NotationError, match="pip install 'fourcast"):
        read_rows(tmp_path / "rows.parquet")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rows.txt", ""),
        ("rows.json", "[]"),
        ("rows.json", "{"),
        ("rows.json", '{"rows": [{"nodes": 1}]}'),
        ("rows.csv", "nodes,leaves\n1,2\n"),
        ("rows.csv", f"{','.join(NAMES)}\n{','.join('x' for _ in NAMES)}\n"),
    ],
)
def test_what_holds_no_rows_is_refused(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(NotationError, match=r"rows\.(txt|json|csv)"):
        read_rows(path)


@pytest.mark.parametrize(
    ("value", "changes", "text"),
    [
        (2e7, {"ends": "evaluated"}, "≈20000000"),  # an evaluation that is this large is not a chance of winning
        (-2e7, {"variant": "most-lines"}, "≈−20000000"),
        (10.0**12 + 1, {"depth": 2}, "win in 1"),
        (5e11, {"variant": "classic,drift=3:1:1", "depth": 2}, "≈0.5"),
        (0.0, {"is_exact": True}, "0"),
        (None, {}, None),
    ],
)
def test_a_value_is_written_as_its_game_and_search_mean_it(
    value: float | None, changes: dict[str, object], text: str | None, rows: list[Row]
) -> None:
    assert replace(rows[0], value=value, **changes).value_text == text  # type: ignore[arg-type]
