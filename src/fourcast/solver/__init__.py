"""Exact scores: what a position is worth when both sides play best."""

from fourcast.solver.api import scores as scores
from fourcast.solver.api import shared_solver as shared_solver
from fourcast.solver.api import solve as solve
from fourcast.solver.api import solve_many as solve_many
from fourcast.solver.boards import Boards as Boards
from fourcast.solver.book import Book as Book
from fourcast.solver.book import book_key as book_key
from fourcast.solver.book import default_book_path as default_book_path
from fourcast.solver.book import find_book as find_book
from fourcast.solver.book import position_of_key as position_of_key
from fourcast.solver.book import write_book as write_book
from fourcast.solver.native_backend import FirstLineBackend as FirstLineBackend
from fourcast.solver.native_backend import GeneralBackend as GeneralBackend
from fourcast.solver.solution import Solution as Solution
from fourcast.solver.solution import SolveOptions as SolveOptions
from fourcast.solver.solution import counts_discs_left as counts_discs_left
from fourcast.solver.solution import exact_terminal_value as exact_terminal_value
from fourcast.solver.solution import plies_to_end as plies_to_end
from fourcast.solver.solution import win_in as win_in
from fourcast.solver.solver import BOOK as BOOK
from fourcast.solver.solver import FIRST_LINE_TABLE_MB as FIRST_LINE_TABLE_MB
from fourcast.solver.solver import MAX_TABLE_MB as MAX_TABLE_MB
from fourcast.solver.solver import MAX_THREADS as MAX_THREADS
from fourcast.solver.solver import Solver as Solver
from fourcast.solver.solver import unsupported_reason as unsupported_reason
