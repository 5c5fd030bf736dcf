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

from fourcast.algorithms import SearchResult, StopFlag
from fourcast.errors import UsageError, quote
from fourcast.files import read_limited
from fourcast.matches.protocol import Go
from fourcast.play import Game
from fourcast.rules import Goal, PopRule, Rules, drop

DEFAULT_TIME: Final = 2.0
"""Seconds for a move in ConnectX."""


class Fields(dict[str, Any]):
    """A dictionary whose items can be read and written as attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def kaggle_unsupported_reason(rules: Rules) -> str | None:
    """Why ConnectX does not have these rules; None if it has."""
    if not rules.gravity or rules.goal is not Goal.FIRST_LINE or rules.drift or rules.pop_rule is not PopRule.NONE:
        return "ConnectX has only games where the first line wins, without drift and pop-outs"
    return None


def observation_of(game: Game, seconds: float) -> Fields:
    """The observation of an agent."""
    position = game.position
    board = position.to_array().ravel().tolist()
    return Fields(board=board, mark=position.turn + 1, step=position.discs, remainingOverageTime=seconds)


def configuration_of(rules: Rules, seconds: float) -> Fields:
    """The configuration of a game."""
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
        source = read_limited(path).decode()
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file.") from None
    sys.path.insert(0, str(path.resolve().parent))  # it may import what lies beside it
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(source, str(path), "exec"), names)
    except Exception as error:
        raise UsageError(_error_text(error, path)) from error
    callables = [value for name, value in names.items() if callable(value) and name != "__builtins__"]
    if not callables:
        raise UsageError(f"{path} defines no function. A ConnectX agent is the last callable of its file.")
    agent: Callable[..., Any] = callables[-1]
    return agent


def _error_text(error: Exception, path: Path) -> str:
    """What is wrong with a file, and in which line of it, as far as that is known."""
    if isinstance(error, SyntaxError):
        name, line, message = Path(error.filename or path).name, error.lineno, error.msg
    else:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)]
        name, line, message = path.name, lines[-1] if lines else None, str(error)
    where = name if line is None else f"{name}, line {line}"
    return f"{type(error).__name__} in {where}: {' '.join(message.split())}"


class KaggleBackend:
    """A ConnectX agent behind the text protocol."""

    def __init__(self, path: Path) -> None:
        self._agent = load_agent(path)
        self._takes_configuration = _takes_configuration(self._agent)
        self.name = path.stem

    def options(self) -> list[str]:
        return ["option name seed type spin default 0 min 0 max 999999999999"]

    def set_option(self, name: str, value: str) -> None:
        if name != "seed":
            raise UsageError(f"There is no option {quote(name)}. Set seed.")
        random.seed(int(value))
        np.random.seed(int(value) % 2**32)

    def start_game(self, rules: Rules) -> None:
        if reason := kaggle_unsupported_reason(rules):
            raise UsageError(f"A Kaggle agent cannot play this: {reason}.")

    def choose(self, game: Game, go: Go, *, stop: StopFlag, on_depth: Callable[[SearchResult], None]) -> str:
        del stop, on_depth  # a function call can be neither stopped nor observed
        seconds = DEFAULT_TIME if go.movetime is None else go.movetime
        configuration = [configuration_of(game.rules, seconds)] if self._takes_configuration else []
        value = self._agent(observation_of(game, seconds), *configuration)
        try:
            column = index(value)
            answer = f"bestmove {drop(column)}"
        except TypeError:
            column, answer = -1, f"bestmove {quote(str(value)).replace(' ', '_')}"
        last = game.rules.shape.width - 1
        if 0 <= column <= last:
            return answer
        text = " ".join(f"{value!r:.60}".split())
        return f"error It returned {text}. A ConnectX agent returns a column, counted from 0: 0 to {last}.\n{answer}"


def _takes_configuration(agent: Callable[..., Any]) -> bool:
    try:
        inspect.signature(agent).bind("observation", "configuration")
    except ValueError:  # it has no signature
        return True
    except TypeError:
        return False
    return True
