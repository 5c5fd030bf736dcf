"""Names of searches for people: titles for tables and charts, phrases for sentences, short names of pruning."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fourcast.algorithms import MoveOrder, SearchSpec, TableMode, find_algorithm
from fourcast.python_file import split_file

TABLES: Final[Mapping[TableMode, str]] = {TableMode.ON: "transposition table", TableMode.OLD_BOUNDS: "old bounds"}
ORDERS: Final[Mapping[str, str]] = {"centre": "centre first", "centre+killers": "centre and killers first"}


def search_title(spec: SearchSpec) -> str:
    """The title of a search in a table.

    >>> search_title(SearchSpec.parse("alphabeta/centre/table"))
    'Alpha-beta, centre first, transposition table'
    """
    algorithm = find_algorithm(spec.algorithm)
    if not algorithm.is_tree_search:
        return spec.short
    return ", ".join([algorithm.title, *_order_titles(spec), *_table_titles(spec)])


def search_phrase(spec: SearchSpec) -> str:
    """The name of a search in a sentence.

    >>> search_phrase(SearchSpec.parse("alphabeta/centre/table"))
    'alpha-beta with the centre first and a transposition table'
    """
    algorithm = find_algorithm(spec.algorithm)
    tables = (f"a {title}" if spec.table is TableMode.ON else title for title in _table_titles(spec))
    extras = [*(f"the {order}" for order in _order_titles(spec)), *tables]
    phrase = algorithm.phrase or algorithm.title
    return f"{phrase} with {' and '.join(extras)}" if extras else phrase


PRUNING: Final[Mapping[str, str]] = {
    "shallow-equal": "shallow or equal",
    "alphabeta": "alpha-beta",
    "alphabeta-hard": "alpha-beta, fail-hard",
}
"""The form of pruning of an algorithm, if it is not the name of the algorithm."""


def pruning_name(spec: SearchSpec) -> str:
    """The form of pruning of a search, for the axis of a box plot.

    >>> pruning_name(SearchSpec.parse("alphabeta/centre")), pruning_name(SearchSpec.parse("minimax"))
    ('alpha-beta, centre first', 'minimax')
    """
    name = PRUNING.get(spec.algorithm) or without_folder(spec.algorithm)
    return ", ".join([name, *_order_titles(spec), *_table_titles(spec)])


def without_folder(method: str) -> str:
    """A search as text, with the name of a Python file in place of its path.

    >>> without_folder("/home/ada/mine.py:step/centre"), without_folder("alphabeta/centre")
    ('mine.py:step/centre', 'alphabeta/centre')
    """
    file, rest = split_file(method)
    return Path(file).name + rest if file else method


def _order_titles(spec: SearchSpec) -> list[str]:
    """The move order, unless it is the default."""
    order = str(spec.order)
    return [] if spec.order == MoveOrder() else [ORDERS.get(order, f"order {order}")]


def _table_titles(spec: SearchSpec) -> list[str]:
    return [TABLES[spec.table]] if spec.table in TABLES else []
