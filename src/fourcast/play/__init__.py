"""Games: their history, how they are saved, and the agents that play them."""

from fourcast.play.agents import (
    DEFAULT_PACE,
    FALLBACK,
    LEVELS,
    PERFECT,
    Agent,
    PerfectAgent,
    Reply,
    SearchAgent,
    Unsolved,
    as_agent,
    parse_agent,
)
from fourcast.play.game import NAMES, Game, Verdict
from fourcast.play.game_file import game_from_json, game_to_json, load_game, outcome_to_json

__all__ = [
    "DEFAULT_PACE",
    "FALLBACK",
    "LEVELS",
    "NAMES",
    "PERFECT",
    "Agent",
    "Game",
    "PerfectAgent",
    "Reply",
    "SearchAgent",
    "Unsolved",
    "Verdict",
    "as_agent",
    "game_from_json",
    "game_to_json",
    "load_game",
    "outcome_to_json",
    "parse_agent",
]
