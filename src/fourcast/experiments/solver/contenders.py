"""Who solves against whom: ours, ours in batches, and every peer that is installed, all behind one face.

A peer is for measuring alone and never a dependency: installing it is all it takes to have it measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from fourcast.experiments.solver.positions import RULES, Scored
from fourcast.rules import FIRST, SECOND, Position
from fourcast.solver import Boards, Solution, Solver

OURS: Final = "fourcast"
PEERS: Final = ("bitbully",)
"""Packages of peers, by the name they are installed under."""


class Contender(Protocol):
    """A solver that is measured: only `run` is timed."""

    name: str

    def load(self, positions: Sequence[Scored]) -> None:
        """Make positions ready in the solver's own form, and forget everything about others."""

    def run(self) -> None:
        """Solve what was loaded, one position after another, in one thread, exactly."""

    def scores(self) -> list[int]:
        """What was found, as we count: to the side to move, one more than the discs the winner has left."""

    def nodes(self) -> int | None:
        """Nodes visited by the run, if the solver tells."""


class Ours:
    """Our solver, asked for one position at a time."""

    name = OURS

    def __init__(self) -> None:
        self._solver = Solver(RULES, threads=1)
        self._positions: list[Position] = []
        self._solutions: list[Solution] = []

    def load(self, positions: Sequence[Scored]) -> None:
        self._positions = [scored.position for scored in positions]
        self._solver.clear()

    def run(self) -> None:
        solve = self._solver.solve
        self._solutions = [solve(position) for position in self._positions]

    def scores(self) -> list[int]:
        return [int(solution.low) for solution in self._solutions]

    def nodes(self) -> int | None:
        return sum(solution.nodes for solution in self._solutions)


class OursInBatches:
    """Our solver, given an array of boards."""

    name = f"{OURS} batch"

    def __init__(self) -> None:
        self._solver = Solver(RULES, threads=1)
        self._boards: Boards = np.empty(0, np.int8)
        self._scores = np.empty(0, np.int16)

    def load(self, positions: Sequence[Scored]) -> None:
        self._boards = np.stack([board_of(scored.position) for scored in positions])
        self._solver.clear()

    def run(self) -> None:
        self._scores = np.asarray(self._solver.solve_boards(self._boards))

    def scores(self) -> list[int]:
        return [int(score) for score in self._scores]

    def nodes(self) -> int | None:
        return None


class BitBully:
    """BitBully without its opening book, by one of its methods. It counts scores as we do."""

    def __init__(self, name: str, method: str) -> None:
        self.name = name
        self._package: Any = import_module("bitbully")
        self._solver: Any = self._package.BitBully(opening_book=None)
        self._score = getattr(self._solver, method)
        self._boards: list[Any] = []
        self._scores: list[int] = []

    def load(self, positions: Sequence[Scored]) -> None:
        self._boards = [self._package.Board([int(column) - 1 for column in scored.moves]) for scored in positions]
        self._solver.reset_transposition_table()
        self._solver.reset_node_counter()

    def run(self) -> None:
        score = self._score
        self._scores = [score(board) for board in self._boards]

    def scores(self) -> list[int]:
        return self._scores

    def nodes(self) -> int | None:
        return int(self._solver.get_node_counter())


def board_of(position: Position) -> NDArray[np.int8]:
    """A position as `solve_many` takes it: the top row first, 0 empty, 1 first player, 2 second."""
    shape = position.rules.shape
    board = np.zeros((shape.height, shape.width), np.int8)
    for player in (FIRST, SECOND):
        for column in range(shape.width):
            for row in range(shape.height):
                if position.stones[player] & shape.cell(column, row):
                    board[-1 - row, column] = player + 1
    return board


def missing_peers() -> list[str]:
    """The packages of peers that are not installed."""
    return [package for package in PEERS if not find_spec(package)]


def peers() -> list[Contender]:
    """Every peer that is installed; the first is the one that others are compared with.

    BitBully comes twice: its `mtdf` is the one it recommends, its `null_window` is faster on short wins.
    """
    if "bitbully" in missing_peers():
        return []
    return [BitBully("bitbully", "mtdf"), BitBully("bitbully null-window", "null_window")]


def peer_versions() -> dict[str, str]:
    """The version of every peer that is installed."""
    absent = missing_peers()
    return {package: version(package) for package in PEERS if package not in absent}
