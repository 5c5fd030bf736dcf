"""Every position of a small board and its score, by trying everything: layers of discs, from the full board backwards.

Written with arrays and from the rules alone, to hold the solver against: nothing of it is shared.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Layer:
    """All positions with the same number of discs: of the side to move and of the other, and their scores."""

    own: Words
    other: Words
    scores: NDArray[np.int16]


def every_position(width: int, height: int, connect: int = 4) -> list[Layer]:
    """The positions that can be reached, finished ones included, by the number of discs."""
    own, other = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    found = []
    for _ in range(width * height + 1):
        found.append((own, other))
        going_on = ~_has_line(other, height, connect)
        followers = [_dropped(own[going_on], other[going_on], column, height) for column in range(width)]
        keys = np.unique(np.concatenate([_key(*follower) for follower in followers]))
        own, other = _split(keys)
        if not len(keys):
            break
    return _scored(found, width, height, connect)


def _scored(found: list[tuple[Words, Words]], width: int, height: int, connect: int) -> list[Layer]:
    layers: list[Layer] = []
    for own, other in reversed(found):
        cells = width * height - (len(found) - 1 - len(layers))
        lost = _has_line(other, height, connect)
        best = np.full(len(own), -1000, np.int16)
        if layers:
            following = _key(layers[-1].own, layers[-1].other)
            for column in range(width):
                open_column = np.flatnonzero(~lost & ~_is_full(own | other, column, height))
                keys = _key(*_dropped(own[open_column], other[open_column], column, height))
                at = np.searchsorted(following, keys)
                best[open_column] = np.maximum(best[open_column], -layers[-1].scores[at])
        # A line was made with the last disc: one more than the discs its side has left.
        scores = np.where(lost, -((cells + 2) // 2), np.where(best == -1000, 0, best)).astype(np.int16)
        layers.append(Layer(own, other, scores))
    return layers[::-1]


def _key(own: Words, other: Words) -> Words:
    """Both sets of cells in one word, at most 32 bits each."""
    return own << np.uint64(32) | other


def _split(keys: Words) -> tuple[Words, Words]:
    return keys >> np.uint64(32), keys & np.uint64(0xFFFFFFFF)


def _is_full(taken: Words, column: int, height: int) -> NDArray[np.bool_]:
    top = np.uint64(1) << np.uint64(column * (height + 1) + height - 1)
    full: NDArray[np.bool_] = (taken & top) != 0
    return full


def _dropped(own: Words, other: Words, column: int, height: int) -> tuple[Words, Words]:
    """After a disc in a column, for the positions where it is open; seen from the side that is to move then."""
    is_open = ~_is_full(own | other, column, height)
    own, other = own[is_open], other[is_open]
    bottom = np.uint64(1) << np.uint64(column * (height + 1))
    whole = np.uint64(((1 << height) - 1) << column * (height + 1))
    column_taken = (own | other) & whole
    cell = column_taken + bottom  # discs fill a column from the bottom: the carry ends at the first empty cell
    return other, own | (cell & ~column_taken)


def _has_line(stones: Words, height: int, connect: int) -> NDArray[np.bool_]:
    found = np.zeros(len(stones), bool)
    for step in (1, height + 1, height, height + 2):
        run = stones
        for n in range(1, connect):
            run = run & stones >> np.uint64(n * step)
        found |= run != 0
    return found
