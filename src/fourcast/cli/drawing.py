"""The board in colours for a terminal. The two sides differ in shape as well as in colour."""

from __future__ import annotations

from rich.text import Text

from fourcast.rules import Player, Position, place

_STYLES = ("bold red", "bold yellow")
_FRAME = "blue"
_ROUND, _PLAIN = ("●○·", "╭─╮│╰╯"), ("xo.", "+-+|++")


def draw_board(position: Position, *, before: Position | None = None, encoding: str = "utf-8") -> Text:
    """The board with its frame; complete lines are highlighted, and the disc that `before` does not have."""
    shape = position.rules.shape
    signs, frame = _signs_and_frame(encoding)
    lines, last = position.line_cells(), position.occupied & ~before.occupied if before else 0
    numbered = not position.rules.gravity
    digits = len(str(shape.cells if numbered else shape.width))
    text = Text()
    rule = frame[1] * (shape.width * (digits + 1) + 1)
    text.append(f" {frame[0]}{rule}{frame[2]}\n", _FRAME)
    for row in reversed(range(shape.height)):
        text.append(f" {frame[3]} ", _FRAME)
        for column in range(shape.width):
            owner = position.owner(column, row)
            if owner is None:
                sign = str(place(column, row, shape.width)) if numbered else signs[2]
                text.append(sign.rjust(digits), "dim")
            else:
                cell = shape.cell(column, row)
                style = _STYLES[owner] + (" reverse" if lines & cell else " underline" if last & cell else "")
                text.append(" " * (digits - 1))
                text.append(signs[owner], style)
            text.append(" ")
        text.append(f"{frame[3]}\n", _FRAME)
    text.append(f" {frame[4]}{rule}{frame[5]}", _FRAME)
    if not numbered:
        numbers = " ".join(str(column + 1).rjust(digits) for column in range(shape.width))
        text.append(f"\n   {numbers}")
    return text


def draw_sign(player: Player, *, encoding: str = "utf-8") -> Text:
    """A player's disc."""
    return Text(_signs_and_frame(encoding)[0][player], _STYLES[player])


def board_signs(encoding: str) -> str:
    """The discs of the first and the second player, and an empty cell."""
    return _signs_and_frame(encoding)[0]


def _signs_and_frame(encoding: str) -> tuple[str, str]:
    try:
        "".join(_ROUND).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return _PLAIN
    return _ROUND
