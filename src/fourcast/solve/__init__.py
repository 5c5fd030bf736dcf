"""Exact values: what a position is worth when both sides play best."""

from fourcast.solve.solver import Solution, Solver, solve, solve_many, solve_moves

__all__ = ["Solution", "Solver", "solve", "solve_many", "solve_moves"]
