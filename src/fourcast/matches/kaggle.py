"""Agents written for Kaggle's ConnectX: the last callable of a file, called with an observation and a configuration.

    def agent(observation, configuration):
        board = observation.board          # a list, row by row from the top: 0 empty, 1 first player, 2 second
        return 3                           # the column, counted from 0

Fields can be read as attributes or as items. A callable that takes one argument gets the observation alone; see
`agent_file`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fourcast.errors import UsageError
from fourcast.play import Game
from fourcast.python_file import load_file
from fourcast.rules import Goal, PopRule, Rules


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
    callables = [value for name, value in load_file(path).items() if callable(value) and not name.startswith("__")]
    if not callables:
        raise UsageError(f"{path} defines no function. A ConnectX agent is the last callable of its file.")
    agent: Callable[..., Any] = callables[-1]
    return agent
