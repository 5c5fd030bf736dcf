"""Keeping: games as they are played and the best results of people, in one SQLite file."""

from fourcast.store.games import KeptGame, Note, Summary
from fourcast.store.scores import HighScore
from fourcast.store.store import Store

__all__ = ["HighScore", "KeptGame", "Note", "Store", "Summary"]
