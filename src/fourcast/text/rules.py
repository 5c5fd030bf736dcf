"""Names and descriptions of rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fourcast.rules import (
    LINE_POINTS,
    ONE_SHORT_POINTS,
    SETTINGS,
    TWO_SHORT_POINTS,
    Goal,
    PopRule,
    Rules,
    find_variant,
)
from fourcast.text.numbers import count_of, join_words, number_word

_TITLES: Final[Mapping[str, str]] = {"popout": "PopOut", "tictactoe": "Tic-tac-toe"}
_GOALS: Final[Mapping[Goal, str]] = {
    Goal.FIRST_LINE: " to the first line",
    Goal.MOST_LINES: " for lines",
    Goal.RUN_POINTS: " for points",
}


def variant_title(name: str) -> str:
    """The title of a named variant."""
    return _TITLES.get(name, name.replace("-", " ").capitalize())


def rules_title(rules: Rules) -> str:
    """The nearest variant and what is added to it or missing, without sizes.

    >>> rules_title(Rules.parse("popout,width=6,pops=2,drift=1:1:1"))
    'Classic with pop-outs and drift'
    """
    name, changed = _nearest_variant(rules)
    named = find_variant(name).rules
    has_pops = rules.pop_rule is not PopRule.NONE
    both = has_pops and named.pop_rule is not PopRule.NONE
    pops = f"{SETTINGS['pops'].write(rules)} pop-outs" if both else "pop-outs"
    parts = {"pops": (pops, has_pops), "drift": ("drift", bool(rules.drift)), "gravity": ("gravity", rules.gravity)}
    title = variant_title(name)
    if "goal" in changed:
        title += _GOALS[rules.goal]
    for preposition, present in (("with", True), ("without", False)):
        if words := [word for key, (word, is_present) in parts.items() if key in changed and is_present is present]:
            title += f" {preposition} {join_words(words)}"
    return title


def rules_caption(rules: Rules) -> str:
    """The title with the size, the number of pop-outs and the drift weights: different for different rules."""
    _, changed = _nearest_variant(rules)
    parts = [rules_title(rules), size_text(rules)]
    if "pops" in changed and rules.pop_rule is not PopRule.NONE:
        parts.append(f"{rules.pops_each} pop-outs each" if rules.pops_each else "pop-outs of own discs")
    if "drift" in changed and rules.drift:
        parts.append(f"drift {SETTINGS['drift'].write(rules)}")
    return ", ".join(parts)


def size_text(rules: Rules) -> str:
    """`7 × 6, connect 4`"""
    shape = rules.shape
    return f"{shape.width} × {shape.height}, connect {shape.connect}"


def how_won(rules: Rules) -> str:
    """How the game is won, and what is special about it."""
    connect = number_word(rules.shape.connect)
    parts = {
        Goal.FIRST_LINE: [
            f"{connect.capitalize()} of your discs in a row: across, up or on a diagonal. The first line ends the game."
        ],
        Goal.MOST_LINES: [f"Play until the board is full. Every {connect} in a row is a line, and more lines win."],
        Goal.RUN_POINTS: [
            f"Rows of your discs score: {connect} {LINE_POINTS} points, one short of it {ONE_SHORT_POINTS}, two short "
            f"{TWO_SHORT_POINTS}. When no move is left, more points win."
        ],
    }[rules.goal]
    if not rules.gravity:
        parts.append("Nothing falls: choose any empty cell.")
    if rules.pop_rule is PopRule.OWN:
        parts.append("Instead of dropping you may pop one of your own discs out of the bottom row.")
    if rules.pop_rule is PopRule.LIMITED:
        parts.append(
            f"Each side may pop {number_word(rules.pops_each)} times, any disc: Red from columns 1, 3, 5 …, "
            "Yellow from 2, 4, 6 …."
        )
    if rules.drift:
        left, right, total = rules.drift.left, rules.drift.right, sum(rules.drift)
        odds = f"to the left {left} in {total} times, to the right {right} in {total}"
        if left == right:
            odds = f"to either side, {count_of(left, 'time')} in {total} each way"
        parts.append(f"A falling disc slips one column {odds}.")
    return " ".join(parts)


def unavailable_reason(rules: Rules) -> str:
    """Why pop-outs or drift cannot be added to these rules."""
    if not rules.gravity:
        return "Nothing falls in this game, so discs cannot be popped or drift."
    return "Pop-outs without a limit need a game that the first line ends."


def _nearest_variant(rules: Rules) -> tuple[str, frozenset[str]]:
    """The variant that the text of the rules starts with, and which of its settings are changed."""
    name, *settings = str(rules).split(",")
    return name, frozenset(setting.partition("=")[0] for setting in settings)
