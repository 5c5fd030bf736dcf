"""The twin's face: the only way to the compiled core, and the choice between it and the Python engine."""

from fourcast.native.bridge import move_of, parcel, why_not
from fourcast.native.engine import Engine, choose_engine, choose_unless
from fourcast.native.ordering_weights import OrderingWeights, load_ordering_weights, ordering_weights_shape
from fourcast.native.rules import count_tree, distinct, moves, outcome, play_unchecked, scores
from fourcast.native.search import STOPPED, NativeSearcher, evaluate, why_no_search
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
    "choose_unless",
    "count_tree",
    "distinct",
    "encode_rows",
    "evaluate",
    "first_line_solver",
    "first_line_unsupported_reason",
    "general_solver",
    "general_unsupported_reason",
    "load_ordering_weights",
    "move_of",
    "moves",
    "ordering_weights_shape",
    "outcome",
    "parcel",
    "play_unchecked",
    "scores",
    "why_no_search",
    "why_not",
]
