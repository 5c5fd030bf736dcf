"""Rows as files: CSV, JSON, Parquet. What is written is read back the same."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, get_type_hints

from fourcast.errors import NotationError
from fourcast.experiments.compare.comparison import rows_as_csv
from fourcast.experiments.games import GAME_NAMES, GameRow
from fourcast.experiments.row import NAMES, Row
from fourcast.files import atomic_file, write_atomically

SUFFIXES: Final = (".csv", ".json", ".parquet")
INSTALL: Final = "pip install 'fourcast[data]'"
_HINTS: Final = {Row: get_type_hints(Row), GameRow: get_type_hints(GameRow)}
_NAMES: Final = {Row: NAMES, GameRow: GAME_NAMES}


def why_no_parquet() -> str | None:
    """Why Parquet can be neither read nor written; None if it can."""
    return None if find_spec("pyarrow") else f"Parquet needs pyarrow, which is not installed. `{INSTALL}` for that."


def write_rows(rows: Sequence[Row | GameRow], path: Path, about: Mapping[str, Any]) -> None:
    """Rows as the file's name asks; `about` says what they are of, where the kind of file has a place for it."""
    match path.suffix:
        case ".csv":
            write_atomically(path, rows_as_csv(rows))
        case ".json":
            data = {**about, "rows": [asdict(row) for row in rows]}
            write_atomically(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
        case _:
            _write_parquet(rows, path, about)


def read_rows(path: Path) -> list[Row | GameRow]:
    """The rows of a file."""
    match path.suffix:
        case ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                found: Any = list(csv.DictReader(file))
            read = _from_csv
        case ".json":
            found, read = _from_json(path), _as_is
        case ".parquet":
            if reason := why_no_parquet():
                raise NotationError(reason)
            parquet: Any = import_module("pyarrow.parquet")
            found, read = parquet.read_table(path).to_pylist(), _as_is
        case _:
            raise NotationError(f"{path.name} holds no rows. They are kept as {', '.join(SUFFIXES)}.")
    try:
        return [read(row) for row in found]
    except (KeyError, TypeError, ValueError):
        raise NotationError(
            f"{path} holds no rows of an experiment: it needs the columns {', '.join(NAMES[:6])} … {NAMES[-1]}."
        ) from None


def _from_json(path: Path) -> Any:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return data["rows"]
    except (ValueError, KeyError, TypeError):
        raise NotationError(f"{path} holds no rows of an experiment. Give one that `experiment run` wrote.") from None


def _as_is(row: Mapping[str, Any]) -> Row | GameRow:
    kind = _kind(row)
    return kind(**{name: row[name] for name in _NAMES[kind]})


def _from_csv(row: Mapping[str, str]) -> Row | GameRow:
    kind = _kind(row)
    return kind(**{name: _typed(row[name], _HINTS[kind][name]) for name in _NAMES[kind]})


def _kind(row: Mapping[str, Any]) -> type[Row] | type[GameRow]:
    """Whether it is a search or a game."""
    return GameRow if "opening" in row else Row


def _typed(text: str, hint: Any) -> Any:
    """A value as its column has it; nothing written is nothing known."""
    kinds = getattr(hint, "__args__", (hint,))
    if text == "" and type(None) in kinds:
        return None
    if bool in kinds:
        return {"True": True, "False": False}[text]
    if int in kinds:
        return int(text)
    if float in kinds:
        number = float(text)
        return int(number) if number.is_integer() and "." not in text and "e" not in text else number
    return text


def _write_parquet(rows: Sequence[Row | GameRow], path: Path, about: Mapping[str, Any]) -> None:
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    columns = []
    row_kind = type(rows[0]) if rows else Row
    for name in _NAMES[row_kind]:
        hint = _HINTS[row_kind][name]
        [kind] = [kind for kind in getattr(hint, "__args__", (hint,)) if kind is not type(None)]
        columns.append(arrow.field(name, kinds[kind]))
    said = {key: json.dumps(value, ensure_ascii=False) for key, value in about.items()}
    table = arrow.Table.from_pylist([asdict(row) for row in rows], schema=arrow.schema(columns, metadata=said))
    with atomic_file(path) as part:
        parquet.write_table(table, part, compression="zstd")
