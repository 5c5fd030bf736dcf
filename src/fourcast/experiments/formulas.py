"""Formulas that the five systems published about their games, which `fourcast rules` shows beside the true numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fourcast.rules import Goal, PopRule, Rules

LINES: Final = "winning lines"
LONGEST_GAME: Final = "longest game"
MOST_MOVES: Final = "most moves in a position"


@dataclass(frozen=True)
class Formula:
    """A published formula: the system, what it gives, its text, the rules it is about, and its value for them."""

    system: str
    about: str
    text: str
    applies: Callable[[Rules], bool]
    value: Callable[[Rules], int]


def _most_lines(rules: Rules) -> bool:
    return rules.shape == Rules.parse("most-lines").shape and rules.goal is Goal.MOST_LINES


def _extended(rules: Rules) -> bool:
    """ExtendedConnect4 on a board of any size, with pop-outs."""
    shape, pops = rules.shape, rules.pops_each
    if rules.pop_rule is not PopRule.LIMITED or pops == 0:
        return False
    size = f"width={shape.width},height={shape.height},connect={shape.connect}"
    return rules == Rules.parse(f"extended,{size},pops={pops}")


FORMULAS: Final = (
    Formula("Connect-4s", LINES, "69 windows of four", _most_lines, lambda _: 69),
    Formula(
        "Connect Four 8×6",
        LINES,
        "rows·(columns−3) + columns·(rows−3) + 2·(columns−3)·(rows−3)",
        lambda rules: rules == Rules.parse("classic,width=8"),
        lambda _: 84,
    ),
    Formula(
        "ExtendedConnect4",
        LONGEST_GAME,
        "cells + 4·pops",
        _extended,
        lambda rules: rules.shape.cells + 4 * rules.pops_each,
    ),
    Formula(
        "ExtendedConnect4", MOST_MOVES, "columns + pops", _extended, lambda rules: rules.shape.width + rules.pops_each
    ),
)


def formulas_about(rules: Rules, about: str) -> list[Formula]:
    """The published formulas of a number of these rules."""
    return [formula for formula in FORMULAS if formula.about == about and formula.applies(rules)]
