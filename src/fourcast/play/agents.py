"""Agents: computer players, written as text.

    random,seed=1
    alphabeta,depth=6,eval=quadruplets
    expectimax,time=0.5
    level4
    perfect
    FILE.py, FILE.py:FUNCTION, kaggle:FILE.py, program:COMMAND

The first word is an algorithm, a level or `perfect`; then come settings, `key=value` each, with commas between. Without
a first word the algorithm is the default of the game: alpha-beta, under drift Star1. What a file or a command has to
be is documented in docs/own_code.md.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import Enum
from importlib import import_module
from math import isclose, log2
from time import perf_counter
from typing import Any, Final, NamedTuple, Self, TypeAlias

from fourcast.algorithms import (
    ALGORITHMS,
    Bound,
    Counts,
    Limit,
    MoveValue,
    SearchResult,
    SearchSpec,
    StepName,
    StopFlag,
    TableMode,
    find_algorithm,
    read_seconds,
    read_spec_settings,
    read_whole_number,
)
from fourcast.engine import choose_search_engine, search
from fourcast.errors import EngineUnavailable, UsageError, quote
from fourcast.evals import TerminalValue, has_name
from fourcast.native import Engine
from fourcast.play.game import Game
from fourcast.python_file import is_python_file, split_file
from fourcast.rules import AnyPosition, Move, Position, Rules
from fourcast.solver import Solution, Solver, find_book, shared_solver, solver_reach, unsupported_reason
from fourcast.spec import did_you_mean, is_setting, parse_enum, read_settings, split_settings

PERFECT: Final = "perfect"
EXTERNAL: Final = ("program:", "kaggle:")
"""Prefixes of agents that are not ours."""
DEFAULT_SOLVING_TIME: Final = 60.0
"""Seconds that the perfect player has for a position."""
MIN_FALLBACK_TIME: Final = 0.001
"""Seconds that the fallback of the perfect player has even if solving took all the time."""
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
    """The text that it was read from, or the name of a level."""
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

FALLBACK: Final = LEVELS[-1]
"""Moves where the perfect player does not solve a position in time: it sees a win or a loss within reach too."""


class Unsolved(UsageError):
    """The perfect player could not solve a position in its time."""


class Pick(Enum):
    """Which of the moves that keep the result: the one that wins soonest or loses latest, or any."""

    FASTEST = "fastest"
    RANDOM = "random"


@dataclass(frozen=True, repr=False)
class PerfectAgent(Agent):
    """Plays a best move of the exact solver. Where solving takes too long, the fallback moves."""

    name: str = "Perfect"
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

    title = "Perfect"
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
        book = find_book(rules)
        more = round(log2(max(self.solving_time, MIN_FALLBACK_TIME) / 10))
        plies = (rules.max_plies or rules.shape.cells) - solver_reach(rules).seconds - more
        return 1 if plies <= (book.ply + 1 if book else 0) else plies + 1

    def describe(self, rules: Rules) -> str:
        """From where on it plays perfectly in a game, and what moves until then: a sentence that follows its name."""
        first, in_time = self.first_solved_move(rules), f"in {self.solving_time:g}\N{NO-BREAK SPACE}s"
        fallback = f"{self.fallback.name.lower()} moves in its place" if self.fallback else "it does not move"
        if first == 1:
            return f"plays perfectly from the first move on. If it cannot solve a position {in_time}, {fallback}."
        empty = "" if rules.pops_each else f", with {rules.shape.cells - first + 1} empty cells"
        return (
            f"plays perfectly from about move {first} on{empty}. Until then it cannot solve most positions {in_time}: "
            f"{fallback}, and says so."
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
            reply = self._fallback(perf_counter() - started).choose(position, stop=stop, on_depth=on_depth)
            return reply._replace(remark=f"Not solved {reason}: {self.fallback.name.lower()} moved in its place.")

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
        reserve = self.fallback.spec.limit.time if self.fallback and self.fallback.spec.limit else None
        allowed = max(self.max_time / 2, self.max_time - (reserve or 0.0))
        return allowed if self.time is None else min(self.time, allowed)

    def _fallback(self, elapsed: float) -> SearchAgent:
        assert self.fallback is not None
        if self.max_time is None:
            return self.fallback
        rest = max(MIN_FALLBACK_TIME, self.max_time - elapsed)
        own = self.fallback.spec.limit
        return self.fallback.with_limit(Limit(time=min(rest, own.time or rest) if own else rest))

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


def parse_agent(text: str | Sequence[str], *, trusted: bool = True) -> Agent:
    """Read an agent, as a text or as the parts of one. Raises `UsageError`, without `trusted` also for whatever would
    run a file or a program.

    >>> parse_agent("alphabeta,depth=6,eval=quadruplets").name
    'Alphabeta,depth=6,eval=quadruplets'
    >>> parse_agent("alfabeta")
    Traceback (most recent call last):
    fourcast.errors.UsageError: There is no agent 'alfabeta'. Did you mean 'alphabeta'?
    """
    name, *settings = split_settings(text, files=trusted)
    if is_external(name):
        if not trusted:
            raise UsageError("Only built-in agents are allowed here, not files and programs.")
        # By name: `matches` is above this package, for a match needs games and agents.
        external: Agent = import_module("fourcast.matches").ExternalAgent.parse(text)
        return external
    given, text = text if isinstance(text, str) else ",".join(text), ",".join([name, *settings])
    if name == PERFECT:
        texts = read_settings(settings, _PERFECT_READERS, example="pick=random", of=" of the perfect player")
        values = {key: _PERFECT_READERS[key](key, value) for key, value in texts.items()}
        title = text.capitalize() if values.keys() - {"seed"} else "Perfect"
        return PerfectAgent(title, **values, explicit=frozenset(values))
    levels = {f"level{number}": level for number, level in enumerate(LEVELS, start=1)}
    if name in levels and not settings:
        return levels[name]
    if is_setting(name):
        spec, settings = SearchSpec(), [name, *settings]
    elif name in levels:
        spec = levels[name].spec
    elif name in ALGORITHMS:
        spec = SearchSpec(name)
    elif file := next((one for one in settings if not is_setting(one) and split_file(one)[0]), None):
        path = split_file(given.partition(file)[0] + file)[0]
        raise UsageError(f"There is no file {path}. A comma is part of a path only if there is such a file.")
    else:
        known = [*ALGORITHMS, *levels, PERFECT]
        levels_text = f"The levels are level1 to level{len(LEVELS)}."
        hint = levels_text if re.fullmatch("level[0-9]*", name) else did_you_mean(name, known)
        raise UsageError(f"There is no agent {quote(name)}. {hint}")
    values = read_spec_settings(settings, trusted=trusted, of=" of an agent", others={"engine": _word(Engine)})
    default_name = levels[name].name if name in levels else name.capitalize()
    return SearchAgent(
        text.capitalize() if values.keys() - {"seed"} else default_name,
        _title(spec),
        engine=values.pop("engine", None),
        spec=spec.with_settings(**values),
    )


def is_external(text: str) -> bool:
    """Whether an agent plays in a process of its own: a function in a file, or a program."""
    first = split_settings(text)[0]
    return text.startswith(EXTERNAL) or (not is_setting(first) and bool(split_file(first)[0]))


def runs_files(text: str) -> bool:
    """Whether an agent runs a file or a program of a user: itself, or its evaluation."""
    settings = (part.partition("=") for part in split_settings(text))
    return is_external(text) or any(key.strip() == "eval" and is_python_file(value) for key, _, value in settings)


def as_agent(agent: Agent | SearchSpec | str) -> Agent:
    """An agent, the agent of a text, or the agent that searches as a spec says. Raises `UsageError`."""
    if isinstance(agent, str):
        return parse_agent(agent)
    if isinstance(agent, SearchSpec):
        return SearchAgent(str(agent), _title(agent), agent)
    if not isinstance(agent, Agent):
        raise UsageError(
            f"A player is an agent as text, such as 'level4' or 'alphabeta,depth=6', or an object, not {agent!r:.60}. "
            "A function of your own can play from a file: 'FILE.py:FUNCTION'."
        )
    return agent


def agent_of_name(text: str) -> Agent | None:
    """The agent of a text, None for a person's name. Raises `UsageError` for a misspelt agent."""
    try:
        return parse_agent(text)
    except UsageError:
        word = text.partition(",")[0].strip().lower()
        known = [*ALGORITHMS, *(f"level{number}" for number in range(1, len(LEVELS) + 1)), PERFECT]
        is_agent = (
            "=" in text
            or is_external(text)
            or re.fullmatch("level[0-9]+", word)
            or get_close_matches(word, known, cutoff=0.8)
        )
        if is_agent:
            raise
        return None


def _title(spec: SearchSpec) -> str:
    return find_algorithm(spec.algorithm).title.partition(",")[0]


def _word(kind: type[Enum]) -> Callable[[str, str], Any]:
    return lambda key, text: parse_enum(kind, key, text)


_PERFECT_READERS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "pick": _word(Pick),
    "time": read_seconds,
    "seed": read_whole_number,
}
