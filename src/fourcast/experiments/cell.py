"""One cell of an experiment: a search as plain data, which any worker can make."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import Final

from fourcast.algorithms import Bound, Limit, SearchResult, SearchSpec, TableMode
from fourcast.datasets import SolvedPosition, move_values
from fourcast.evals import TerminalValue
from fourcast.experiments.compare.look import Budget, Look, look_to, look_within
from fourcast.jobs import Json, Task
from fourcast.native import Engine
from fourcast.rules import Position, Rules, position_after
from fourcast.solver import shared_solver

DEPTH: Final = "depth"
SECONDS: Final = "seconds"
NODES: Final = "nodes"
LIMITS: Final = (DEPTH, SECONDS, NODES)
COLUMNS: Final = 1
"""Counted up when `run_cell` gives other columns: ledgers outlive versions."""
SOLVE_NODES: Final = 20_000_000
"""How many the solver may visit to judge a move of a position."""


@dataclass(frozen=True)
class Cell:
    """Everything that a search depends on. Cells that are equal give equal rows, times aside."""

    variant: str
    moves: str
    algorithm: str
    order: str
    table: str
    evaluation: str
    source: str
    """A hash of the evaluation's file, where it is somebody's own: with other text it is another evaluation."""
    ends: str
    limit: str
    """`depth`, straight there; `seconds` or `nodes`, deepening within it."""
    amount: float
    repeat: int
    budget: float
    """Seconds after which a search to a depth is given up."""
    solved: bool
    """Whether the solver says if the move found keeps the win or the draw."""
    alone: bool
    """Whether nothing else of the experiment ran beside it. A time measured beside others is another result."""
    engine: str | None
    version: str

    @cached_property
    def task(self) -> Task:
        return Task("fourcast.experiments.cell:run_cell", {"cell": asdict(self), "columns": COLUMNS})

    @property
    def position(self) -> Position:
        return position_after(Rules.parse(self.variant).start(), self.moves)

    @property
    def plan(self) -> SearchSpec:
        return SearchSpec(
            self.algorithm,
            eval=self.evaluation,
            order=self.order,
            table=TableMode(self.table),
            terminal=TerminalValue(self.ends),
            seed=self.repeat,  # random and mcts: repeats differ, and can be repeated
        )


def run_cell(cell: dict[str, Json], columns: int = COLUMNS) -> dict[str, Json]:
    """What comes of a cell, as plain data; with what it is of, it makes a row of the columns asked for."""
    assert columns == COLUMNS, "a worker of another version was asked"
    asked = Cell(**cell)  # type: ignore[arg-type]
    position = asked.position
    look = _look(asked, position)
    found = look.info
    question = question_of(position) if asked.solved and found else None
    return {
        "nodes": look.counts.nodes,
        "leaves": look.counts.leaves,
        "cutoffs": look.counts.cutoffs,
        "dropped": look.counts.dropped,
        "seconds": look.seconds,
        "depth": found.depth if found else int(asked.amount),
        "value": found.value if found else None,
        "move": str(found.move) if found else None,
        "values": _values(found) if found else None,
        "kept": question.keeps(str(found.move)) if question and found else None,
        "safe": question.safe if question and found else None,
        "engine": look.engine,
        "state": look.state,
    }


@lru_cache(maxsize=4096)
def question_of(position: Position) -> SolvedPosition | None:
    """What every move of a position is worth, as `fourcast accuracy` has it; None if that takes too much.
    It is asked for many ways to look ahead from one position, and solved once."""
    solver = shared_solver(position.rules, threads=1, use_book=False)  # a book would change which are too much
    worth = move_values(solver, position, nodes=SOLVE_NODES)
    return SolvedPosition("", "", worth) if worth else None


def _look(cell: Cell, position: Position) -> Look:
    engine = Engine(cell.engine) if cell.engine else None
    if cell.limit == DEPTH:
        return look_to(position, cell.plan, int(cell.amount), budget=Budget(seconds=cell.budget), engine=engine)
    limit = Limit(nodes=int(cell.amount)) if cell.limit == NODES else Limit(time=cell.amount)
    return look_within(position, cell.plan, limit, engine=engine)


def _values(found: SearchResult) -> str | None:
    """What every move of the root is worth, in the order of the rules, where all of it is known."""
    if not found.moves or any(value.bound in (Bound.LOWER, Bound.UPPER) for value in found.moves.values()):
        return None
    return " ".join(f"{move}:{value.value:g}" for move, value in found.moves.items())
