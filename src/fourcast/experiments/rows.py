"""Rows: one search or one game each, and files of them (CSV, JSON, Parquet). A file is read back as it was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Final, Self, TypeAlias, get_args, get_type_hints

from fourcast.algorithms import MoveOrder, SearchSpec, StepName, score_of
from fourcast.datasets import csv_text, read_table, write_table
from fourcast.errors import NotationError
from fourcast.evals import TerminalValue
from fourcast.experiments.cells import DEPTH, DONE, Cell
from fourcast.python_file import is_python_file
from fourcast.rules import Rules, position_after

SUFFIXES: Final = (".csv", ".json", ".parquet")
MISSING: Final = "missing"
"""The state of a search that is not done yet."""
LEFT_OUT: Final = "left out"
"""The state of a search that is not tried, because a smaller depth was over its budget."""


@dataclass(frozen=True)
class Row:
    """One search. Counts of a search that did not finish are those so far."""

    part: str
    variant: str
    moves: str
    algorithm: str
    order: str
    table: str
    evaluation: str
    ends: str
    limit: str
    amount: float
    repeat: int
    nodes: int
    leaves: int
    cutoffs: int
    dropped: int
    seconds: float
    depth: int
    """The given depth or, within seconds or nodes, the depth reached."""
    value: float | None
    """For the side to move; None without a result."""
    move: str | None
    values: str | None
    """The value of every move, where the search gives it: `1:19 2:24 …`."""
    kept: bool | None
    """Whether the move keeps the win or the draw; None if the solver did not check it."""
    safe: float | None
    """The share of moves that do."""
    engine: str
    state: str
    """`done`; `time` or `nodes`: over its budget; `missing`; `left out`."""
    alone: bool
    """Whether no other search of the experiment ran at the same time, so that its seconds are reliable."""
    version: str
    """The version that ran the search."""
    is_exact: bool = field(default=False, compare=False)
    """Whether the value is proved. Not in files, which have the columns of version 0.1.0."""

    @classmethod
    def of(cls, part: str, cell: Cell, data: Mapping[str, Any]) -> Self:
        """The row of a cell and the data that `run_cell` returned."""
        inputs = {name: value for name, value in asdict(cell).items() if name in cls.__dataclass_fields__}
        order = str(MoveOrder(cell.order))  # printed one way; in a cell it is as it was written
        return cls(part=part, **{**inputs, "order": order, **data})

    @classmethod
    def without_result(cls, part: str, cell: Cell, state: str) -> Self:
        """A row in place of a search that is missing or left out."""
        counts = dict.fromkeys(("nodes", "leaves", "cutoffs", "dropped"), 0)
        unknown = dict.fromkeys(("value", "move", "values", "kept", "safe"))
        depth = int(cell.amount) if cell.limit == DEPTH else 0
        return cls.of(part, cell, {**counts, **unknown, "seconds": 0.0, "depth": depth, "engine": "", "state": state})

    @property
    def done(self) -> bool:
        return self.state == DONE

    @property
    def is_missing(self) -> bool:
        return self.state == MISSING

    @property
    def spec(self) -> SearchSpec:
        """How it searched, without evaluation and limit."""
        return _spec(self.algorithm, self.order, self.table)

    @property
    def method(self) -> str:
        """The short form of the spec: `alphabeta/centre/table`."""
        return self.spec.short

    @property
    def value_text(self) -> str | None:
        """The value for people: `win in 5`, `≈−7` or, under drift, a chance such as `≈0.25`; None without a result."""
        if self.value is None:
            return None
        rules, terminal = Rules.parse(self.variant), TerminalValue(self.ends)
        return str(score_of(self.value, rules=rules, terminal=terminal, depth=self.depth, exact=self.is_exact))

    @property
    def position(self) -> tuple[str, str]:
        return self.variant, self.moves

    def column(self, name: str) -> float:
        """A number to sort rows by."""
        rules = Rules.parse(self.variant)
        match name:
            case "width" | "height" | "cells":
                return float(getattr(rules.shape, name))
            case "discs":
                return float(position_after(rules.start(), self.moves).discs)
            case "depth":
                return float(self.depth)
            case _:
                return float(self.amount)


@cache
def _spec(algorithm: str, order: str, table: str) -> SearchSpec:
    name = StepName.without_code(algorithm) if is_python_file(algorithm) else algorithm  # rows may come from anybody
    return SearchSpec(name, order=order, table=table)


@dataclass(frozen=True)
class GameRow:
    """One game: the players, their limit, and how it ended."""

    part: str
    variant: str
    limit: str
    amount: float
    number: int
    """The number of its pair: two games from one opening, with colours swapped."""
    opening: str
    first: str
    second: str
    points: float
    """Of the player who moved first: 1 for a win, ½ for a draw."""
    how: str
    plies: int
    first_seconds: float
    second_seconds: float
    overruns: int
    alone: bool
    version: str


AnyRow: TypeAlias = Row | GameRow
_ARROW: Final = {str: "string", int: "int64", float: "float64", bool: "bool"}


def columns_of(kind: type[AnyRow]) -> dict[str, str]:
    """The columns of a table of rows, with their Arrow types."""
    hints = get_type_hints(kind)
    columns = {}
    for one in fields(kind):
        if one.compare:
            hint = hints[one.name]
            [plain] = [part for part in getattr(hint, "__args__", (hint,)) if part is not type(None)]
            columns[one.name] = _ARROW[plain]
    return columns


def rows_csv(rows: Sequence[AnyRow]) -> str:
    """Rows as CSV text."""
    columns = columns_of(type(rows[0])) if rows else {}
    return csv_text(columns, _records(rows, columns)) if rows else ""


def write_rows(rows: Sequence[AnyRow], path: Path, notes: Mapping[str, Any]) -> None:
    """Write rows; `notes` are facts about them, for the kinds of file that have room."""
    columns = columns_of(type(rows[0]) if rows else Row)
    write_table(path, columns, _records(rows, columns), notes=notes)


def _records(rows: Sequence[AnyRow], columns: Iterable[str]) -> Iterator[dict[str, Any]]:
    return ({name: getattr(row, name) for name in columns} for row in rows)


def read_rows(path: Path) -> list[AnyRow]:
    """The rows of a file. Raises `NotationError` if it contains something else."""
    data = read_table(path)
    kind: type[AnyRow] = GameRow if data and "opening" in data[0] else Row
    hints = get_type_hints(kind)
    try:
        return [kind(**{name: _read_value(row[name], hints[name]) for name in columns_of(kind)}) for row in data]
    except (KeyError, OverflowError, TypeError, ValueError):
        names = list(columns_of(kind))
        raise NotationError(
            f"{path} does not contain rows of an experiment: it needs the columns {', '.join(names[:6])} … {names[-1]}."
        ) from None


def _read_value(value: Any, hint: Any) -> Any:
    """A value of a row, or its text in a CSV file, where None is empty. Raises `ValueError` or `TypeError`."""
    kind, *none = get_args(hint) or (hint,)
    if none and value in (None, ""):
        return None
    if kind is bool:
        return {"True": True, "False": False}[str(value)]
    result = kind(value)
    if not isinstance(value, str) and (isinstance(value, bool) or result != value):
        raise TypeError
    return result
