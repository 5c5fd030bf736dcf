"""Games: their history, how they are saved, and the agents that play them."""

from fourcast.play.agents import (
    FALLBACK,
    LEVELS,
    PERFECT,
    Agent,
    OnDepth,
    PerfectAgent,
    Pick,
    Reply,
    SearchAgent,
    Unsolved,
    parse_agent,
)
from fourcast.play.game import Game, Verdict
from fourcast.play.game_file import game_from_json, game_to_json, load_game, outcome_to_json, save_game
from fourcast.play.words import count_text, margin_text, score_text, wins_text

__all__ = [
    "FALLBACK",
    "LEVELS",
    "PERFECT",
    "Agent",
    "Game",
    "OnDepth",
    "PerfectAgent",
    "Pick",
    "Reply",
    "SearchAgent",
    "Unsolved",
    "Verdict",
    "count_text",
    "game_from_json",
    "game_to_json",
    "load_game",
    "margin_text",
    "outcome_to_json",
    "parse_agent",
    "save_game",
    "score_text",
    "wins_text",
]
