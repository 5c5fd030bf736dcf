"""Numbers in words, with units, and with signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_NUMBER_WORDS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(number: int) -> str:
    """A small number as a word, a larger one in digits."""
    return _NUMBER_WORDS[number] if number < len(_NUMBER_WORDS) else str(number)


def count_of(number: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun in the singular or plural.

    >>> count_of(1, "move"), count_of(1200, "move"), count_of(2, "crash", "crashes")
    ('1 move', '1,200 moves', '2 crashes')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or f'{noun}s'}"


def join_words(words: Sequence[str]) -> str:
    """
    >>> join_words(["1", "2", "6"])
    '1, 2 and 6'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def duration(seconds: float) -> str:
    """A duration in the unit that fits.

    >>> duration(0.0000042), duration(0.0312), duration(2.5), duration(90), duration(9000)
    ('4.2 µs', '31.2 ms', '2.50 s', '1.50 min', '2.50 h')
    """
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms"
    if seconds < 60:
        return f"{seconds:.2f} s"
    return f"{seconds / 60:.2f} min" if seconds < 7200 else f"{seconds / 3600:.2f} h"


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign.

    >>> signed(12.4), signed(-3.0), signed(0.0), signed(float("inf"))
    ('+12', '−3', '0', '+∞')
    """
    if abs(number) == float("inf"):
        return "+∞" if number > 0 else "−∞"
    text = f"{number:+,.{digits}f}".replace("-", "−")
    return text if text.strip("+−0.") else "0"
