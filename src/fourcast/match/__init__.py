"""The arena: players of every kind against each other, fairly, and what their results say."""

from fourcast.match.control import Adjudication, Control, Penalty
from fourcast.match.match import Match, MatchResult
from fourcast.match.players import Contestant, parse_contestant
from fourcast.match.rating import Difference, Rating, difference, ratings, wilson
from fourcast.match.sprt import Sprt
from fourcast.match.tournament import Tournament

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
