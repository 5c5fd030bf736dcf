"""Tables as files: Parquet, CSV or JSON lines, by the name's ending; written whole or not at all."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final

from fourcast.errors import UsageError
from fourcast.files import atomic_file

PARQUET, CSV, JSON_LINES = ".parquet", ".csv", ".jsonl"
SUFFIXES: Final = (PARQUET, CSV, JSON_LINES)
ROWS_AT_ONCE: Final = 10_000

Columns = Mapping[str, type]
"""Names and kinds of columns: int, float or str; any of them may be without a value."""


def why_no_table(path: Path) -> str | None:
    """Why no table can be written to a file of this name; None if one can."""
    if path.suffix not in SUFFIXES:
        return f"tables are written as {', '.join(SUFFIXES)}, not as {path.suffix or path.name}"
    if path.suffix == PARQUET and not find_spec("pyarrow"):
        return "Parquet needs pyarrow: `pip install 'fourcast[data]'` installs it, or name a .csv or .jsonl file"
    return None


def write_table(
    path: Path, columns: Columns, rows: Iterable[Mapping[str, Any]], *, notes: Mapping[str, str] | None = None
) -> int:
    """Write rows as they come; how many there were. `notes` are kept with the data where the format has room."""
    if reason := why_no_table(path):
        raise UsageError(f"{path} cannot be written: {reason}.")
    write = {PARQUET: _write_parquet, CSV: _write_csv, JSON_LINES: _write_json_lines}[path.suffix]
    with atomic_file(path) as part:
        return write(part, columns, rows, notes or {})


def read_notes(path: Path) -> dict[str, str]:
    """The notes kept with a table; none where the file is not there, is no table or has no room for them."""
    if path.suffix != PARQUET or not path.is_file() or why_no_table(path):
        return {}
    parquet: Any = import_module("pyarrow.parquet")
    arrow: Any = import_module("pyarrow")
    try:
        kept = parquet.read_schema(path).metadata or {}
    except (OSError, arrow.ArrowException):
        return {}
    return {name.decode(errors="replace"): text.decode(errors="replace") for name, text in kept.items()}


def read_column(path: Path, name: str) -> list[Any]:
    """One column of a Parquet table."""
    parquet: Any = import_module("pyarrow.parquet")
    values: list[Any] = parquet.read_table(path, columns=[name]).column(name).to_pylist()
    return values


def _write_parquet(path: Path, columns: Columns, rows: Iterable[Mapping[str, Any]], notes: Mapping[str, str]) -> int:
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    kinds = {int: arrow.int16(), float: arrow.float64(), str: arrow.string()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in columns.items()], metadata=dict(notes))
    count = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for some in _batches(rows):
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))
            count += len(some)
    return count


def _write_csv(path: Path, columns: Columns, rows: Iterable[Mapping[str, Any]], notes: Mapping[str, str]) -> int:
    del notes
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(columns), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow(row)
            count += 1
    return count


def _write_json_lines(path: Path, columns: Columns, rows: Iterable[Mapping[str, Any]], notes: Mapping[str, str]) -> int:
    del columns, notes
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
            count += 1
    return count


def _batches(rows: Iterable[Mapping[str, Any]]) -> Iterator[Sequence[Mapping[str, Any]]]:
    coming = iter(rows)
    while some := list(islice(coming, ROWS_AT_ONCE)):
        yield some
