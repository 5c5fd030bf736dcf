"""What is kept of a game beside its moves, and what a list of games shows."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from fourcast.errors import NotationError
from fourcast.play import Game, game_from_json, game_to_json


@dataclass(frozen=True)
class Note:
    """What is remembered of a move: the seconds it took and, of an agent's reply, what the search found. A move that
    was given stood already when the game was begun or read."""

    seconds: float
    nodes: int | None = None
    depth: int | None = None
    value: str | None = None
    engine: str | None = None
    remark: str | None = None
    given: bool = False


@dataclass
class KeptGame:
    """A game with its name in the list and a note for every move, also for those that were taken back."""

    id: str
    game: Game
    title: str | None = None
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class Summary:
    """A game as a list shows it. `game` is its file form, with scores and outcome for readers that know no rules."""

    id: str
    title: str | None
    created: float
    changed: float
    board: str
    plies: int
    game: dict[str, Any]


def game_to_text(kept: KeptGame) -> str:
    return json.dumps(game_to_json(kept.game), separators=(",", ":"))


def notes_to_text(kept: KeptGame) -> str:
    return json.dumps([asdict(note) for note in kept.notes], separators=(",", ":"))


def game_from_text(ident: str, title: str | None, game: str, notes: str) -> KeptGame:
    """The game that was kept. Raises `NotationError` if somebody has changed the file into something else."""
    try:
        return KeptGame(ident, game_from_json(json.loads(game)), title, [Note(**note) for note in json.loads(notes)])
    except (TypeError, json.JSONDecodeError) as fault:
        raise NotationError(f"This kept game cannot be read: {fault}.") from None
