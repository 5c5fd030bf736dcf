"""The named evaluations, evaluations as text, and the values of finished games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, partial
from inspect import signature
from math import nan
from numbers import Integral, Real
from sys import float_info
from typing import Final, TypeAlias

from fourcast.errors import UsageError, quote
from fourcast.evals.evaluations import (
    COMPLETE_LINE,
    LINE_FACTOR,
    QUADRUPLET_OTHER,
    QUADRUPLET_OWN,
    SAME_COLOUR,
    filled_runs,
    line_counts,
    lines_and_potential,
    neighbours,
    potential_lines,
    quadruplets,
    quadruplets_program,
)
from fourcast.python_file import error_text, is_python_file, load_function, takes_board
from fourcast.rules import FIRST, Goal, Outcome, Player, Position, Rules, run_points

Evaluate: TypeAlias = Callable[[Position, Player], float]
"""What an unfinished position is worth to a player."""


class TerminalValue(Enum):
    """How a search values finished games.

    The normal way is `SOONER`. The others are how the published systems did it, and are there to reproduce them.
    """

    SOONER = "sooner"
    """A win is worth more the sooner it comes; a game of lines or points is worth its margin."""
    EVALUATED = "evaluated"
    """Like any other leaf, by the evaluation (Connect-4s, Connect Four 8×6)."""
    CUT_FIRST = "cut-first"
    """The evaluation when no depth is left, finished or not; before that, the margin (Smart-Connect-4)."""
    DRAW_FIRST = "draw-first"
    """A full board is a draw before it is a win of the side that searches (zer0lose's order of tests)."""


def terminal_value(position: Position, outcome: Outcome) -> int:
    """The value of a finished game to the side to move: the margin of lines or points; where the first line wins, 1 for
    a win, 0 for a draw, −1 for a loss."""
    if position.rules.goal is not Goal.FIRST_LINE:
        first, second = outcome.scores
        return first - second if position.turn == FIRST else second - first
    if outcome.winner is None:
        return 0
    return 1 if outcome.winner == position.turn else -1


@dataclass(frozen=True, repr=False)
class Eval:
    """An evaluation with what a search must know about it."""

    name: str
    evaluate: Evaluate
    description: str
    mirrors: bool = False
    """Whether a position and its mirror image have the same value."""
    bound: Callable[[Rules], tuple[float, float]] | None = None
    """The least and the greatest value under given rules; None if unknown."""
    native: int | None = None
    """The number of this evaluation, or of one that differs in its weights alone, in the compiled core; None: Python
    only."""
    factor: int = 0
    """The value of a complete line, for `neighbours` alone."""
    terminal: Callable[[Rules], TerminalValue] = lambda _: TerminalValue.SOONER
    """How finished games are valued by default: as the evaluation's own system did, in its own game."""

    def __repr__(self) -> str:
        return f"<Eval {self.name}>"


EVALS: Final = (
    Eval(
        "potential-lines",
        potential_lines,
        "Lines still open to each side (Connect-4s, as its published counts were made).",
        native=0,
        mirrors=True,
        bound=lambda rules: _either_way(rules.shape.line_count),
    ),
    Eval(
        "lines-and-potential",
        lines_and_potential,
        "Open lines, complete ones counted twice (Connect-4s, as documented).",
        native=1,
        mirrors=True,
        bound=lambda rules: _either_way(2 * rules.shape.line_count),
        terminal=lambda rules: TerminalValue.EVALUATED if rules.goal is Goal.MOST_LINES else TerminalValue.SOONER,
    ),
    Eval(
        "filled-runs",
        filled_runs,
        "Run points if every empty cell were one's own (ExtendedConnect4).",
        native=2,
        mirrors=True,
        bound=lambda rules: _either_way(run_points(rules.shape.board, rules.shape)),
    ),
    Eval(
        "neighbours",
        neighbours,
        "What stands beside each disc, and 630 for each complete line (Smart-Connect-4; `neighbours:factor=642`).",
        native=3,
        bound=lambda rules: _neighbours_bound(rules, LINE_FACTOR),
        factor=LINE_FACTOR,
        terminal=lambda rules: TerminalValue.CUT_FIRST if rules.goal is Goal.MOST_LINES else TerminalValue.SOONER,
    ),
    Eval(
        "quadruplets",
        quadruplets,
        "1, 10, 1000 for lines of own discs alone, −1, −10, −500 for the opponent's (zer0lose, as documented).",
        native=4,
        mirrors=True,
        bound=lambda rules: _either_way(QUADRUPLET_OWN[0] * rules.shape.line_count),
    ),
    Eval(
        "line-counts",
        line_counts,
        "1, 4, 32 for open lines with one, two, three discs (Connect Four 8×6).",
        native=5,
        mirrors=True,
        bound=lambda _: (-COMPLETE_LINE - 1, COMPLETE_LINE),  # the 32-bit integers its program starts from
        terminal=lambda rules: TerminalValue.EVALUATED if str(rules) == "classic,width=8" else TerminalValue.SOONER,
    ),
    Eval(
        "quadruplets-program",
        quadruplets_program,
        "−1, −10, −500 for the opponent's lines and nothing for one's own (zer0lose, as its program did it).",
        native=4,
        mirrors=True,
        bound=lambda rules: (QUADRUPLET_OTHER[0] * rules.shape.line_count, 0),
    ),
)

EVAL_CHOICES: Final = (*(known.name for known in EVALS), "neighbours:factor=642")
"""The evaluations that lists offer, as text: the last one has the factor of Smart-Connect-4's document."""


def find_eval(text: str) -> Eval:
    """The evaluation of a text: a name, `neighbours:factor=642`, or `FILE.py:FUNCTION` for a function in a file; the
    function is `evaluate`, or the only one, if the text does not name it.

    >>> find_eval("quadruplets").description
    "1, 10, 1000 for lines of own discs alone, −1, −10, −500 for the opponent's (zer0lose, as documented)."
    """
    if is_python_file(text):
        return _own_in_file(load_function(text, "evaluate"), text)
    name, colon, rest = text.partition(":")
    for known in EVALS:
        if known.name == name:
            return _with_factor(known, rest) if colon else known
    names = ", ".join(known.name for known in EVALS)
    raise UsageError(f"There is no evaluation {quote(name)}. Known: {names}; or FILE.py:FUNCTION for your own.")


def as_eval(evaluation: object) -> Eval:
    """An evaluation from its name, an `Eval`, or a function of a position and a player."""
    if isinstance(evaluation, str):
        return find_eval(evaluation)
    if isinstance(evaluation, Eval):
        return evaluation
    if not callable(evaluation):
        raise UsageError(
            f"{evaluation!r:.60} is not an evaluation. Use a name, or a function of a position and a player."
        )
    return _own(evaluation, getattr(evaluation, "__name__", "own"))


def has_name(evaluation: Eval) -> bool:
    """Whether another process finds the evaluation by its name; a function that is in no file it does not."""
    try:
        return find_eval(evaluation.name) == evaluation
    except UsageError:
        return False


def _either_way(most: float) -> tuple[float, float]:
    return -most, most


def _neighbours_bound(rules: Rules, factor: int) -> tuple[float, float]:
    return _either_way(4 * SAME_COLOUR * rules.shape.cells + factor * rules.shape.line_count)


@lru_cache(maxsize=64)
def _with_factor(known: Eval, setting: str) -> Eval:
    key, _, value = setting.partition("=")
    if known.name != "neighbours" or key != "factor" or not (value.isascii() and value.isdigit() and len(value) < 10):
        raise UsageError(f"{known.name}:{setting} is unknown. Only neighbours:factor=NUMBER has a setting.")
    factor = int(value)
    return replace(
        known,
        name=f"{known.name}:{setting}",
        evaluate=partial(neighbours, factor=factor),
        bound=lambda rules: _neighbours_bound(rules, factor),
        factor=factor,
    )


def _own(function: Callable[..., object], name: str) -> Eval:
    """A user's function of a position and a player, or of an array of the board and the number of the player in it.
    Errors in it are reported with its name."""
    has_board = takes_board(function)
    try:
        signature(function).bind(None, None)
    except TypeError:
        raise UsageError(
            f"The evaluation {name} has other arguments. An evaluation takes a position and a player."
        ) from None
    except ValueError:
        pass  # a compiled function does not tell its arguments

    def evaluate(position: Position, player: Player) -> float:
        try:
            value = function(position.to_array(), player + 1) if has_board else function(position, player)
        except (Exception, SystemExit) as fault:
            raise UsageError(f"The evaluation {name} failed: {error_text(fault, function)}.") from fault
        number = int(value) if isinstance(value, Integral) else float(value) if isinstance(value, Real) else nan
        if not abs(number) <= float_info.max:
            raise UsageError(f"The evaluation {name} returned {value!r:.60}. It must return a finite number.")
        return number

    return Eval(name, evaluate, "A user-defined evaluation.")


_own_in_file: Final = lru_cache(maxsize=64)(_own)
"""The same function is the same evaluation, which `has_name` can find again."""
