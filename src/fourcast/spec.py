"""The grammar `NAME[,key=value…]` in which rules and players are written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import TypeVar

from fourcast.errors import SpecError, quote

Word = TypeVar("Word", bound=Enum)


def split_name(text: str, *, example: str) -> tuple[str, list[str]]:
    """The name and the settings of a text, not yet parsed."""
    name, *settings = (part.strip() for part in text.split(","))
    if "=" in name:
        raise SpecError(f"{quote(name)} is a setting without a name before it. Begin with a name, as in {example}.")
    return name, settings


def read_settings(settings: Sequence[str], known: Collection[str], *, example: str, of: str = "") -> dict[str, str]:
    """The values by key; every key must be known and set once. `of` names the owner of the settings in messages."""
    values: dict[str, str] = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise SpecError(f"{quote(setting)} is not a setting{of}. Write key=value, such as {example}.")
        if key not in known:
            raise SpecError(f"There is no setting {quote(key)}{of}. {did_you_mean(key, known)}")
        if key in values:
            raise SpecError(f"{key} is set twice. Set it once.")
        values[key] = value
    return values


def whole_number(key: str, text: str, *, digits: int = 9) -> int:
    if not is_digits(text) or len(text) > digits:
        raise SpecError(f"{key} needs a whole number of at most {digits} digits, not {quote(text)}.")
    return int(text)


def is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def parse_enum(kind: type[Word], key: str, text: str) -> Word:
    """The member of an enumeration with this value."""
    words = [member.value for member in kind]
    if text not in words:
        raise SpecError(f"{key}={quote(text)} is unknown. {did_you_mean(text, words)}")
    return kind(text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion: the closest known word or, if none is close, all of them."""
    close = get_close_matches(word, known := list(known), n=1)
    return f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(known)}."
