"""Names of searches for people: titles for tables and charts, phrases for sentences, short names of pruning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fourcast.algorithms import MoveOrder, SearchSpec, TableMode, find_algorithm

DEEP: Final = "alphabeta"
TABLES: Final[Mapping[TableMode, str]] = {TableMode.ON: "table", TableMode.OLD_BOUNDS: "old bounds"}
ORDERS: Final[Mapping[str, str]] = {"centre": "centre first", "centre+killers": "centre and killers first"}


def search_title(spec: SearchSpec) -> str:
    """The title of a search in a table.

    >>> search_title(SearchSpec.parse("alphabeta/centre/table"))
    'Alpha-beta, deep, centre first, table'
    """
    algorithm = find_algorithm(spec.algorithm)
    if not algorithm.is_tree_search:
        return spec.short
    title = "Alpha-beta, deep" if spec.algorithm == DEEP else algorithm.title  # beside other forms of pruning
    return ", ".join([title, *_order_titles(spec), *_table_titles(spec)])


def search_phrase(spec: SearchSpec) -> str:
    """The name of a search in a sentence.

    >>> search_phrase(SearchSpec.parse("alphabeta/centre/table"))
    'deep pruning with the centre first and a table'
    """
    algorithm = find_algorithm(spec.algorithm)
    tables = ("a table" if spec.table is TableMode.ON else title for title in _table_titles(spec))
    extras = [*(f"the {order}" for order in _order_titles(spec)), *tables]
    phrase = algorithm.phrase or algorithm.title
    return f"{phrase} with {' and '.join(extras)}" if extras else phrase


PRUNING: Final[Mapping[str, str]] = {
    "minimax": "none",
    "expectiminimax": "none",
    "shallow": "shallow",
    "shallow-equal": "shallow or equal",
    "alphabeta": "deep",
    "alphabeta-hard": "deep, fail-hard",
}
"""The form of pruning of an algorithm."""


def pruning_name(spec: SearchSpec) -> str:
    """The form of pruning of a search, for the axis of a box plot.

    >>> pruning_name(SearchSpec.parse("alphabeta/centre")), pruning_name(SearchSpec.parse("minimax"))
    ('deep, centre first', 'none')
    """
    orders = (title if str(spec.order) in ORDERS else "ordered" for title in _order_titles(spec))
    return ", ".join([PRUNING.get(spec.algorithm, spec.algorithm), *orders, *_table_titles(spec)])


def _order_titles(spec: SearchSpec) -> list[str]:
    """The move order, unless it is the default."""
    order = str(spec.order)
    return [] if spec.order == MoveOrder() else [ORDERS.get(order, f"order {order}")]


def _table_titles(spec: SearchSpec) -> list[str]:
    return [TABLES[spec.table]] if spec.table in TABLES else []
