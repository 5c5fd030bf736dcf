"""What the five systems said about their games, beside what is so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from fourcast.rules import Goal, PopRule, Rules, find_variant

LINES: Final = "winning lines"
LONGEST_GAME: Final = "longest game"
MOST_MOVES: Final = "most moves in a position"


@dataclass(frozen=True)
class Claim:
    """A published number: of which system, about what, for which rules, by which formula."""

    system: str
    about: str
    formula: str
    applies: Callable[[Rules], bool]
    value: Callable[[Rules], int]


def _any_size(name: str) -> Callable[[Rules], bool]:
    """Rules that differ from the named ones in the board and the number of pop-outs at most."""
    named = find_variant(name).rules
    return lambda rules: rules == replace(named, shape=rules.shape, pops_each=rules.pops_each)


def _same_board(name: str, width: int) -> Callable[[Rules], bool]:
    named = find_variant(name).rules
    return lambda rules: rules == replace(named, shape=replace(named.shape, width=width))


def _counts_lines(rules: Rules) -> bool:
    return rules.shape == find_variant("most-lines").rules.shape and rules.goal is Goal.MOST_LINES


def _pops_left(rules: Rules) -> bool:
    return rules.pop_rule is PopRule.LIMITED and rules.pops_each > 0 and _any_size("extended")(rules)


CLAIMS: Final = (
    Claim("Connect-4s", LINES, "69 windows of four", _counts_lines, lambda _: 69),
    Claim(
        "Connect Four 8×6",
        LINES,
        "rows·(columns−3) + columns·(rows−3) + 2·(columns−3)·(rows−3)",
        _same_board("classic", 8),
        lambda _: 84,
    ),
    Claim(
        "ExtendedConnect4",
        LONGEST_GAME,
        "cells + 4·pops",
        _pops_left,
        lambda rules: rules.shape.cells + 4 * rules.pops_each,
    ),
    Claim(
        "ExtendedConnect4",
        MOST_MOVES,
        "columns + pops",
        _pops_left,
        lambda rules: rules.shape.width + rules.pops_each,
    ),
)


def claims_about(rules: Rules, about: str) -> list[Claim]:
    """The published claims on one number of these rules."""
    return [claim for claim in CLAIMS if claim.about == about and claim.applies(rules)]
