"""The perfect player against a clock: what it does not solve in time its stand-in plays, rather than lose on time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import ClassVar, Final

from fourcast.play import LEVELS, Game, PerfectAgent, Reply
from fourcast.play.perfect import Unsolved
from fourcast.play.reply import OnInfo
from fourcast.rules import Rules
from fourcast.search import Limit, StopFlag
from fourcast.solve import Solver

SHARE: Final = 0.5
"""How much of the time is for solving; the rest is the stand-in's, if it comes to that."""
STAND_IN: Final = LEVELS[-1]
"""Looks ahead as far as it gets: a win or a loss within reach it sees too."""
LEAST: Final = 0.001
"""Seconds that the stand-in has even if solving took them all: nobody moves without looking."""


@dataclass(frozen=True)
class ClockedPerfect:
    """A perfect player who has so many seconds for a move, whatever it is."""

    algorithm: ClassVar[str] = PerfectAgent.algorithm

    perfect: PerfectAgent
    seconds: float

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
        solving = replace(self.perfect, time=min(self.perfect.time, SHARE * self.seconds))
        try:
            return solving.choose(game, stop=stop, on_info=on_info, solver=solver)
        except Unsolved:
            rest = max(LEAST, self.seconds - (perf_counter() - begun))
            most = STAND_IN.limit.time or rest
            stand_in = replace(STAND_IN, limit=Limit(time=min(rest, most)))
            return stand_in.choose(game, stop=stop, on_info=on_info)
