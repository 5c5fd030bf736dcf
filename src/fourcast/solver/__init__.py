"""Exact values: what a position is worth when both sides play best."""

from fourcast.solver.shared import shared_solver, solve, solve_many, solve_moves
from fourcast.solver.solution import Solution
from fourcast.solver.solver import Solver

__all__ = ["Solution", "Solver", "shared_solver", "solve", "solve_many", "solve_moves"]
