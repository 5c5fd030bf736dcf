"""Exact values: what a position is worth when both sides play best."""

from fourcast.solve.solution import Solution
from fourcast.solve.solver import Solver, solve, solve_many, solve_moves

__all__ = ["Solution", "Solver", "solve", "solve_many", "solve_moves"]
