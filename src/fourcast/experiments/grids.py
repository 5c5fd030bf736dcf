"""Grids of searches: what a part of an experiment is, and what is the same in a grid of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import inf
from typing import Annotated, Any, Final

from fourcast.algorithms import MAX_NODES, MoveOrder, SearchSpec, TableMode, default_eval, find_algorithm
from fourcast.datasets import SEED, random_positions
from fourcast.engine import make_searcher
from fourcast.environment import RESULTS_VERSION
from fourcast.errors import UsageError, quote
from fourcast.evals import TerminalValue, find_eval
from fourcast.experiments.cells import DEPTH, NODES, SECONDS, Cell
from fourcast.experiments.models import (
    Amounts,
    Convert,
    Depths,
    EngineName,
    Model,
    Needs,
    OptionalTexts,
    Texts,
    each,
    valid,
    within,
    word,
)
from fourcast.python_file import absolute, file_hash, split_file
from fourcast.rules import Position, Rules, parse_position, position_after
from fourcast.spec import parse_enum

BUDGET: Final = 60.0
"""Default maximum of seconds for a search to a depth."""
MAX_POSITIONS: Final = 100_000
MAX_SECONDS: Final = 3600.0
MAX_REPEATS: Final = 1000
TINY: Final = 5e-324
"""The smallest number of seconds: anything above 0."""
DEEPENING_VERSION: Final = "0.2.0"
"""In the keys of results of searches to a depth with old bounds, which did not deepen before."""
LIMITS: Final = {"depths": DEPTH, "seconds": SECONDS, "nodes": NODES}


@dataclass(frozen=True, kw_only=True)
class RandomPositions(Model):
    """Positions from random play."""

    count: Annotated[int, within(1, MAX_POSITIONS, of=f"a whole number from 1 to {MAX_POSITIONS:,}")]
    plies: Depths = None
    """Default: anywhere in the first half of the board."""
    seed: int = SEED


@lru_cache(maxsize=64)
def random_moves(spec: RandomPositions, rules: Rules) -> tuple[str, ...]:
    """The moves that lead to each of some random positions. Raises `UsageError` if there are not enough."""
    plies = range(spec.plies[0], spec.plies[-1] + 1) if spec.plies else range(1, max(2, rules.shape.cells // 2 + 1))
    positions = random_positions(rules, spec.count, plies=plies, seed=spec.seed)
    if len(positions) < spec.count:
        raise UsageError(
            f"Random play of {rules} finds only {len(positions)} of {spec.count} unfinished positions after {plies[0]} "
            f"to {plies[-1]} moves. Ask for fewer, or for other plies."
        )
    return tuple(moves for moves, _ in positions)


def _read_evaluation(text: str) -> str:
    find_eval(text)
    return absolute(text)


def _read_algorithm(text: str) -> str:
    SearchSpec.parse(text)
    file, rest = split_file(text)
    return absolute(file) + rest


def _read_positions(value: Any) -> Any:
    if isinstance(value, dict):
        return RandomPositions.read(value, "positions")
    return each().function(value)


Orders = Annotated[OptionalTexts, each(lambda text: MoveOrder(text).text)]
Tables = Annotated[OptionalTexts, each(lambda text: parse_enum(TableMode, "tables", text).value)]
Terminal = Annotated[
    TerminalValue | None, word(lambda text: parse_enum(TerminalValue, "terminal", text)), Needs("a text")
]


@dataclass(frozen=True, kw_only=True)
class CellGrid(Model):
    """What grids of searches and of games have in common."""

    name: str = ""
    variants: Annotated[Texts, each(valid(Rules.parse))] = ("classic",)
    algorithms: Annotated[Texts, each(_read_algorithm)] = ("alphabeta",)
    """Specs such as `alphabeta/centre/table`; each is combined with every order and table given."""
    orders: Orders = None
    tables: Tables = None
    evaluations: Annotated[Texts, each(_read_evaluation)] = ()
    """Default: the one that fits the goal of the game."""
    terminal: Terminal = None
    depths: Depths = None
    seconds: Annotated[
        tuple[float, ...] | None,
        Amounts,
        within(TINY, MAX_SECONDS, of=f"numbers of seconds, more than 0 and at most {MAX_SECONDS:,.0f}"),
    ] = None
    nodes: Annotated[tuple[int, ...] | None, Amounts, within(1, MAX_NODES, of="whole numbers from 1")] = None

    def validate(self) -> None:
        limits = [key for key in LIMITS if getattr(self, key) is not None]
        if len(limits) != 1:
            problem = f"There are {' and '.join(limits)}" if limits else "There is no limit"
            raise UsageError(f"{problem}. Give one of depths, seconds and nodes.")

    @property
    def limit(self) -> str:
        """`depth`, `seconds` or `nodes`."""
        return next(limit for key, limit in LIMITS.items() if getattr(self, key) is not None)

    @property
    def amounts(self) -> tuple[float, ...]:
        """The depths, seconds or nodes."""
        return self.depths or self.seconds or self.nodes or ()

    @property
    def specs(self) -> tuple[SearchSpec, ...]:
        """Every algorithm × order × table."""
        return _combine(self.algorithms, self.orders or (None,), self.tables or (None,), self.terminal)

    def evaluations_for(self, rules: Rules) -> tuple[str, ...]:
        return self.evaluations or (default_eval(rules).name,)

    def entries(self, rules: Rules) -> list[tuple[SearchSpec, str]]:
        """Every spec with every evaluation; with an empty one, once, if its algorithm uses none."""
        evaluations = self.evaluations_for(rules)
        return [
            (spec, evaluation)
            for spec in self.specs
            for evaluation in (evaluations if find_algorithm(spec.algorithm).uses_eval else ("",))
        ]


@lru_cache(maxsize=64)
def _combine(
    algorithms: tuple[str, ...],
    orders: tuple[str | None, ...],
    tables: tuple[str | None, ...],
    terminal: TerminalValue | None,
) -> tuple[SearchSpec, ...]:
    specs = []
    for text, order, table in product(algorithms, orders, tables):
        spec = SearchSpec.parse(text)
        for key, value in (("order", order), ("table", table)):
            if value is not None and key in spec.explicit:
                raise UsageError(f"{quote(text)} names its {key}. Leave out {key}s, or write {spec.algorithm}.")
        specs.append(spec.with_settings(order=order, table=table, terminal=terminal))
    return tuple(specs)


@dataclass(frozen=True, kw_only=True)
class SearchGrid(CellGrid):
    """Searches: every variant × position × spec × evaluation × amount × repeat."""

    positions: Annotated[
        tuple[str, ...] | RandomPositions,
        Convert(_read_positions),
        Needs("a text, a list of texts, or a table with a count"),
    ] = ("",)
    start: str = ""
    """Board text of the position before the moves. Default: the start of the variant."""
    repeats: Annotated[int, within(1, MAX_REPEATS, of=f"a whole number from 1 to {MAX_REPEATS:,}")] = 1
    budget: Annotated[float, within(TINY, 86400, of="seconds, more than 0 and at most 86,400, for each search")] = (
        BUDGET
    )
    max_nodes: Annotated[int | None, within(1, inf, of="a whole number from 1")] = None
    solved: bool = False
    engine: EngineName = None

    def validate(self) -> None:
        """Raise errors now that would otherwise stop the experiment half-way."""
        super().validate()
        for variant in self.variants:
            rules = Rules.parse(variant)
            positions = {moves: self.position(rules, moves) for moves in self.moves(rules)}
            if over := [moves for moves, position in positions.items() if position.outcome]:
                raise UsageError(f"After {quote(over[0])} the game is over. Leave out the last move.")
            for spec, evaluation in self.entries(rules):
                if self.limit == DEPTH and not find_algorithm(spec.algorithm).is_tree_search:
                    raise UsageError(
                        f"{spec.algorithm} does not search to a given depth. Use a tree search such as alphabeta, or "
                        "`seconds` or `nodes` in place of `depths`."
                    )
                spec.order.rank(rules)
                make_searcher(next(iter(positions.values())), spec.with_settings(eval=evaluation or None), self.engine)

    def moves(self, rules: Rules) -> tuple[str, ...]:
        """The moves that lead to each position."""
        return random_moves(self.positions, rules) if isinstance(self.positions, RandomPositions) else self.positions

    def position(self, rules: Rules, moves: str) -> Position:
        return position_after(parse_position(rules, self.start) if self.start else rules.start(), moves)

    @property
    def size(self) -> int:
        """The number of rows."""
        positions = self.positions.count if isinstance(self.positions, RandomPositions) else len(self.positions)
        entries = sum(len(self.entries(Rules.parse(variant))) for variant in self.variants)
        return entries * positions * len(self.amounts) * self.repeats

    def cells(self, *, alone: bool) -> Iterator[Cell]:
        """The searches, small amounts first, so that all lines of a chart grow together."""
        games = [(variant, rules := Rules.parse(variant), self.moves(rules)) for variant in self.variants]
        for amount in sorted(self.amounts):
            for variant, rules, positions in games:
                evaluations = ["", *self.evaluations_for(rules)]
                entries = sorted(self.entries(rules), key=lambda entry: max(1, evaluations.index(entry[1])))
                for moves, (spec, evaluation) in product(positions, entries):
                    terminal = spec.with_settings(eval=evaluation or None).terminal_for(rules)
                    deepens = self.limit == DEPTH and spec.table is TableMode.OLD_BOUNDS
                    version = DEEPENING_VERSION if deepens else RESULTS_VERSION
                    for repeat in range(1, self.repeats + 1):
                        yield Cell(
                            variant=variant,
                            moves=moves,
                            algorithm=spec.algorithm,
                            order=spec.order.text,
                            table=spec.table.value,
                            evaluation=evaluation,
                            source=file_hash(evaluation) + file_hash(spec.algorithm),
                            ends=terminal.value,
                            limit=self.limit,
                            amount=amount,
                            repeat=repeat,
                            budget=self.budget,
                            solved=self.solved,
                            alone=alone,
                            engine=self.engine.value if self.engine else None,
                            start=self.start,
                            max_nodes=self.max_nodes,
                            version=version,
                        )
