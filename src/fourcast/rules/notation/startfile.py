"""ExtendedConnect4's start file: the pop-outs of each player, then the rows from the top, 0 empty, 1 and 2 the players.

    6
    0 0 0 0
    0 1 2 0

The size of the board and the pop-outs follow from the file; the first player moves.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fourcast.errors import NotationError, RulesError, quote
from fourcast.rules.geometry import LARGEST, Shape
from fourcast.rules.notation.board import check_no_gaps
from fourcast.rules.position import Position
from fourcast.rules.rules import Rules
from fourcast.rules.terms import FIRST, SECOND, PopRule
from fourcast.rules.variants import find_variant

_CELLS: Final = "012"


def parse_start_file(text: str) -> Position:
    """Read a start file into a position of the `extended` rules of its size."""
    lines = [line.strip(" \t\r") for line in text.strip(" \t\r\n").split("\n")]
    if not re.fullmatch(r"[0-9]{1,4}", lines[0]):
        raise NotationError(f"Line 1 must be the number of pop-outs for each player, not {quote(lines[0], 40)}.")
    rows = lines[1:]
    if not 1 <= len(rows) <= LARGEST:
        raise NotationError(f"After the pop-outs must come 1 to {LARGEST} rows of 0, 1 and 2; there are {len(rows)}.")
    cells = [_read_row(number, row) for number, row in enumerate(rows, start=2)]
    for number, row in enumerate(cells, start=2):
        if len(row) != len(cells[0]):
            raise NotationError(f"Line {number} has {len(row)} cells, line 2 has {len(cells[0])}. Make them equal.")
    extended = find_variant("extended").rules
    try:
        shape = Shape(len(cells[0]), len(cells), extended.shape.connect)
        rules = replace(extended, shape=shape, pops_each=int(lines[0]))
    except RulesError as fault:
        raise NotationError(f"The file describes no board: {fault}") from None
    stones = [0, 0]
    for from_top, row in enumerate(cells):
        for column, cell in enumerate(row):
            if cell:
                stones[cell - 1] |= shape.cell(column, shape.height - 1 - from_top)
    found = (stones[FIRST], stones[SECOND])
    check_no_gaps(rules, found)
    return Position(rules, found, FIRST, (rules.pops_each, rules.pops_each))


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
    return rules.pop_rule is PopRule.LIMITED and replace(extended, shape=size, pops_each=rules.pops_each) == rules


def _read_row(number: int, text: str) -> list[int]:
    signs = [(at, sign) for at, sign in enumerate(text, start=1) if sign not in " \t,"]
    if not signs:
        raise NotationError(f"Line {number} is empty. Write a row of 0, 1 and 2.")
    for at, sign in signs:
        if sign not in _CELLS:
            raise NotationError(f"Line {number}, character {at}: {sign!r} is not a cell. Write 0, 1 or 2.")
    return [int(sign) for _, sign in signs]
