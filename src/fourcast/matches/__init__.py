"""Matches and tournaments between players of every kind, with Elo, sequential tests and standings."""

from fourcast.matches.engine import AgentBackend, TextEngine
from fourcast.matches.openings import MAX_PLIES
from fourcast.matches.pairs import play_pair
from fourcast.matches.players import Participant
from fourcast.matches.ratings import CONFIDENCE, difference, wilson
from fourcast.matches.records import LINES_SUFFIX, GameRecord, HeadToHead, check_folder, saved_games, write_games
from fourcast.matches.result import MatchResult
from fourcast.matches.settings import DEFAULT_MARGIN, Adjudication, MatchSettings, Penalty
from fourcast.matches.sprt import Sprt, State, parse_sprt
from fourcast.matches.standings import Standing, rate_players
from fourcast.matches.tournament import MATCH_GAMES, TOURNAMENT_GAMES, Tournament, match

__all__ = [
    "CONFIDENCE",
    "DEFAULT_MARGIN",
    "LINES_SUFFIX",
    "MATCH_GAMES",
    "MAX_PLIES",
    "TOURNAMENT_GAMES",
    "Adjudication",
    "AgentBackend",
    "GameRecord",
    "HeadToHead",
    "MatchResult",
    "MatchSettings",
    "Participant",
    "Penalty",
    "Sprt",
    "Standing",
    "State",
    "TextEngine",
    "Tournament",
    "check_folder",
    "difference",
    "match",
    "parse_sprt",
    "play_pair",
    "rate_players",
    "saved_games",
    "wilson",
    "write_games",
]
