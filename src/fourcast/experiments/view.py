"""How rows are looked at: what runs to the right, what makes a line, what a panel of its own.

Only what differs is named. A line is named by its part, then by whatever of method, evaluation and amount still differs
within it; variants make panels unless the board's size is what runs to the right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fourcast.errors import UsageError, quote
from fourcast.experiments.experiment import Show
from fourcast.experiments.method import Method
from fourcast.experiments.row import Row

SIZES: Final = ("width", "height", "cells")
_TEXTS: Final[Mapping[str, Callable[[Row], str]]] = {
    "part": lambda row: row.part,
    "method": lambda row: row.method,
    "evaluation": lambda row: row.evaluation,
    "amount": lambda row: amount_text(row.limit, row.amount),
    "variant": lambda row: row.variant,
}
"""What may make a line or a panel, in the order in which it is tried."""
WORDS: Final = {
    "depth": "depth",
    "seconds": "seconds for a move",
    "nodes": "nodes for a move",
    "width": "columns of the board",
    "height": "rows of the board",
    "cells": "cells of the board",
    "discs": "discs on the board",
}


@dataclass(frozen=True)
class View:
    """A way of looking at rows."""

    across: str
    by: tuple[str, ...]
    """The columns that make a line."""
    panels: bool
    """Whether each variant has a panel of its own."""
    compared: str
    """The column in which lines are compared with a baseline …"""
    baseline: str
    """… and the baseline's text there."""

    def line(self, row: Row) -> str:
        """The name of a row's line."""
        texts = (_TEXTS[column](row) if column != "method" else _title(row) for column in self.by)
        return ", ".join(text for text in texts if text) or _title(row)

    def panel(self, row: Row) -> str:
        return row.variant if self.panels else ""

    def x(self, row: Row) -> float:
        return row.column(self.across)

    def pair(self, row: Row) -> tuple[object, ...]:
        """What a row has in common with the one of the baseline that it is compared with."""
        others = [_TEXTS[column](row) for column in self.by if column != self.compared]
        return (row.place, row.limit, row.amount, row.repeat, *others)

    def is_baseline(self, row: Row) -> bool:
        return _TEXTS[self.compared](row) == self.baseline

    @property
    def words(self) -> str:
        """What runs to the right, for people."""
        return WORDS[self.across]


def view_of(rows: Sequence[Row], show: Show) -> View:
    """The natural view of rows, with what somebody wants of it."""
    across = show.across or rows[0].limit
    by = ["part"] if _differs(rows, [], "part") else []
    panels = across not in SIZES and _differs(rows, by, "variant")
    fixed = ["variant"] if panels else []
    for column in ("method", "evaluation", *(["amount"] if across not in (rows[0].limit, "depth") else [])):
        if _differs(rows, [*fixed, *by], column):
            by.append(column)
    compared, baseline = _baseline(rows, by, show.baseline)
    return View(across, tuple(by), panels, compared, baseline)


def amount_text(limit: str, amount: float) -> str:
    """A limit in words: `depth 6`, `0.1 s`, `1,000 nodes`."""
    return {"depth": f"depth {amount:g}", "seconds": f"{amount:g} s"}.get(limit, f"{amount:,.0f} nodes")


def _differs(rows: Sequence[Row], by: Sequence[str], column: str) -> bool:
    """Whether rows that are alike so far differ in a column."""
    seen: dict[tuple[str, ...], str] = {}
    for row in rows:
        group = tuple(_TEXTS[known](row) for known in by)
        if seen.setdefault(group, _TEXTS[column](row)) != _TEXTS[column](row):
            return True
    return False


def _baseline(rows: Sequence[Row], by: Sequence[str], wanted: str | None) -> tuple[str, str]:
    """The column that is compared and the baseline's text there: as wanted, else the first."""
    if wanted is None:
        column = next((column for column in by if column == "method"), by[0] if by else "method")
        return column, _TEXTS[column](rows[0])
    for column in by or ("method",):
        if any(_TEXTS[column](row) == wanted for row in rows):
            return column, wanted
    names = dict.fromkeys(_TEXTS[column](row) for column in by for row in rows)
    raise UsageError(f"Nothing here is {quote(wanted)}, to compare others with. There are {', '.join(names)}.")


def _title(row: Row) -> str:
    return Method(row.algorithm, row.order, row.table).title
