"""A built-in agent that plays in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import perf_counter, thread_time
from typing import Final

from fourcast.algorithms import Limit, StopFlag
from fourcast.errors import UsageError
from fourcast.matches.engine import directed
from fourcast.matches.protocol import Go, claim_of
from fourcast.matches.referee import Fault, MoveReply
from fourcast.matches.settings import MatchSettings
from fourcast.play import Agent, Game, Reply
from fourcast.rules import Rules

SHARE_OF_HANG_TIMEOUT: Final = 0.95
"""The part of the hang timeout in which the perfect player moves if it has no time limit."""


class LocalPlayer:
    """Runs a trusted agent: its searches keep their limits, can be stopped, and run no foreign code."""

    def __init__(self, agent: Agent) -> None:
        self._agent = self._seeded = agent.with_threads(1)  # there is a worker on every processor

    def start_game(self, rules: Rules, seed: int) -> str | None:
        self._seeded = self._agent.with_seed(seed)
        try:
            self._agent.check(rules)
            self._agent.prepare(rules)  # not on its clock
        except (ValueError, RuntimeError) as error:
            return str(error)
        return None

    def choose(self, game: Game, settings: MatchSettings) -> MoveReply:
        start, cpu_start = perf_counter(), thread_time()
        with _stop_at_hang_timeout(settings) as stop:
            try:
                reply = self._reply(game, settings, stop)
            except Exception as error:
                detail = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
                fault = Fault.TIME if stop.is_set() else Fault.CRASH
                return MoveReply(perf_counter() - start, fault=fault, detail=detail)
        seconds, cpu_seconds = perf_counter() - start, thread_time() - cpu_start
        if stop.is_set():
            return MoveReply(seconds, fault=Fault.TIME, detail="It did not reply and was stopped.")
        claim = claim_of(reply.result.score.relative)
        return MoveReply(
            seconds, str(reply.move), claim=claim, cpu_seconds=cpu_seconds, is_fallback=reply.remark is not None
        )

    def _reply(self, game: Game, settings: MatchSettings, stop: StopFlag) -> Reply:
        agent = self._seeded
        if settings.time is not None:
            agent = directed(agent, Go(movetime=settings.time))
        elif agent.spec is None:
            agent = agent.with_limit(Limit(time=SHARE_OF_HANG_TIMEOUT * settings.hang_timeout))
        return agent.choose(game, stop=stop)

    def close(self) -> None:
        pass


@contextmanager
def _stop_at_hang_timeout(settings: MatchSettings) -> Iterator[StopFlag]:
    """A flag that stops a player without a time limit. It is not a limit of the search: a search with a time limit
    deepens iteratively, and might choose another move."""
    stop = StopFlag()
    if settings.time is not None:
        yield stop
        return
    timer = Timer(settings.hang_timeout, stop.set)
    timer.daemon = True
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()
