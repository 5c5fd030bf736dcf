"""The arena: players of every kind against each other, fairly, and what their results say."""

from fourcast.match.control import MARGIN, Adjudication, Control, Penalty
from fourcast.match.engine import AgentBrain, TextEngine
from fourcast.match.gamelist import LINES, Kept, refuse_others, write_games
from fourcast.match.match import Match, MatchResult
from fourcast.match.meeting import Tally
from fourcast.match.openings import MOST_PLIES
from fourcast.match.pairs import play_pair
from fourcast.match.players import Contestant, parse_contestant
from fourcast.match.rating import Difference, Pentanomial, Rating, difference, ratings, signed, wilson
from fourcast.match.seats import seat_for, try_out
from fourcast.match.sprt import Sprt, State, parse_sprt
from fourcast.match.tournament import Tournament, TournamentResult

__all__ = [
    "LINES",
    "MARGIN",
    "MOST_PLIES",
    "Adjudication",
    "AgentBrain",
    "Contestant",
    "Control",
    "Difference",
    "Kept",
    "Match",
    "MatchResult",
    "Penalty",
    "Pentanomial",
    "Rating",
    "Sprt",
    "State",
    "Tally",
    "TextEngine",
    "Tournament",
    "TournamentResult",
    "difference",
    "parse_contestant",
    "parse_sprt",
    "play_pair",
    "ratings",
    "refuse_others",
    "seat_for",
    "signed",
    "try_out",
    "wilson",
    "write_games",
]
