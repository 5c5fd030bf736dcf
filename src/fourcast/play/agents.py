"""Who plays when no person does: agents, written as text.

    random,seed=1
    alphabeta,depth=6,eval=quadruplets
    expectimax,time=0.5
    level4
    perfect

The first word is an algorithm, a level or `perfect`; then come settings, `key=value` each, with commas between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from fourcast.engine import analyse, choose_search_engine
from fourcast.errors import UsageError, quote
from fourcast.evals import EVALS, find_eval
from fourcast.native import Engine
from fourcast.play.game import Game
from fourcast.play.perfect import PerfectAgent, Pick
from fourcast.play.reply import Agent, OnInfo, Reply
from fourcast.rules import Goal, Rules
from fourcast.search import DEFAULT_PLAYOUTS, MCTS, NAMES, Ends, Limit, Memory, MoveOrder, Plan, StopFlag
from fourcast.spec import did_you_mean, parse_enum, read_settings, split_name, whole_number

DEFAULT_DEPTH: Final = 5
"""Moves that an algorithm looks ahead when nobody says."""

NATURAL_EVALS: Final[Mapping[Goal, str]] = {
    Goal.FIRST_LINE: "quadruplets",
    Goal.MOST_LINES: "potential-lines",
    Goal.RUN_POINTS: "filled-runs",
}
"""The evaluation that fits a goal when nobody names one."""


@dataclass(frozen=True)
class SearchAgent:
    """An agent that looks ahead by a plan within a limit. What nobody set fits the rules of the game it plays."""

    name: str
    algorithm: str
    limit: Limit
    evaluation: str | None = None
    order: str = "ascending"
    memory: Memory = Memory.OFF
    ends: Ends | None = None
    engine: Engine | None = None
    seed: int | None = None
    adapts: bool = False
    """Whether alpha-beta gives way to Star1 where drops drift."""

    def plan(self, rules: Rules, *, ply: int = 0) -> Plan:
        """How it looks ahead under given rules. Dice fall anew at every ply of a game, but repeatably with a seed."""
        algorithm = "star1" if self.adapts and rules.drift is not None else self.algorithm
        return Plan(
            find_eval(self.evaluation or NATURAL_EVALS[rules.goal]),
            algorithm,
            order=MoveOrder(self.order),
            memory=self.memory,
            ends=self.ends,
            seed=None if self.seed is None else self.seed + 1_000_003 * ply,
        )

    def check(self, rules: Rules) -> None:
        """Raise what would go wrong in a game of these rules."""
        plan = self.plan(rules)
        plan.order.rank(rules)
        choose_search_engine(rules, plan, self.engine)

    def choose(self, game: Game, *, stop: StopFlag | None = None, on_info: OnInfo | None = None) -> Reply:
        plan = self.plan(game.rules, ply=len(game.plies))
        analysis = analyse(game.position, plan, self.limit, engine=self.engine, stop=stop, on_info=on_info)
        return Reply(analysis.move, analysis)


def default_limit(algorithm: str) -> Limit:
    """How far an algorithm goes when nobody says."""
    return Limit(nodes=DEFAULT_PLAYOUTS) if algorithm == MCTS else Limit(depth=DEFAULT_DEPTH)


def _level(number: int, depth: int) -> SearchAgent:
    return SearchAgent(
        name=f"Level {number}",
        algorithm="alphabeta",
        limit=Limit(depth=depth, time=3.0),
        order="centre+killers",
        memory=Memory.ON,
        ends=Ends.SOONER,
        adapts=True,
    )


LEVELS: Final = tuple(_level(number, depth) for number, depth in enumerate((1, 2, 4, 6, 8, 10, 11, 13), start=1))
"""Strengths for people to choose from. Three seconds are enough for any of them, or have to be."""
STAND_IN: Final = LEVELS[-1]
"""Moves where the perfect player cannot: it sees a win or a loss within reach too."""


def parse_agent(text: str, *, trusted: bool = True) -> Agent:
    """Read an agent. A text that came from a stranger (a file, a page) is not trusted to name an evaluation in a Python
    file, for that would run it.

    >>> parse_agent("alphabeta,depth=6,eval=quadruplets").name
    'Alphabeta,depth=6,eval=quadruplets'
    >>> parse_agent("alfabeta")
    Traceback (most recent call last):
    fourcast.errors.UsageError: There is no agent 'alfabeta'. Did you mean 'alphabeta'?
    """
    name, settings = split_name(text, example="alphabeta,depth=6")
    if name == PerfectAgent.algorithm:
        values = read_settings(settings, _PERFECT_SETTINGS, example="pick=random", of=" of the perfect player")
        called = {"name": text.capitalize()} if values.keys() - {"seed"} else {}
        return PerfectAgent(**called, **{key: _PERFECT_SETTINGS[key](key, value) for key, value in values.items()})  # type: ignore[arg-type]
    return _search_agent(text, name, settings, trusted=trusted)


def _search_agent(text: str, name: str, settings: list[str], *, trusted: bool) -> SearchAgent:
    levels = {f"level{number}": level for number, level in enumerate(LEVELS, start=1)}
    if name in levels:
        agent = levels[name]
    elif name in NAMES:
        agent = SearchAgent(name.capitalize(), name, default_limit(name))
    else:
        raise UsageError(
            f"There is no agent {quote(name)}. {did_you_mean(name, [*NAMES, *levels, PerfectAgent.algorithm])}"
        )
    values = read_settings(settings, _SETTINGS, example="depth=6", of=" of an agent")
    limits = {key: _SETTINGS[key](key, value) for key, value in values.items() if key in ("depth", "nodes", "time")}
    others = {_FIELDS.get(key, key): _SETTINGS[key](key, value) for key, value in values.items() if key not in limits}
    if limits:
        kept = vars(agent.limit) if name in levels else {}  # a level is its limits; a default is for want of any
        others["limit"] = Limit(**{**kept, **limits})
    if values.keys() - {"seed"}:
        others["name"] = text.capitalize()
    found: SearchAgent = replace(agent, **others)  # type: ignore[arg-type]
    if not trusted and (found.evaluation or "").partition(":")[0] not in ("", *(known.name for known in EVALS)):
        raise UsageError("An agent from elsewhere may use only the evaluations that have a name.")
    MoveOrder(found.order)  # what cannot be read is said now, not in the middle of a game
    if found.evaluation is not None:
        find_eval(found.evaluation)
    return found


def _whole(key: str, text: str) -> int:
    return whole_number(key, text, digits=12)


def _seconds(key: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{key} needs a number of seconds, such as 0.5, not {quote(text)}.") from None


def _word(kind: type[Memory] | type[Ends] | type[Engine] | type[Pick]) -> Callable[[str, str], object]:
    return lambda key, text: parse_enum(kind, key, text)


_SETTINGS: Final[Mapping[str, Callable[[str, str], object]]] = {
    "depth": _whole,
    "nodes": _whole,
    "time": _seconds,
    "eval": lambda _, text: text,
    "order": lambda _, text: text,
    "table": _word(Memory),
    "ends": _word(Ends),
    "engine": _word(Engine),
    "seed": _whole,
}
_FIELDS: Final = {"eval": "evaluation", "table": "memory"}
_PERFECT_SETTINGS: Final[Mapping[str, Callable[[str, str], object]]] = {
    "pick": _word(Pick),
    "time": _seconds,
    "seed": _whole,
}
