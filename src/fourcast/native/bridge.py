"""The compiled core: whether it can be used, and rules, positions and moves encoded for it as plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from fourcast.errors import EngineUnavailable
from fourcast.rules import (
    CALL_DRAW,
    FIRST,
    SECOND,
    Branch,
    Chance,
    Ending,
    Goal,
    Move,
    MoveKind,
    Outcome,
    Player,
    PopRule,
    Position,
    Progress,
    Rules,
    TreeCounts,
    check_depth,
    drop,
    place,
    pop,
    run_weights,
)

try:
    import fourcast.native._core as core

    _fault: str | None = None
except ModuleNotFoundError:
    core = None  # type: ignore[assignment]
    _fault = "the native core is not built; reinstall with a C++20 compiler at hand"
except ImportError as error:
    core = None  # type: ignore[assignment]
    _fault = f"the native core does not load ({error})"

__all__ = ["core"]  # an import is not exported otherwise

EncodedPosition: TypeAlias = tuple[Sequence[int], Sequence[int], int, Sequence[int], bool]

GOALS: Final = (Goal.FIRST_LINE, Goal.MOST_LINES, Goal.RUN_POINTS)
POP_RULES: Final = (PopRule.NONE, PopRule.LIMITED, PopRule.OWN)
ENDINGS: Final = (Ending.LINE, Ending.FULL_BOARD, Ending.NO_ACTION)
WINNERS: Final[tuple[Player | None, ...]] = (FIRST, SECOND, None)
"""Enumerations by the numbers of the core."""

_LIMB: Final = (1 << 64) - 1


class Engine(Enum):
    NATIVE = "native"
    PYTHON = "python"


def choose_engine(unsupported: str | None, engine: Engine | None = None) -> Engine:
    """The given engine or, by default, the native one unless there is a reason why it does not support the work.
    Raises `EngineUnavailable` if the native one is asked for and there is."""
    if engine is Engine.NATIVE and unsupported:
        raise EngineUnavailable(f"The native engine does not support this: {unsupported}. Use the Python engine.")
    return engine or (Engine.PYTHON if unsupported else Engine.NATIVE)


def core_unsupported_reason(rules: Rules | None = None) -> str | None:
    """Why the native engine does not support these rules (or any, without rules); None if it does."""
    if _fault:
        return _fault
    if rules and rules.shape.bits > core.MAX_BITS:
        return f"columns × (rows + 1) is {rules.shape.bits}; the maximum is {core.MAX_BITS}"
    return None


@lru_cache(maxsize=256)
def encode_rules(rules: Rules) -> core.Rules:
    """Rules for the core."""
    choose_engine(core_unsupported_reason(rules), Engine.NATIVE)
    return core.Rules(
        width=rules.shape.width,
        height=rules.shape.height,
        connect=rules.shape.connect,
        goal=GOALS.index(rules.goal),
        gravity=rules.gravity,
        pop_rule=POP_RULES.index(rules.pop_rule),
        drift=rules.drift,
        run_weights=run_weights(rules.shape),
    )


def encode_position(position: Position) -> EncodedPosition:
    """A position for the core."""
    first, second = (_limbs(cells) for cells in position.stones)
    return first, second, position.turn, position.pops, position.drawn


def decode_position(rules: Rules, encoded: EncodedPosition) -> Position:
    """A position from the core."""
    first, second, turn, pops, drawn = encoded
    return Position.of(rules, (_cells(first), _cells(second)), 1 if turn else 0, (pops[0], pops[1]), drawn)


def encode_move(rules: Rules, move: Move) -> int:
    """The number of a move in the core."""
    width = rules.shape.width
    match move.kind:
        case MoveKind.DROP:
            return move.column
        case MoveKind.POP:
            return width + move.column
        case MoveKind.PLACE:
            return move.row * width + move.column
        case MoveKind.CALL_DRAW:
            return 2 * width


def decode_move(rules: Rules, action: int) -> Move:
    """The move with this number in the core."""
    kind, column = divmod(action, rules.shape.width)
    if not rules.gravity:
        return place(column, kind, rules.shape.width)
    return (drop(column), pop(column), CALL_DRAW)[kind]


def _limbs(cells: int) -> tuple[int, int, int, int]:
    return cells & _LIMB, cells >> 64 & _LIMB, cells >> 128 & _LIMB, cells >> 192


def _cells(limbs: Sequence[int]) -> int:
    return limbs[0] | limbs[1] << 64 | limbs[2] << 128 | limbs[3] << 192


# The rules as the core plays them, for counting and for the differential tests


def count_tree(position: Position, depth: int, *, progress: Progress | None = None) -> TreeCounts:
    check_depth(depth)
    rules = encode_rules(position.rules)
    positions, ended, chances = core.count_tree(rules, encode_position(position), depth, progress)
    return TreeCounts(tuple(positions), tuple(ended), tuple(chances))


def distinct(position: Position, depth: int, *, progress: Progress | None = None) -> tuple[int, ...]:
    check_depth(depth)
    rules = encode_rules(position.rules)
    return tuple(core.distinct(rules, encode_position(position), depth, progress))


def moves(position: Position) -> tuple[Move, ...]:
    if outcome(position):
        return ()
    actions = core.actions(encode_rules(position.rules), encode_position(position))
    return tuple(decode_move(position.rules, action) for action in actions)


def play_unchecked(position: Position, move: Move) -> Position | Chance:
    action = encode_move(position.rules, move)
    successors = core.successors(encode_rules(position.rules), encode_position(position), action)
    positions = [decode_position(position.rules, encoded) for _, _, encoded in successors]
    if successors[0][1] < 0 or position.rules.drift is None:
        return positions[0]
    total = sum(weight for weight, _, _ in successors)
    return Chance(
        tuple(
            Branch(Fraction(weight, total), column, following)
            for (weight, column, _), following in zip(successors, positions, strict=True)
        )
    )


def outcome(position: Position) -> Outcome | None:
    result = core.outcome(encode_rules(position.rules), encode_position(position))
    if not result:
        return None
    winner, ending, points = result
    return Outcome(WINNERS[winner], ENDINGS[ending], (points[0], points[1]))


def scores(position: Position) -> tuple[int, int]:
    first, second = core.scores(encode_rules(position.rules), encode_position(position))
    return first, second
