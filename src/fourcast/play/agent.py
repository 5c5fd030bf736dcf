"""What every agent does, the agents that search, and the levels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self, TypeAlias

from fourcast.algorithms import Limit, SearchResult, SearchSpec, StepName, StopFlag, TableMode
from fourcast.engine import choose_search_engine, search
from fourcast.errors import UsageError
from fourcast.evals import TerminalValue, has_name
from fourcast.native import Engine
from fourcast.play.game import Game
from fourcast.rules import AnyPosition, Move, Position, Rules

DEFAULT_PACE: Final = 0.6
"""Seconds between the moves of two agents."""
STOPPED_SECONDS: Final = 0.03
"""For the short search of an agent that is stopped before it has a move: a worker that stops too late is killed."""
SEED_STEP: Final = 1_000_003
"""Between the seeds of two plies of a game."""

OnDepth: TypeAlias = Callable[[SearchResult], None]
"""Gets the result of every finished depth."""


class Reply(NamedTuple):
    """A move and the result of the search for it."""

    move: Move
    result: SearchResult | None
    """None of a function in a file and of a program, which give only a move."""
    remark: str | None = None
    """Why the move is that of the agent's fallback; None if it is the agent's own."""


class Agent(ABC):
    """A computer player. `parse_agent` makes one of its text."""

    name: str
    """The text that it was read from, the name of a level, or `Perfect`."""
    title: str
    """What it is called among players: `Level 4`, `Alpha-beta`, `Perfect`."""
    spec: SearchSpec | None
    """How it searches; None of an agent that solves."""
    engine: Engine | None
    """The engine that its text asks for; None: any."""
    seed: int | None

    def __new__(cls, *args: Any, **fields: Any) -> Self:  # noqa: ARG004
        if cls is Agent:
            raise TypeError("Agent(...) does not make an agent: use parse_agent('level3').")
        return super().__new__(cls)

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"

    @property
    @abstractmethod
    def text(self) -> str:
        """The text that `parse_agent` reads as the same agent. Raises `UsageError` if its evaluation has none."""

    @property
    @abstractmethod
    def algorithm(self) -> str:
        """The algorithm, or `perfect`."""

    @property
    @abstractmethod
    def explicit(self) -> frozenset[str]:
        """The settings that its text gives."""

    @abstractmethod
    def check(self, rules: Rules) -> None:
        """Raise `UsageError` or `EngineUnavailable` if it cannot play games of these rules."""

    def prepare(self, rules: Rules) -> None:  # noqa: B027
        """Do before a game what takes long and should not be on its clock."""

    def choose(
        self, game: Game | AnyPosition, *, stop: StopFlag | None = None, on_depth: OnDepth | None = None
    ) -> Reply:
        """Choose a move in a game that is not over, or at a position. If it is stopped before a search to depth 1 has
        ended, the move is that of `Searcher.fallback`; the perfect player raises `UsageError` then."""
        if isinstance(game, Game):
            return self.at_ply(game.ply)._choose(game.position, stop, on_depth)
        return self._choose(Position(game), stop, on_depth)

    def choose_at_once(self, game: Game | AnyPosition) -> Reply:
        """Choose by a very short search, for an agent that was stopped before it had a move."""
        if self.spec is None:
            short = FALLBACK.with_limit(Limit(time=STOPPED_SECONDS)).choose(game)
            return short._replace(remark="Not solved when it had to move: a short search moved in its place.")
        short = self.with_limit(Limit(depth=self.spec.search_limit.depth, time=STOPPED_SECONDS)).choose(game)
        depth = short.result.depth if short.result else 0
        return short._replace(remark=f"Stopped: a search to depth {depth} moved in its place.")

    @abstractmethod
    def _choose(self, position: Position, stop: StopFlag | None, on_depth: OnDepth | None) -> Reply: ...

    @abstractmethod
    def with_limit(self, limit: Limit) -> Self:
        """The same agent with a limit for a move. Of an agent that solves, only the time counts."""

    @abstractmethod
    def with_seed(self, seed: int) -> Self:
        """The same agent with this seed."""

    def at_ply(self, ply: int) -> Self:
        """The same agent with the seed that it has at a ply of a game, to choose at the position alone."""
        return self if self.seed is None else self.with_seed(self.seed + SEED_STEP * ply)

    def with_threads(self, threads: int) -> Self:  # noqa: ARG002
        """The same agent with this many threads, if it can use several."""
        return self


@dataclass(frozen=True, repr=False)
class SearchAgent(Agent):
    """Plays the move of a search. A seed gives other random numbers at every ply, the same ones in the same game."""

    name: str
    title: str
    spec: SearchSpec
    engine: Engine | None = None

    @property
    def text(self) -> str:
        what = f"The algorithm {self.algorithm}" if isinstance(self.algorithm, StepName) else ""
        if self.spec.eval and not has_name(self.spec.eval):
            what = f"The evaluation {self.spec.eval.name}"
        if what:
            raise UsageError(
                f"{what} is a function of this process, which saved games and workers of a match cannot use. Write it "
                "to a file and use 'FILE.py:FUNCTION'."
            )
        for number, level in enumerate(LEVELS, start=1):
            if self.spec == level.spec and self.engine is None:
                return f"level{number}"
        text = str(self.spec) or str(self.spec.with_limit(self.spec.search_limit))
        return text if self.engine is None else f"{text},engine={self.engine.value}"

    @property
    def algorithm(self) -> str:
        return self.spec.algorithm

    @property
    def explicit(self) -> frozenset[str]:
        return self.spec.explicit

    @property
    def seed(self) -> int | None:  # type: ignore[override]
        return self.spec.seed

    def check(self, rules: Rules) -> None:
        self.spec.order.rank(rules)
        choose_search_engine(rules, self.spec, self.engine)

    def _choose(self, position: Position, stop: StopFlag | None, on_depth: OnDepth | None) -> Reply:
        spec = self.spec.for_rules(position.rules)
        result = search(position, spec, engine=self.engine, stop=stop, on_depth=on_depth)
        return Reply(result.move, result)

    def with_limit(self, limit: Limit) -> SearchAgent:
        return replace(self, spec=self.spec.with_limit(limit))

    def with_seed(self, seed: int) -> SearchAgent:
        return replace(self, spec=replace(self.spec, seed=seed))


def _level(number: int, depth: int) -> SearchAgent:
    spec = SearchSpec(
        order="centre+killers",
        table=TableMode.ON,
        terminal=TerminalValue.SOONER,
        limit=Limit(depth=depth, time=3.0),
        explicit=(),
    )
    return SearchAgent(f"Level {number}", f"Level {number}", spec)


LEVELS: Final = tuple(_level(number, depth) for number, depth in enumerate((1, 2, 4, 6, 8, 10, 11, 13), start=1))
"""Strengths to choose from. Three seconds are enough for all of them on small boards, and end the search on others."""

FALLBACK: Final = SearchAgent(
    "Search", "Search", replace(LEVELS[-1].spec, limit=Limit(time=LEVELS[-1].spec.search_limit.time))
)
"""Moves where an agent that does not search has no move in time: it sees a win or a loss within reach too."""
