"""Reading keys of experiment files: pydantic models whose errors name the key and what it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from fourcast.algorithms import MAX_DEPTH
from fourcast.errors import UsageError, quote
from fourcast.native import Engine
from fourcast.spec import did_you_mean, parse_enum

OTHER_NAMES: Final = {"moves": "positions", "evals": "evaluations", "variant": "variants", "rules": "variants"}
"""Keys as they are called in options or in other commands."""
DESCRIPTIONS: Final = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
"""What a field needs that has no description of its own."""


class Model(BaseModel):
    """A table of keys. `read` raises `UsageError` with the key and what it needs."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, arbitrary_types_allowed=True)

    @classmethod
    def read(cls, data: Mapping[str, Any], prefix: str = "") -> Self:
        try:
            return cls.model_validate(dict(data))
        except ValidationError as error:
            raise UsageError(_explain(cls, error, data, prefix)) from None


def _explain(model: type[Model], error: ValidationError, data: Mapping[str, Any], prefix: str) -> str:
    """The first error as a sentence. The description of a field, or else its type, says what it needs."""
    first = error.errors()[0]
    key = str(first["loc"][0]) if first["loc"] else ""
    name = f"{prefix}.{key}" if prefix else key
    if first["type"] == "extra_forbidden":
        suggestion = did_you_mean(OTHER_NAMES.get(key, key), model.model_fields)
        return f"{prefix + ': ' if prefix else ''}There is no key {quote(key)}. {suggestion}"
    if first["type"] == "missing":
        return f"{name} is required."
    if first["type"] == "value_error":
        reason = first["ctx"]["error"]
        return f"{name}: {reason}" if key and not str(reason).startswith(key) else str(reason)
    value, field = data.get(key), model.model_fields[key]
    text = quote(value) if isinstance(value, str) else f"{value!r:.60}"
    kinds = (field.annotation, *get_args(field.annotation))
    needed = field.description or next(needed for kind, needed in DESCRIPTIONS.items() if kind in kinds)
    return f"{name} needs {needed}, not {text}."


def each(read: Callable[[str], Any] = str) -> Any:
    """One text or a list of texts, each converted by `read`, without repetitions."""

    def convert(value: Any) -> Any:
        listed = value if isinstance(value, list | tuple) else (value,)
        if not listed or not all(isinstance(text, str) for text in listed):
            return value  # not a tuple of texts, which the field refuses
        return tuple(dict.fromkeys(map(read, listed)))

    return BeforeValidator(convert)


def word(parse: Callable[[str], Any]) -> Any:
    """A text that is converted by `parse`."""
    return BeforeValidator(lambda value: parse(value) if isinstance(value, str) else value)


def valid(parse: Callable[[str], Any]) -> Callable[[str], str]:
    """A function that returns its text if `parse` accepts it."""

    def check(text: str) -> str:
        parse(text)
        return text

    return check


def _numbers(value: Any) -> Any:
    listed = value if isinstance(value, list | tuple) else (value,)
    numeric = listed and all(isinstance(number, int | float) and not isinstance(number, bool) for number in listed)
    return tuple(sorted(set(listed))) if numeric else value


Texts = Annotated[tuple[str, ...], Field(description="a text or a list of texts")]
OptionalTexts = Annotated[tuple[str, ...] | None, Field(description="a text or a list of texts")]
Depths = Annotated[
    tuple[Annotated[int, Field(ge=1, le=MAX_DEPTH)], ...] | None,
    BeforeValidator(_numbers),
    word(lambda text: parse_depths(text)),
    Field(description=f'numbers from 1 to {MAX_DEPTH}, or a text such as "1-8"'),
]
Amounts = BeforeValidator(_numbers)
"""One number or a list of numbers."""
EngineName = Annotated[
    Engine | None, word(lambda text: parse_enum(Engine, "engine", text)), Field(description="a text")
]


def parse_depths(text: str) -> list[int]:
    """Depths in order, each once.

    >>> parse_depths("1-3"), parse_depths("2,4,6"), parse_depths("1-2,5")
    ([1, 2, 3], [2, 4, 6], [1, 2, 5])
    """
    depths: set[int] = set()
    for part in text.replace("–", "-").split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", part)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= low <= high <= MAX_DEPTH:
            raise UsageError(f"Invalid depths {quote(text)}. Use e.g. 1-6 or 2,4,6 (1 to {MAX_DEPTH}).")
        depths.update(range(low, high + 1))
    return sorted(depths)
