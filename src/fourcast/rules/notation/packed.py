"""Smart-Connect-4's notation: a position in one integer of 63 bits.

Nine bits a column, the leftmost column lowest: three for its height, then six for its discs from the bottom up, 1 for
the second player (there the computer) and 0 for the first. A column of height 3 with discs x, o, o:

    0 0 0 1 1 0 0 1 1
          o o x └─┴─┴─ height 3
"""

from __future__ import annotations

import re
from typing import Final

from fourcast.errors import NotationError, quote
from fourcast.rules.notation.board import SIGNS, check_one_line, read_turn
from fourcast.rules.position import Position
from fourcast.rules.rules import Rules
from fourcast.rules.terms import FIRST, SECOND, Player, PopRule

_COLUMNS: Final = 7
_ROWS: Final = 6
_HEIGHT_BITS: Final = 3
_COLUMN_BITS: Final = _HEIGHT_BITS + _ROWS
_NUMBER: Final = re.compile(r"0[bB][01]{1,63}|0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19}")


def pack(position: Position) -> int:
    """The integer of a position. Whose turn it is must follow from the discs, for the integer does not hold it."""
    rules = position.rules
    _check_fits(rules)
    if read_turn(rules, position.stones) != position.turn:
        raise NotationError("This notation does not hold whose turn it is, and the discs here tell otherwise.")
    number = 0
    for column in range(rules.shape.width):
        height = position.height(column)
        discs = position.stones[SECOND] >> column * rules.shape.stride & ((1 << height) - 1)
        number |= (height | discs << _HEIGHT_BITS) << column * _COLUMN_BITS
    return number


def unpack(rules: Rules, number: int, *, turn: Player | None = None) -> Position:
    """The position of an integer. Give `turn` where the discs do not tell whose turn it is."""
    _check_fits(rules)
    shape = rules.shape
    if number < 0 or number >> shape.width * _COLUMN_BITS:
        raise NotationError(f"The number does not fit {shape.width} columns of {_COLUMN_BITS} bits.")
    stones = [0, 0]
    for column in range(shape.width):
        bits = number >> column * _COLUMN_BITS
        height = bits & ((1 << _HEIGHT_BITS) - 1)
        discs = bits >> _HEIGHT_BITS & ((1 << _ROWS) - 1)
        if height > shape.height:
            raise NotationError(f"Column {column + 1} has height {height}, the board only {shape.height} rows.")
        if discs >> height:
            raise NotationError(f"Column {column + 1} has a disc above its height of {height}.")
        occupied = (1 << height) - 1
        stones[FIRST] |= (occupied & ~discs) << column * shape.stride
        stones[SECOND] |= discs << column * shape.stride
    found = (stones[FIRST], stones[SECOND])
    check_one_line(rules, found)
    return Position(rules, found, read_turn(rules, found, None if turn is None else SIGNS[turn]))


def parse_packed(rules: Rules, text: str, *, turn: Player | None = None) -> Position:
    """`unpack` for a number written in decimal, as 0b… or as 0x…."""
    text = text.strip(" \t\r\n")
    if not _NUMBER.fullmatch(text):
        raise NotationError(
            f"{quote(text)} is not a whole number of at most 63 bits. Write it in decimal, as 0b… or as 0x…."
        )
    return unpack(rules, int(text, 0 if text[:2].lower() in ("0b", "0x") else 10), turn=turn)


def _check_fits(rules: Rules) -> None:
    shape = rules.shape
    if shape.width > _COLUMNS or shape.height > _ROWS or not rules.gravity:
        raise NotationError(f"This notation holds boards with gravity of at most {_COLUMNS} columns and {_ROWS} rows.")
    if rules.pop_rule is PopRule.LIMITED:
        raise NotationError("This notation does not hold the pop-outs left. Use board text.")
