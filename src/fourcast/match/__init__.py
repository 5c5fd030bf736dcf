"""Matches and tournaments between players of every kind, with Elo, sequential tests and standings."""

from fourcast.match.engine import AgentBackend, TextEngine
from fourcast.match.openings import MAX_PLIES
from fourcast.match.pairs import play_pair
from fourcast.match.players import Participant, PlayerLike
from fourcast.match.ratings import Estimate, Pentanomial, bradley_terry, wilson
from fourcast.match.records import LINES_SUFFIX, GameRecord, PairRecord, check_folder, saved_games, write_games
from fourcast.match.result import MatchResult
from fourcast.match.settings import DEFAULT_MARGIN, Adjudication, MatchSettings, Penalty
from fourcast.match.sprt import Sprt, State, parse_sprt
from fourcast.match.standings import HeadToHead, Standing
from fourcast.match.tournament import MATCH_GAMES, TOURNAMENT_GAMES, Tournament, match

__all__ = [
    "DEFAULT_MARGIN",
    "LINES_SUFFIX",
    "MATCH_GAMES",
    "MAX_PLIES",
    "TOURNAMENT_GAMES",
    "Adjudication",
    "AgentBackend",
    "Estimate",
    "GameRecord",
    "HeadToHead",
    "MatchResult",
    "MatchSettings",
    "PairRecord",
    "Participant",
    "Penalty",
    "Pentanomial",
    "PlayerLike",
    "Sprt",
    "Standing",
    "State",
    "TextEngine",
    "Tournament",
    "bradley_terry",
    "check_folder",
    "match",
    "parse_sprt",
    "play_pair",
    "saved_games",
    "wilson",
    "write_games",
]
