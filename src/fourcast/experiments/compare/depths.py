"""Depths as people write them."""

from __future__ import annotations

import re

from fourcast.algorithms import MAX_DEPTH
from fourcast.errors import UsageError, quote


def read_depths(text: str) -> list[int]:
    """Each once, in order.

    >>> read_depths("1-3"), read_depths("2,4,6"), read_depths("1-2,5")
    ([1, 2, 3], [2, 4, 6], [1, 2, 5])
    """
    found: set[int] = set()
    for part in text.replace("–", "-").split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", part)
        low, high = (int(ends[1]), int(ends[2] or ends[1])) if ends else (0, 0)
        if not 1 <= low <= high <= MAX_DEPTH:
            raise UsageError(f"{quote(text)} are no depths. Write 1-6, or 2,4,6, from 1 to {MAX_DEPTH}.")
        found.update(range(low, high + 1))
    return sorted(found)
