"""The player that makes no mistakes, where the exact solver reaches."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import isclose
from time import perf_counter
from typing import ClassVar

from fourcast.errors import UsageError
from fourcast.play.game import Game
from fourcast.play.reply import OnInfo, Reply
from fourcast.rules import Move, Position, Rules
from fourcast.search import Analysis, Bound, Counts, Info, PovScore, RankedMove, Score, StopFlag
from fourcast.solver import Solution, Solver, shared_solver, unsupported_reason


class Unsolved(UsageError):
    """A position takes longer than the perfect player has."""


class Pick(Enum):
    """Which of the moves that keep the result: the one that wins soonest or loses latest, or any."""

    FASTEST = "fastest"
    RANDOM = "random"


@dataclass(frozen=True)
class PerfectAgent:
    """Plays a best move of the exact solver, or says why it cannot."""

    algorithm: ClassVar[str] = "perfect"

    name: str = "Perfect"
    pick: Pick = Pick.FASTEST
    time: float = 60.0
    """Seconds for a move. A position that takes longer is not played."""
    seed: int | None = None

    def check(self, rules: Rules) -> None:
        """Raise why it cannot play games of these rules."""
        if reason := unsupported_reason(rules):
            raise UsageError(f"There is no perfect player for this game: {reason}. Choose another opponent.")

    def choose(
        self,
        game: Game,
        *,
        stop: StopFlag | None = None,
        on_info: OnInfo | None = None,
        solver: Solver | None = None,
    ) -> Reply:
        """Without a solver of these rules, one that all share."""
        self.check(game.rules)
        solver, begun = solver or shared_solver(game.rules), perf_counter()
        position = game.position
        if self.pick is Pick.FASTEST:
            best = solver.best_move(position, time=self.time, stop=stop)
            moves = {best.move: best.solution} if best else {}
        else:
            moves = solver.solve_moves(position, time=self.time, stop=stop)
        seconds = perf_counter() - begun
        if stop and stop.is_set():
            raise UsageError("The perfect player was told to stop before it knew a move.")
        if not moves or any(solution.score is None for solution in moves.values()):
            raise Unsolved(
                f"The perfect player did not get to the end of this position in {seconds:.1f} s. "
                "Give it more time, as perfect,time=600, or ask again later in the game."
            )
        move = self._choice(moves, len(game.plies))
        analysis = _analysis(position, move, moves, seconds)
        if on_info:
            on_info(analysis.info)
        return Reply(move, analysis)

    def _choice(self, moves: Mapping[Move, Solution], ply: int) -> Move:
        if self.pick is Pick.FASTEST:
            return next(iter(moves))
        if all(solution.plies is not None or solution.low == 0 for solution in moves.values()):
            best = max(solution.winner or 0 for solution in moves.values())
            equals = [move for move, solution in moves.items() if solution.winner == best]
        else:
            most = max(solution.low for solution in moves.values())  # a margin, in games of luck the mean of many
            equals = [move for move in moves if isclose(moves[move].low, most, abs_tol=1e-12)]
        dice = random.Random(None if self.seed is None else self.seed + 1_000_003 * ply)
        return dice.choice(equals)


def _analysis(position: Position, move: Move, moves: Mapping[Move, Solution], seconds: float) -> Analysis:
    """What was found, in the words of a search that went to the end."""
    chosen = moves[move]
    counts = Counts(nodes=sum(solution.nodes for solution in moves.values()))
    longest = position.rules.shape.cells - position.discs
    info = Info(
        player=position.turn,
        depth=chosen.plies or longest,
        value=chosen.low,
        score=PovScore(_score(chosen), position.turn),
        pv=(move,),
        moves=tuple(RankedMove(move, solution.low, Bound.EXACT) for move, solution in moves.items()),
        counts=counts,
        seconds=seconds,
        engine=chosen.engine,
    )
    return Analysis(info, None, counts, seconds)


def _score(solution: Solution) -> Score:
    if solution.plies is None:
        return Score.exact(solution.low)
    return Score.win(solution.plies) if solution.low > 0 else Score.loss(solution.plies)
