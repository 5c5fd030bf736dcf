"""Games: their history, how they are saved, and the agents that play them."""

from fourcast.play.agent import DEFAULT_PACE, FALLBACK, LEVELS, SEED_STEP, Agent, Reply, SearchAgent
from fourcast.play.agent_text import as_agent, is_external, parse_agent, runs_files
from fourcast.play.game import NAMES, REPETITIONS, Game, Verdict
from fourcast.play.game_file import game_from_json, game_to_json, load_game, outcome_to_json
from fourcast.play.perfect import PERFECT, PerfectAgent, Unsolved

__all__ = [
    "DEFAULT_PACE",
    "FALLBACK",
    "LEVELS",
    "NAMES",
    "PERFECT",
    "REPETITIONS",
    "SEED_STEP",
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
    "is_external",
    "load_game",
    "outcome_to_json",
    "parse_agent",
    "runs_files",
]
