"""Learned move ordering weights, one file per board size, written by `tools/learn_ordering.py`.

A weight says how much earlier a move should be tried, for each line of four through its cell or through the cell above.
Weights change node counts, never scores. `7x6.i8` is the sum of a third of each of two files: one learned from all
positions equally, one from positions weighted by their cost. The sum takes fewer nodes than either file alone. `8x6.i8`
is the sum of two fifths of it, which has as many columns in a half of the board, and of a quarter of what was learned
on 8×6: either alone saves nothing on some sets of positions. `7x7.i8` is made in the same way, with the rows of 7×6
counted from the top.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fourcast.rules import Shape

OrderingWeights: TypeAlias = NDArray[np.int8]
"""Indices: cell or cell above; parity of the number of empty cells; column in the left half; row; direction (along the
row, falling, rising); index of the cell in the line; content of the other three cells (0 empty, 1 own, 2 opponent's, in
base 3, leftmost first)."""


def ordering_weights_shape(shape: Shape) -> tuple[int, ...]:
    return 2, 2, (shape.width + 1) // 2, shape.height, 3, 4, 27


@cache
def load_ordering_weights(shape: Shape) -> OrderingWeights | None:
    """The weights for a board, or None if there are none."""
    file = files(__name__) / f"{shape.width}x{shape.height}.i8"
    if shape.connect != 4 or not file.is_file():
        return None
    return np.frombuffer(file.read_bytes(), np.int8).reshape(ordering_weights_shape(shape))
