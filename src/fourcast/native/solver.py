"""The compiled exact solvers: which rules they support, how they are made, and positions encoded for them.

`fourcast.solver` wraps them in backends; tools and tests that need more than a backend offers use them directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fourcast.errors import EngineUnavailable
from fourcast.native.bridge import core, core_unsupported_reason, encode_rules
from fourcast.native.ordering_weights import OrderingWeights, load_ordering_weights
from fourcast.native.search import MAX_CONNECT
from fourcast.rules import Goal, PopRule, Position, Rules, drop

FirstLineSolver: TypeAlias = "core.FirstLineSolver"
GeneralSolver: TypeAlias = "core.GeneralSolver"
BoardReader: TypeAlias = "core.BoardReader"

THREAT_WEIGHTS: Final = (64, 50, 35, 4)
"""Move ordering without learned weights: for a new threat of the parity that serves the mover, for any other new
threat, in addition for one directly above a playable cell, and for each column nearer to the centre."""

MIN_WEIGHTED_CELLS: Final = 18
"""Ordering weights are used in positions with at least this many empty cells: below, reading them takes longer than
they save."""

NO_NODE_LIMIT: Final = (1 << 64) - 1

TURN_NODES: Final = 1 << 22
"""Two searches answer tests of games of lines that fill the board, in turns: alpha-beta, and proof numbers. This is the
first turn of each, in nodes; every further one has twice as many. 0: alpha-beta alone."""


def first_line_unsupported_reason(rules: Rules) -> str | None:
    """Why the first-line solver does not support these rules; None if it does."""
    if reason := core_unsupported_reason(rules):
        return reason
    if rules.goal is not Goal.FIRST_LINE or not rules.gravity or rules.pop_rule is not PopRule.NONE or rules.drift:
        return "the solver is for games of the first line, with gravity, without pop-outs and drift"
    if rules.shape.bits > core.MAX_FIRST_LINE_BITS:
        return f"columns × (rows + 1) is {rules.shape.bits}; the maximum is {core.MAX_FIRST_LINE_BITS}"
    if rules.shape.connect > MAX_CONNECT:
        return f"lines are longer than {MAX_CONNECT}"
    return None


def solver_builds() -> tuple[str, ...]:
    """The builds of the solvers that this machine can run, the fastest last. All visit the same nodes."""
    return () if core_unsupported_reason() else core.SOLVER_BUILDS


def first_line_solver(
    rules: Rules, table_mb: int, *, ordering_weights: OrderingWeights | None = None, build: str | None = None
) -> FirstLineSolver:
    """A solver of first-line games with gravity. Calls from several threads run at the same time.

    `ordering_weights`: default those of the board, if there are any. `build`: one of `solver_builds()`, default the
    last of them.
    """
    if reason := first_line_unsupported_reason(rules):
        raise EngineUnavailable(f"The native solver does not support this: {reason}.")
    weights = load_ordering_weights(rules.shape) if ordering_weights is None else ordering_weights
    flat = np.zeros(0, np.int8) if weights is None else np.ascontiguousarray(weights.reshape(-1))
    return core.FirstLineSolver(
        encode_rules(rules),
        table_mb,
        threat_weights=THREAT_WEIGHTS,
        line_weights=flat,
        min_weighted_cells=MIN_WEIGHTED_CELLS,
        column_order=[move.column for move in rules.centre_first(map(drop, range(rules.shape.width)))],
        build=build or core.SOLVER_BUILDS[-1],
    )


def general_unsupported_reason(rules: Rules, table_mb: int) -> str | None:
    """Why the general solver does not support these rules within `table_mb` megabytes; None if it does."""
    if reason := core_unsupported_reason(rules):
        return reason
    if rules.pop_rule is PopRule.OWN:
        if rules.drift is not None:
            return "under unlimited pop-outs and drift a game can go on for ever, and only chance ends it"
        if (needed := _popout_megabytes(rules)) > table_mb:
            board = f"{rules.shape.width}×{rules.shape.height}"
            return f"PopOut on {board} is too large to solve (it takes {needed:,} MB, the limit is {table_mb:,} MB)"
    return None


def general_solver(rules: Rules, table_mb: int, *, draw_calls: bool = True, build: str | None = None) -> GeneralSolver:
    """A solver of every other game: margins, expected margins, PopOut. Calls from several threads take turns.

    `draw_calls`: whether a draw can be called on a full board under unlimited pop-outs, as the rules say. `build`: one
    of `solver_builds()`, default the last of them; only games with drift have several.
    """
    if reason := general_unsupported_reason(rules, table_mb):
        raise EngineUnavailable(f"The native solver does not support this: {reason}.")
    return core.GeneralSolver(
        encode_rules(rules), table_mb, draw_calls=draw_calls, build=build or core.SOLVER_BUILDS[-1]
    )


def _popout_megabytes(rules: Rules) -> int:
    """A column has 2^(height + 1) − 1 contents; a position takes two bytes."""
    positions: int = (2 ** (rules.shape.height + 1) - 1) ** rules.shape.width
    return -(-2 * positions // 2**20)


def board_reader(rules: Rules) -> BoardReader | None:
    """Reads boards and drops such as 4453, and leaves what is not valid to Python; None for rules under which a board
    does not tell everything, and for those that the core does not support."""
    if core_unsupported_reason(rules) or rules.shape.bits > core.MAX_FIRST_LINE_BITS:
        return None
    if rules.pop_rule is not PopRule.NONE or rules.drift is not None:
        return None
    return core.BoardReader(encode_rules(rules))


def encode_rows(positions: Sequence[Position]) -> NDArray[np.uint64]:
    """One row per position: the discs of the side to move, low and high 64 bits, and the discs of the other side."""
    if not positions:
        return np.zeros((0, 4), np.uint64)
    return core.encode_rows(list(positions), positions[0].rules.shape.bits)
