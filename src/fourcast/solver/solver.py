"""Exact scores, from whichever backend supports the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import inf
from time import perf_counter
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fourcast.algorithms import StopFlag
from fourcast.environment import cpu_count
from fourcast.errors import EngineUnavailable, UsageError
from fourcast.native import (
    Engine,
    board_reader,
    core_unsupported_reason,
    first_line_unsupported_reason,
    general_unsupported_reason,
)
from fourcast.rules import (
    AnyPosition,
    Goal,
    Move,
    MoveDict,
    PopRule,
    Position,
    Progress,
    Rules,
    Successor,
)
from fourcast.solver.boards import Boards, Cells, Rows, children, decode_rows, encode_boards, is_native_array
from fourcast.solver.book import Book
from fourcast.solver.native_backend import FirstLineBackend, GeneralBackend
from fourcast.solver.python_backend import PythonBackend
from fourcast.solver.solution import (
    Backend,
    BestMove,
    Solution,
    SolveOptions,
    counts_discs_left,
    is_margin,
    mean_solution,
    plies_to_end,
)
from fourcast.spec import parse_enum

FIRST_LINE_TABLE_MB: Final = 8
"""The table stays in the processor's cache; larger ones were not faster on boards up to 8×5."""
GENERAL_TABLE_MB: Final = 128
POPOUT_TABLE_MB: Final = 1024
"""PopOut is solved for all positions at once; this is the maximum that they may take."""
MAX_TABLE_MB: Final = 65536
MAX_THREADS: Final = 256
MaskedScores: TypeAlias = np.ma.MaskedArray[Any, np.dtype[np.int16]]
BOOK: Final = "book"
"""The engine of a solution that comes from an opening book."""


def unsupported_reason(rules: Rules, table_mb: int | None = None) -> str | None:
    """Why no compiled solver supports these rules; None if one does."""
    if first_line_unsupported_reason(rules) is None:
        return None
    return general_unsupported_reason(rules, table_mb or _default_table_mb(rules))


def _default_table_mb(rules: Rules) -> int:
    if first_line_unsupported_reason(rules) is None:
        return FIRST_LINE_TABLE_MB
    return POPOUT_TABLE_MB if rules.pop_rule is PopRule.OWN else GENERAL_TABLE_MB


class Solver:
    """Exact scores of positions under one set of rules. Thread-safe; results of earlier calls speed up later ones."""

    def __init__(
        self,
        rules: Rules | str = "classic",
        *,
        table_mb: int | None = None,
        threads: int | None = None,
        engine: Engine | str | None = None,
        book: Book | None = None,
    ) -> None:
        """`table_mb`: size of the transposition table in MB (default: depends on the rules). `threads`: for one call
        (default: all CPUs). `engine`: default the compiled one where it supports the rules. `book`: an opening book of
        the same rules, whose scores are looked up instead of searched for (default: none); `find_book(rules)` is the
        one that `fourcast.solve` uses."""
        self.rules = Rules.parse(rules)
        if book and book.rules != self.rules:
            raise UsageError(f"{book.path} is a book for other rules: {book.rules}.")
        if table_mb is not None and not 1 <= table_mb <= MAX_TABLE_MB:
            raise UsageError(f"Invalid table size {table_mb}: use 1 to {MAX_TABLE_MB} MB.")
        if threads is not None and not 1 <= threads <= MAX_THREADS:
            raise UsageError(f"Invalid number of threads {threads}: use 1 to {MAX_THREADS}.")
        chosen = parse_enum(Engine, "engine", engine) if isinstance(engine, str) else engine
        self._backend = _make_backend(self.rules, table_mb, chosen)
        self.engine = Engine(self._backend.engine)
        self.threads = threads or cpu_count()
        self.book = book
        self._reader = board_reader(self.rules)
        self._defaults = SolveOptions(threads=self.threads)

    def __repr__(self) -> str:
        return f"<Solver {str(self.rules)!r}, {self.engine.value} engine, threads {self.threads}>"

    def solve(
        self,
        position: AnyPosition,
        *,
        weak: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        stop: StopFlag | None = None,
    ) -> Solution:
        """The exact score, or only the winner if `weak`; or the bounds known when a limit is reached."""
        position = self.read(position)
        return self.look_up(position) or self._backend.solve(position, self._options(weak, time, nodes, stop))

    def _options(
        self, weak: bool, time: float | None, nodes: int | None, stop: StopFlag | None, progress: Progress | None = None
    ) -> SolveOptions:
        if not weak and time is None and nodes is None and stop is None and progress is None:
            return self._defaults  # which saves a fraction of a microsecond
        _check_limits(time, nodes)
        return SolveOptions(weak, time, nodes, self.threads, None, _progress_or_stop(progress, stop))

    def test_score(self, position: AnyPosition, score: int) -> Solution:
        """Find out whether the exact score is above `score`, which costs less than to solve the position: either `low`
        of the solution is above it, or `high` is not. A call that was stopped has no bounds."""
        options = SolveOptions(threads=self.threads, window=(score, score + 1))
        solution = self._backend.solve(self.read(position), options)
        if solution.stopped:
            return solution._replace(low=-inf, high=inf, plies=None)
        low, high = (solution.low, inf) if solution.low > score else (-inf, solution.high)
        return Solution(low, high, solution.nodes, solution.seconds, solution.engine)

    def solve_many(
        self,
        positions: Iterable[AnyPosition],
        *,
        weak: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
        stop: StopFlag | None = None,
    ) -> list[Solution]:
        """The solutions of many positions; `time` is for all of them, `nodes` for each.

        `progress` is called with the number of solved positions. `solve_boards` is faster for an array of boards.
        """
        options = self._options(weak, time, nodes, stop, progress)
        checked = [self.read(position) for position in positions]
        ply = self.book.last_ply if self.book else -1
        early = [number for number, position in enumerate(checked) if position.discs <= ply]
        known = {number: solution for number in early if (solution := self.look_up(checked[number]))}
        unknown = [position for number, position in enumerate(checked) if number not in known] if known else checked
        solutions = self._backend.solve_many(unknown, options)
        if progress:
            progress(len(checked))
        if not known:
            return solutions
        searched = iter(solutions)
        return [known.get(number) or next(searched) for number in range(len(checked))]

    def solve_moves(
        self,
        position: AnyPosition,
        *,
        weak: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        stop: StopFlag | None = None,
        moves: Collection[Move] | None = None,
    ) -> MoveDict[Solution]:
        """The solution of every legal move, or of some `moves`, to the side to move; `time` is for all of them, `nodes`
        for each."""
        position, backend = self.read(position), self._backend
        is_searched = not self.book or position.discs >= self.book.ply
        if isinstance(backend, FirstLineBackend) and moves is None and is_searched:
            return backend.solve_moves(position, self._options(weak, time, nodes, stop))
        order = self.rules.centre_first(position.legal_moves)  # mirror images one after another
        chosen = [successor for successor in position.successors() if moves is None or successor.move in moves]
        chosen.sort(key=lambda successor: order.index(successor.move))
        solutions = self._solve_successors([chosen], weak=weak, time=time, nodes=nodes, stop=stop)[0]
        return MoveDict({move: solutions[move] for move in position.legal_moves if move in solutions})

    def solve_moves_many(
        self,
        positions: Iterable[AnyPosition],
        *,
        weak: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        stop: StopFlag | None = None,
    ) -> list[MoveDict[Solution]]:
        """The solutions of every legal move of many positions; `time` is for all of them, `nodes` for each move."""
        successors = [self.read(position).successors() for position in positions]
        return self._solve_successors(successors, weak=weak, time=time, nodes=nodes, stop=stop)

    def _solve_successors(
        self,
        successors: Sequence[Sequence[Successor]],
        *,
        weak: bool,
        time: float | None,
        nodes: int | None,
        stop: StopFlag | None,
    ) -> list[MoveDict[Solution]]:
        after = [successor.position for several in successors for successor in several]
        solutions = iter(self.solve_many(after, weak=weak, time=time, nodes=nodes, stop=stop))
        results = []
        for several in successors:
            outcomes: dict[Move, list[tuple[float, Solution]]] = {}
            for move, probability, position in several:
                solution = next(solutions).one_ply_earlier()
                if self.rules.goal is Goal.FIRST_LINE and solution.sign and solution.plies is None and position.outcome:
                    solution = solution._replace(plies=1)
                outcomes.setdefault(move, []).append((float(probability), solution))
            results.append(MoveDict({move: mean_solution(outcomes[move]) for move in outcomes}))
        return results

    def best_move(
        self, position: AnyPosition, *, time: float | None = None, stop: StopFlag | None = None
    ) -> BestMove | None:
        """The best move; of equal ones the one nearest to the centre. In a position that the opening book has, moves to
        others that it has come first. None if the game is over or the time too short."""
        position, backend = self.read(position), self._backend
        if isinstance(backend, FirstLineBackend) and self.look_up(position) is None:
            return backend.best_move(position, self._options(False, time, None, stop))
        centre_first = self.rules.centre_first(position.legal_moves)
        if is_margin(self.rules) or counts_discs_left(self.rules):
            return self._first_best(position, centre_first, time, stop)
        solutions = self.solve_moves(position, time=time, stop=stop)
        if not solutions or not all(solution.is_exact for solution in solutions.values()):
            return None
        best = max(centre_first, key=lambda move: solutions[move].as_score())
        return BestMove(best, solutions[best])

    def _first_best(
        self, position: Position, moves: Sequence[Move], time: float | None, stop: StopFlag | None
    ) -> BestMove | None:
        """The first move that is worth as much as the position, those of the book before others; to test that costs
        less than to score the move."""
        start = perf_counter()
        whole = self.solve(position, time=time, stop=stop)
        if not whole.is_exact:
            return None
        score, nodes, engine = int(whole.low), whole.nodes, whole.engine
        after = {move: result for move, _, result in position.successors()}
        known = {move: self.look_up(after[move]) for move in moves}
        for move in sorted(moves, key=lambda move: known[move] is None):
            solution = known[move]
            if solution is None:
                left = None if time is None else max(0.0, time - (perf_counter() - start))
                options = SolveOptions(
                    time=left,
                    threads=self.threads,
                    window=(-score, 1 - score),
                    progress=_progress_or_stop(None, stop),
                )
                solution = self._backend.solve(after[move], options)
                if solution.stopped:
                    return None
                nodes, engine = nodes + solution.nodes, solution.engine
            if solution.high == -score:
                seconds = perf_counter() - start
                return BestMove(move, Solution(score, score, nodes, seconds, engine, whole.plies))
        return None

    def best_line(
        self, position: AnyPosition, *, time: float | None = None, stop: StopFlag | None = None
    ) -> list[Move]:
        """Best moves of both sides to the end of the game, or as far as they are known at the limit.

        Under drift only the first move; under unlimited pop-outs up to the first repeated position.
        """
        start, position = perf_counter(), self.read(position)
        line: list[Move] = []
        seen = {position}
        while position.legal_moves:
            left = None if time is None else time - (perf_counter() - start)
            if left is not None and left <= 0:
                break
            best = self.best_move(position, time=left, stop=stop)
            after = position.play_unchecked(best.move) if best else position
            if best is None or after in seen:
                break
            line.append(best.move)
            if not isinstance(after, Position):
                break
            seen.add(after)
            position = after
        return line

    def solve_boards(
        self,
        boards: Boards,
        *,
        moves: bool = False,
        weak: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int16]:
        """The scores of an array of boards (see `boards`), as int16[n]; masked where a limit left them unknown.

        With `moves` the scores of every column to the side to move, as int16[n, width]; masked also where the column
        is full or the game is over. `time` is for all boards.
        """
        rows, cells = encode_boards(self.rules, boards, self._reader), None
        if moves:
            rows, cells = self._rows_after(boards, rows)
        report = None if moves else progress  # rows are moves then, not boards
        scores = self._scores_of_rows(rows, self._options(weak, time, nodes, stop, report))
        if progress:
            progress(len(boards))
        if cells is None:
            return scores if np.ma.getmaskarray(scores).any() else np.asarray(scores)
        return self._by_column(len(boards), cells, -scores)

    def bound_boards(
        self, boards: Boards, *, time: float | None = None, stop: StopFlag | None = None
    ) -> tuple[MaskedScores, MaskedScores]:
        """The lower and the upper bounds of the score of every column, each as `solve_boards` with `moves` gives the
        scores: equal where the move is solved. `time` is for all boards. For first-line games on the native engine.
        """
        options = self._options(False, time, None, stop)
        rows, cells = self._rows_after(boards, encode_boards(self.rules, boards, self._reader))
        low, high = self._bounds_of_rows(rows, options)
        return self._by_column(len(boards), cells, -high), self._by_column(len(boards), cells, -low)

    def _rows_after(self, boards: Boards, rows: Rows) -> tuple[Rows, Cells]:
        after, cells = children(self.rules, boards, rows)
        return encode_boards(self.rules, after, self._reader), cells

    def _by_column(self, count: int, cells: Cells, scores: NDArray[np.int16]) -> MaskedScores:
        shape = count, self.rules.shape.width
        by_column: MaskedScores = np.ma.masked_array(np.zeros(shape, np.int16), np.ones(shape, np.bool_))
        by_column[cells] = scores
        return by_column

    def _bounds_of_rows(self, rows: Rows, options: SolveOptions) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        backend = self._backend
        if not isinstance(backend, FirstLineBackend):
            raise EngineUnavailable("Bounds of an array of boards are for first-line games on the native engine.")
        low, high = np.zeros(len(rows), np.int16), np.zeros(len(rows), np.int16)
        searched = np.ones(len(rows), np.bool_)
        if self.book:
            known, low = self.book.scores(rows)
            high, searched = low.copy(), ~known
        low[searched], high[searched], *_ = backend.solve_rows(rows[searched], options)
        return low, high

    def _scores_of_rows(self, rows: Rows, options: SolveOptions) -> MaskedScores:
        backend = self._backend
        if not isinstance(backend, FirstLineBackend):
            solutions = backend.solve_many(decode_rows(self.rules, rows), options)
            values = [solution.sign if options.weak else solution.score for solution in solutions]
            is_unknown = [value is None for value in values]
            return np.ma.masked_array(np.array([value or 0 for value in values], np.int16), is_unknown)
        low, high = self._bounds_of_rows(rows, options)
        if options.weak:
            winner = np.where(low > 0, 1, np.where(high < 0, -1, 0)).astype(np.int16)
            return np.ma.masked_array(winner, (low <= 0) & (high >= 0) & (low < high))
        return np.ma.masked_array(low, low < high)

    def stop(self) -> None:
        """End the calls that are running, from another thread."""
        self._backend.stop()

    def clear(self) -> None:
        """Clear the tables: the next call starts like the first one."""
        self._backend.clear()

    def read(self, position: AnyPosition) -> Position:
        """`Position(position, solver.rules)`, in a fraction of the time for drops such as "4453" and for arrays."""
        if not isinstance(position, Position):
            return self._read_natively(position) or Position(position, self.rules)
        if position.rules is not self.rules and position.rules != self.rules:
            raise UsageError(f"The position is of rules {position.rules}, the solver of {self.rules}.")
        return position

    def _read_natively(self, position: AnyPosition) -> Position | None:
        discs = None
        if self._reader and isinstance(position, str):
            discs = self._reader.play_drops(position)
        elif self._reader and isinstance(position, np.ndarray) and position.ndim == 2 and is_native_array(position):
            discs = self._reader.read_board(position)
        return Position.of(self.rules, *discs) if discs else None

    def look_up(self, position: Position) -> Solution | None:
        """The solution from the opening book; None if the position is not in it."""
        score = self.book.score(position) if self.book else None
        if score is None:
            return None
        by_discs = counts_discs_left(self.rules)
        plies = plies_to_end(score, self.rules.shape.cells - position.discs) if by_discs else None
        return Solution(score, score, engine=BOOK, plies=plies)


def _make_backend(rules: Rules, table_mb: int | None, engine: Engine | None) -> Backend:
    reason = unsupported_reason(rules, table_mb)
    if engine is Engine.NATIVE and reason:
        raise EngineUnavailable(f"The native solver does not support this: {reason}. Use the Python engine.")
    if reason and engine is None and rules.pop_rule is PopRule.OWN and not core_unsupported_reason(rules):
        # What is too large for the compiled solver is hopeless in Python.
        if rules.drift:
            raise EngineUnavailable(
                f"Cannot solve this game: {reason}. Limit the pop-outs (pops=2), or omit the drift."
            )
        table = "" if unsupported_reason(rules, MAX_TABLE_MB) else " or a larger table (table_mb, --table-mb)"
        raise EngineUnavailable(f"Cannot solve this game: {reason}. Use a smaller board{table}.")
    if engine is Engine.PYTHON or reason:
        return PythonBackend(rules)
    megabytes = table_mb or _default_table_mb(rules)
    try:
        if first_line_unsupported_reason(rules) is None:
            return FirstLineBackend(rules, megabytes)
        return GeneralBackend(rules, megabytes)
    except MemoryError:
        raise EngineUnavailable(f"Cannot allocate {megabytes:,} MB. Use a smaller table.") from None


def _check_limits(time: float | None, nodes: int | None) -> None:
    if time is not None and not 0 <= time < float("inf"):
        raise UsageError(f"Invalid time limit {time}: use a number of seconds, 0 or more.")
    if nodes is not None and nodes < 1:
        raise UsageError(f"Invalid node limit {nodes}: use 1 or more.")


def _progress_or_stop(progress: Progress | None, stop: StopFlag | None) -> Progress | None:
    """A progress callback that returns True, which ends the call, once the flag is set."""
    if stop is None:
        return progress

    def report(done: int) -> bool:
        if progress:
            progress(done)
        return stop.is_set()

    return report
