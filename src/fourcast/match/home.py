"""A seat in this process, for agents of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter, thread_time
from typing import Final

from fourcast.errors import UsageError
from fourcast.match.answer import Answer, Fault
from fourcast.match.control import Control
from fourcast.match.engine import directed
from fourcast.match.protocol import Go, claim_of
from fourcast.play import Agent, Game, Reply
from fourcast.rules import Rules, move_text
from fourcast.search import Limit, StopFlag

BEFORE_PATIENCE_ENDS: Final = 0.95
"""Of that time the perfect player without a clock has its answer."""


class HomeSeat:
    """For agents whose searches hold their limits, can be stopped, and run no code of others."""

    def __init__(self, agent: Agent) -> None:
        self._agent = self._seeded = agent.with_threads(1)  # for there is a worker on every processor already

    def begin(self, rules: Rules, seed: int) -> str | None:
        self._seeded = self._agent.with_seed(seed)
        try:
            self._agent.check(rules)
            self._agent.prepare(rules)
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
        claim = claim_of(reply.result.score.relative)
        move = move_text(game.rules, reply.move)
        return Answer(seconds, move, claim=claim, worked=worked, stood_in=reply.remark is not None)

    def _reply(self, game: Game, control: Control, stop: StopFlag) -> Reply:
        agent = self._seeded
        if control.time is not None:
            agent = directed(agent, Go(movetime=control.time))
        elif agent.spec is None:
            agent = agent.with_limit(Limit(time=BEFORE_PATIENCE_ENDS * control.patience))
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
