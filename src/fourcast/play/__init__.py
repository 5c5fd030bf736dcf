"""Games: their history, how they are kept, and who plays them."""

from fourcast.play.agents import LEVELS, STAND_IN, SearchAgent, parse_agent
from fourcast.play.game import Game, Verdict
from fourcast.play.game_file import game_from_json, game_to_json, load_game, save_game
from fourcast.play.perfect import PerfectAgent
from fourcast.play.reply import Agent, Reply

__all__ = [
    "LEVELS",
    "STAND_IN",
    "Agent",
    "Game",
    "PerfectAgent",
    "Reply",
    "SearchAgent",
    "Verdict",
    "game_from_json",
    "game_to_json",
    "load_game",
    "parse_agent",
    "save_game",
]
