"""Search: every algorithm as a step with its recursion as an argument, and layers around it."""

from fourcast.algorithms.algorithms import ALGORITHMS, Algorithm, SearchContext, find_algorithm, tree_searches
from fourcast.algorithms.engine import PythonSearcher, Searcher, deepen, full_window, run_search, tree_result
from fourcast.algorithms.layers import RootValue
from fourcast.algorithms.leaves import WIN
from fourcast.algorithms.limit import MAX_DEPTH, MAX_NODES, Limit, StopFlag, Stopped, StopSearch
from fourcast.algorithms.ordering import MoveOrder
from fourcast.algorithms.recursion import (
    WORST,
    Bound,
    Edge,
    Layer,
    Node,
    Step,
    Variation,
    Visit,
    Window,
    bound_of,
    try_move,
)
from fourcast.algorithms.result import Counts, MoveValue, SearchResult
from fourcast.algorithms.score import MIN_WIN_CHANCE, PovScore, Score, ScoreKind, score_of
from fourcast.algorithms.spec import (
    EvalLike,
    SearchSpec,
    TableMode,
    default_eval,
    read_seconds,
    read_spec_settings,
    read_whole_number,
)

__all__ = [
    "ALGORITHMS",
    "MAX_DEPTH",
    "MAX_NODES",
    "MIN_WIN_CHANCE",
    "WIN",
    "WORST",
    "Algorithm",
    "Bound",
    "Counts",
    "Edge",
    "EvalLike",
    "Layer",
    "Limit",
    "MoveOrder",
    "MoveValue",
    "Node",
    "PovScore",
    "PythonSearcher",
    "RootValue",
    "Score",
    "ScoreKind",
    "SearchContext",
    "SearchResult",
    "SearchSpec",
    "Searcher",
    "Step",
    "StopFlag",
    "StopSearch",
    "Stopped",
    "TableMode",
    "Variation",
    "Visit",
    "Window",
    "bound_of",
    "deepen",
    "default_eval",
    "find_algorithm",
    "full_window",
    "read_seconds",
    "read_spec_settings",
    "read_whole_number",
    "run_search",
    "score_of",
    "tree_result",
    "tree_searches",
    "try_move",
]
