"""The exceptions of the package. Every message says what is wrong and what to do."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import signature
from typing import Any, Final, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


class UsageError(ValueError):
    """An invalid argument, option, name or file."""


class RulesError(UsageError):
    """Invalid rules, or a rules text that cannot be parsed."""


class SpecError(UsageError):
    """A text `NAME,key=value` that cannot be parsed."""


class NotationError(UsageError):
    """A text, number or file that is not a valid position, game or list of moves.

    `at` is the offset of the error in characters, if there is one; `valid_moves` is the number of moves before it.
    """

    def __init__(self, message: str, *, at: int | None = None, valid_moves: int = 0) -> None:
        super().__init__(message)
        self.at = at
        self.valid_moves = valid_moves


class IllegalMove(UsageError):
    """A move that is not legal in this position."""


class AgentError(UsageError):
    """An agent of a user that fails, takes too long or makes an illegal move."""


class EngineUnavailable(RuntimeError):
    """The requested engine does not support this; the message says why."""


class JobError(RuntimeError):
    """A job that cannot start or continue. Results so far are stored."""


def quote(text: str, max_length: int = 60) -> str:
    """User input for an error message: quoted and shortened.

    >>> quote("z" * 100, max_length=5)
    "'zzzzz…'"
    """
    return repr(text if len(text) <= max_length else text[:max_length] + "…")


def missing_packages(what: str, packages: str, extra: str) -> str:
    """The sentence for something that needs packages of an extra that is not installed.

    >>> missing_packages("Parquet", "pyarrow", "data")
    "Parquet needs pyarrow, which is not installed: pip install 'fourcast[data]'"
    """
    return f"{what} needs {packages}, which is not installed: pip install 'fourcast[{extra}]'"


@contextmanager
def needs_extra(what: str, extra: str) -> Iterator[None]:
    """Around imports: raise `UsageError` if a package of an extra is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if not error.name or error.name.startswith("fourcast"):
            raise
        raise UsageError(missing_packages(what, error.name, extra)) from None


def print_warnings_as_sentences() -> None:
    """From now on this process prints a warning as one line on standard error, without a place in the source."""

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        print(f"fourcast: {message}", file=sys.stderr)

    warnings.showwarning = show


def suggest_names(cls: type, names: Mapping[str, str]) -> None:
    """Let the names that other libraries use raise an `AttributeError` with the right call. `dir` does not list them.

    Not by `__getattr__`: with it Python looks up every attribute of the class more slowly.
    """

    def listed_names(instance: object) -> list[str]:
        return [name for name in object.__dir__(instance) if name not in names]

    attributes = {name: _OtherName(f"{cls.__name__} has no attribute {name!r}: use {names[name]}.") for name in names}
    for name, value in {**attributes, "__dir__": listed_names}.items():
        setattr(cls, name, value)


_ARGUMENTS: Final = {
    "time": "seconds timeout time_limit movetime",
    "eval": "evaluation evaluate heuristic",
    "depth": "max_depth",
    "nodes": "iterations playouts simulations rollouts",
    "spec": "algorithm",
    "games": "rounds",
    "last": "lastmove last_move",
    "numbers": "coordinates",
    "scores": "values",
}
"""The names of arguments, and what other libraries call them."""


def suggest_arguments(function: Function) -> Function:
    """Let the keyword arguments that other libraries use raise a `TypeError` with the right one."""
    known = signature(function).parameters
    hints = {other: f"{name}=" for name, others in _ARGUMENTS.items() if name in known for other in others.split()}
    if "eval" not in known and "spec" in known:
        hints |= dict.fromkeys(["eval", *_ARGUMENTS["eval"].split()], "spec='eval=NAME'")

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for name in kwargs:
            if name in hints:
                raise TypeError(f"{function.__name__}() has no argument {name!r}: use {hints[name]}.")
        return function(*args, **kwargs)

    return cast(Function, call)


class _OtherName:
    def __init__(self, message: str) -> None:
        self._message = message

    def __get__(self, instance: object, owner: type) -> Any:
        raise AttributeError(self._message)
