"""Tables as files: Parquet, CSV, JSON or JSON lines, by the file's suffix. A file is replaced whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final, TextIO

from fourcast.errors import NotationError, UsageError, missing_packages
from fourcast.files import atomic_file

PARQUET, CSV, JSON, JSON_LINES = ".parquet", ".csv", ".json", ".jsonl"
ROWS_AT_ONCE: Final = 10_000

Columns = Mapping[str, str]
"""Names of columns and their Arrow types, such as `int16`, `float64`, `string` or `bool`. Values may be None."""
Rows = Iterable[Mapping[str, Any]]
Notes = Mapping[str, Any]
"""Facts about a table; values other than strings are written as JSON."""


def parquet_unsupported_reason() -> str | None:
    """Why Parquet files can be neither read nor written; None if they can."""
    return None if find_spec("pyarrow") else missing_packages("Parquet", "pyarrow", "data")


def check_table_path(path: Path, suffixes: tuple[str, ...]) -> None:
    """Raise `UsageError` if no table can be written to a file of this name."""
    if path.suffix not in suffixes:
        raise UsageError(f"Cannot write {path}: use one of the suffixes {', '.join(suffixes)}.")
    if path.suffix == PARQUET and (reason := parquet_unsupported_reason()):
        raise UsageError(f"Cannot write {path}. {reason}.")


def write_table(path: Path, columns: Columns, rows: Rows, *, notes: Notes) -> None:
    """Write rows as they come. CSV and JSON lines have no room for `notes`."""
    writers = {PARQUET: _write_parquet, CSV: _write_csv, JSON: _write_json, JSON_LINES: _write_json_lines}
    check_table_path(path, tuple(writers))
    with atomic_file(path) as part:
        writers[path.suffix](part, columns, rows, notes)


def csv_text(columns: Iterable[str], rows: Rows) -> str:
    """Rows as CSV with a heading, in one string."""
    file = io.StringIO()
    _write_csv_rows(file, columns, rows)
    return file.getvalue()


def read_table(path: Path) -> list[dict[str, Any]]:
    """The rows of a CSV, JSON or Parquet file. The values of a CSV file are texts."""
    try:
        match path.suffix:
            case ".csv":
                with path.open(encoding="utf-8", newline="") as file:
                    return list(csv.DictReader(file))
            case ".json":
                return [dict(row) for row in json.loads(path.read_text(encoding="utf-8"))["rows"]]
            case ".parquet" if not parquet_unsupported_reason():
                parquet: Any = import_module("pyarrow.parquet")
                return list(parquet.read_table(path).to_pylist())
    except (KeyError, TypeError, ValueError, RecursionError):
        raise NotationError(f"{path} does not contain a table of rows.") from None
    reason = parquet_unsupported_reason() if path.suffix == PARQUET else f"Tables are {CSV}, {JSON} or {PARQUET} files"
    raise NotationError(f"Cannot read {path}. {reason}.")


def read_notes(path: Path) -> dict[str, str]:
    """The notes of a Parquet file; empty if there is no such file or it has none."""
    if path.suffix != PARQUET or not path.is_file() or parquet_unsupported_reason():
        return {}
    parquet: Any = import_module("pyarrow.parquet")
    arrow: Any = import_module("pyarrow")
    try:
        notes = parquet.read_schema(path).metadata or {}
    except (OSError, arrow.ArrowException):
        return {}
    return {name.decode(errors="replace"): text.decode(errors="replace") for name, text in notes.items()}


def read_column(path: Path, name: str) -> list[Any]:
    """One column of a Parquet file."""
    parquet: Any = import_module("pyarrow.parquet")
    values: list[Any] = parquet.read_table(path, columns=[name]).column(name).to_pylist()
    return values


def _write_parquet(path: Path, columns: Columns, rows: Rows, notes: Notes) -> None:
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    texts = {
        name: note if isinstance(note, str) else json.dumps(note, ensure_ascii=False) for name, note in notes.items()
    }
    schema = arrow.schema([(name, arrow.type_for_alias(kind)) for name, kind in columns.items()], metadata=texts)
    remaining = iter(rows)
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while batch := list(islice(remaining, ROWS_AT_ONCE)):
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))


def _write_csv(path: Path, columns: Columns, rows: Rows, _: Notes) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        _write_csv_rows(file, columns, rows)


def _write_csv_rows(file: TextIO, columns: Iterable[str], rows: Rows) -> None:
    writer = csv.DictWriter(file, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _write_json(path: Path, _: Columns, rows: Rows, notes: Notes) -> None:
    data = {**notes, "rows": list(rows)}
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _write_json_lines(path: Path, _: Columns, rows: Rows, __: Notes) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
