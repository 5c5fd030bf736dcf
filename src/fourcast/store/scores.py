"""High scores: the best win of every person, by variant."""

from __future__ import annotations

from dataclasses import dataclass

from fourcast.rules import rules_text
from fourcast.solver import exact_terminal_value
from fourcast.store.games import KeptGame


@dataclass(frozen=True)
class HighScore:
    """A person's win: what it was worth (more is better), against whom, and with how many discs and moves."""

    rules: str
    name: str
    against: str
    score: float
    discs: int
    plies: int


def high_score(kept: KeptGame) -> HighScore | None:
    """What a finished game adds to the list: a win on the board by a person whose last move was made here."""
    game = kept.game
    outcome = game.outcome
    if outcome is None or outcome.winner is None or game.verdict:
        return None
    if game.agents[outcome.winner] is not None or any(note.given for note in kept.notes[len(game.plies) - 1 :][:1]):
        return None
    worth = abs(exact_terminal_value(game.position, outcome))
    names = game.names
    return HighScore(
        rules_text(game.rules),
        names[outcome.winner],
        names[1 - outcome.winner],
        worth,
        game.position.discs,
        len(game.plies),
    )
