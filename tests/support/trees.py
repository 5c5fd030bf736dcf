"""Recorded searches of every variant and algorithm, small enough to look at each node."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple

from fourcast.algorithms import SearchResult, SearchSpec, TableMode, tree_searches
from fourcast.evals import Evaluate
from fourcast.native import Engine
from fourcast.rules import Position, Rules, position_after
from fourcast.trace import Tree, record


class Case(NamedTuple):
    """A search to a depth."""

    rules: str
    moves: str
    algorithm: str
    evaluation: str
    depth: int
    order: str = "ascending"
    memory: TableMode = TableMode.OFF

    def __str__(self) -> str:
        return f"{self.rules}-{self.moves}-{self.algorithm}-{self.depth}-{self.order}-{self.memory.value}"

    @property
    def position(self) -> Position:
        return position_after(Rules.parse(self.rules).start(), self.moves)

    def searched(
        self, *, engine: Engine | None = Engine.PYTHON, max_nodes: int = 20_000, evaluate: Evaluate | None = None
    ) -> tuple[Tree, SearchResult]:
        plan = SearchSpec(self.algorithm, eval=evaluate or self.evaluation, order=self.order, table=self.memory)
        found = record(self.position, plan, self.depth, engine=engine, max_nodes=max_nodes)
        assert found.result
        return found.tree(), found.result

    def tree(self, *, engine: Engine | None = Engine.PYTHON, max_nodes: int = 20_000) -> Tree:
        return _tree(self, engine, max_nodes)


@cache
def _tree(case: Case, engine: Engine | None, max_nodes: int) -> Tree:
    return case.searched(engine=engine, max_nodes=max_nodes)[0]


GAMES: Final = (
    ("classic,width=5,height=4", "33", "quadruplets"),
    ("most-lines,width=4,height=4,connect=3", "2", "potential-lines"),
    ("drift,width=4,height=3,connect=3", "2", "lines-and-potential"),
    ("extended,width=4,height=4,pops=1", "11", "filled-runs"),
    ("popout,width=4,height=3,connect=3", "1212", "line-counts"),
    ("tictactoe", "5137", "line-counts"),
    ("classic,width=8", "4", "line-counts"),
    ("classic,width=11,height=2", "10,11", "neighbours"),
)
"""Rules, moves played, an evaluation."""

EVERY_ALGORITHM: Final = tuple(
    Case(rules, moves, algorithm.name, evaluation, 2)
    for rules, moves, evaluation in GAMES
    for algorithm in tree_searches()
)

DEEPER: Final = (
    Case("most-lines", "4", "alphabeta", "potential-lines", 3),
    Case("classic", "44", "alphabeta", "quadruplets", 3, order="centre+killers"),
    Case("classic,width=4,height=4", "", "pvs", "quadruplets", 4, memory=TableMode.ON),
    Case("drift,width=3,height=3,connect=3", "", "star2", "potential-lines", 2),
    Case("tictactoe", "51372", "minimax", "line-counts", 4),  # the game ends before the depth does
    Case("most-lines,width=3,height=3", "", "alphabeta", "potential-lines", 2),  # has no line: every value is 0
)

CASES: Final = EVERY_ALGORITHM + DEEPER

PUBLISHED: Final = Case("most-lines", "4", "alphabeta", "potential-lines", 3)
"""224 nodes, as Connect-4s published for k = 3."""


def position_after_random_moves(rules: str, moves: str, random: Random) -> Position:
    """A few random moves on; not a finished game."""
    position = position_after(Rules.parse(rules).start(), moves)
    for _ in range(random.randrange(4)):
        after = random.choice([position for _, _, position in position.successors()])
        if after.outcome:
            break
        position = after
    return position
