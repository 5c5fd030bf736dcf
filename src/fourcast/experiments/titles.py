"""Names of searches for people: titles for tables and charts, phrases for sentences, short names of pruning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fourcast.algorithms import MoveOrder, SearchSpec, TableMode, find_algorithm

DEEP: Final = "alphabeta"
TABLES: Final[Mapping[TableMode, Sequence[str]]] = {
    TableMode.OFF: (),
    TableMode.ON: ("table",),
    TableMode.OLD_BOUNDS: ("old bounds",),
}
_TABLE_PHRASES: Final = {**TABLES, TableMode.ON: ("a table",)}
ORDERS: Final[Mapping[str, str]] = {"centre": "centre first", "centre+killers": "centre and killers first"}


def search_title(spec: SearchSpec) -> str:
    """The title of a search in a table.

    >>> search_title(SearchSpec.parse("alphabeta/centre/table"))
    'Alpha-beta, deep, centre first, table'
    """
    algorithm = find_algorithm(spec.algorithm)
    if not algorithm.is_tree_search:
        return spec.short
    order = str(spec.order)
    return ", ".join(
        [
            "Alpha-beta, deep" if spec.algorithm == DEEP else algorithm.title,  # beside other forms of pruning
            *([] if spec.order == MoveOrder() else [ORDERS.get(order, f"order {order}")]),
            *TABLES[spec.table],
        ]
    )


def search_phrase(spec: SearchSpec) -> str:
    """The name of a search in a sentence.

    >>> search_phrase(SearchSpec.parse("alphabeta/centre/table"))
    'deep pruning with the centre first and a table'
    """
    algorithm, order = find_algorithm(spec.algorithm), str(spec.order)
    extras = [
        *([] if spec.order == MoveOrder() else [f"the {ORDERS.get(order, f'order {order}')}"]),
        *_TABLE_PHRASES[spec.table],
    ]
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
    order = str(spec.order)
    return ", ".join(
        [
            PRUNING.get(spec.algorithm, spec.algorithm),
            *([] if spec.order == MoveOrder() else [ORDERS.get(order, "ordered")]),
            *([] if spec.table is TableMode.OFF else ["table" if spec.table is TableMode.ON else spec.table.value]),
        ]
    )
