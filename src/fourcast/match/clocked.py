"""The perfect player against a clock: what it does not solve in time its stand-in plays, rather than lose on time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import ClassVar, Final

from fourcast.errors import EngineUnavailable
from fourcast.play import STAND_IN, Game, OnInfo, PerfectAgent, Reply, Unsolved
from fourcast.rules import Rules
from fourcast.search import Limit, StopFlag
from fourcast.solver import Solver

SHARE: Final = 0.5
"""How much of the time is for solving; the rest is the stand-in's, if it comes to that."""
SHARE_OF_PATIENCE: Final = 0.8
"""The same for one who has no clock, but is not waited for without end."""
LEAST: Final = 0.001
"""Seconds that the stand-in has even if solving took them all: nobody moves without looking."""


@dataclass(frozen=True)
class ClockedPerfect:
    """A perfect player who has so many seconds for a move, whatever it is."""

    algorithm: ClassVar[str] = PerfectAgent.algorithm

    perfect: PerfectAgent
    seconds: float
    share: float = SHARE

    @property
    def name(self) -> str:
        return self.perfect.name

    def check(self, rules: Rules) -> None:
        self.perfect.check(rules)

    def choose(
        self,
        game: Game,
        *,
        stop: StopFlag | None = None,
        on_info: OnInfo | None = None,
        solver: Solver | None = None,
    ) -> Reply:
        begun = perf_counter()
        solving = replace(self.perfect, time=min(self.perfect.time, self.share * self.seconds))
        try:
            return solving.choose(game, stop=stop, on_info=on_info, solver=solver)
        except (Unsolved, EngineUnavailable):
            rest = max(LEAST, self.seconds - (perf_counter() - begun))
            most = STAND_IN.limit.time or rest
            stand_in = replace(STAND_IN, limit=Limit(time=min(rest, most)))
            return stand_in.choose(game, stop=stop, on_info=on_info)._replace(stood_in=True)
