"""Two formats of published systems, read and written exactly.

Smart-Connect-4 packs a position into one integer of 63 bits: nine bits a column, the leftmost column lowest; three bits
for its height, then six for its discs from the bottom up, 1 for the second player (there the computer) and 0 for the
first. A column of height 3 with discs x, o, o:

    0 0 0 1 1 0 0 1 1
          o o x └─┴─┴─ height 3

A number of nine bits is one column alone, as the document shows one. The side to move is not stored: it follows from
the discs, or is written behind the number, as in `0b001011101 turn=o`.

ExtendedConnect4's start file has the pop-outs of each player, then the rows from the top, 0 empty, 1 and 2 the players.
The size of the board and the pop-outs follow from the file; the first player moves.

    6
    0 0 0 0
    0 1 2 0
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fourcast.errors import NotationError, RulesError, quote
from fourcast.rules.geometry import MAX_SIDE, Shape
from fourcast.rules.notation import check_no_gaps, check_one_line, read_turn
from fourcast.rules.position import Position
from fourcast.rules.rules import FIRST, SECOND, Player, PopRule, Rules, find_variant

_COLUMNS: Final = 7
_ROWS: Final = 6
_HEIGHT_BITS: Final = 3
_COLUMN_BITS: Final = _HEIGHT_BITS + _ROWS
_NUMBER: Final = re.compile(r"0[bB][01]{1,63}|0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19}")

_DOCUMENTED: Final = 0b101011101011010111001011101111010111110011101100010111001011101
"""The example of a state in the document of Smart-Connect-4."""

_CELLS: Final = "012"


def pack(position: Position) -> int:
    """The integer of a position. Whose turn it is must follow from the discs, for the integer does not hold it."""
    rules = position.rules
    _check_fits(rules)
    number = 0
    for column in range(rules.shape.width):
        height = position.height(column)
        discs = position.stones[SECOND] >> column * rules.shape.stride & ((1 << height) - 1)
        number |= (height | discs << _HEIGHT_BITS) << column * _COLUMN_BITS
    if _turn_of(rules, number, position.stones) != position.turn:
        raise NotationError("A packed integer does not store the side to move, which must follow from the discs.")
    return number


def unpack(rules: Rules, number: int, *, turn: Player | None = None) -> Position:
    """The position of an integer. Give `turn` where the discs do not tell whose turn it is. If they do
    not, and there is one column alone, the side with fewer discs moves."""
    _check_fits(rules)
    shape = rules.shape
    if number < 0 or number >> shape.width * _COLUMN_BITS:
        raise NotationError(f"The number does not fit {shape.width} columns of {_COLUMN_BITS} bits.")
    discs_of = [0, 0]
    for column in range(shape.width):
        bits = number >> column * _COLUMN_BITS
        height = bits & ((1 << _HEIGHT_BITS) - 1)
        discs = bits >> _HEIGHT_BITS & ((1 << _ROWS) - 1)
        if height > shape.height:
            example = " The document of Smart-Connect-4 prints this number." if number == _DOCUMENTED else ""
            raise NotationError(
                f"Column {column + 1} has height {height}, the board only {shape.height} rows: of its nine bits, "
                f"{bits & ((1 << _COLUMN_BITS) - 1):09b}, the last three are the height. "
                f"The number does not encode a position.{example}"
            )
        if discs >> height:
            raise NotationError(f"Column {column + 1} has a disc above its height of {height}.")
        occupied = (1 << height) - 1
        discs_of[FIRST] |= (occupied & ~discs) << column * shape.stride
        discs_of[SECOND] |= discs << column * shape.stride
    stones = (discs_of[FIRST], discs_of[SECOND])
    check_one_line(rules, stones)
    return Position.of(rules, stones, _turn_of(rules, number, stones) if turn is None else turn)


def _turn_of(rules: Rules, number: int, stones: tuple[int, int]) -> Player:
    try:
        return read_turn(rules, stones)
    except NotationError:
        if not 0 < number < 1 << _COLUMN_BITS:
            raise
        return SECOND if stones[FIRST].bit_count() > stones[SECOND].bit_count() else FIRST


def parse_packed(rules: Rules, text: str) -> Position:
    """`unpack` for a number written in decimal, as 0b… or as 0x…, with turn=x or turn=o behind it if need be."""
    text, *settings = text.split(" turn=", maxsplit=1)
    turn = read_turn(rules, (0, 0), settings[0].strip()) if settings else None
    text = text.strip(" \t\r\n")
    if not _NUMBER.fullmatch(text):
        raise NotationError(
            f"{quote(text)} is not a whole number of at most 63 bits. Write it in decimal, as 0b… or as 0x…."
        )
    return unpack(rules, int(text, 0 if text[:2].lower() in ("0b", "0x") else 10), turn=turn)


def _check_fits(rules: Rules) -> None:
    shape = rules.shape
    if shape.width > _COLUMNS or shape.height > _ROWS or not rules.gravity:
        raise NotationError(
            f"A packed integer holds boards with gravity of at most {_COLUMNS} columns and {_ROWS} rows."
        )
    if rules.pop_rule is PopRule.LIMITED:
        raise NotationError("A packed integer does not store the pop-outs left. Use board text.")


def parse_start_file(text: str) -> Position:
    """Read a start file into a position of the `extended` rules of its size."""
    lines = [line.strip(" \t\r") for line in text.strip(" \t\r\n").split("\n")]
    if not re.fullmatch(r"[0-9]{1,4}", lines[0]):
        raise NotationError(f"Line 1 must be the number of pop-outs for each player, not {quote(lines[0], 40)}.")
    rows = lines[1:]
    if not 1 <= len(rows) <= MAX_SIDE:
        raise NotationError(f"After the pop-outs must come 1 to {MAX_SIDE} rows of 0, 1 and 2; there are {len(rows)}.")
    cells = [_read_start_row(number, row) for number, row in enumerate(rows, start=2)]
    for number, row in enumerate(cells, start=2):
        if len(row) != len(cells[0]):
            raise NotationError(f"Line {number} has {len(row)} cells, line 2 has {len(cells[0])}. Use equal rows.")
    extended = find_variant("extended").rules
    try:
        shape = Shape(len(cells[0]), len(cells), extended.shape.connect)
        rules = extended.replace(shape=shape, pops_each=int(lines[0]))
    except RulesError as fault:
        raise NotationError(f"The file is not a valid board: {fault}") from None
    discs_of = [0, 0]
    for from_top, row in enumerate(cells):
        for column, cell in enumerate(row):
            if cell:
                discs_of[cell - 1] |= shape.cell(column, shape.height - 1 - from_top)
    stones = (discs_of[FIRST], discs_of[SECOND])
    check_no_gaps(rules, stones)
    return Position.of(rules, stones, FIRST, (rules.pops_each, rules.pops_each))


def start_file_text(position: Position) -> str:
    """A position as a start file, where the file can hold it."""
    rules = position.rules
    if position.turn != FIRST or len(set(position.pops)) != 1 or not _is_extended(rules):
        raise NotationError(
            "A start file holds only positions of the extended rules, first player to move, with equal pop-outs left."
        )
    lines = [str(position.pops[FIRST])]
    for row in reversed(range(rules.shape.height)):
        owners = (position.owner(column, row) for column in range(rules.shape.width))
        lines.append(" ".join("0" if owner is None else str(owner + 1) for owner in owners))
    return "\n".join(lines) + "\n"


def _is_extended(rules: Rules) -> bool:
    extended = find_variant("extended").rules
    size = replace(rules.shape, connect=extended.shape.connect)
    return rules.pop_rule is PopRule.LIMITED and extended.replace(shape=size, pops_each=rules.pops_each) == rules


def _read_start_row(number: int, text: str) -> list[int]:
    signs = [(at, sign) for at, sign in enumerate(text, start=1) if sign not in " \t,"]
    if not signs:
        raise NotationError(f"Line {number} is empty. Write a row of 0, 1 and 2.")
    for at, sign in signs:
        if sign not in _CELLS:
            raise NotationError(f"Line {number}, character {at}: {sign!r} is not a cell. Write 0, 1 or 2.")
    return [int(sign) for _, sign in signs]
