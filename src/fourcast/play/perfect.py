"""The perfect player, and the search that moves in its place."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import isclose, log2
from time import perf_counter
from typing import Final

from fourcast.algorithms import Bound, Counts, Limit, MoveValue, SearchResult, StopFlag
from fourcast.errors import EngineUnavailable, UsageError
from fourcast.play.agent import FALLBACK, Agent, OnDepth, Reply, SearchAgent
from fourcast.rules import Move, Position, Rules
from fourcast.solver import Solution, Solver, find_book, shared_solver, solver_reach, unsupported_reason

PERFECT: Final = "perfect"
DEFAULT_SOLVING_TIME: Final = 60.0
"""Seconds that the perfect player has for a position."""
MIN_FALLBACK_TIME: Final = 0.001
"""Seconds that its fallback has even if solving took all the time."""


class Unsolved(UsageError):
    """The perfect player could not solve a position in its time."""


class Pick(Enum):
    """Which of the moves that keep the result: the one that wins soonest or loses latest, or any."""

    FASTEST = "fastest"
    RANDOM = "random"


@dataclass(frozen=True, repr=False)
class PerfectAgent(Agent):
    """Plays a best move of the exact solver. Where solving takes too long, the fallback moves.

    It takes all of its time before that, for nothing tells early that a position will not be solved: of two with many
    empty cells one takes a node and the other hours, and bounds are often the same until shortly before the end.
    """

    pick: Pick = Pick.FASTEST
    time: float | None = None
    """Seconds for solving a position. Default: 60, or what `max_time` allows."""
    seed: int | None = None
    fallback: SearchAgent | None = FALLBACK
    """Moves where the position is not solved in time. None: `choose` raises `Unsolved`."""
    max_time: float | None = None
    """Seconds for a move, those of the fallback included. Default: those for solving, and the fallback's own limit."""
    threads: int | None = None
    """Of the solver. Default: all CPUs."""
    solver: Solver | None = field(default=None, compare=False)
    """Default: the one that this process shares."""
    explicit: frozenset[str] = frozenset()

    name = title = "Perfect"
    algorithm = PERFECT
    spec = engine = None

    @property
    def text(self) -> str:
        settings = [
            f"pick={self.pick.value}" if self.pick is not Pick.FASTEST else "",
            f"time={self.time:.12g}" if self.time is not None else "",
            f"seed={self.seed}" if self.seed is not None else "",
        ]
        return ",".join([PERFECT, *filter(None, settings)])

    def check(self, rules: Rules) -> None:
        if reason := unsupported_reason(rules):
            raise UsageError(f"The perfect player does not support this game: {reason}. Choose another opponent.")

    def first_solved_move(self, rules: Rules) -> int:
        """The number of the move from about which on it solves the positions of a game in its time."""
        more = round(log2(max(self.solving_time, MIN_FALLBACK_TIME) / 10))
        plies = (rules.max_plies or rules.shape.cells) - solver_reach(rules).seconds - more
        return 1 if plies <= self._book_moves(rules) else plies + 1

    def _book_moves(self, rules: Rules) -> int:
        """How many first moves of a game are in the opening book, whatever the opponent plays."""
        book = find_book(rules)
        if book is None:
            return 0
        return book.last_ply if self.pick is Pick.FASTEST else book.ply  # a repertoire has one best move

    def describe(self, rules: Rules) -> str:
        """From where on it plays perfectly in a game, and what moves until then: a sentence that follows its name."""
        first, in_time = self.first_solved_move(rules), f"in {self.solving_time:g}\N{NO-BREAK SPACE}s"
        fallback = f"{self.fallback_title} moves in its place" if self.fallback else "it does not move"
        if first == 1:
            return f"plays perfectly from the first move on. If it cannot solve a position {in_time}, {fallback}."
        empty = "" if rules.pops_each else f", with {rules.shape.cells - first + 1} empty cells"
        moves = self._book_moves(rules)
        opening = f"the first {moves} moves, from the opening book, and " if moves else ""
        gap = "In between" if moves else "Until then"
        return (
            f"plays perfectly {opening}from about move {first} on{empty}. "
            f"{gap} it cannot solve most positions {in_time}: after that time {fallback}, and says so."
        )

    def prepare(self, rules: Rules) -> None:
        shared_solver(rules, threads=self.threads)

    def ponder(self, position: Position, *, stop: StopFlag | None = None) -> None:
        """Solve the positions after each move of the opponent, so that the reply to it takes less time. It ends after
        the time for one position."""
        end = perf_counter() + self.solving_time
        solver = self.solver or shared_solver(position.rules, threads=self.threads)
        for move in position.rules.centre_first(position.legal_moves):
            after = position.play_unchecked(move)
            left = end - perf_counter()
            if isinstance(after, Position) and left > 0 and not (stop and stop.is_set()):
                solver.best_move(after, time=left, stop=stop)

    def _choose(self, position: Position, stop: StopFlag | None, on_depth: OnDepth | None) -> Reply:
        started = perf_counter()
        try:
            return self._solve(position, stop, on_depth)
        except (Unsolved, EngineUnavailable) as error:
            if self.fallback is None:
                raise
            reason = f"in {self.solving_time:g} s" if isinstance(error, Unsolved) else "for lack of memory"
            limit = self._fallback_limit(self.fallback, perf_counter() - started)
            reply = self.fallback.with_limit(limit).choose(position, stop=stop, on_depth=on_depth)
            return reply._replace(remark=f"Not solved {reason}: {self.fallback_title} moved in its place.")

    def with_limit(self, limit: Limit) -> PerfectAgent:
        return self if limit.time is None else replace(self, max_time=limit.time)

    def with_seed(self, seed: int) -> PerfectAgent:
        return replace(self, seed=seed)

    def with_threads(self, threads: int) -> PerfectAgent:
        return replace(self, threads=threads)

    @property
    def solving_time(self) -> float:
        """Seconds for solving: of `max_time` all but what the fallback needs, and half of it at least."""
        if self.max_time is None:
            return DEFAULT_SOLVING_TIME if self.time is None else self.time
        reserve = self.fallback.spec.search_limit.time if self.fallback else None
        allowed = max(self.max_time / 2, self.max_time - (reserve or 0.0))
        return allowed if self.time is None else min(self.time, allowed)

    @property
    def fallback_title(self) -> str:
        """`a search of 3 s`: what moves in its place."""
        time = self._fallback_limit(self.fallback, self.solving_time).time if self.fallback else None
        return "a search" if time is None else f"a search of {time:.2g}\N{NO-BREAK SPACE}s"

    def _fallback_limit(self, fallback: SearchAgent, elapsed: float) -> Limit:
        own = fallback.spec.search_limit
        if self.max_time is None:
            return own
        rest = max(MIN_FALLBACK_TIME, self.max_time - elapsed)
        return Limit(time=min(rest, own.time or rest))

    def _solve(self, position: Position, stop: StopFlag | None, on_depth: OnDepth | None) -> Reply:
        self.check(position.rules)
        started = perf_counter()
        solver = self.solver or shared_solver(position.rules, threads=self.threads)
        if self.pick is Pick.FASTEST:
            best = solver.best_move(position, time=self.solving_time, stop=stop)
            moves = {best.move: best.solution} if best else {}
        else:
            moves = solver.solve_moves(position, time=self.solving_time, stop=stop)
        seconds = perf_counter() - started
        if stop and stop.is_set():
            raise UsageError("The perfect player was stopped before it had a move.")
        if not moves or any(solution.score is None for solution in moves.values()):
            raise Unsolved(
                f"The perfect player did not solve this position in {seconds:.1f} s. "
                "Give it more time, as in perfect,time=600, or ask again later in the game."
            )
        move = self._choice(moves)
        result = _result(position, move, moves, seconds)
        if on_depth:
            on_depth(result)
        return Reply(move, result)

    def _choice(self, moves: Mapping[Move, Solution]) -> Move:
        if self.pick is Pick.FASTEST:
            return next(iter(moves))
        if all(solution.plies is not None or solution.low == 0 for solution in moves.values()):
            best = max(solution.sign or 0 for solution in moves.values())
            equals = [move for move, solution in moves.items() if solution.sign == best]
        else:
            most = max(solution.low for solution in moves.values())  # a margin, under drift the mean of many
            equals = [move for move in moves if isclose(moves[move].low, most, abs_tol=1e-12)]
        return random.Random(self.seed).choice(equals)


def _result(position: Position, move: Move, moves: Mapping[Move, Solution], seconds: float) -> SearchResult:
    """Solutions as the result of a search to the end of the game."""
    best = moves[move]
    return SearchResult.of(
        position,
        best.as_score(),
        value=best.low,
        pv=(move,),
        depth=best.plies or position.rules.shape.cells - position.discs,
        counts=Counts(nodes=sum(solution.nodes for solution in moves.values())),
        engine=best.engine,
        moves={move: MoveValue(one.low, Bound.EXACT, one.as_score()) for move, one in moves.items()},
        seconds=seconds,
    )
