"""Ordering weights of the exact solver, one file for each board; `tools/learn_ordering.py` makes them.

A lesson says how much sooner than others a move should be tried, by one line of four through its cell or through the
cell above. Scores do not depend on it, only how long they take. `7x6.i8` is a third of each of two such files, added:
one learned from all positions alike, one by what they cost. Together they take fewer nodes than either alone.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fourcast.rules import Shape

Lessons: TypeAlias = NDArray[np.int8]
"""By cell or cell above, parity of the empty cells, column of the left half, row, direction (along the row, falling,
rising), place of the cell in the line, and content of the other three cells: 0 empty, 1 own, 2 other side's, in base 3,
the leftmost first."""


def lessons_shape(shape: Shape) -> tuple[int, ...]:
    return 2, 2, (shape.width + 1) // 2, shape.height, 3, 4, 27


@cache
def lessons_for(shape: Shape) -> Lessons | None:
    """What was learned for a board, or None."""
    file = files(__name__) / f"{shape.width}x{shape.height}.i8"
    if shape.connect != 4 or not file.is_file():
        return None
    return np.frombuffer(file.read_bytes(), np.int8).reshape(lessons_shape(shape))
