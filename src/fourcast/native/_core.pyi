from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

MOST_BITS: int
MOST_SOLVER_BITS: int

_Limbs = Sequence[int]
_Parcel = tuple[_Limbs, _Limbs, int, Sequence[int], bool]
_Progress = Callable[[int], None] | None

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
class Plan:
    def __init__(
        self,
        *,
        algorithm: int,
        evaluation: int,
        neighbours: Sequence[int],
        own_lines: Sequence[int],
        other_lines: Sequence[int],
        complete_line: int,
        ends: int,
        order: Sequence[int],
        killers: bool,
        remembers: bool,
        mirrors: bool,
        table_bits: int,
        win: float,
    ) -> None: ...

@disjoint_base
class Searcher:
    def __init__(self, rules: Rules, plan: Plan, position: _Parcel) -> None: ...
    def look(
        self, *, depth: int, alpha: float, beta: float, nodes: int, seconds: float, record_plies: int
    ) -> tuple[int, float, list[int], list[tuple[int, float, int]]]: ...
    def stop(self) -> None: ...
    def counts(self) -> list[int]: ...
    def nodes_by_ply(self) -> list[int]: ...
    def records(self) -> list[tuple[int, int, int, int, int, float, float, float, int]]: ...

@disjoint_base
class Solver:
    def __init__(
        self, rules: Rules, megabytes: int, *, weights: Sequence[int], lessons: NDArray[np.int8], plain: bool
    ) -> None: ...
    def solve_many(
        self,
        rows: NDArray[np.uint64],
        *,
        weak: bool,
        trust_bounds: bool,
        threads: int,
        lowest: int,
        highest: int,
        seconds: float,
        nodes: int,
        progress: _Progress,
    ) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int8], NDArray[np.uint64]]: ...
    def study(
        self, discs: Sequence[int], *, chances: Sequence[float], most_nodes: Sequence[int], seed: int, nodes: int
    ) -> tuple[list[list[int]], list[list[int]], list[int]]: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...

@disjoint_base
class VariantSolver:
    def __init__(self, rules: Rules, megabytes: int, *, calls: bool) -> None: ...
    def solve_many(
        self,
        positions: Sequence[_Parcel],
        *,
        weak: bool,
        trust_bounds: bool,
        seconds: float,
        nodes: int,
        progress: _Progress,
    ) -> list[tuple[int, float, float, int]]: ...
    def plies(self, position: _Parcel) -> int: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...

def evaluate(rules: Rules, plan: Plan, position: _Parcel, player: int) -> float: ...
def census(
    rules: Rules, position: _Parcel, depth: int, progress: _Progress
) -> tuple[list[int], list[int], list[int]]: ...
def distinct(rules: Rules, position: _Parcel, depth: int, progress: _Progress) -> list[int]: ...
def actions(rules: Rules, position: _Parcel) -> list[int]: ...
def follow(rules: Rules, position: _Parcel, action: int) -> list[tuple[int, int, _Parcel]]: ...
def outcome(rules: Rules, position: _Parcel) -> tuple[int, int, list[int]] | None: ...
def scores(rules: Rules, position: _Parcel) -> list[int]: ...
