"""A row: one search of an experiment, what it is of and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Self

from fourcast.experiments.cell import DEPTH, Cell
from fourcast.experiments.compare.look import DONE
from fourcast.experiments.method import Method
from fourcast.rules import Rules, position_after

MISSING: Final = "missing"
"""The state of a search that is not made yet."""


@dataclass(frozen=True)
class Row:
    """Counts of a search that did not end are what it had come to."""

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
    """As asked or, within seconds or nodes, as reached."""
    value: float | None
    """To the side to move; None if it was not found."""
    move: str | None
    values: str | None
    """What each move is worth, where the search tells: `1:19 2:24 …`."""
    kept: bool | None
    """Whether the move keeps the win or the draw, where the solver was asked."""
    safe: float | None
    """The share of moves that do."""
    engine: str
    state: str
    """`done`; `time`: over its budget."""
    alone: bool
    """Whether no other search of the experiment ran beside it: whether its seconds can be relied on."""
    version: str

    @classmethod
    def of(cls, part: str, cell: Cell, found: Mapping[str, Any]) -> Self:
        """The row of a cell and what `run_cell` gave."""
        asked = {name: value for name, value in asdict(cell).items() if name in NAMES}
        return cls(part=part, **{**asked, **found})

    @classmethod
    def missing(cls, part: str, cell: Cell) -> Self:
        """In the place of a row that is still to be made: what it will be of, and nothing else."""
        counts = dict.fromkeys(("nodes", "leaves", "cutoffs", "dropped"), 0)
        unknown = dict.fromkeys(("value", "move", "values", "kept", "safe"))
        depth = int(cell.amount) if cell.limit == DEPTH else 0
        return cls.of(part, cell, {**counts, **unknown, "seconds": 0.0, "depth": depth, "engine": "", "state": MISSING})

    @property
    def done(self) -> bool:
        return self.state == DONE

    @property
    def is_missing(self) -> bool:
        return self.state == MISSING

    @property
    def method(self) -> str:
        return str(Method(self.algorithm, self.order, self.table))

    @property
    def place(self) -> tuple[str, str]:
        """The position it is of."""
        return self.variant, self.moves

    def column(self, name: str) -> float:
        """Something that rows can be put in order by."""
        shape = Rules.parse(self.variant).shape
        match name:
            case "width" | "height" | "cells":
                return float(getattr(shape, name))
            case "discs":
                return float(position_after(Rules.parse(self.variant).start(), self.moves).discs)
            case "depth":
                return float(self.depth)
            case _:
                return float(self.amount)


NAMES = tuple(field.name for field in fields(Row))
