from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

class TrainingSolver:
    def __init__(
        self,
        width: int,
        height: int,
        table_mb: int,
        *,
        threat_weights: Sequence[int],
        line_weights: NDArray[np.int8],
        min_weighted_cells: int,
    ) -> None: ...
    def sample(
        self,
        position: Sequence[int],
        *,
        probabilities: Sequence[float],
        max_move_nodes: Sequence[int],
        seed: int,
        max_nodes: int,
    ) -> tuple[list[list[int]], list[list[int]], list[int]]: ...
