"""Games: their history, how they are kept, and who plays them."""

from fourcast.play.agent import Agent, RandomAgent
from fourcast.play.game import Game, Verdict
from fourcast.play.gamefile import game_from_json, game_to_json, load_game, save_game

__all__ = ["Agent", "Game", "RandomAgent", "Verdict", "game_from_json", "game_to_json", "load_game", "save_game"]
