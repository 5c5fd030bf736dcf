"""What a game of the family is called: the nearest that has a name, its size, and what else is in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fourcast.rules import SETTINGS, Goal, PopRule, Rules, find_variant, rules_text
from fourcast.web.words import listed

_TITLES: Final[Mapping[str, str]] = {"popout": "PopOut", "tictactoe": "Tic-tac-toe"}
_GOALS: Final[Mapping[Goal, str]] = {
    Goal.FIRST_LINE: " to the first line",
    Goal.MOST_LINES: " for lines",
    Goal.RUN_POINTS: " for points",
}


def variant_title(name: str) -> str:
    return _TITLES.get(name, name.replace("-", " ").capitalize())


def rules_title(rules: Rules) -> str:
    """Short enough for the bar of the page.

    >>> from fourcast.rules import parse_rules
    >>> rules_title(parse_rules("popout,width=6,pops=2,drift=1:1:1"))
    'Classic with pop-outs and drift'
    """
    name, changed = _nearest(rules)
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
    title = variant_title(name) + (_GOALS[rules.goal] if "goal" in changed else "")
    return title + "".join(
        f" {word} {listed(words)}" for word, words in (("with", added), ("without", missing)) if words
    )


def rules_caption(rules: Rules) -> str:
    """The title of no other rules: with the size, the number of pop-outs and the odds of drift."""
    _, changed = _nearest(rules)
    parts = [rules_title(rules), size_text(rules)]
    if "pops" in changed and rules.pop_rule is not PopRule.NONE:
        parts.append(f"{rules.pops_each} pop-outs each" if rules.pops_each else "pop-outs of own discs")
    if "drift" in changed and rules.drift:
        parts.append(f"drift {SETTINGS['drift'].write(rules)}")
    return ", ".join(parts)


def size_text(rules: Rules) -> str:
    shape = rules.shape
    return f"{shape.width} × {shape.height}, connect {shape.connect}"


def _nearest(rules: Rules) -> tuple[str, frozenset[str]]:
    """The name of a game, and which settings of it are changed."""
    name, *settings = rules_text(rules).split(",")
    return name, frozenset(setting.partition("=")[0] for setting in settings)
