"""The store: games as they are played, and high scores."""

from fourcast.store.store import GameSummary, HighScore, MoveNote, Store, StoredGame, StoreError

__all__ = ["GameSummary", "HighScore", "MoveNote", "Store", "StoreError", "StoredGame"]
