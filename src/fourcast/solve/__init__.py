"""Exact values: what a position is worth when both sides play best."""

from fourcast.solve.shared import shared_solver, solve, solve_many, solve_moves
from fourcast.solve.solution import Solution
from fourcast.solve.solver import Solver

__all__ = ["Solution", "Solver", "shared_solver", "solve", "solve_many", "solve_moves"]
