"""The arena: players of every kind against each other, fairly, and what their results say."""

from fourcast.arena.control import Adjudication, Control, Penalty
from fourcast.arena.match import Match, MatchResult
from fourcast.arena.players import Contestant, parse_contestant
from fourcast.arena.rating import Difference, Rating, difference, ratings, wilson
from fourcast.arena.sprt import Sprt
from fourcast.arena.tournament import Tournament

__all__ = [
    "Adjudication",
    "Contestant",
    "Control",
    "Difference",
    "Match",
    "MatchResult",
    "Penalty",
    "Rating",
    "Sprt",
    "Tournament",
    "difference",
    "parse_contestant",
    "ratings",
    "wilson",
]
