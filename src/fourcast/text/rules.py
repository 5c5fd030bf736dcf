"""Names and descriptions of rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fourcast.rules import SETTINGS, Goal, PopRule, Rules, find_variant
from fourcast.text.numbers import join_words

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
    has_pops, had_pops = rules.has_pops, find_variant(name).rules.has_pops
    title = variant_title(name)
    if rules.goal is Goal.RUN_POINTS and rules.gravity and not has_pops:
        title, changed = "Run points", changed - {"goal", "pops"} | ({"drift"} if rules.drift else set())
    if not has_pops and not had_pops:
        changed -= {"pops"}
    pops = f"{SETTINGS['pops'].write(rules)} pop-outs" if has_pops and had_pops else "pop-outs"
    parts = {"pops": (pops, has_pops), "drift": ("drift", bool(rules.drift)), "gravity": ("gravity", rules.gravity)}
    if "goal" in changed:
        title += _GOALS[rules.goal]
    for preposition, present in (("with", True), ("without", False)):
        if words := [word for key, (word, is_present) in parts.items() if key in changed and is_present is present]:
            title += f" {preposition} {join_words(words)}"
    return title


def rules_caption(rules: Rules) -> str:
    """The title with the size, the number of pop-outs and the drift weights: different for different games."""
    _, changed = _nearest_variant(rules)
    parts = [rules_title(rules), size_text(rules)]
    if "pops" in changed and rules.has_pops:
        is_limited = rules.pop_rule is PopRule.LIMITED
        parts.append(f"{rules.pops_each} pop-outs each" if is_limited else "pop-outs of own discs")
    if "drift" in changed and rules.drift:
        parts.append(f"drift {SETTINGS['drift'].write(rules)}")
    return ", ".join(parts)


def size_text(rules: Rules) -> str:
    """`7 × 6, connect 4`"""
    shape = rules.shape
    return f"{shape.width} × {shape.height}, connect {shape.connect}"


def unavailable_reason(rules: Rules) -> str:
    """Why pop-outs or drift cannot be added to these rules."""
    if not rules.gravity:
        return "Nothing falls in this game, so discs cannot be popped or drift."
    return "Pop-outs without a limit need a game that the first line ends."


def _nearest_variant(rules: Rules) -> tuple[str, frozenset[str]]:
    """The variant that the text of the rules starts with, and which of its settings are changed."""
    name, *settings = str(rules).split(",")
    return name, frozenset(setting.partition("=")[0] for setting in settings)
