"""The only way to the compiled core, and the choice between it and the Python engine."""

from fourcast.native.bridge import (
    Engine,
    choose_engine,
    core_unsupported_reason,
    count_tree,
    decode_move,
    distinct,
    encode_position,
    moves,
    outcome,
    play_unchecked,
    scores,
)
from fourcast.native.ordering_weights import OrderingWeights, load_ordering_weights, ordering_weights_shape
from fourcast.native.search import STOPPED, NativeSearcher, evaluate, search_unsupported_reason
from fourcast.native.solver import (
    NO_NODE_LIMIT,
    THREAT_WEIGHTS,
    FirstLineSolver,
    GeneralSolver,
    encode_rows,
    first_line_solver,
    first_line_unsupported_reason,
    general_solver,
    general_unsupported_reason,
)

__all__ = [
    "NO_NODE_LIMIT",
    "STOPPED",
    "THREAT_WEIGHTS",
    "Engine",
    "FirstLineSolver",
    "GeneralSolver",
    "NativeSearcher",
    "OrderingWeights",
    "choose_engine",
    "core_unsupported_reason",
    "count_tree",
    "decode_move",
    "distinct",
    "encode_position",
    "encode_rows",
    "evaluate",
    "first_line_solver",
    "first_line_unsupported_reason",
    "general_solver",
    "general_unsupported_reason",
    "load_ordering_weights",
    "moves",
    "ordering_weights_shape",
    "outcome",
    "play_unchecked",
    "scores",
    "search_unsupported_reason",
]
