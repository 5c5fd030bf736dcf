"""Exact values: what a position is worth when both sides play best."""

from fourcast.solver.book import Book, book_key, find_book, position_of_key, usual_path, why_no_book, write_book
from fourcast.solver.shared import shared_solver, solve, solve_many, solve_moves
from fourcast.solver.solution import Solution
from fourcast.solver.solver import BOOK, MOST_MB, MOST_THREADS, TABLE_MB, Boards, Solver, why_not_native
from fourcast.solver.values import counts_discs_left, plies_to_end, value_of_end

__all__ = [
    "BOOK",
    "MOST_MB",
    "MOST_THREADS",
    "TABLE_MB",
    "Boards",
    "Book",
    "Solution",
    "Solver",
    "book_key",
    "counts_discs_left",
    "find_book",
    "plies_to_end",
    "position_of_key",
    "shared_solver",
    "solve",
    "solve_many",
    "solve_moves",
    "usual_path",
    "value_of_end",
    "why_no_book",
    "why_not_native",
    "write_book",
]
