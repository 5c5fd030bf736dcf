"""Exact scores: what a position is worth when both sides play best."""

from fourcast.solver.api import scores, shared_solver, solve, solve_many
from fourcast.solver.backend import Backend, SolveOptions
from fourcast.solver.boards import Boards
from fourcast.solver.book import Book, book_key, default_book_path, find_book, position_of_key, write_book
from fourcast.solver.native_backend import FirstLineBackend, GeneralBackend
from fourcast.solver.python_backend import PythonBackend
from fourcast.solver.solution import Solution
from fourcast.solver.solver import (
    BOOK,
    FIRST_LINE_TABLE_MB,
    MAX_TABLE_MB,
    MAX_THREADS,
    BestMove,
    Solver,
    unsupported_reason,
)
from fourcast.solver.values import counts_discs_left, exact_terminal_value, plies_to_end, win_in

__all__ = [
    "BOOK",
    "FIRST_LINE_TABLE_MB",
    "MAX_TABLE_MB",
    "MAX_THREADS",
    "Backend",
    "BestMove",
    "Boards",
    "Book",
    "FirstLineBackend",
    "GeneralBackend",
    "PythonBackend",
    "Solution",
    "SolveOptions",
    "Solver",
    "book_key",
    "counts_discs_left",
    "default_book_path",
    "exact_terminal_value",
    "find_book",
    "plies_to_end",
    "position_of_key",
    "scores",
    "shared_solver",
    "solve",
    "solve_many",
    "unsupported_reason",
    "win_in",
    "write_book",
]
