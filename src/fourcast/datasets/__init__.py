"""Positions with exact values: datasets, opening books, and how accurately agents play."""

from fourcast.datasets.positions import (
    SEED,
    draw,
    moves_text,
    random_line,
    random_positions,
    random_quiet_game,
    winning_moves,
)

__all__ = ["SEED", "draw", "moves_text", "random_line", "random_positions", "random_quiet_game", "winning_moves"]
