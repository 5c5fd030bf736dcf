"""From the package to the oracle: the same rules, positions and moves in the oracle's words.

Discs are read from the bits as `fourcast.rules.geometry` draws them, by no code of the package.
"""

from __future__ import annotations

from functools import cache

from support import oracle

from fourcast.rules import FIRST, SECOND, Move, MoveKind, Outcome, PopRule, Position, Rules


@cache
def oracle_rules(rules: Rules) -> oracle.Rules:
    """The rules as the oracle has them."""
    return oracle.Rules(
        rules.shape.width,
        rules.shape.height,
        rules.shape.connect,
        rules.gravity,
        rules.goal.value,
        rules.pops_each if rules.pop_rule is PopRule.LIMITED else rules.pop_rule.value,
        rules.drift,
    )


def oracle_state(position: Position) -> oracle.State:
    """The position as the oracle has it."""
    width, height = position.rules.shape.width, position.rules.shape.height
    columns = tuple("".join(sign(position, column, row) for row in range(height)) for column in range(width))
    return oracle.State(columns, position.turn, position.pops, position.drawn)


def sign(position: Position, column: int, row: int) -> str:
    """What stands on a cell: each column takes height + 1 bits, the bottom cell lowest."""
    bit = column * (position.rules.shape.height + 1) + row
    if position.stones[FIRST] >> bit & 1:
        return "x"
    return "o" if position.stones[SECOND] >> bit & 1 else "."


def oracle_action(rules: Rules, move: Move) -> oracle.Action:
    """The move as the oracle has it."""
    match move.kind:
        case MoveKind.DROP:
            return oracle.Action("drop", move.column)
        case MoveKind.POP:
            return oracle.Action("pop", move.column)
        case MoveKind.PLACE:
            return oracle.Action("place", move.row * rules.shape.width + move.column)
        case MoveKind.CALL_DRAW:
            return oracle.Action("call", 0)


def oracle_outcome(outcome: Outcome | None) -> oracle.Outcome | None:
    """The outcome as the oracle has it."""
    return None if outcome is None else oracle.Outcome(outcome.winner, outcome.ending.value)
