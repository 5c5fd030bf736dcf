"""Board text: top row first, `.` empty, `x` first player, `o` second.

Rows are parted by line breaks or by `/`. Behind them may stand what the discs do not tell:
`turn=x` or `turn=o`, `pops=6,5` (left to the first and to the second player), `drawn=yes`;
or, on a line of its own, the sentence with which `fourcast show` ends: `x to move.`

    ......./......./......./......./...o.../..xxo.. turn=o
"""

from __future__ import annotations

import re
from typing import Final

from fourcast.errors import NotationError
from fourcast.rules.position import Position
from fourcast.rules.rules import Rules
from fourcast.rules.scoring import has_line
from fourcast.rules.terms import FIRST, SECOND, Goal, Player, PopRule

SIGNS: Final = "xo"
"""The signs of the first and the second player."""
_EMPTY: Final = "."
_BEHIND: Final = ("turn", "pops", "drawn")
_SPACE: Final = " \t\r\n"
_SAID: Final = re.compile(
    r"\n[ \t]*(?:(?P<turn>[xo]) to move\.(?: (?:Lines|Points): x [0-9]+, o [0-9]+\.)?"
    r"(?: Pop-outs left: x (?P<first>[0-9]+), o (?P<second>[0-9]+)\.)?|(?:[xo] wins|Draw)\b[^\n]*\.)[ \t\r\n]*\Z"
)
"""What `fourcast show` says below a board: whose turn it is, or how the game has ended."""


def board_text(position: Position) -> str:
    """The board alone, a row a line."""
    shape = position.rules.shape
    return "\n".join(
        "".join(_sign(position.owner(column, row)) for column in range(shape.width))
        for row in reversed(range(shape.height))
    )


def position_text(position: Position) -> str:
    """The whole position in one line; `parse_position` gives it back.

    >>> from fourcast.rules import parse_rules
    >>> position_text(parse_rules("extended,width=3,height=2").start())
    '.../... turn=x pops=6,6'
    """
    parts = [board_text(position).replace("\n", "/"), f"turn={SIGNS[position.turn]}"]
    if position.rules.pop_rule is PopRule.LIMITED:
        parts.append(f"pops={position.pops[FIRST]},{position.pops[SECOND]}")
    if position.drawn:
        parts.append("drawn=yes")
    return " ".join(parts)


def parse_position(rules: Rules, text: str) -> Position:
    """Read a board, with or without what stands behind it.

    Without `turn=` the discs must tell whose turn it is; without `pops=` both sides have all their pop-outs.
    """
    rows_text, behind = split_board(text)
    if behind.pop("over", None) and rules.pop_rule is not PopRule.NONE:
        raise NotationError("With pop-outs a board does not tell that the game is over. Write pops= or drawn= instead.")
    stones = _read_rows(rules, rows_text)
    check_one_line(rules, stones)
    position = Position(
        rules, stones, read_turn(rules, stones, behind.get("turn")), _read_pops(rules, behind.get("pops"))
    )
    if "drawn" in behind:
        if behind["drawn"] != "yes" or rules.pop_rule is not PopRule.OWN or not position.is_full:
            raise NotationError("drawn=yes may stand only behind a full board of a game with unlimited pop-outs.")
        position = position._replace(drawn=True)
    return position


def read_turn(rules: Rules, stones: tuple[int, int], sign: str | None = None) -> Player:
    """Whose turn it is: as `sign` says or, without one, as the number of discs tells."""
    if sign is not None:
        if sign not in tuple(SIGNS):
            raise NotationError(f"turn={sign} is unknown. Write turn=x (first player) or turn=o (second).")
        return FIRST if sign == SIGNS[FIRST] else SECOND
    first, second = (cells.bit_count() for cells in stones)
    if rules.pop_rule is not PopRule.NONE:  # every move adds a disc or takes one away
        return SECOND if (first + second) % 2 else FIRST
    if first not in (second, second + 1):
        raise NotationError(
            f"The board has {first} discs of x and {second} of o. Say whose turn it is: add turn=x or turn=o."
        )
    return FIRST if first == second else SECOND


def check_no_gaps(rules: Rules, stones: tuple[int, int]) -> None:
    """Under gravity no disc may stand above an empty cell."""
    occupied = stones[FIRST] | stones[SECOND]
    floating = occupied & ~rules.shape.bottom & ~(occupied << 1)
    if rules.gravity and floating:
        column, row = divmod((floating & -floating).bit_length() - 1, rules.shape.stride)
        raise NotationError(
            f"In column {column + 1} the disc in row {row + 1} from the bottom stands above an empty cell. Let it fall."
        )


def check_one_line(rules: Rules, stones: tuple[int, int]) -> None:
    """Where the first line ends the game, only one side can have one; a pop can complete two at once."""
    one_line_ends_it = rules.goal is Goal.FIRST_LINE and rules.pop_rule is PopRule.NONE
    if one_line_ends_it and all(has_line(cells, rules.shape) for cells in stones):
        raise NotationError("Both sides have a line, which cannot happen under these rules. Take one apart.")


def split_board(text: str) -> tuple[str, dict[str, str]]:
    """The rows, and what stands behind them; `over` where a sentence says that the game has ended."""
    behind: dict[str, str] = {}
    if said := _SAID.search(text):
        text = text[: said.start()]
        behind = {"turn": said["turn"]} if said["turn"] else {"over": "yes"}
        if said["first"]:
            behind["pops"] = f"{said['first']},{said['second']}"
    while True:
        rest, _, last = text.rstrip(_SPACE).rpartition(" ")
        if not last or "\n" in last:
            rest, _, last = text.rstrip(_SPACE).rpartition("\n")
        key, equals, value = last.strip(_SPACE).partition("=")
        if not equals or key not in _BEHIND:
            return text, behind
        if key in behind:
            raise NotationError(f"{key}= stands twice behind the board. Leave one out.", at=len(rest) + 1)
        behind[key] = value
        text = rest


def _read_rows(rules: Rules, text: str) -> tuple[int, int]:
    shape = rules.shape
    body = text.rstrip(_SPACE + "/")
    at = len(body) - len(body.lstrip(_SPACE + "/"))
    pieces = re.split(r"(/|\r?\n)", body[at:])  # rows and what parts them, taking turns
    if not body or len(pieces) // 2 + 1 != shape.height:
        raise NotationError(f"The board has {shape.height} rows, the text has {len(pieces) // 2 + 1 if body else 0}.")
    stones = [0, 0]
    for number, piece in enumerate(pieces):
        if number % 2 == 0:
            _read_row(rules, piece, at, number // 2 + 1, stones)
        at += len(piece)
    found = (stones[FIRST], stones[SECOND])
    check_no_gaps(rules, found)
    return found


def _read_row(rules: Rules, text: str, begin: int, from_top: int, stones: list[int]) -> None:
    shape = rules.shape
    cells = [(begin + offset, sign) for offset, sign in enumerate(text) if sign not in _SPACE]
    if len(cells) != shape.width:
        raise NotationError(
            f"Row {from_top} from the top has {len(cells)} cells, the board has {shape.width} columns.", at=begin
        )
    for column, (offset, sign) in enumerate(cells):
        if sign in SIGNS:
            stones[SIGNS.index(sign)] |= shape.cell(column, shape.height - from_top)
        elif sign != _EMPTY:
            raise NotationError(
                f"Row {from_top} from the top, column {column + 1}: {sign!r} is not a cell. Write '.', 'x' or 'o'.",
                at=offset,
            )


def _read_pops(rules: Rules, text: str | None) -> tuple[int, int]:
    if text is None:
        return (rules.pops_each, rules.pops_each)
    if rules.pop_rule is not PopRule.LIMITED:
        raise NotationError("pops= may stand only where the rules limit the pop-outs. Leave it out.")
    found = re.fullmatch(r"([0-9]{1,4}),([0-9]{1,4})", text)
    if not found or max(int(found[1]), int(found[2])) > rules.pops_each:
        raise NotationError(f"pops={text} must be two numbers from 0 to {rules.pops_each} with a comma between.")
    return (int(found[1]), int(found[2]))


def _sign(owner: Player | None) -> str:
    return _EMPTY if owner is None else SIGNS[owner]
