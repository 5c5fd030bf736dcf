"""Tasks: a computation as plain data, the hash that identifies it, and running one."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib import import_module
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value that JSON can express."""

STORED_NAMES: Final[Mapping[str, str]] = {
    "fourcast.datasets.accuracy:examine": "fourcast.lab.accuracy:examine",
    "fourcast.datasets.book:solve_block": "fourcast.lab.make_book:solve_block",
    "fourcast.datasets.labels:label": "fourcast.lab.dataset:label",
    "fourcast.experiments.cells:run_cell": "fourcast.lab.sweep.cell:run_cell",
    "fourcast.experiments.games:run_pair": "fourcast.lab.sweep.games:run_pair",
    "fourcast.matches.pairs:play_pair": "fourcast.arena.pairs:play_pair",
}
"""Functions that have moved since ledgers were first written, with the names that ledgers know them by. A task's key is
made from the stored name: when a function moves, add a line here, and every ledger still has its results."""
MAX_REASON: Final = 4000
"""Characters of a reason."""


def canonical(value: Json) -> str:
    """JSON with one spelling for equal values.

    >>> canonical({"b": 1, "a": [True, None]})
    '{"a":[true,null],"b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True)
class Task:
    """A call of a function by its importable name, such as `package.module:function`, with keyword arguments.

    Arguments and result are plain JSON values, and equal arguments give the same result, so a task is computed once.
    Everything that changes a result, such as a seed, belongs in the arguments.

    >>> Task("math:pow", {}).key == Task("math:pow", {"x": 1}).key
    False
    """

    function: str
    arguments: Mapping[str, Json]

    @property
    def stored_name(self) -> str:
        """The name of the function in ledgers."""
        return STORED_NAMES.get(self.function, self.function)

    @cached_property
    def text(self) -> str:
        """The arguments as canonical JSON."""
        return canonical(self.arguments)

    @cached_property
    def key(self) -> str:
        """The hash of the stored name and the arguments."""
        return sha256(f"[{json.dumps(self.stored_name)},{self.text}]".encode()).hexdigest()

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return f"{self.function} {self.text}"


class TaskOutcome(NamedTuple):
    """The result of a task as JSON text if it succeeded, else the reason of its failure."""

    succeeded: bool
    text: str
    seconds: float


def run_task(function: str, arguments: str) -> TaskOutcome:
    """Compute one task, whose arguments are JSON text.

    >>> run_task("math:gcd", '{}').text
    '0'
    >>> print(run_task("math:nothing", "{}").text.splitlines()[0])
    AttributeError: module 'math' has no attribute 'nothing'
    """
    start = perf_counter()
    try:
        result = import_function(function)(**json.loads(arguments))
        text = json.dumps(result, separators=(",", ":"), allow_nan=False)
        return TaskOutcome(True, text, perf_counter() - start)
    except Exception as error:
        return TaskOutcome(False, _reason(error), perf_counter() - start)


_on_activity: Callable[[str], None] | None = None


def report_activity(text: str) -> None:
    """Say what the running task does, for the message if its worker dies. Other processes ignore it."""
    if _on_activity:
        _on_activity(text)


def listen_to_activity(listener: Callable[[str], None]) -> None:
    """Call a function with what the tasks of this process do."""
    global _on_activity
    _on_activity = listener


@lru_cache(maxsize=256)
def import_function(name: str) -> Callable[..., Any]:
    """The function of a name such as `package.module:function`."""
    module, _, path = name.partition(":")
    value: Any = import_module(module)
    for part in path.split("."):
        value = getattr(value, part)
    return value  # type: ignore[no-any-return]


def _reason(error: BaseException) -> str:
    """The exception, then where it was raised, innermost frame first."""
    message = "".join(traceback.format_exception_only(error)).strip()
    frames = traceback.extract_tb(error.__traceback__)[1:]
    where = "".join(f"\n  in {frame.name}, {frame.filename}:{frame.lineno}" for frame in reversed(frames))
    return (message + where)[:MAX_REASON]
