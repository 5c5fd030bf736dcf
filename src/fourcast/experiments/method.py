"""How somebody looks ahead: what `fourcast compare` calls a way, for every algorithm and every memory."""

from __future__ import annotations

from dataclasses import dataclass

from fourcast.algorithms import TableMode
from fourcast.experiments.compare.ways import TABLE, TITLES, parse_way


@dataclass(frozen=True)
class Method:
    """An algorithm with an order of moves and a memory."""

    algorithm: str
    order: str = "ascending"
    table: str = TableMode.OFF.value

    def __str__(self) -> str:
        """As it is written.

        >>> str(Method("alphabeta", "centre", "on"))
        'alphabeta/centre/table'
        """
        tables = {TableMode.OFF.value: [], TableMode.ON.value: [TABLE]}
        order = [] if self.order == "ascending" else [self.order]
        return "/".join([self.algorithm, *order, *tables.get(self.table, [self.table])])

    @property
    def title(self) -> str:
        """As people read it."""
        known = self.algorithm in TITLES and self.table != TableMode.OLD_BOUNDS.value
        return parse_way(str(self)).title if known else str(self)
