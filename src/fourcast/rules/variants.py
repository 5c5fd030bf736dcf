"""The games that have a name, and rules as text: `NAME[,key=value…]`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from fourcast.errors import RulesError, quote
from fourcast.rules.geometry import Shape
from fourcast.rules.rules import Rules
from fourcast.rules.terms import Drift, Goal, PopRule
from fourcast.spec import did_you_mean, is_digits, read_settings, split_name, whole_number, word_of


@dataclass(frozen=True)
class Variant:
    """A named game, and one line about it."""

    name: str
    rules: Rules
    about: str


_SIZE: Final = ("width", "height", "connect")

VARIANTS: Final = (
    Variant(
        "classic",
        Rules(Shape(7, 6, 4)),
        "Four in a row wins at once; a full board is a draw.",
    ),
    Variant(
        "most-lines",
        Rules(Shape(7, 6, 4), goal=Goal.MOST_LINES),
        "Fill the board; more fours in a row wins.",
    ),
    Variant(
        "drift",
        Rules(Shape(7, 6, 4), goal=Goal.MOST_LINES, drift=Drift(3, 1, 1)),
        "Most lines, but a disc may slip into the next column.",
    ),
    Variant(
        "extended",
        Rules(Shape(8, 6, 4), goal=Goal.RUN_POINTS, pop_rule=PopRule.LIMITED, pops_each=6),
        "Runs score points; six pop-outs each, by column parity.",
    ),
    Variant(
        "popout",
        Rules(Shape(7, 6, 4), pop_rule=PopRule.OWN),
        "Drop, or pop your own bottom disc; four in a row wins.",
    ),
    Variant(
        "tictactoe",
        Rules(Shape(3, 3, 3), gravity=False),
        "Three in a row on a board without gravity.",
    ),
)


def find_variant(name: str) -> Variant:
    """The variant of that name."""
    for variant in VARIANTS:
        if variant.name == name:
            return variant
    names = [variant.name for variant in VARIANTS]
    raise RulesError(f"There are no rules named {quote(name)}. {did_you_mean(name, names)}")


def parse_rules(text: str) -> Rules:
    """Read `NAME[,key=value…]`.

    >>> parse_rules("classic,width=8") == Rules(Shape(8, 6, 4))
    True
    >>> parse_rules("classic,widht=8")
    Traceback (most recent call last):
    fourcast.errors.RulesError: There is no setting 'widht'. Did you mean 'width'?
    """
    name, settings = split_name(text, example="classic,width=8")
    rules = find_variant(name).rules
    values = read_settings(settings, SETTINGS, example="width=8")
    changes: dict[str, Any] = {}
    for key, value in values.items():
        changes |= SETTINGS[key].read(value)
    size = {key: value for key, value in changes.items() if key in _SIZE}
    rest = {key: value for key, value in changes.items() if key not in size}
    return replace(rules, shape=replace(rules.shape, **size), **rest)


def rules_text(rules: Rules) -> str:
    """The text that `parse_rules` reads as these rules: another size of a named game rather than another game.

    >>> rules_text(Rules(Shape(8, 6, 4)))
    'classic,width=8'
    """
    texts = []
    for variant in VARIANTS:
        changed = [key for key, setting in SETTINGS.items() if setting.write(rules) != setting.write(variant.rules)]
        other_than_size = sum(key not in _SIZE for key in changed)
        text = ",".join([variant.name, *(f"{key}={SETTINGS[key].write(rules)}" for key in changed)])
        texts.append((other_than_size, len(changed), text))
    return min(texts, key=lambda entry: entry[:2])[2]


@dataclass(frozen=True)
class Setting:
    """One key of the rules text: how its value is read into fields, and written from rules."""

    read: Callable[[str], Mapping[str, Any]]
    write: Callable[[Rules], str]


def _read_number(field: str) -> Callable[[str], Mapping[str, Any]]:
    return lambda text: {field: whole_number(field, text)}


def _read_goal(text: str) -> Mapping[str, Any]:
    return {"goal": word_of(Goal, "goal", text)}


def _read_gravity(text: str) -> Mapping[str, Any]:
    if text not in ("on", "off"):
        raise RulesError(f"gravity={quote(text)} is unknown. Write gravity=on or gravity=off.")
    return {"gravity": text == "on"}


def _read_pops(text: str) -> Mapping[str, Any]:
    if text in (PopRule.NONE.value, PopRule.OWN.value):
        return {"pop_rule": PopRule(text), "pops_each": 0}
    if not is_digits(text):
        raise RulesError(f"pops={quote(text)} is unknown. Write pops=none, pops=own or a number for each player.")
    return {"pop_rule": PopRule.LIMITED, "pops_each": whole_number("pops", text)}


def _write_pops(rules: Rules) -> str:
    return str(rules.pops_each) if rules.pop_rule is PopRule.LIMITED else rules.pop_rule.value


def _read_drift(text: str) -> Mapping[str, Any]:
    if text == "none":
        return {"drift": None}
    weights = text.split(":")
    if len(weights) != 3:
        raise RulesError(
            f"drift={quote(text)} is unknown. Write drift=none or weights for aimed, left and right, as in 3:1:1."
        )
    return {"drift": Drift(*(whole_number("drift", weight) for weight in weights))}


def _write_drift(rules: Rules) -> str:
    return "none" if rules.drift is None else ":".join(map(str, rules.drift))


SETTINGS: Final[Mapping[str, Setting]] = {
    "width": Setting(_read_number("width"), lambda rules: str(rules.shape.width)),
    "height": Setting(_read_number("height"), lambda rules: str(rules.shape.height)),
    "connect": Setting(_read_number("connect"), lambda rules: str(rules.shape.connect)),
    "goal": Setting(_read_goal, lambda rules: rules.goal.value),
    "gravity": Setting(_read_gravity, lambda rules: "on" if rules.gravity else "off"),
    "pops": Setting(_read_pops, _write_pops),
    "drift": Setting(_read_drift, _write_drift),
}
"""Every key a rules text may set."""
