"""Doing a task, on whichever worker: the function is found by its name, and what it raises is told as a reason."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

MOST_REASON = 4000
"""Characters of a reason."""


class Outcome(NamedTuple):
    """The result as JSON text if it is good, else the reason why there is none."""

    good: bool
    text: str
    seconds: float


def do(function: str, arguments: str) -> Outcome:
    """Compute one task.

    >>> do("math:gcd", '{}').text
    '0'
    >>> print(do("math:nothing", "{}").text.splitlines()[0])
    AttributeError: module 'math' has no attribute 'nothing'
    """
    begun = perf_counter()
    try:
        result = find(function)(**json.loads(arguments))
        text = json.dumps(result, separators=(",", ":"), allow_nan=False)
        return Outcome(True, text, perf_counter() - begun)
    except Exception as fault:
        return Outcome(False, reason_of(fault), perf_counter() - begun)


@lru_cache(maxsize=256)
def find(function: str) -> Callable[..., Any]:
    """The function of a name such as `package.module:function`."""
    module, _, name = function.partition(":")
    found: Any = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found  # type: ignore[no-any-return]


def reason_of(fault: BaseException) -> str:
    """What was raised and where, the last line first."""
    said = "".join(traceback.format_exception_only(fault)).strip()
    places = traceback.extract_tb(fault.__traceback__)[1:]
    where = "".join(f"\n  in {place.name}, {place.filename}:{place.lineno}" for place in reversed(places))
    return (said + where)[:MOST_REASON]
