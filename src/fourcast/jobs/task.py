"""A task: what is to be computed, as plain data, and the hash that names it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""What JSON can say."""


def canonical(value: Json) -> str:
    """JSON with one spelling for equal values.

    >>> canonical({"b": 1, "a": [True, None]})
    '{"a":[true,null],"b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True)
class Task:
    """A call of a function by its importable name, such as `package.module:function`, with arguments by name.

    Arguments and result are plain JSON values, and equal arguments give the same result: a task that was done once need
    not be done again. What changes a result, such as a seed, belongs among the arguments.

    >>> Task("math:pow", {}).key == Task("math:pow", {"x": 1}).key
    False
    """

    function: str
    arguments: Mapping[str, Json]

    @cached_property
    def text(self) -> str:
        """The arguments as canonical JSON."""
        return canonical(self.arguments)

    @cached_property
    def key(self) -> str:
        """What it computes, as a hash."""
        return sha256(f"[{json.dumps(self.function)},{self.text}]".encode()).hexdigest()

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return f"{self.function} {self.text}"
