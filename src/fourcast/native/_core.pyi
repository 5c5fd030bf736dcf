from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from fourcast.rules import Player, Position

MAX_BITS: int
SOLVER_BUILDS: tuple[str, ...]
MAX_FIRST_LINE_BITS: int

_Limbs = Sequence[int]
_Position = tuple[_Limbs, _Limbs, int, Sequence[int], bool]
_Progress = Callable[[int], object] | None

@disjoint_base
class Rules:
    def __init__(
        self,
        *,
        width: int,
        height: int,
        connect: int,
        goal: int,
        gravity: bool,
        pop_rule: int,
        drift: Sequence[int] | None,
        run_weights: Sequence[int],
    ) -> None: ...

@disjoint_base
class SearchSpec:
    def __init__(
        self,
        *,
        algorithm: int,
        evaluation: int,
        neighbours: Sequence[int],
        own_lines: Sequence[int],
        other_lines: Sequence[int],
        complete_line: int,
        terminal: int,
        order: Sequence[int],
        killers: bool,
        table: int,
        mirror_keys: bool,
        table_bits: int,
        win: float,
    ) -> None: ...

@disjoint_base
class Searcher:
    def __init__(self, rules: Rules, spec: SearchSpec, position: _Position) -> None: ...
    def search(
        self, *, depth: int, alpha: float, beta: float, max_nodes: int, seconds: float, record_plies: int
    ) -> tuple[int, float, list[int], list[tuple[int, float, int]]]: ...
    def stop(self) -> None: ...
    def counts(self) -> list[int]: ...
    def nodes_by_ply(self) -> list[int]: ...
    def records(self) -> list[tuple[int, int, int, int, int, float, float, float, int]]: ...

@disjoint_base
class MctsSearcher:
    def __init__(
        self,
        rules: Rules,
        position: _Position,
        *,
        exploration: float,
        max_depth: int,
        max_edges: int,
        moves_state: Sequence[int],
        landings_state: Sequence[int],
    ) -> None: ...
    def run(self, playouts: int, seconds: float) -> int: ...
    def playout(self) -> None: ...
    def stop(self) -> None: ...
    def counts(self) -> list[int]: ...
    def root_edges(self) -> list[tuple[int, int, int]]: ...
    def pv(self) -> list[int]: ...

@disjoint_base
class FirstLineSolver:
    def __init__(
        self,
        rules: Rules,
        table_mb: int,
        *,
        threat_weights: Sequence[int],
        line_weights: NDArray[np.int8],
        min_weighted_cells: int,
        column_order: Sequence[int],
        build: str,
    ) -> None: ...
    def solve_many(
        self,
        rows: NDArray[np.uint64],
        *,
        weak: bool,
        static_bounds: bool,
        threads: int,
        min_score: int,
        max_score: int,
        seconds: float,
        max_nodes: int,
        progress: _Progress,
    ) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int8], NDArray[np.uint64]]: ...
    def solve(
        self,
        stones: tuple[int, int],
        turn: int,
        weak: bool,
        seconds: float | None,
        max_nodes: int | None,
        threads: int,
        window: tuple[int, int] | None,
        progress: _Progress,
    ) -> tuple[int, int, int, int]: ...
    def solve_moves(
        self,
        stones: tuple[int, int],
        turn: int,
        weak: bool,
        seconds: float | None,
        max_nodes: int | None,
        threads: int,
        window: tuple[int, int] | None,
        progress: _Progress,
    ) -> list[tuple[int, tuple[int, int, int, int]]]: ...
    def best_move(
        self, stones: tuple[int, int], turn: int, seconds: float | None, threads: int, progress: _Progress
    ) -> tuple[int, tuple[int, int, int, int]]: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...

def encode_rows(positions: list[Position], bits: int) -> NDArray[np.uint64]: ...

@disjoint_base
class BoardReader:
    def __init__(self, rules: Rules) -> None: ...
    def read_board(self, array: NDArray[np.integer]) -> tuple[tuple[int, int], Player] | None: ...
    def read_boards(self, array: NDArray[np.integer]) -> tuple[NDArray[np.uint64], int]: ...
    def play_drops(self, columns: str) -> tuple[tuple[int, int], Player] | None: ...

@disjoint_base
class GeneralSolver:
    def __init__(self, rules: Rules, table_mb: int, *, draw_calls: bool, build: str) -> None: ...
    def solve_many(
        self,
        positions: Sequence[_Position],
        *,
        weak: bool,
        static_bounds: bool,
        turn_nodes: int,
        threads: int,
        seconds: float,
        max_nodes: int,
        window: tuple[int, int] | None,
        progress: _Progress,
    ) -> list[tuple[int, float, float, int, int]]: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...

def evaluate(rules: Rules, spec: SearchSpec, position: _Position, player: int) -> float: ...
def count_tree(
    rules: Rules, position: _Position, depth: int, progress: _Progress
) -> tuple[list[int], list[int], list[int]]: ...
def distinct(rules: Rules, position: _Position, depth: int, progress: _Progress) -> list[int]: ...
def actions(rules: Rules, position: _Position) -> list[int]: ...
def successors(rules: Rules, position: _Position, action: int) -> list[tuple[int, int, _Position]]: ...
def outcome(rules: Rules, position: _Position) -> tuple[int, int, list[int]] | None: ...
def scores(rules: Rules, position: _Position) -> list[int]: ...

@disjoint_base
class GameBatch:
    def __init__(self, rules: Rules, *, count: int, pops: Sequence[int], repetitions: int, seed: int) -> None: ...
    def restart(self, marked: NDArray[np.bool_]) -> None: ...
    def play(self, actions: NDArray[np.int64], marked: NDArray[np.bool_], winners: NDArray[np.int8]) -> None: ...
    def random_actions(self, actions: NDArray[np.int64]) -> None: ...
    def turns(self, turns: NDArray[np.int8]) -> None: ...
    def observe(
        self,
        players: NDArray[np.int8],
        going_on: NDArray[np.bool_],
        planes: NDArray[np.int8],
        masks: NDArray[np.int8],
    ) -> None: ...
    def position(self, n: int) -> _Position: ...
    def state(self) -> tuple[int, list[tuple[_Position, list[_Position]]]]: ...
    def set_state(self, random: int, games: Sequence[tuple[_Position, Sequence[_Position]]]) -> None: ...
