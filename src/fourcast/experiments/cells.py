"""One search of an experiment: what it is, as plain data for a task, and how it is measured."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from importlib.metadata import version
from time import perf_counter
from typing import Final

from fourcast.algorithms import Bound, SearchResult, SearchSpec, StopFlag, StopSearch, TableMode
from fourcast.datasets import SolvedPosition, move_values
from fourcast.engine import choose_search_engine, make_searcher, search
from fourcast.environment import RESULTS_VERSION
from fourcast.jobs import Json, Task
from fourcast.native import Engine
from fourcast.rules import Position, Rules, parse_position, position_after
from fourcast.solver import shared_solver

DEPTH: Final = "depth"
SECONDS: Final = "seconds"
NODES: Final = "nodes"
DONE: Final = "done"
COLUMNS: Final = 1
"""The version of what `run_cell` returns; part of the task, so that other columns make other tasks."""
SOLVE_NODES: Final = 20_000_000
"""Maximum nodes of the solver for each move of a position."""
WARM_UP_NODES: Final = 100_000
"""Enough to touch every page of a transposition table."""


@dataclass(frozen=True)
class Cell:
    """Everything that a search depends on. Equal cells give equal rows, times aside."""

    variant: str
    moves: str
    algorithm: str
    order: str
    table: str
    evaluation: str
    """Empty for an algorithm that uses none."""
    source: str
    """Hashes of the files of a user's evaluation and algorithm: with another text they are others."""
    ends: str
    """The value of finished games."""
    limit: str
    """`depth`: directly to that depth; `seconds` or `nodes`: deepening within it."""
    amount: float
    repeat: int
    budget: float
    """Maximum seconds of a search to a depth."""
    solved: bool
    """Whether the solver checks that the move keeps the win or the draw."""
    alone: bool
    """Whether no other search of the experiment ran at the same time. Times of both kinds are different results."""
    engine: str | None
    version: str = RESULTS_VERSION
    start: str = ""
    """Board text of the position before the moves; empty: the start of the variant."""
    max_nodes: int | None = None
    """Maximum nodes of a search to a depth."""

    @cached_property
    def task(self) -> Task:
        arguments = asdict(self)
        for name in ("start", "max_nodes"):
            if not arguments[name]:
                del arguments[name]
        return Task("fourcast.experiments.cells:run_cell", {"cell": arguments, "columns": COLUMNS})

    @property
    def position(self) -> Position:
        rules = Rules.parse(self.variant)
        return position_after(parse_position(rules, self.start) if self.start else rules.start(), self.moves)

    @property
    def spec(self) -> SearchSpec:
        return SearchSpec(
            self.algorithm,
            eval=self.evaluation or None,
            order=self.order,
            table=self.table,
            terminal=self.ends,
            seed=self.repeat,  # of random and mcts: repeats differ, and can be repeated
        )


def run_cell(cell: dict[str, Json], columns: int = COLUMNS) -> dict[str, Json]:
    """The result of a cell as plain data. A task function."""
    if columns != COLUMNS:
        raise ValueError(f"This worker returns columns of version {COLUMNS}, not {columns}.")
    return measure(Cell(**cell))  # type: ignore[arg-type]


def measure(cell: Cell, *, stop: StopFlag | None = None) -> dict[str, Json]:
    """Run the search of a cell: the columns that it adds to those of the cell.

    `state` is `done`; `time` or `nodes` if it was over that budget, `asked` if `stop` was set: then it has no result,
    and the counts are those so far.
    """
    position, spec = cell.position, cell.spec
    engine = Engine(cell.engine) if cell.engine else None
    result: SearchResult | None
    if cell.limit == DEPTH:
        if spec.table is not TableMode.OFF and choose_search_engine(position.rules, spec, engine) is Engine.NATIVE:
            _warm_up(position.rules, replace(spec, seed=None))
        searcher = make_searcher(position, spec, engine)
        result, state = None, DONE
        start = perf_counter()
        depth = int(cell.amount)
        try:
            for one in range(1 if searcher.always_deepens else depth, depth + 1):
                result = searcher.search(one, nodes=cell.max_nodes, deadline=start + cell.budget, stop=stop)
        except StopSearch as end:
            result, state = None, end.reason.value
        seconds = perf_counter() - start
        counts, used = searcher.counts, getattr(searcher, "engine", "")
    else:
        limit = {"nodes": int(cell.amount)} if cell.limit == NODES else {"time": cell.amount}
        result, state = search(position, spec, **limit, engine=engine), DONE
        counts, seconds, used = result.counts, result.seconds, result.engine
    solved = solve_moves(position) if cell.solved and result else None
    return {
        "nodes": counts.nodes,
        "leaves": counts.leaves,
        "cutoffs": counts.cutoffs,
        "dropped": counts.dropped,
        "seconds": seconds,
        "depth": result.depth if result else int(cell.amount),
        "value": result.value if result else None,
        "is_exact": bool(result and result.score.relative.is_exact),
        "move": str(result.move) if result else None,
        "values": _values(result) if result else None,
        "kept": solved.keeps(str(result.move)) if solved and result else None,
        "safe": solved.safe if solved and result else None,
        "engine": used,
        "state": state,
        "version": version("fourcast"),
    }


@lru_cache(maxsize=8)
def _warm_up(rules: Rules, spec: SearchSpec) -> None:
    """Have the system allocate the memory of a table before a measurement: the next table gets the same memory, and
    page faults take longer than a small search."""
    with suppress(StopSearch):
        make_searcher(rules.start(), spec, Engine.NATIVE).search(rules.shape.cells, nodes=WARM_UP_NODES)


@lru_cache(maxsize=4096)
def solve_moves(position: Position) -> SolvedPosition | None:
    """The exact value of every move; None if it takes too long. Cached, for many searches start at one position."""
    solver = shared_solver(position.rules, threads=1, use_book=False)  # a book would change what takes too long
    values = move_values(solver, position, nodes=SOLVE_NODES)
    return SolvedPosition("", "", values) if values else None


def _values(result: SearchResult) -> str | None:
    """The value of every move of the root, such as `1:19 2:24`; None if some are bounds."""
    if not result.moves or any(value.bound in (Bound.LOWER, Bound.UPPER) for value in result.moves.values()):
        return None
    return " ".join(f"{move}:{value.value:g}" for move, value in result.moves.items())
