"""Malformed texts: valid ones bent in small ways, and pure noise. The same seed gives the same texts.

FOURCAST_FUZZ says how many of them each parser gets.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

COUNT = int(os.environ.get("FOURCAST_FUZZ", "3000"))
SEED = 20240607

NASTY = (
    *("", " ", "\t", "\r\n", "\n", "\x00", "\x7f", "\u00a0", "\u2028", "\ufeff", "\u202e", "\ud800", "\udcff", "😀"),
    *("０", "７", "٤", "²", "Ⅷ", "½", "一", "é", "e\u0301", "ß", "İ"),
    *("-1", "+1", "1e9", "1.5", "0x", "0b1", "1_0", "00", "007", "10", "255", "256", "257", "1000", "1001"),
    *("999999999", "9999999999", "9" * 25, "NaN", "None", "null", "true", "%s", "{}", "\\", "'", '"', "<b>", "[b]"),
    *(",", ",,", "=", "==", ":", "::", "/", "//", ">", ">>", "p", "P", "pp", "x", "o", ".", "X", "O"),
)
LONG = 20_000
"""Characters of the longest texts, of which there are few."""


def malformed(random: Random, seeds: Sequence[str], alphabet: str, count: int) -> Iterator[str]:
    """So many texts made of the seeds, most of them wrong in one or a few places."""
    for _ in range(count):
        kind = random.random()
        if kind < 0.1:
            yield noise(random, alphabet)
        elif kind < 0.9997:
            text = pick(random, seeds)
            while True:
                text = bend(random, text, seeds, alphabet)
                if random.random() < 0.6:
                    break
            yield text
        else:
            yield lengthen(random, pick(random, seeds), alphabet)


def noise(random: Random, alphabet: str) -> str:
    pool = alphabet if random.random() < 0.7 else "".join(NASTY)
    return "".join(random.choices(pool, k=int(random.random() * 30)))


def bend(random: Random, text: str, seeds: Sequence[str], alphabet: str) -> str:
    """One small change."""
    start = int(random.random() * (len(text) + 1))
    end = min(len(text), start + 1 + int(random.random() ** 3 * 12))
    match int(random.random() * 8):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:end] + text[start:]
        case 2:
            return text[:start] + pick(random, alphabet) + text[start:]
        case 3:
            return text[:start] + pick(random, alphabet) + text[start + 1 :]
        case 4:
            return text[:start] + pick(random, NASTY) + text[start:]
        case 5:
            return text[:start] + pick(random, NASTY) + text[end:]
        case 6:
            return text[:start] + pick(random, seeds)[start:]
        case _:
            return text[:start] if random.random() < 0.5 else text.swapcase()


def lengthen(random: Random, text: str, alphabet: str) -> str:
    """A text far longer than any that means something."""
    piece = pick(random, (text, pick(random, alphabet), pick(random, NASTY), " ", "\n", "9", "0")) or "0"
    many = piece * (LONG // len(piece))
    start = int(random.random() * (len(text) + 1))
    return text[:start] + many + text[start:]


def pick(random: Random, options: Sequence[str]) -> str:
    return options[int(random.random() * len(options))]


Input = TypeVar("Input", str, bytes)
Value = TypeVar("Value")


def survives(
    read: Callable[[Input], Value],
    write: Callable[[Value], Input],
    refusal: type[Exception],
    inputs: Iterable[Input],
) -> None:
    """Fails on the first input that is neither refused as documented nor read and written back."""
    for given in inputs:
        try:
            value = read(given)
        except refusal:
            continue
        except Exception as fault:
            raise AssertionError(f"{fault!r} came out for {given!r:.2000}") from fault
        assert read(write(value)) == value, f"not written back: {given!r:.2000}"
