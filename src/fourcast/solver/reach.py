"""How long before its end a game can be solved, as measured at random positions."""

from __future__ import annotations

from typing import Final, NamedTuple

from fourcast.rules import Goal, PopRule, Rules


class Reach(NamedTuple):
    """Moves to the end of a game from which its positions can be solved."""

    fast: int
    """Every move in a fraction of a second."""
    seconds: int
    """Most positions in ten seconds on one core. Each further empty cell takes about twice as long."""


MAX_USUAL_WIDTH: Final = 9
"""The measured positions are of boards up to this width, with lines of four."""

_DRIFT: Final = Reach(12, 18)
_POPS: Final = Reach(14, 20)
_NO_GRAVITY: Final = Reach(20, 24)
_GOALS: Final = {
    Goal.FIRST_LINE: Reach(32, 42),
    Goal.MOST_LINES: Reach(28, 42),
    Goal.RUN_POINTS: Reach(24, 38),
}


def solver_reach(rules: Rules) -> Reach:
    """The reach of the solvers in a game. Official PopOut is solved as a whole or not at all."""
    if rules.pop_rule is PopRule.OWN:
        return Reach(rules.shape.cells, rules.shape.cells)
    if rules.drift:
        return _DRIFT
    if rules.pops_each or (rules.goal is Goal.FIRST_LINE and rules.pop_rule is PopRule.LIMITED):
        return _POPS
    reach = _GOALS[rules.goal] if rules.gravity else _NO_GRAVITY
    is_usual = rules.shape.connect == 4 and rules.shape.width <= MAX_USUAL_WIDTH
    return reach if is_usual or rules.shape.cells <= reach.fast else Reach(reach.fast, reach.fast)
