"""The algorithms that have a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fourcast.errors import UsageError
from fourcast.rules import Player
from fourcast.search.alphabeta import DEEP, SHALLOW, SHALLOW_EQUAL, alphabeta_hard, pruning, pvs
from fourcast.search.chance import expectation, expectimax, star1, star2
from fourcast.search.minimax import minimax
from fourcast.search.recursion import ChanceStep, Order, Step, Whole


@dataclass(frozen=True)
class Ingredients:
    """What a search knows when it ties its knot."""

    order: Order
    hero: Player
    whole: Whole


@dataclass(frozen=True)
class Algorithm:
    """A name, one line about it, and its two steps: at positions and at chances."""

    name: str
    about: str
    step: Callable[[Ingredients], Step]
    chance_step: Callable[[Ingredients], ChanceStep] = lambda _: expectation
    prunes: bool = True


ALGORITHMS: Final = (
    Algorithm(
        "minimax",
        "Try every move to the full depth, keep the best.",
        lambda given: minimax(given.order),
        prunes=False,
    ),
    Algorithm(
        "shallow",
        "Stop when strictly better than the best the parent has so far.",
        lambda given: pruning(given.order, SHALLOW, given.whole),
    ),
    Algorithm(
        "shallow-equal",
        "Stop when as good as the best the parent has so far.",
        lambda given: pruning(given.order, SHALLOW_EQUAL, given.whole),
    ),
    Algorithm(
        "alphabeta",
        "Stop when any ancestor has something as good; values may lie outside the window (fail-soft).",
        lambda given: pruning(given.order, DEEP, given.whole),
    ),
    Algorithm(
        "alphabeta-hard",
        "The same with values kept inside the window (fail-hard).",
        lambda given: alphabeta_hard(given.order),
    ),
    Algorithm(
        "pvs",
        "Expect the first move to be best; ask of the others only whether they are better.",
        lambda given: pvs(given.order),
        lambda given: star1(given.whole),
    ),
    Algorithm(
        "expectiminimax",
        "Minimax with the mean of what luck may bring.",
        lambda given: minimax(given.order),
        prunes=False,
    ),
    Algorithm(
        "star1",
        "Alpha-beta that also stops at chances, when the rest cannot bring them back into the window.",
        lambda given: pruning(given.order, DEEP, given.whole),
        lambda given: star1(given.whole),
    ),
    Algorithm(
        "star2",
        "Star1 after probing one reply in every branch.",
        lambda given: pruning(given.order, DEEP, given.whole),
        lambda given: star2(given.whole, given.order),
    ),
    Algorithm(
        "expectimax",
        "The best move against an opponent who plays at random.",
        lambda given: expectimax(given.order, given.hero),
        prunes=False,
    ),
)


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name."""
    for algorithm in ALGORITHMS:
        if algorithm.name == name:
            return algorithm
    names = ", ".join(algorithm.name for algorithm in ALGORITHMS)
    raise UsageError(f"There is no algorithm {name!r} that searches a tree. Known: {names}.")
