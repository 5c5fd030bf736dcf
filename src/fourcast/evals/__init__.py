"""Numbers for unfinished positions: the evaluations of the five systems, exact in every constant."""

from fourcast.evals.line_evals import (
    COMPLETE_LINE,
    LINE_COUNT_WEIGHTS,
    QUADRUPLET_OTHER,
    QUADRUPLET_OWN,
    by_shortage,
    line_counts,
    lines_and_potential,
    potential_lines,
    quadruplets,
)
from fourcast.evals.neighbours import EMPTY, LINE_FACTOR, PLAYABLE, SAME_COLOUR, neighbours
from fourcast.evals.registry import EVALS, Eval, Evaluate, as_eval, find_eval
from fourcast.evals.runs import filled_runs
from fourcast.evals.terminal import TerminalValue, terminal_value

__all__ = [
    "COMPLETE_LINE",
    "EMPTY",
    "EVALS",
    "LINE_COUNT_WEIGHTS",
    "LINE_FACTOR",
    "PLAYABLE",
    "QUADRUPLET_OTHER",
    "QUADRUPLET_OWN",
    "SAME_COLOUR",
    "Eval",
    "Evaluate",
    "TerminalValue",
    "as_eval",
    "by_shortage",
    "filled_runs",
    "find_eval",
    "line_counts",
    "lines_and_potential",
    "neighbours",
    "potential_lines",
    "quadruplets",
    "terminal_value",
]
