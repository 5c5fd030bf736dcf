"""What an experiment is: a sentence that asks something, and parts, each a grid of searches or of games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any, Final

from fourcast.algorithms import MoveOrder, SearchSpec, TableMode, default_eval
from fourcast.engine import make_searcher
from fourcast.errors import UsageError, quote
from fourcast.evals import TerminalValue
from fourcast.experiments.cell import DEPTH, SECONDS, Cell
from fourcast.experiments.compare.spread import SEED, random_positions_after
from fourcast.experiments.compare.ways import TITLES
from fourcast.experiments.games import Games, Pair
from fourcast.experiments.method import Method
from fourcast.native import Engine
from fourcast.rules import Rules, position_after

BUDGET: Final = 60.0
"""Seconds after which a search to a depth is given up, if nobody says."""
MOST_CELLS: Final = 1_000_000
MOST_POSITIONS: Final = 100_000


@dataclass(frozen=True)
class Drawn:
    """Positions that random play finds: how many, after how many moves, from which seed."""

    count: int
    plies: range | None = None
    """Without it: anywhere in the first half of the board."""
    seed: int = SEED

    def moves(self, rules: Rules) -> list[str]:
        return list(_draw(self, rules))


@dataclass(frozen=True)
class Part:
    """A grid: every variant × position × method × evaluation × amount × repeat."""

    name: str
    variants: tuple[str, ...]
    positions: tuple[str, ...] | Drawn
    methods: tuple[Method, ...]
    evaluations: tuple[str, ...]
    """None of them: the one that fits the goal."""
    ends: TerminalValue | None
    limit: str
    amounts: tuple[float, ...]
    repeats: int = 1
    budget: float = BUDGET
    solved: bool = False
    engine: Engine | None = None

    def cells(self, *, alone: bool) -> Iterator[Cell]:
        """Its searches, the small ones first: so all lines of a chart grow side by side."""
        engine, now = self.engine and self.engine.value, version("fourcast")
        games = [(spec, rules, self._moves(rules)) for spec, rules in self._rules()]
        for amount in sorted(self.amounts):
            for spec, rules, positions in games:
                judges = self.evaluations or (default_eval(rules).name,)
                for moves, evaluation, method in product(positions, judges, self.methods):
                    plan = SearchSpec(method.algorithm, eval=evaluation, terminal=self.ends)
                    for repeat in range(1, self.repeats + 1):
                        yield Cell(
                            spec,
                            moves,
                            method.algorithm,
                            method.order,
                            method.table,
                            evaluation,
                            _digest(evaluation),
                            plan.terminal_for(rules).value,
                            self.limit,
                            amount,
                            repeat,
                            self.budget,
                            self.solved,
                            alone,
                            engine,
                            now,
                        )

    def check(self) -> None:
        """Raise what would go wrong in the middle of it."""
        for _, rules in self._rules():
            positions = {moves: position_after(rules.start(), moves) for moves in self._moves(rules)}
            if over := [moves for moves, position in positions.items() if position.outcome]:
                raise UsageError(f"After {quote(over[0])} the game is over. Leave out the last move.")
            for method, evaluation in product(self.methods, self.evaluations or (default_eval(rules).name,)):
                if self.limit == DEPTH and method.algorithm not in TITLES:
                    raise UsageError(
                        f"{method.algorithm} searches no tree of given depth. Give it `seconds` or `nodes` instead of "
                        "`depths`."
                    )
                order = MoveOrder(method.order)
                order.rank(rules)
                memory = TableMode(method.table)
                plan = SearchSpec(method.algorithm, eval=evaluation, order=order, table=memory, terminal=self.ends)
                make_searcher(next(iter(positions.values())), plan, self.engine)

    @property
    def size(self) -> int:
        positions = self.positions.count if isinstance(self.positions, Drawn) else len(self.positions)
        searches = len(self.methods) * max(1, len(self.evaluations)) * len(self.amounts) * self.repeats
        return len(self.variants) * positions * searches

    def _rules(self) -> list[tuple[str, Rules]]:
        return [(spec, Rules.parse(spec)) for spec in self.variants]

    def _moves(self, rules: Rules) -> list[str]:
        return self.positions.moves(rules) if isinstance(self.positions, Drawn) else list(self.positions)


@dataclass(frozen=True)
class Show:
    """How rows are looked at."""

    across: str | None = None
    """What runs to the right: `depth`, `seconds`, `nodes`, `width`, `height`, `cells` or `discs`. None: the limit."""
    baseline: str | None = None
    """The method (or part) that others are compared with. None: the first."""


@dataclass(frozen=True)
class Experiment:
    """A question, and the searches or games that answer it."""

    name: str
    asks: str
    parts: tuple[Part, ...] | tuple[Games, ...]
    times: bool = False
    """Whether seconds are the question: then searches run one at a time, unless somebody insists."""
    show: Show = field(default_factory=Show)
    written: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """Its keys as they were written: kept beside its rows."""

    def __post_init__(self) -> None:
        if self.size > MOST_CELLS:
            raise UsageError(
                f"{self.name} would be {self.size:,} {self.what}; {MOST_CELLS:,} are the most. Ask for less."
            )

    @property
    def size(self) -> int:
        """How many rows there are when all is done."""
        return sum(part.size for part in self.parts)

    @property
    def what(self) -> str:
        """What its rows are of."""
        return "games" if any(isinstance(part, Games) for part in self.parts) else "searches"

    @property
    def wants_quiet(self) -> bool:
        """Whether searches that run beside each other would spoil the answer."""
        return self.times or any(part.limit == SECONDS for part in self.parts)

    def cells(self, *, alone: bool) -> Iterator[tuple[str, Cell | Pair]]:
        """Every search, or pair of games, with the name of its part."""
        for part in self.parts:
            for cell in part.cells(alone=alone):
                yield part.name, cell


@lru_cache(maxsize=64)
def _draw(drawn: Drawn, rules: Rules) -> tuple[str, ...]:
    plies = drawn.plies or range(1, max(2, rules.shape.cells // 2 + 1))
    found = random_positions_after(rules, drawn.count, plies=plies, seed=drawn.seed)
    if len(found) < drawn.count:
        raise UsageError(
            f"Random play of {rules!s} finds only {len(found)} of {drawn.count} unfinished positions "
            f"after {plies[0]} to {plies[-1]} moves. Ask for fewer, or for other plies."
        )
    return tuple(moves for moves, _ in found)


def _digest(evaluation: str) -> str:
    """A hash of the file that an evaluation of one's own comes from; nothing for the others."""
    file = evaluation.rpartition(":")[0]
    return sha256(Path(file).read_bytes()).hexdigest() if file.endswith(".py") else ""
