"""Agents written for Kaggle's ConnectX: the last callable of a file, called with an observation and a configuration.

    def agent(observation, configuration):
        board = observation.board          # a list, row by row from the top: 0 empty, 1 first player, 2 second
        return 3                           # the column, counted from 0

Fields can be read as attributes or as items. A callable that takes one argument gets the observation alone.
"""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Callable
from operator import index
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

import numpy as np

from fourcast.errors import UsageError, quote
from fourcast.match.protocol import Go
from fourcast.play import Game
from fourcast.rules import Goal, PopRule, Position, Rules, drop, move_text
from fourcast.search import Info, StopFlag

USUAL_TIMEOUT: Final = 2.0
"""Seconds that ConnectX gives for a move."""


class Fields(dict[str, Any]):
    """A dictionary whose items can be read and written as attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def why_not_connectx(rules: Rules) -> str | None:
    """Why ConnectX has no such rules; None if it has."""
    if not rules.gravity or rules.goal is not Goal.FIRST_LINE or rules.drift or rules.pop_rule is not PopRule.NONE:
        return "ConnectX knows only four in a row and its other sizes, where the first line wins"
    return None


def observation_of(game: Game, seconds: float) -> Fields:
    """What the agent is shown."""
    position = game.position
    return Fields(
        board=board_list(position),
        mark=position.turn + 1,
        step=position.discs,
        remainingOverageTime=seconds,
    )


def board_list(position: Position) -> list[int]:
    """The board as ConnectX has it.

    >>> from fourcast.rules import parse_rules
    >>> from fourcast.rules.notation import position_after
    >>> board_list(position_after(parse_rules("classic,width=3,height=2,connect=2").start(), "112"))
    [2, 0, 0, 1, 1, 0]
    """
    shape = position.rules.shape
    cells = ((column, row) for row in reversed(range(shape.height)) for column in range(shape.width))
    owners = (position.owner(column, row) for column, row in cells)
    return [0 if owner is None else owner + 1 for owner in owners]


def configuration_of(rules: Rules, seconds: float) -> Fields:
    """What the agent is told of the game."""
    shape = rules.shape
    return Fields(
        columns=shape.width,
        rows=shape.height,
        inarow=shape.connect,
        timeout=seconds,
        actTimeout=seconds,
        agentTimeout=seconds,
        runTimeout=1200,
        episodeSteps=1000,
    )


def load_agent(path: Path) -> Callable[..., Any]:
    """The last callable that the file defines."""
    try:
        source = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file.") from None
    sys.path.insert(0, str(path.resolve().parent))  # it may import what lies beside it
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(source, str(path), "exec"), names)
    except Exception as fault:
        raise UsageError(_where(fault, path)) from fault
    callables = [value for name, value in names.items() if callable(value) and name != "__builtins__"]
    if not callables:
        raise UsageError(f"{path} defines no function. A ConnectX agent is the last callable of its file.")
    found: Callable[..., Any] = callables[-1]
    return found


def _where(fault: Exception, path: Path) -> str:
    """What is wrong with a file, and in which line of it, as far as that is known."""
    if isinstance(fault, SyntaxError):
        name, line, what = Path(fault.filename or path).name, fault.lineno, fault.msg
    else:
        lines = [frame.lineno for frame in extract_tb(fault.__traceback__) if frame.filename == str(path)]
        name, line, what = path.name, lines[-1] if lines else None, str(fault)
    place = name if line is None else f"{name}, line {line}"
    return f"{type(fault).__name__} in {place}: {' '.join(what.split())}"


class KaggleBrain:
    """A ConnectX agent behind the text protocol."""

    def __init__(self, path: Path) -> None:
        self._agent = load_agent(path)
        self._arguments = _arguments_of(self._agent)
        self.name = path.stem

    def options(self) -> list[str]:
        return ["option name seed type spin default 0 min 0 max 999999999999"]

    def set(self, name: str, value: str) -> None:
        if name != "seed":
            raise UsageError(f"There is no option {quote(name)}. Set seed.")
        random.seed(int(value))
        np.random.seed(int(value) % 2**32)

    def begin(self, rules: Rules) -> None:
        if reason := why_not_connectx(rules):
            raise UsageError(f"A Kaggle agent cannot play this: {reason}.")

    def think(self, game: Game, go: Go, *, stop: StopFlag, on_info: Callable[[Info], None]) -> str:
        del stop, on_info  # a function that was called can be neither stopped nor asked
        seconds = USUAL_TIMEOUT if go.movetime is None else go.movetime
        given = (observation_of(game, seconds), configuration_of(game.rules, seconds))
        answer = self._agent(*given[: self._arguments])
        try:
            column = index(answer)
            best = f"bestmove {move_text(game.rules, drop(column))}"
        except TypeError:
            column, best = -1, f"bestmove {quote(str(answer)).replace(' ', '_')}"
        last = game.rules.shape.width - 1
        if 0 <= column <= last:
            return best
        returned = " ".join(f"{answer!r:.60}".split())
        return f"error It returned {returned}. A ConnectX agent returns a column, counted from 0: 0 to {last}.\n{best}"


def _arguments_of(agent: Callable[..., Any]) -> int:
    try:
        parameters = inspect.signature(agent).parameters.values()
    except (TypeError, ValueError):
        return 2
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return 2
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return min(2, sum(parameter.kind in positional for parameter in parameters))
