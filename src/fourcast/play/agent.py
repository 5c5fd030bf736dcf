"""Who plays when no person does."""

from __future__ import annotations

from random import Random
from typing import Protocol

from fourcast.play.game import Game
from fourcast.rules import Move


class Agent(Protocol):
    """Chooses a move for the side to move in a game that is not over."""

    @property
    def name(self) -> str: ...

    def choose(self, game: Game) -> Move: ...


class RandomAgent:
    """Every legal move is as likely as any other; the same seed plays the same game."""

    name = "Random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, game: Game) -> Move:
        return self._random.choice(game.moves())
