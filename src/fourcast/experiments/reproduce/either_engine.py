"""What both engines can tell of a position, from the one that is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fourcast import native
from fourcast import rules as python
from fourcast.evals import find_eval
from fourcast.native import Engine
from fourcast.native import evaluate as native_evaluate
from fourcast.rules import FIRST, Chance, Move, Player, Position, Rules, parse_position


def count_tree(position: Position, depth: int, engine: Engine) -> python.TreeCounts:
    return native.count_tree(position, depth) if engine is Engine.NATIVE else python.count_tree(position, depth)


def scores(position: Position, engine: Engine) -> tuple[int, int]:
    return native.scores(position) if engine is Engine.NATIVE else position.scores


def moves(position: Position, engine: Engine) -> Sequence[Move]:
    return native.moves(position) if engine is Engine.NATIVE else position.legal_moves


def play(position: Position, move: Move, engine: Engine) -> Position | Chance:
    return native.play_unchecked(position, move) if engine is Engine.NATIVE else position.play_unchecked(move)


def evaluate(position: Position, evaluation: str, player: Player, engine: Engine) -> float:
    known = find_eval(evaluation)
    return native_evaluate(position, known, player) if engine is Engine.NATIVE else known.evaluate(position, player)


def value_of_line(discs: str, evaluation: str) -> Callable[[Engine], float]:
    """What these discs are worth to x on a board that is one line of four."""
    position = parse_position(Rules.parse("classic,width=4,height=1"), f"{discs} turn=x")
    return lambda engine: evaluate(position, evaluation, FIRST, engine)
