"""Numbers for unfinished positions: the evaluations of the five systems, exact in every constant."""

from fourcast.evals.registry import EVALS, Eval, Evaluate, as_eval, find_eval

__all__ = ["EVALS", "Eval", "Evaluate", "as_eval", "find_eval"]
