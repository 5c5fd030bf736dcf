"""Ways to look ahead that are compared: an algorithm, an order of moves, a table or none, written as text.

minimax
alphabeta/centre
alphabeta/centre+killers/table
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from fourcast.algorithms import MoveOrder, SearchSpec, TableMode, tree_searches
from fourcast.errors import UsageError, quote
from fourcast.evals import Eval
from fourcast.rules import Rules

TITLES: Final[Mapping[str, str]] = {
    **{algorithm.name: algorithm.title for algorithm in tree_searches()},
    "alphabeta": "Alpha-beta, deep",  # beside the other forms of pruning
}
PHRASES: Final[Mapping[str, str]] = {
    algorithm.name: algorithm.phrase or algorithm.title for algorithm in tree_searches()
}
ORDERS: Final[Mapping[str, str]] = {"centre": "middle first", "centre+killers": "middle and killers first"}
TABLE: Final = "table"


@dataclass(frozen=True)
class Way:
    """One line of a comparison."""

    algorithm: str
    order: str = "ascending"
    memory: TableMode = TableMode.OFF

    def __post_init__(self) -> None:
        if self.algorithm not in TITLES:
            raise UsageError(f"{quote(self.algorithm)} searches no tree of given depth. Compare {', '.join(TITLES)}.")
        MoveOrder(self.order)  # which complains about one that is none

    def __str__(self) -> str:
        order = [] if self.order == "ascending" else [self.order]
        return "/".join([self.algorithm, *order, *[TABLE] * (self.memory is TableMode.ON)])

    @property
    def title(self) -> str:
        """As a table of people has it: `Alpha-beta, deep, middle first, table`."""
        order = [] if self.order == "ascending" else [ORDERS.get(self.order, f"order {self.order}")]
        return ", ".join([TITLES[self.algorithm], *order, *[TABLE] * (self.memory is TableMode.ON)])

    @property
    def phrase(self) -> str:
        """As it stands in a sentence: `deep pruning with the middle first and a table`."""
        order = [] if self.order == "ascending" else [ORDERS.get(self.order, f"the order {self.order}")]
        extras = [
            *(f"the {words}".replace("the the", "the") for words in order),
            *["a table"] * (self.memory is TableMode.ON),
        ]
        return " with ".join([PHRASES[self.algorithm], *([" and ".join(extras)] if extras else [])])

    def plan(self, evaluation: Eval) -> SearchSpec:
        return SearchSpec(self.algorithm, eval=evaluation, order=self.order, table=self.memory)


def parse_way(text: str, *, order: str = "ascending") -> Way:
    """The way that a text describes; `order` is the one where it names none.

    >>> parse_way("alphabeta/centre/table").title
    'Alpha-beta, deep, middle first, table'
    """
    algorithm, *parts = text.strip().split("/")
    memory = TableMode.ON if parts[-1:] == [TABLE] else TableMode.OFF
    orders = parts[: len(parts) - (memory is TableMode.ON)]
    if len(orders) > 1:
        raise UsageError(f"{quote(text)} names two orders. Write ALGORITHM, ALGORITHM/ORDER or ALGORITHM/ORDER/table.")
    return Way(algorithm, orders[0] if orders else order, memory)


def parse_ways(texts: str, *, order: str = "ascending") -> list[Way]:
    """Ways with commas between, each once."""
    return list(dict.fromkeys(parse_way(text, order=order) for text in texts.split(",")))


def default_ways(rules: Rules) -> list[Way]:
    """What is compared when nobody says: each form of pruning, then with a better order, then with a table."""
    forms = pruning_forms(rules)
    return [*forms, replace(forms[-1], memory=TableMode.ON)]


def pruning_forms(rules: Rules) -> list[Way]:
    """No pruning, the forms of it from weak to strong, and the strongest with the middle first."""
    names = ("expectiminimax", "star1", "star2") if rules.drift else ("minimax", "shallow", "alphabeta")
    return [*map(Way, names), Way(names[-1], "centre")]


def form_name(way: Way) -> str:
    """A form of pruning in a word or two, for the foot of a box plot."""
    names = {"minimax": "none", "expectiminimax": "none", "alphabeta": "deep", "shallow-equal": "shallow, equal"}
    if way.memory is TableMode.ON:
        return TABLE
    return names.get(way.algorithm, way.algorithm) if way.order == "ascending" else "ordered"
