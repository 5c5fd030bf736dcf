"""Reading keys of experiment files into frozen dataclasses. Errors name the key and what it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, Self, Union, get_args, get_origin, get_type_hints

from fourcast.algorithms import MAX_DEPTH
from fourcast.errors import UsageError, quote
from fourcast.native import Engine
from fourcast.spec import did_you_mean, parse_enum

OTHER_NAMES: Final = {"moves": "positions", "evals": "evaluations", "variant": "variants", "rules": "variants"}
"""Keys as they are called in options or in other commands."""
DESCRIPTIONS: Final = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
"""What a field needs that has no description of its own."""


@dataclass(frozen=True)
class Convert:
    """In the annotation of a field: how its value is converted before its type is checked. May raise `UsageError`."""

    function: Callable[[Any], Any]


@dataclass(frozen=True)
class Needs:
    """In the annotation of a field: what it needs, in words, and which values other than None are accepted."""

    description: str
    accepts: Callable[[Any], bool] = lambda _: True


@dataclass(frozen=True, kw_only=True)
class Model:
    """A table of keys. `read` raises `UsageError` with the key and what it needs."""

    @classmethod
    def read(cls, data: Mapping[str, Any], prefix: str = "") -> Self:
        keys, values = _keys(cls), {}  # type: ignore[arg-type]  # a class is hashable
        for key, (hint, is_required) in keys.items():
            name = f"{prefix}.{key}" if prefix else key
            if key in data:
                try:
                    values[key] = _conform(data[key], hint)
                except TypeError:
                    raise UsageError(f"{name} needs {_needs(hint)}, not {_value_text(data[key])}.") from None
                except UsageError as reason:
                    raise UsageError(str(reason) if str(reason).startswith(key) else f"{name}: {reason}") from None
            elif is_required:
                raise UsageError(f"{name} is required.")
        if unknown := next((key for key in data if key not in keys), None):
            suggestion = did_you_mean(OTHER_NAMES.get(unknown, unknown), keys)
            raise UsageError(f"{prefix + ': ' if prefix else ''}There is no key {quote(unknown)}. {suggestion}")
        model = cls(**values)
        model.validate()
        return model

    def validate(self) -> None:
        """Raise `UsageError` if the keys do not fit together."""


@cache
def _keys(model: type[Model]) -> dict[str, tuple[Any, bool]]:
    """The type of every key, and whether it is required."""
    hints = get_type_hints(model, include_extras=True)
    return {
        field.name: (hints[field.name], field.default is field.default_factory is MISSING) for field in fields(model)
    }


def _conform(value: Any, hint: Any) -> Any:
    """The value as the type of a field. Raises `TypeError` if it is not of that type. An int is accepted as a
    float; a bool is neither, and a list is not accepted as a tuple."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        for note in args[1:]:
            value = note.function(value) if isinstance(note, Convert) else value
        value = _conform(value, args[0])
        if value is not None and not all(note.accepts(value) for note in args[1:] if isinstance(note, Needs)):
            raise TypeError
        return value
    if origin in (Union, UnionType):
        for option in args:
            try:
                return _conform(value, option)
            except TypeError:
                pass
    elif origin in (tuple, list) and isinstance(value, origin):
        return origin(_conform(item, args[0]) for item in value)
    elif origin is dict and isinstance(value, dict):
        return {_conform(key, args[0]): _conform(item, args[1]) for key, item in value.items()}
    elif hint is Any or (origin is Literal and isinstance(value, str) and value in args):
        return value
    elif hint is float and type(value) is int and abs(value) < 2**1023:
        return float(value)
    elif isinstance(hint, type) and isinstance(value, hint) and (type(value) is hint or issubclass(hint, Enum)):
        return value
    raise TypeError


def _needs(hint: Any) -> str:
    """What a field needs: its description, or else its type."""
    described = [note.description for note in getattr(hint, "__metadata__", ()) if isinstance(note, Needs)]
    kinds = (hint, *get_args(hint))
    return [*described, *(needed for kind, needed in DESCRIPTIONS.items() if kind in kinds)][0]


def _value_text(value: Any) -> str:
    return quote(value) if isinstance(value, str) else f"{value!r:.60}"


def each(read: Callable[[str], Any] = str) -> Convert:
    """One text or a list of texts, each converted by `read`, without repetitions."""

    def convert(value: Any) -> Any:
        listed = value if isinstance(value, list | tuple) else (value,)
        if not listed or not all(isinstance(text, str) for text in listed):
            return value  # not a tuple of texts, which the field refuses
        return tuple(dict.fromkeys(map(read, listed)))

    return Convert(convert)


def word(parse: Callable[[str], Any]) -> Convert:
    """A text that is converted by `parse`."""
    return Convert(lambda value: parse(value) if isinstance(value, str) else value)


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


def within(low: float, high: float, *, of: str) -> Needs:
    """A number, or a tuple of numbers, from `low` to `high`; `of` describes it."""

    def accepts(value: Any) -> bool:
        return all(low <= number <= high for number in (value if isinstance(value, tuple) else (value,)))

    return Needs(of, accepts)


Texts = Annotated[tuple[str, ...], Needs("a text or a list of texts")]
OptionalTexts = Annotated[tuple[str, ...] | None, Needs("a text or a list of texts")]
Amounts: Final = Convert(_numbers)
"""One number or a list of numbers."""
Depths = Annotated[
    tuple[int, ...] | None,
    word(lambda text: parse_depths(text)),
    Amounts,
    within(1, MAX_DEPTH, of=f'numbers from 1 to {MAX_DEPTH}, or a text such as "1-8"'),
]
EngineName = Annotated[Engine | None, word(lambda text: parse_enum(Engine, "engine", text)), Needs("a text")]


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
