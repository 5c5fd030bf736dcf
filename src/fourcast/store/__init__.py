"""Storage of games and high scores in one SQLite file."""

from fourcast.store.store import (
    FILE,
    GameSummary,
    HighScore,
    MoveNote,
    SavedGame,
    Store,
    StoreConflict,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

__all__ = [
    "FILE",
    "GameSummary",
    "HighScore",
    "MoveNote",
    "SavedGame",
    "Store",
    "StoreConflict",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
]
