"""Agents of users: a function in a Python file that returns a move.

    def agent(position): ...                        # a fourcast.Position
    def agent(board, player): ...                   # an array, 0 empty, 1 first, 2 second; the number of the player
    def agent(observation, configuration): ...      # as in Kaggle's ConnectX
    def agent(board, player, saved_state): ...      # the bottom row first; returns a column and the next saved_state

The name of the first argument says which: `board` or `grid`, `observation` or `obs`, any other for a position. The
second argument may be missing. What is returned is a move, as text ("4", "p4") or as a number: the column or, without
gravity, the cell. The number counts from 1 for a function of a position, as in `Position.play`, and from 0 for one of a
board or an observation, where it is an index.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from inspect import Parameter
from operator import index
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from fourcast.algorithms import SearchResult, SearchSpec, StopFlag, is_step
from fourcast.errors import UsageError, quote
from fourcast.matches.engine import AgentBackend, EngineBackend
from fourcast.matches.kaggle import configuration_of, kaggle_unsupported_reason, load_agent, observation_of
from fourcast.matches.protocol import Go
from fourcast.play import Game, as_agent, parse_agent
from fourcast.python_file import arguments_of, error_text, load_function, split_file, takes_board
from fourcast.rules import Rules
from fourcast.spec import is_setting

KAGGLE: Final = "kaggle:"
DEFAULT_TIME: Final = 2.0
"""Seconds for a move in ConnectX."""
SAVED_STATE: Final = "saved_state"
"""The name of a third argument: what the function returned beside its last move, None at the start of a game."""
PLAYER_NAMES: Final = ("player", "piece", "mark")
"""Names of a second argument that gets the player though it has a default."""
OBSERVATIONS: Final = ("observation", "obs")
"""Names of a first argument that is an observation of ConnectX."""

Arguments: TypeAlias = Callable[[Game, float], tuple[Any, Any]]
"""The two arguments of a function in a game, given the seconds for the move."""


def agent_backend(first: str, *settings: str) -> EngineBackend:
    """The player of the parts of a text, in this process: runs its file. Raises `UsageError`."""
    if first.startswith(KAGGLE):
        path = Path(first.removeprefix(KAGGLE))
        return FunctionBackend(load_agent(path), path.stem, _connectx_arguments)
    parts = [first, *settings]
    text = ",".join(parts)
    file, rest = ("", "") if is_setting(first) else split_file(first)
    if not file:
        return AgentBackend(text, parse_agent(parts))
    function = load_function(file + rest.partition("/")[0], "agent", "step")
    if is_step(function):
        return AgentBackend(text, as_agent(SearchSpec.parse(parts)))
    if settings:
        raise UsageError(f"{first} is an agent: it has no settings. Leave out {quote(settings[0])}.")
    return FunctionBackend(function, Path(file).stem, _arguments_for(function, first))


class FunctionBackend:
    """A function behind the text protocol."""

    def __init__(self, function: Callable[..., Any], name: str, arguments: Arguments) -> None:
        self._function = function
        self._arguments = arguments
        names = [one.name for one in arguments_of(function) or ()]
        self._has_state = names[2:3] == [SAVED_STATE] and takes_board(function)
        self._state: Any = None
        self._takes_one = _takes_one(function, is_connectx=arguments is _connectx_arguments)
        self.name = name

    def options(self) -> list[str]:
        return ["option name seed type spin default 0 min 0 max 999999999999"]

    def set_option(self, name: str, value: str) -> None:
        if name != "seed":
            raise UsageError(f"There is no option {quote(name)}. Set seed.")
        random.seed(int(value))
        np.random.seed(int(value) % 2**32)

    def check(self, rules: Rules) -> None:
        if self._arguments is _connectx_arguments and (reason := kaggle_unsupported_reason(rules)):
            raise UsageError(f"A ConnectX agent cannot play this: {reason}.")

    def start_game(self) -> None:
        self._state = None

    def choose(self, game: Game, go: Go, *, stop: StopFlag, on_depth: Callable[[SearchResult], None]) -> str:
        del stop, on_depth  # a function call can be neither stopped nor observed
        arguments = self._arguments(game, DEFAULT_TIME if go.movetime is None else go.movetime)
        try:
            if self._has_state:
                board, player = arguments
                value, self._state = self._function(board[::-1].copy(), player, self._state)
            else:
                value = self._function(*arguments[:1] if self._takes_one else arguments)
        except Exception as error:
            raise UsageError(f"{error_text(error, self._function)}.") from error
        if isinstance(value, str) and value.strip() and self._arguments is not _connectx_arguments:
            return f"bestmove {'_'.join(value.split())}"
        shape = game.rules.shape
        last = (shape.width if game.rules.gravity else shape.cells) - 1
        first = 1 if self._arguments is _position_arguments else 0
        try:
            number = index(value) - first
        except TypeError:
            number = -1
        answer = f"bestmove {number + 1 if number >= 0 else '_'.join(quote(str(value)).split())}"
        if 0 <= number <= last:
            return answer
        what = "column" if game.rules.gravity else "cell"
        connectx = self._arguments is _connectx_arguments
        who, or_text = ("A ConnectX agent", "") if connectx else ("An agent", ", or a move as text")
        text = " ".join(f"{value!r:.60}".split())
        numbers = f"counted from {first}: {first} to {first + last}"
        return f"error It returned {text}. {who} returns a {what}, {numbers}{or_text}.\n{answer}"


def _connectx_arguments(game: Game, seconds: float) -> tuple[Any, Any]:
    return observation_of(game, seconds), configuration_of(game.rules, seconds)


def _board_arguments(game: Game, _: float) -> tuple[Any, Any]:
    return game.position.to_array(), game.turn + 1


def _position_arguments(game: Game, _: float) -> tuple[Any, Any]:
    return game.position, game.turn


def _arguments_for(function: Callable[..., Any], name: str) -> Arguments:
    """The arguments that the names in the signature of a function stand for. Raises `UsageError` for other numbers."""
    arguments = arguments_of(function)
    names = [one.name for one in arguments or () if one.default is Parameter.empty or one.name == SAVED_STATE]
    has_state = names[2:] == [SAVED_STATE] and takes_board(function)
    keywords = [one.name for one in arguments or () if one.kind is Parameter.KEYWORD_ONLY]
    if arguments is not None and (not arguments or keywords or (len(names) > 2 and not has_state)):
        what = f"needs `{keywords[0]}` by keyword" if keywords else f"takes {len(arguments)} arguments"
        raise UsageError(
            f"The agent {name} {what}. Use (position), (board, player), (board, player, {SAVED_STATE}) or "
            "(observation, configuration); an algorithm takes (visit, position, depth, window)."
        )
    if arguments and arguments[0].name in OBSERVATIONS:
        return _connectx_arguments
    return _board_arguments if takes_board(function) else _position_arguments


def _takes_one(function: Callable[..., Any], *, is_connectx: bool) -> bool:
    """Whether a function gets one argument: it takes no second one, or one of its own that has a default."""
    arguments = arguments_of(function)
    if arguments is None or any(one.kind is Parameter.VAR_POSITIONAL for one in arguments):
        return False
    second = [one for one in arguments if one.kind is not Parameter.KEYWORD_ONLY][1:2]
    is_own = second and second[0].default is not Parameter.empty and second[0].name not in PLAYER_NAMES
    return not second or bool(is_own and not is_connectx)
