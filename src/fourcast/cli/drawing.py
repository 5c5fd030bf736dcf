"""The board in colours for a terminal. The two sides differ in shape as well as in colour."""

from __future__ import annotations

from rich.text import Text

from fourcast.rules import FIRST, Player, Ply, Position, place

_STYLES = ("bold red", "bold yellow")
_FRAME = "blue"
_ROUND, _PLAIN = ("●○·", "╭─╮│╰╯"), ("xo.", "+-+|++")


def draw_board(position: Position, *, last: Ply | None = None, encoding: str = "utf-8") -> Text:
    """The board with its frame; lines that were made and the last disc stand out."""
    shape = position.rules.shape
    signs, frame = _signs_and_frame(encoding)
    lines = position.line_cells()
    last_cell = _last_cell(position, last)
    numbered = not position.rules.gravity
    digits = len(str(shape.cells if numbered else shape.width))
    gap = " "

    text = Text()
    rule = frame[1] * (shape.width * (digits + 1) + 1)
    text.append(f" {frame[0]}{rule}{frame[2]}\n", _FRAME)
    for row in reversed(range(shape.height)):
        text.append(f" {frame[3]}{gap}", _FRAME)
        for column in range(shape.width):
            owner = position.owner(column, row)
            if owner is None:
                sign = str(place(column, row, shape.width)) if numbered else signs[2]
                text.append(sign.rjust(digits), "dim")
            else:
                cell = shape.cell(column, row)
                style = _STYLES[owner] + (" reverse" if lines & cell else " underline" if cell == last_cell else "")
                text.append(" " * (digits - 1))
                text.append(signs[0] if owner == FIRST else signs[1], style)
            text.append(gap)
        text.append(f"{frame[3]}\n", _FRAME)
    text.append(f" {frame[4]}{rule}{frame[5]}", _FRAME)
    if not numbered:
        numbers = gap.join(str(column + 1).rjust(digits) for column in range(shape.width))
        text.append(f"\n   {numbers}")
    return text


def draw_sign(player: Player, *, encoding: str = "utf-8") -> Text:
    """A player's disc."""
    return Text(_signs_and_frame(encoding)[0][player], _STYLES[player])


def _signs_and_frame(encoding: str) -> tuple[str, str]:
    try:
        "".join(_ROUND).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return _PLAIN
    return _ROUND


def _last_cell(position: Position, last: Ply | None) -> int | None:
    """Where the last disc lies, if the last move put one there."""
    if last is None:
        return None
    shape = position.rules.shape
    match last.move.kind.value:
        case "place":
            return shape.cell(last.move.column, last.move.row)
        case "drop":
            column = last.move.column if last.landed is None else last.landed
            return shape.cell(column, position.height(column) - 1)
        case _:
            return None
