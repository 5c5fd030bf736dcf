"""Storage of games and high scores in one SQLite file."""

from fourcast.store.records import GameSummary, HighScore, MoveNote, SavedGame, Seats
from fourcast.store.store import (
    FILE,
    Store,
    StoreConflict,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    folder_lock,
    temporary_copy,
)

__all__ = [
    "FILE",
    "GameSummary",
    "HighScore",
    "MoveNote",
    "SavedGame",
    "Seats",
    "Store",
    "StoreConflict",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "folder_lock",
    "temporary_copy",
]
