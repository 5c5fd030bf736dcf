"""Carrying values across the border to the compiled core and back: rules, positions and moves as plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from fourcast.errors import EngineUnavailable
from fourcast.rules import (
    CALL_DRAW,
    FIRST,
    SECOND,
    Ending,
    Goal,
    Move,
    MoveKind,
    Player,
    PopRule,
    Position,
    Rules,
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

Parcel: TypeAlias = tuple[Sequence[int], Sequence[int], int, Sequence[int], bool]

GOALS: Final = (Goal.FIRST_LINE, Goal.MOST_LINES, Goal.RUN_POINTS)
POP_RULES: Final = (PopRule.NONE, PopRule.LIMITED, PopRule.OWN)
ENDINGS: Final = (Ending.LINE, Ending.FULL_BOARD, Ending.NO_ACTION)
WINNERS: Final[tuple[Player | None, ...]] = (FIRST, SECOND, None)
"""Words by the number that the core gives them."""

__all__ = ["ENDINGS", "WINNERS", "action_number", "core", "move_of", "native_rules", "parcel", "position_of", "why_not"]

_LIMB: Final = (1 << 64) - 1


def why_not(rules: Rules | None = None) -> str | None:
    """Why the native engine cannot play these rules (or any, without rules); None if it can."""
    if _fault:
        return _fault
    if rules and rules.shape.bits > core.MOST_BITS:
        return f"columns × (rows + 1) is {rules.shape.bits}, and the native engine holds at most {core.MOST_BITS}"
    return None


@lru_cache(maxsize=256)
def native_rules(rules: Rules) -> core.Rules:
    """The rules as the core wants them."""
    if reason := why_not(rules):
        raise EngineUnavailable(f"The native engine cannot do this: {reason}. Use the Python engine.")
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


def parcel(position: Position) -> Parcel:
    """A position on its way out."""
    first, second = (_limbs(cells) for cells in position.stones)
    return first, second, position.turn, position.pops, position.drawn


def position_of(rules: Rules, sent: Parcel) -> Position:
    """A position on its way in."""
    first, second, turn, pops, drawn = sent
    return Position.of(rules, (_cells(first), _cells(second)), 1 if turn else 0, (pops[0], pops[1]), drawn)


def action_number(rules: Rules, move: Move) -> int:
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


def move_of(rules: Rules, action: int) -> Move:
    """The move of a number from the core."""
    kind, column = divmod(action, rules.shape.width)
    if not rules.gravity:
        return place(column, kind, rules.shape.width)
    return (drop(column), pop(column), CALL_DRAW)[kind]


def _limbs(cells: int) -> tuple[int, int, int, int]:
    return cells & _LIMB, cells >> 64 & _LIMB, cells >> 128 & _LIMB, cells >> 192


def _cells(limbs: Sequence[int]) -> int:
    return limbs[0] | limbs[1] << 64 | limbs[2] << 128 | limbs[3] << 192
