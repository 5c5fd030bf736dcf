"""Exact values from whichever engine can."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Final, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from fourcast.environment import cpu_count
from fourcast.errors import EngineUnavailable
from fourcast.native import (
    Engine,
    NativeSolver,
    NativeVariantSolver,
    rows_of_boards,
    why_no_solver,
    why_no_variant_solver,
    why_not,
)
from fourcast.rules import Chance, Move, PopRule, Position, Progress, Rules, rules_text
from fourcast.search import StopFlag
from fourcast.solver.book import Book
from fourcast.solver.readable import ReadableSolver
from fourcast.solver.solution import Solution
from fourcast.solver.values import counts_discs_left, plies_to_end

TABLE_MB: Final = 8
"""Megabytes of memory for bounds: it stays in the processor's cache, and more was not faster on boards up to 8×5."""
VARIANT_MB: Final = 128
"""Megabytes for the other games."""
POPOUT_MB: Final = 1024
"""Megabytes for all positions of official PopOut at once, where they take as much."""
MOST_MB: Final = 65536

MOST_THREADS: Final = 256
BOOK: Final = "book"
"""The engine of what was not searched for but looked up."""

Boards: TypeAlias = NDArray[np.integer]
"""Positions as an array: `boards[n, row, column]`, top row first, 0 empty, 1 first player, 2 second."""


def why_not_native(rules: Rules, table_mb: int | None = None) -> str | None:
    """Why no compiled solver can solve games under these rules; None if one can."""
    if why_no_solver(rules) is None:
        return None
    return why_no_variant_solver(rules, table_mb or _megabytes(rules))


def _megabytes(rules: Rules) -> int:
    """How much memory a solver takes when nobody says."""
    if why_no_solver(rules) is None:
        return TABLE_MB
    return POPOUT_MB if rules.pop_rule is PopRule.OWN else VARIANT_MB


class Solver:
    """Solves positions of one set of rules; what it learns about one position helps with the next.

    Safe to use from several threads. `threads` is how many a call may take: all processors by default.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        table_mb: int | None = None,
        threads: int | None = None,
        engine: Engine | None = None,
        book: Book | None = None,
    ) -> None:
        """`table_mb` is memory in megabytes; without it as much as suits the game. What a book of these rules knows is
        not searched for."""
        if book and book.rules != rules:
            raise ValueError(f"{book.path} is a book of other rules: {rules_text(book.rules)}.")
        if table_mb is not None and not 1 <= table_mb <= MOST_MB:
            raise ValueError(f"A solver takes 1 to {MOST_MB} megabytes, not {table_mb}.")
        reason = why_not_native(rules, table_mb)
        if engine is Engine.NATIVE and reason:
            raise EngineUnavailable(f"The native solver cannot do this: {reason}. Ask for the Python engine.")
        if reason and engine is None and rules.pop_rule is PopRule.OWN and not why_not(rules):
            # What is too large for the native solver is hopeless for the readable one.
            raise EngineUnavailable(f"This game cannot be solved so: {reason}. Allow more, or take a smaller board.")
        if threads is not None and not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"A solver takes 1 to {MOST_THREADS} threads, not {threads}.")
        self.rules = rules
        self.engine = engine or (Engine.PYTHON if reason else Engine.NATIVE)
        self.threads = threads or cpu_count()
        self.book = book
        self._counts_discs_left = counts_discs_left(rules)
        self._first_line = self._variant = self._readable = None
        megabytes = table_mb or _megabytes(rules)
        try:
            if self.engine is Engine.PYTHON:
                self._readable = ReadableSolver(rules)
            elif why_no_solver(rules) is None:
                self._first_line = NativeSolver(rules, megabytes)
            else:
                self._variant = NativeVariantSolver(rules, megabytes)
        except MemoryError:
            raise EngineUnavailable(f"{megabytes:,} megabytes are not to be had here. Ask for less.") from None

    def solve(
        self,
        position: Position,
        *,
        weak: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        stop: StopFlag | None = None,
    ) -> Solution:
        """The exact score or, if `weak`, who wins; or what is known of it when the limit is reached."""
        return self.solve_many([position], weak=weak, time=time, nodes=nodes, stop=stop)[0]

    @overload
    def solve_many(
        self,
        positions: Boards,
        *,
        weak: bool = ...,
        time: float | None = ...,
        nodes: int | None = ...,
        progress: Progress | None = ...,
        stop: StopFlag | None = ...,
    ) -> NDArray[np.int16]: ...

    @overload
    def solve_many(
        self,
        positions: Iterable[Position],
        *,
        weak: bool = ...,
        time: float | None = ...,
        nodes: int | None = ...,
        progress: Progress | None = ...,
        stop: StopFlag | None = ...,
    ) -> list[Solution]: ...

    def solve_many(
        self,
        positions: Iterable[Position] | Boards,
        *,
        weak: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
        stop: StopFlag | None = None,
    ) -> list[Solution] | NDArray[np.int16]:
        """The scores of many positions; `time` is for all of them, `nodes` for each.

        Positions come as a list, or as an array of boards (first-line games only): then the scores come as an array,
        masked where a limit left them unknown. `progress` is told how many it is through with.
        """
        if time is not None and not 0 <= time < float("inf"):
            raise ValueError(f"A limit of time is a number of seconds, 0 or more, not {time}.")
        if nodes is not None and nodes < 1:
            raise ValueError(f"A limit of nodes is 1 or more, not {nodes}.")
        listening = _listening(stop, progress)
        if isinstance(positions, np.ndarray):
            scores = self._solve_boards(positions, weak, time, nodes, listening)
            if progress:
                progress(len(positions))
            return scores
        listed = list(positions)
        if any(position.rules is not self.rules and position.rules != self.rules for position in listed):
            raise ValueError("A solver solves positions of its own rules. Make another for these.")
        read = [self._read(position) for position in listed]
        searched = [position for position, solution in zip(listed, read, strict=True) if solution is None]
        begun = perf_counter()
        if self._first_line:
            found = self._first_line.solve_many(
                searched, weak=weak, seconds=time, nodes=nodes, threads=self.threads, progress=listening
            )
        else:
            solver = self._variant or self._readable
            assert solver
            found = solver.solve_many(searched, weak=weak, seconds=time, nodes=nodes, progress=listening)
        if progress:
            progress(len(listed))
        each = (perf_counter() - begun) / max(1, len(searched))
        solved = (
            Solution(low, high, visited, each, self.engine.value, self._plies(position, low, high), stopped)
            for position, (stopped, low, high, visited) in zip(searched, found, strict=True)
        )
        return [solution or next(solved) for solution in read]

    def solve_moves(
        self,
        position: Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        stop: StopFlag | None = None,
    ) -> dict[Move, Solution]:
        """The score of every legal move, to the side that makes it; `time` is for all of them, `nodes` for each."""
        followers = {move: _branches(position.play_unchecked(move)) for move in position.legal_moves}
        flat = [after for branches in followers.values() for _, after in branches]
        solved = iter(self.solve_many(flat, time=time, nodes=nodes, stop=stop))
        return {
            move: _mean([(weight, next(solved).seen_from_before()) for weight, _ in branches])
            for move, branches in followers.items()
        }

    def best_move(
        self, position: Position, *, time: float | None = None, stop: StopFlag | None = None
    ) -> dict[Move, Solution]:
        """A best move with its score, of equals the one nearest to the centre; nothing if the time is over before."""
        begun = perf_counter()
        centre_first = sorted(
            position.legal_moves, key=lambda move: abs(2 * move.column - position.rules.shape.width + 1)
        )
        if not self._first_line:
            solved = self.solve_moves(position, time=time, stop=stop)
            if not solved or any(solution.score is None for solution in solved.values()):
                return {}
            # A win in fewer moves is better than one in more, a loss in fewer is worse.
            best = max(centre_first, key=lambda move: (solved[move].low, -(solved[move].plies or 0) * solved[move].low))
            return {best: solved[best]}
        whole = self.solve(position, time=time, stop=stop)
        if whole.score is None:
            return {}
        # No move is worth more than the position: the first that is worth as much will do.
        worth = int(whole.score)
        for move in centre_first:
            after = position.play_unchecked(move)
            assert isinstance(after, Position)
            if known := self._read(after):
                if known.low == -worth:
                    return {move: replace(whole, seconds=perf_counter() - begun)}
                continue
            left = None if time is None else max(0.0, time - (perf_counter() - begun))
            found = self._first_line.solve_many(
                [after],
                threads=self.threads,
                window=(-worth, 1 - worth),
                seconds=left,
                progress=_listening(stop, None),
            )[0]
            if found.stopped:
                break
            if found.high == -worth:
                nodes, engine = whole.nodes + found.nodes, self.engine.value
                return {move: replace(whole, nodes=nodes, seconds=perf_counter() - begun, engine=engine)}
        return {}

    def best_line(self, position: Position, *, time: float | None = None, stop: StopFlag | None = None) -> list[Move]:
        """Best moves of both sides to the end of the game, or as far as they are known when it must stop.

        In games of luck the first move alone; in games without end it stops where a position comes again.
        """
        begun = perf_counter()
        line: list[Move] = []
        seen = {position}
        while position.legal_moves:
            left = None if time is None else time - (perf_counter() - begun)
            if left is not None and left <= 0:
                break
            best = next(iter(self.best_move(position, time=left, stop=stop)), None)
            after = position.play_unchecked(best) if best else None
            if best is None or not isinstance(after, Position) or after in seen:
                break
            line.append(best)
            seen.add(after)
            position = after
        return line

    def stop(self) -> None:
        """End the calls that are under way, from another thread."""
        for solver in (self._first_line, self._variant, self._readable):
            if solver:
                solver.stop()

    def clear(self) -> None:
        """Forget everything: the next call begins as the first one did."""
        for solver in (self._first_line, self._variant, self._readable):
            if solver:
                solver.clear()

    def _solve_boards(
        self, boards: Boards, weak: bool, time: float | None, nodes: int | None, progress: Progress | None
    ) -> NDArray[np.int16]:
        if not self._first_line:
            raise ValueError("Arrays of boards are solved by the native solver of first-line games. Give positions.")
        rows = rows_of_boards(self.rules, boards)
        known, read = self.book.scores(rows) if self.book else (None, None)
        scores = self._first_line.solve_rows(
            rows if known is None else rows[~known],
            weak=weak,
            seconds=time,
            nodes=nodes,
            threads=self.threads,
            progress=progress,
        )
        low, high = scores.low, scores.high
        if known is not None and read is not None:
            low, high = read, read.copy()
            low[~known], high[~known] = scores.low, scores.high
        if weak:
            winner = np.where(low > 0, 1, np.where(high < 0, -1, 0)).astype(np.int16)
            return _masked(winner, (low <= 0) & (high >= 0) & (low < high))
        return _masked(low, low < high)

    def _read(self, position: Position) -> Solution | None:
        """What the book says."""
        score = self.book.score(position) if self.book else None
        if score is None:
            return None
        return Solution(score, score, 0, 0.0, BOOK, self._plies(position, score, score))

    def _plies(self, position: Position, low: float, high: float) -> int | None:
        if low != high:
            return None
        if self._counts_discs_left:
            return plies_to_end(int(low), self.rules.shape.cells - position.discs) or None  # 0: it is over
        if self.rules.pop_rule is PopRule.OWN and (solver := self._variant or self._readable):
            return solver.plies(position) or None
        return None


def _listening(stop: StopFlag | None, progress: Progress | None) -> Progress | None:
    """What an engine reports to, and asks whether to stop: True ends that call and no other."""
    if stop is None:
        return progress

    def listen(done: int) -> bool:
        if progress:
            progress(done)
        return stop.is_set()

    return listen


def _branches(after: Position | Chance) -> list[tuple[float, Position]]:
    if isinstance(after, Position):
        return [(1.0, after)]
    return [(float(branch.probability), branch.position) for branch in after.branches]


def _mean(branches: Sequence[tuple[float, Solution]]) -> Solution:
    """What a move is worth that leads to one of these, each as likely as its weight."""
    if len(branches) == 1:
        return branches[0][1]
    solutions = [solution for _, solution in branches]
    return Solution(
        low=sum(weight * solution.low for weight, solution in branches),
        high=sum(weight * solution.high for weight, solution in branches),
        nodes=sum(solution.nodes for solution in solutions),
        seconds=sum(solution.seconds for solution in solutions),
        engine=solutions[0].engine,
        stopped=next((solution.stopped for solution in solutions if solution.stopped), None),
    )


def _masked(scores: NDArray[np.int16], unknown: NDArray[np.bool_]) -> NDArray[np.int16]:
    return np.ma.masked_array(scores, unknown) if unknown.any() else scores
