"""A seat in this process, for agents of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter, thread_time
from typing import Final

from fourcast.errors import UsageError
from fourcast.match.answer import Answer, Fault
from fourcast.match.clocked import SHARE_OF_PATIENCE, ClockedPerfect
from fourcast.match.control import Control
from fourcast.match.engine import directed, seeded
from fourcast.match.protocol import Go, claim_of
from fourcast.play import Agent, Game, PerfectAgent, Reply
from fourcast.rules import Rules, move_text
from fourcast.search import StopFlag
from fourcast.solver import shared_solver

BEFORE_PATIENCE_ENDS: Final = 0.95
"""Of that time the perfect player without a clock has its answer."""


class HomeSeat:
    """For agents whose searches hold their limits, can be stopped, and run no code of others."""

    def __init__(self, agent: Agent) -> None:
        self._agent = self._seeded = agent

    def begin(self, rules: Rules, seed: int) -> str | None:
        self._seeded = seeded(self._agent, seed)
        try:
            self._agent.check(rules)
            if isinstance(self._agent, PerfectAgent):
                shared_solver(rules, threads=1)  # what it takes to make one is not taken from the clock
        except (ValueError, RuntimeError) as fault:
            return str(fault)
        return None

    def answer(self, game: Game, control: Control) -> Answer:
        begun, had = perf_counter(), thread_time()
        try:
            with _patience(control) as stop:
                reply = self._reply(game, control, stop)
        except Exception as fault:
            detail = str(fault) if isinstance(fault, UsageError) else f"{type(fault).__name__}: {fault}"
            kind = Fault.TIME if stop.is_set() else Fault.CRASH
            return Answer(perf_counter() - begun, fault=kind, detail=detail)
        seconds, worked = perf_counter() - begun, thread_time() - had
        if stop.is_set():
            return Answer(seconds, fault=Fault.TIME, detail="It did not answer and was stopped.")
        claim = claim_of(reply.analysis.info.score.score)
        move = move_text(game.rules, reply.move)
        return Answer(seconds, move, claim=claim, worked=worked, stood_in=reply.stood_in)

    def _reply(self, game: Game, control: Control, stop: StopFlag) -> Reply:
        if isinstance(self._seeded, PerfectAgent):
            clocked = (
                ClockedPerfect(self._seeded, control.time)
                if control.time is not None
                else ClockedPerfect(self._seeded, BEFORE_PATIENCE_ENDS * control.patience, SHARE_OF_PATIENCE)
            )
            return clocked.choose(game, stop=stop, solver=shared_solver(game.rules, threads=1))
        agent = self._seeded if control.time is None else directed(self._seeded, Go(movetime=control.time))
        return agent.choose(game, stop=stop)

    def close(self) -> None:
        pass


@contextmanager
def _patience(control: Control) -> Iterator[StopFlag]:
    """A flag that is raised when patience ends with a player who has no time limit. It is no limit of the search: one
    with a time deepens move by move, and would play otherwise."""
    stop = StopFlag()
    if control.time is not None:
        yield stop
        return
    end = Timer(control.patience, stop.set)
    end.daemon = True
    end.start()
    try:
        yield stop
    finally:
        end.cancel()
