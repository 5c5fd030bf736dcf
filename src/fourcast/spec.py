"""The grammar `NAME[,key=value…]` in which rules and players are written."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from enum import Enum
from os.path import isfile
from typing import Final, TypeVar

from fourcast.errors import SpecError, quote
from fourcast.python_file import split_file

Word = TypeVar("Word", bound=Enum)
_ORDER: Final = re.compile(r"(^order *= *|/)[0-9]+(-[0-9]+)*$")
"""The end of a part to which the next column of a move order belongs."""
_SETTING: Final = re.compile(r"\s*[\w-]+\s*=")
_COLUMN: Final = re.compile(r"[0-9]+(\+killers)?(/.*)?")


def split_name(text: str, *, example: str) -> tuple[str, list[str]]:
    """The name and the settings of a text, not yet parsed."""
    name, *settings = (part.strip() for part in text.split(","))
    if "=" in name:
        raise SpecError(f"{quote(name)} is a setting without a name before it. Begin with a name, as in {example}.")
    return name, settings


def split_settings(text: str | Sequence[str], *, files: bool = True) -> list[str]:
    """The parts of a text between commas, where the columns of a move order are one part and, with `files`, the path of
    a Python file that exists is never divided. Parts remain as they are.

    >>> split_settings("alphabeta,order=4,5,3+killers,depth=6")
    ['alphabeta', 'order=4-5-3+killers', 'depth=6']
    >>> split_settings("alphabeta/4,5,3/table,minimax")
    ['alphabeta/4-5-3/table', 'minimax']
    """
    if not isinstance(text, str):
        return list(text)
    parts: list[str] = []
    for part in map(str.strip, _with_whole_paths(text.split(",")) if files else text.split(",")):
        if parts and _COLUMN.fullmatch(part) and _ORDER.search(parts[-1]):
            parts[-1] += f"-{part}"
        else:
            parts.append(part)
    return parts


def _with_whole_paths(pieces: list[str]) -> Iterator[str]:
    """Pieces between commas; those that make up the path of a Python file together are one."""
    start = 0
    while start < len(pieces):
        end = start + 1
        for last in range(len(pieces) - 1, start, -1):
            path = _path(",".join(pieces[start : last + 1])) if ".py" in pieces[last] else ""
            if path and isfile(path):  # noqa: PTH113 (False for a name that is too long, too)
                end = last + 1
                break
        yield ",".join(pieces[start:end])
        start = end


def _path(part: str) -> str:
    key, equals, value = part.partition("=")
    return split_file(value if equals and key.strip() == "eval" else part)[0].strip()


def is_setting(part: str) -> bool:
    """Whether a part of a text is `key=value`, and not a path that has an equals sign.

    >>> is_setting("depth=6"), is_setting("/home/a=b/mine.py")
    (True, False)
    """
    return bool(_SETTING.match(part))


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
