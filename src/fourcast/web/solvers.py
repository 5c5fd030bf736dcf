"""Exact solvers, kept by a worker with all they have learned."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fourcast.rules import Rules
from fourcast.solver import Solver, find_book, why_not_native

MOST_KEPT: Final = 2
"""Solvers of a worker that wait for the next who asks. Most take some megabytes, one of PopOut up to a thousand."""


def reaches(rules: Rules) -> bool:
    """Whether a native solver knows these rules."""
    return why_not_native(rules) is None


@lru_cache(maxsize=MOST_KEPT)
def solver_for(rules: Rules) -> Solver:
    return Solver(rules, book=find_book(rules))
