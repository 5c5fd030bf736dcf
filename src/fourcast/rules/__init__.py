"""What may happen: the rules of the whole family, positions, moves, notation and counting."""

from fourcast.rules.rules import Rules
from fourcast.rules.move import CALL_DRAW, Kind, Move, drop, place, pop
from fourcast.rules.perft import Census, census, distinct, perft
from fourcast.rules.position import Branch, Chance, Position
from fourcast.rules.geometry import Shape
from fourcast.rules.terms import FIRST, SECOND, Drift, Ending, Goal, Outcome, Player, PopRule, other
from fourcast.rules.variants import VARIANTS, Variant, find_variant, parse_rules, rules_text

__all__ = [
    "CALL_DRAW",
    "FIRST",
    "SECOND",
    "VARIANTS",
    "Branch",
    "Census",
    "Chance",
    "Drift",
    "Ending",
    "Goal",
    "Kind",
    "Move",
    "Outcome",
    "Player",
    "PopRule",
    "Position",
    "Rules",
    "Shape",
    "Variant",
    "census",
    "distinct",
    "drop",
    "find_variant",
    "other",
    "parse_rules",
    "perft",
    "place",
    "pop",
    "rules_text",
]
