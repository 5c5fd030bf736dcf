"""The algorithms. One entry here is all that a new algorithm needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from fourcast.algorithms.chance import _weigh, expectation, expectimax, star1, star2
from fourcast.algorithms.limit import Limit
from fourcast.algorithms.mcts import DEFAULT_PLAYOUTS, MctsSearcher, Node, RandomSearcher
from fourcast.algorithms.minimax import DEEP, SHALLOW, SHALLOW_EQUAL, alphabeta_hard, minimax, pruning, pvs
from fourcast.algorithms.recursion import ChanceStep, Order, Step, ValueRange
from fourcast.algorithms.result import Counts
from fourcast.rules import Player, Position

if TYPE_CHECKING:
    from fourcast.algorithms.searcher import Searcher
    from fourcast.algorithms.spec import SearchSpec

DEFAULT_LIMIT: Final = Limit(depth=5)


@dataclass(frozen=True)
class SearchContext:
    """What a step may use: the move order, the player who searches, the range of all values, and the counts."""

    order: Order
    player: Player
    value_range: ValueRange
    counts: Counts


@dataclass(frozen=True, repr=False)
class Algorithm:
    """An algorithm: either steps for the recursion, or a searcher of its own."""

    name: str
    title: str
    description: str
    """One sentence."""
    step: Callable[[SearchContext], Step] | None = None
    """Makes the step at positions; None for an algorithm with a searcher of its own."""
    chance_step: Callable[[SearchContext], ChanceStep] = lambda _: expectation
    """Makes the step at chance nodes."""
    searcher: Callable[[Position, SearchSpec], Searcher] | None = None
    prunes: bool | None = True
    """Whether it uses the window; None if unknown."""
    phrase: str = ""
    """Its name within a sentence: `alpha-beta`. Default: the title."""
    native: int | None = None
    """The number of its steps in the compiled core; None: Python only."""
    default_limit: Limit = DEFAULT_LIMIT
    """Without a limit. An algorithm whose default has no depth does not search by depth."""
    fixed_depth: int | None = None
    """The only depth that it searches to."""
    uses_order: bool = True
    """Whether it searches the moves in the order of the spec."""
    source: tuple[Callable[..., Any], ...] = ()
    """The functions that its documentation page shows."""

    def __repr__(self) -> str:
        return f"<Algorithm {self.name}>"

    @property
    def is_tree_search(self) -> bool:
        """Whether it searches a tree to a given depth, which can be recorded and compared."""
        return self.step is not None and self.fixed_depth is None

    @property
    def uses_eval(self) -> bool:
        """Whether it searches by an evaluation."""
        return self.step is not None

    def limit(self, limit: Limit | None) -> Limit:
        """The limit of a search: `limit`, as far as the algorithm has a use for it, else its default."""
        if self.fixed_depth is not None:
            return Limit(depth=self.fixed_depth)
        if self.default_limit.depth is None and limit is not None:
            return Limit(nodes=limit.nodes, time=limit.time) if limit.deepens else self.default_limit
        return limit or self.default_limit


def _deep(context: SearchContext) -> Step:
    return pruning(context.order, DEEP, context.value_range)


_ENTRIES: Final = (
    Algorithm(
        "random",
        "Random",
        "Choose any legal move, each with the same probability.",
        searcher=RandomSearcher,
        fixed_depth=1,
        source=(RandomSearcher.fallback,),
    ),
    Algorithm(
        "greedy",
        "Greedy",
        "Minimax at depth 1.",
        lambda context: minimax(context.order),
        prunes=False,
        native=0,
        fixed_depth=1,
        source=(minimax,),
    ),
    Algorithm(
        "minimax",
        "Minimax",
        "Search every move to the full depth and keep the best.",
        lambda context: minimax(context.order),
        prunes=False,
        phrase="minimax",
        native=0,
        source=(minimax,),
    ),
    Algorithm(
        "shallow",
        "Alpha-beta, shallow",
        "Cut off when strictly better than the best value of the parent so far.",
        lambda context: pruning(context.order, SHALLOW, context.value_range),
        phrase="shallow alpha-beta",
        native=1,
        source=(pruning,),
    ),
    Algorithm(
        "shallow-equal",
        "Alpha-beta, shallow or equal",
        "Cut off when as good as the best value of the parent so far.",
        lambda context: pruning(context.order, SHALLOW_EQUAL, context.value_range),
        phrase="shallow-or-equal alpha-beta",
        native=2,
        source=(pruning,),
    ),
    Algorithm(
        "alphabeta",
        "Alpha-beta",
        "Cut off when any ancestor has a value as good; values may lie outside the window (fail-soft).",
        _deep,
        phrase="alpha-beta",
        native=3,
        source=(pruning,),
    ),
    Algorithm(
        "alphabeta-hard",
        "Alpha-beta, fail-hard",
        "Alpha-beta with all values inside the window (fail-hard).",
        lambda context: alphabeta_hard(context.order),
        phrase="fail-hard alpha-beta",
        native=4,
        source=(alphabeta_hard,),
    ),
    Algorithm(
        "pvs",
        "Principal variation",
        "Expect the first move to be best; test the others only for being better (PVS, also called NegaScout).",
        lambda context: pvs(context.order),
        lambda context: star1(context.value_range),
        phrase="principal variation search",
        native=5,
        source=(pvs,),
    ),
    Algorithm(
        "expectiminimax",
        "Expectiminimax",
        "Minimax with the expected value at chance nodes.",
        lambda context: minimax(context.order),
        prunes=False,
        phrase="expectiminimax",
        native=6,
        source=(minimax, expectation),
    ),
    Algorithm(
        "star1",
        "Star1",
        "Alpha-beta that also cuts off at chance nodes, when the rest cannot bring the value into the window.",
        _deep,
        lambda context: star1(context.value_range),
        native=7,
        source=(pruning, star1, _weigh),
    ),
    Algorithm(
        "star2",
        "Star2",
        "Star1 after a probe of one reply in every branch of the chance node.",
        _deep,
        lambda context: star2(context.value_range, context.order),
        native=8,
        source=(pruning, star2, _weigh),
    ),
    Algorithm(
        "expectimax",
        "Expectimax",
        "The best move against an opponent who plays at random.",
        lambda context: expectimax(context.order, context.player),
        prunes=False,
        phrase="expectimax",
        native=9,
        source=(expectimax, expectation),
    ),
    Algorithm(
        "mcts",
        "Monte-Carlo tree",
        "Monte-Carlo tree search (UCT): random playouts, more of them where they go well.",
        searcher=MctsSearcher,
        default_limit=Limit(nodes=DEFAULT_PLAYOUTS),
        source=(MctsSearcher._playout, Node.select),
    ),
)

ALGORITHMS: Final[dict[str, Algorithm]] = {algorithm.name: algorithm for algorithm in _ENTRIES}
"""Every algorithm by its name."""


def tree_searches() -> list[Algorithm]:
    """The algorithms that search a tree to a given depth."""
    return [algorithm for algorithm in ALGORITHMS.values() if algorithm.is_tree_search]
