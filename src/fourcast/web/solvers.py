"""Exact solvers, kept by a worker with all they have learned."""

from __future__ import annotations

from fourcast.rules import Rules
from fourcast.solver import Solver, shared_solver, why_not_native


def reaches(rules: Rules) -> bool:
    """Whether a native solver knows these rules."""
    return why_not_native(rules) is None


def solver_for(rules: Rules) -> Solver:
    """The solver that the agents and the analysis of this worker share."""
    return shared_solver(rules)
