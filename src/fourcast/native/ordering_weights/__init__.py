"""Learned move ordering weights, one file per board size, written by `tools/learn_ordering.py`.

A weight says how much earlier a move should be tried, for each line of four through its cell or through the cell above.
Weights change node counts, never scores. `7x6.i8` is the sum of a third of each of two files: one learned from all
positions equally, one from positions weighted by their cost. The sum takes fewer nodes than either file alone. `8x6.i8`
is the sum of two fifths of it, which has as many columns in a half of the board, and of a quarter of what was learned
on 8×6: either alone saves nothing on some sets of positions. `7x7.i8` is made in the same way, with the rows of 7×6
counted from the top. Most other boards use the weights of one of these three.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fourcast.rules import Shape

OrderingWeights: TypeAlias = NDArray[np.int8]
"""Indices: cell or cell above; parity of the number of empty cells; column in the left half; row; direction (along the
row, falling, rising); index of the cell in the line; content of the other three cells (0 empty, 1 own, 2 opponent's, in
base 3, leftmost first)."""


MAX_BITS: Final = 64
"""Wider boards do not use weights."""


def ordering_weights_shape(shape: Shape) -> tuple[int, ...]:
    return 2, 2, (shape.width + 1) // 2, shape.height, 3, 4, 27


@cache
def load_ordering_weights(shape: Shape) -> OrderingWeights | None:
    """The weights for a board, its own or those of a similar board, or None if there are none."""
    if shape.connect != 4 or shape.bits > MAX_BITS:
        return None
    trained = _trained_board(shape.width, shape.height)
    return _fit(_load(*trained), shape) if trained else None


def _trained_board(width: int, height: int) -> tuple[int, int] | None:
    """The board whose weights a board uses: its own, or those of the most similar one. Boards of four columns or eight
    rows have fewer nodes without any."""
    if _file(width, height).is_file():
        return width, height
    if width < 5 or height > 7:
        return None
    if width >= 8:
        return 8, 6
    return 7, max(6, height)


def _file(width: int, height: int) -> Traversable:
    return files(__name__) / f"{width}x{height}.i8"


def _load(width: int, height: int) -> OrderingWeights:
    shape = Shape(width=width, height=height, connect=4)
    data = _file(width, height).read_bytes()
    return np.frombuffer(data, np.int8).reshape(ordering_weights_shape(shape))


def _fit(weights: OrderingWeights, shape: Shape) -> OrderingWeights:
    """The weights of one board for another. Rows are counted from the top, so that the parity of a row means the same,
    and columns from the edge. A row below those of the first board has the weights of the row two higher; a column
    further from the edge has those of the innermost column."""
    trained_columns, trained_rows = weights.shape[2:4]
    columns = np.arange((shape.width + 1) // 2).clip(max=trained_columns - 1)
    rows = np.arange(trained_rows - shape.height, trained_rows)
    return weights[:, :, columns][:, :, :, np.where(rows < 0, rows % 2, rows)]
