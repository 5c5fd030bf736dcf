"""Names and descriptions of rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fourcast.rules import (
    LINE_POINTS,
    ONE_SHORT_POINTS,
    SETTINGS,
    TWO_SHORT_POINTS,
    Drift,
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
    added: list[str] = []
    missing: list[str] = []
    if "pops" in changed:
        both = PopRule.NONE not in (rules.pop_rule, named.pop_rule)
        words = f"{SETTINGS['pops'].write(rules)} pop-outs" if both else "pop-outs"
        (missing if rules.pop_rule is PopRule.NONE else added).append(words)
    if "drift" in changed:
        (added if rules.drift else missing).append("drift")
    if "gravity" in changed:
        (added if rules.gravity else missing).append("gravity")
    title = variant_title(name)
    if "goal" in changed:
        title += _GOALS[rules.goal]
    if added:
        title += f" with {join_words(added)}"
    if missing:
        title += f" without {join_words(missing)}"
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
        parts.append(f"A falling disc {_slips(rules.drift)}.")
    return " ".join(parts)


def unavailable_reason(rules: Rules) -> str:
    """Why pop-outs or drift cannot be added to these rules."""
    if not rules.gravity:
        return "Nothing falls in this game, so discs cannot be popped or drift."
    return "Pop-outs without a limit need a game that the first line ends."


def _slips(drift: Drift) -> str:
    total = sum(drift)
    if drift.left == drift.right:
        return f"slips one column to either side, {count_of(drift.left, 'time')} in {total} each way"
    return f"slips one column to the left {drift.left} in {total} times, to the right {drift.right} in {total}"


def _nearest_variant(rules: Rules) -> tuple[str, frozenset[str]]:
    """The variant that the text of the rules starts with, and which of its settings are changed."""
    name, *settings = str(rules).split(",")
    return name, frozenset(setting.partition("=")[0] for setting in settings)
