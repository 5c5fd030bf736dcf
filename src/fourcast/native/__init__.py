"""The twin's face: the only way to the compiled core, and the choice between it and the Python engine."""

from fourcast.native.bridge import move_of, why_not
from fourcast.native.engine import Engine, choose_engine, choose_unless
from fourcast.native.ordering_weights import Lessons, lessons_for, lessons_shape
from fourcast.native.rules import count_tree, distinct, moves, outcome, play_unchecked, scores
from fourcast.native.search import NativeSearcher, evaluate, why_no_search
from fourcast.native.solver import WEIGHTS, Found, NativeSolver, rows_of_boards, why_no_solver
from fourcast.native.variants import NativeVariantSolver, why_no_variant_solver

__all__ = [
    "WEIGHTS",
    "Engine",
    "Found",
    "Lessons",
    "NativeSearcher",
    "NativeSolver",
    "NativeVariantSolver",
    "choose_engine",
    "choose_unless",
    "count_tree",
    "distinct",
    "evaluate",
    "lessons_for",
    "lessons_shape",
    "move_of",
    "moves",
    "outcome",
    "play_unchecked",
    "rows_of_boards",
    "scores",
    "why_no_search",
    "why_no_solver",
    "why_no_variant_solver",
    "why_not",
]
