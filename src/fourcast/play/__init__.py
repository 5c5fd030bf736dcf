"""Games: their history, how they are kept, and who plays them."""

from fourcast.play.agents import LEVELS, NATURAL_EVALS, STAND_IN, SearchAgent, default_limit, parse_agent
from fourcast.play.game import Game, Verdict
from fourcast.play.game_file import game_from_json, game_to_json, load_game, outcome_to_json, save_game
from fourcast.play.perfect import PerfectAgent, Unsolved
from fourcast.play.reply import Agent, OnInfo, Reply

__all__ = [
    "LEVELS",
    "NATURAL_EVALS",
    "STAND_IN",
    "Agent",
    "Game",
    "OnInfo",
    "PerfectAgent",
    "Reply",
    "SearchAgent",
    "Unsolved",
    "Verdict",
    "default_limit",
    "game_from_json",
    "game_to_json",
    "load_game",
    "outcome_to_json",
    "parse_agent",
    "save_game",
]
