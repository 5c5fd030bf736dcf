"""Reading the golden files, and playing their games through an engine. What they hold: see make_goldens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from support import oracle
from support.engines import Calls
from support.to_oracle import oracle_action, oracle_state

from fourcast.rules import Move, PopRule, Position, Rules


class Ending(TypedDict):
    winner: str | None
    how: str


class Ply(TypedDict):
    move: str | None
    board: str
    turn: str
    pops: NotRequired[list[int]]
    moves: list[str]
    scores: list[int]
    outcome: Ending | None


class Game(TypedDict):
    plies: list[Ply]


class Golden(TypedDict):
    rules: str
    perft: list[int]
    chance: NotRequired[list[int]]
    distinct: list[int]
    games: list[Game]


def load() -> dict[str, Golden]:
    """Every golden by its rules."""
    files = sorted((Path(__file__).parents[1] / "data" / "goldens").glob("*.json"))
    goldens = [cast(Golden, json.loads(file.read_text(encoding="utf-8"))) for file in files]
    return {golden["rules"]: golden for golden in goldens}


def replayed(engine: Calls, rules: Rules, game: Game) -> Iterator[Ply]:
    """The game again, ply by ply as the engine sees it when it plays the golden's moves."""
    position = rules.start()
    for ply in game["plies"]:
        if ply["move"] is not None:
            position = _after(engine, position, ply["move"])
        yield _seen(engine, position, ply["move"])


def _after(engine: Calls, position: Position, text: str) -> Position:
    aimed, _, landed = text.partition(">")
    move = {_name(position.rules, move): move for move in engine.moves(position)}[aimed]
    after = engine.play(position, move)
    if isinstance(after, Position):
        return after
    return {str(branch.column + 1): branch.position for branch in after.branches}[landed or aimed]


def _seen(engine: Calls, position: Position, move: str | None) -> Ply:
    rules, outcome = position.rules, engine.outcome(position)
    seen = Ply(
        move=move,
        board=oracle.board_text(oracle_state(position)),
        turn=oracle.STONES[position.turn],
        moves=[_name(rules, move) for move in engine.moves(position)],
        scores=list(engine.scores(position)),
        outcome=None,
    )
    if rules.pop_rule is PopRule.LIMITED:
        seen["pops"] = list(position.pops)
    if outcome is not None:
        winner = None if outcome.winner is None else oracle.STONES[outcome.winner]
        seen["outcome"] = Ending(winner=winner, how=outcome.ending.value)
    return seen


def _name(rules: Rules, move: Move) -> str:
    return oracle.move_text(oracle_action(rules, move))
