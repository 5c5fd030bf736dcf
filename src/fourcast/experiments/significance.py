"""Exact tests of paired results, intervals of medians, and the correction for several comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Final

LEVEL: Final = 0.05
"""The p-value below which a difference is called significant."""


def sign_test(more: int, fewer: int) -> float:
    """The two-sided p-value of so many pairs that differ in either direction: the exact sign test. On pairs of yes and
    no it is McNemar's exact test. Pairs that do not differ are not counted.

    >>> sign_test(6, 0), sign_test(3, 3)
    (0.03125, 1.0)
    """
    pairs = more + fewer
    tail = sum(comb(pairs, count) for count in range(min(more, fewer) + 1))
    return min(1.0, 2 * tail / (1 << pairs))


def median_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The interval of the median at 95 % or more, by order statistics: two of the values themselves, so that nothing is
    assumed of their distribution. It is the sign test reversed. None of fewer than six values, which have none.

    >>> median_interval(range(1, 11))
    (2, 9)
    """
    rank = _interval_rank(len(values))
    ordered = sorted(values)
    return (ordered[rank - 1], ordered[-rank]) if rank else None


@lru_cache(maxsize=1024)
def _interval_rank(count: int) -> int:
    """The rank from below, and from above, of the ends of the interval of the median of so many values; 0: none."""
    tail = ways = 1
    rank = 0
    while 2 * tail <= LEVEL * (1 << count):
        ways = ways * (count - rank) // (rank + 1)
        rank += 1
        tail += ways
    return rank


def holm(values: Sequence[float]) -> list[float]:
    """The p-values of several comparisons, adjusted by Holm's method: below a level, at most that share of
    sets of comparisons has a false positive.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = largest
    return adjusted


def p_text(value: float) -> str:
    """
    >>> p_text(0.0312), p_text(0.0000001), p_text(1.0)
    ('p = 0.031', 'p < 0.001', 'p = 1')
    """
    return "p < 0.001" if value < 0.001 else f"p = {value:.2g}"
