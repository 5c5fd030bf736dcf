"""Move strings.

4453        drops in columns 4, 4, 5, 3
44p4        a pop in column 4
4>5         aimed at column 4, drifted into column 5
=           a draw called on a full board
10,4,p12    separated by commas on boards with more than nine columns
519         cells without gravity, numbered row by row from the bottom left: a numpad on 3×3
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from fourcast.errors import IllegalMove, NotationError, quote
from fourcast.rules.line import Ply, follow
from fourcast.rules.move import CALL_DRAW, Move, MoveKind, drop, place, pop
from fourcast.rules.position import Position
from fourcast.rules.rules import Rules
from fourcast.rules.terms import PopRule

_DRAW: Final = "="
_POP: Final = "p"
_LANDED: Final = ">"
_ONE_DIGIT: Final = re.compile(r"(?P<draw>=)|(?P<pop>[pP]?)(?P<number>[0-9])(?:>(?P<landed>[0-9]))?")
_MANY_DIGITS: Final = re.compile(r"(?P<draw>=)|(?P<pop>[pP]?)(?P<number>[0-9]+)(?:>(?P<landed>[0-9]+))?")
_MOST_DIGITS: Final = 6
"""A longer number is beyond every board, and is not worth reading."""
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_POP_BEHIND: Final = re.compile(r"([0-9]+)[pP]")


def move_text(rules: Rules, move: Move) -> str:
    """A move as people write it."""
    match move.kind:
        case MoveKind.DROP:
            return str(move.column + 1)
        case MoveKind.POP:
            return f"{_POP}{move.column + 1}"
        case MoveKind.PLACE:
            return str(move.row * rules.shape.width + move.column + 1)
        case MoveKind.CALL_DRAW:
            return _DRAW


def ply_text(rules: Rules, ply: Ply) -> str:
    """A ply as people write it: `4`, or `4>5` where it drifted."""
    text = move_text(rules, ply.move)
    return text if ply.landed in (None, ply.move.column) else f"{text}{_LANDED}{ply.landed + 1}"


def line_text(rules: Rules, plies: Iterable[Ply]) -> str:
    """A line of play in one string."""
    return ("" if _one_digit_moves(rules) else ",").join(ply_text(rules, ply) for ply in plies)


def parse_move(rules: Rules, text: str) -> Move:
    """Read a single move, such as `4`, `p4` or `4p`. Whether it may be played is the position's to say."""
    text = text.strip(" \t\r\n")
    behind = _POP_BEHIND.fullmatch(text)
    if behind and rules.gravity:
        text = _POP + behind[1]
    found = _MANY_DIGITS.fullmatch(text)
    if not found:
        raise NotationError(f"{quote(text, 40)} is not a move. {how_to_write_a_move(rules)}", at=0)
    if found["landed"] and rules.gravity and not found["pop"]:
        why = "luck says where a disc lands" if rules.drift else "a disc lands where it is aimed"
        alone = quote(found["number"], 40)
        raise NotationError(f"{quote(text, 40)} is not a move: {why}. Write the column alone: {alone}.", at=0)
    return _read(rules, found, kept=0, hint=how_to_write_a_move(rules)).move


def how_to_write_a_move(rules: Rules) -> str:
    """One sentence on how a single move looks under these rules."""
    if not rules.gravity:
        return f"Write a cell from 1 to {rules.shape.cells}, row by row from the bottom left."
    popping = "" if rules.pop_rule is PopRule.NONE else ", or a pop such as p1"
    return f"Write a column from 1 to {rules.shape.width}{popping}."


def parse_line(start: Position, text: str) -> tuple[Ply, ...]:
    """Read a line of play from `start`. Every move of it can be played, or `NotationError` says which cannot.

    >>> from fourcast.rules import parse_rules
    >>> parse_line(parse_rules("classic").start(), "44444445")
    Traceback (most recent call last):
    fourcast.errors.NotationError: Move 7 (4) cannot be played: Column 4 is full. Choose another.
    """
    return tuple(ply for ply, _ in _followed(start, text))


def position_after(start: Position, text: str) -> Position:
    """The position at the end of a line of play."""
    position = start
    for _, following in _followed(start, text):
        position = following
    return position


def _followed(start: Position, text: str) -> Iterator[tuple[Ply, Position]]:
    position = start
    for number, (at, ply) in enumerate(_tokens(start.rules, text), start=1):
        name = ply_text(start.rules, ply)
        if position.outcome:
            raise NotationError(
                f"Move {number} ({name}) comes too late: the game was over after move {number - 1}. Leave it out.",
                at=at,
                kept=number - 1,
            )
        try:
            position = follow(position, ply)
        except IllegalMove as fault:
            raise NotationError(f"Move {number} ({name}) cannot be played: {fault}", at=at, kept=number - 1) from None
        yield ply, position


def _tokens(rules: Rules, text: str) -> Iterator[tuple[int, Ply]]:
    """The plies of a text with their offsets. Commas part moves: optional where one digit is enough."""
    one_digit = _one_digit_moves(rules)
    pattern = _ONE_DIGIT if one_digit else _MANY_DIGITS
    at = _skip_space(text, 0)
    count = 0
    while at < len(text):
        found = pattern.match(text, at)
        if not found and count and text[at] == _LANDED:
            raise NotationError(f"Character {at + 1}, {_LANDED!r}, {_how_to_land(rules)}", at=at, kept=count)
        if not found:
            what = f"Character {at + 1}, {text[at]!r}," if len(text) > 1 else repr(text)
            raise NotationError(f"{what} does not begin a move. {_how_to_write(rules)}", at=at, kept=count)
        yield at, _read(rules, found, kept=count, hint=_how_to_write(rules), where=f"Move {count + 1}: ")
        count += 1
        at = _skip_space(text, found.end())
        if at < len(text) and text[at] == ",":
            comma = at
            at = _skip_space(text, at + 1)
            if at == len(text):
                raise NotationError("The last comma has no move behind it. Leave it out.", at=comma, kept=count)
        elif not one_digit and at < len(text) and text[at] != _LANDED:
            raise NotationError(
                f"A comma is missing at character {at + 1}, before {text[at]!r}. {_how_to_write(rules)}",
                at=at,
                kept=count,
            )


def _read(rules: Rules, found: re.Match[str], *, kept: int, hint: str, where: str = "") -> Ply:
    if found["draw"]:
        return Ply(CALL_DRAW)
    at, shape = found.start(), rules.shape
    if not rules.gravity and (found["pop"] or found["landed"]):
        raise NotationError(f"{quote(found[0], 40)} is not a cell. {hint}", at=at, kept=kept)
    kind, most = ("column", shape.width) if rules.gravity else ("cell", shape.cells)
    for digits in (found["number"], found["landed"] or "1"):
        if len(digits) > _MOST_DIGITS or not 1 <= int(digits) <= most:
            named = digits if len(digits) <= 20 else digits[:20] + "…"
            raise NotationError(f"{where}There is no {kind} {named}. {hint}", at=at, kept=kept)
    number = int(found["number"])
    if not rules.gravity:
        row, column = divmod(number - 1, shape.width)
        return Ply(place(column, row))
    if not found["pop"]:
        landed = int(found["landed"]) - 1 if found["landed"] else None
        return Ply(drop(number - 1), None if landed == number - 1 and rules.drift else landed)
    if found["landed"]:
        raise NotationError(f"A pop does not drift: write {found[0].partition(_LANDED)[0]!r}.", at=at, kept=kept)
    return Ply(pop(number - 1))


def _how_to_land(rules: Rules) -> str:
    """What is said of a landing without a column."""
    if rules.drift is None:
        return "says that a disc drifted, which none does here. Leave it out."
    return "needs the column behind it into which the disc fell, as in 4>5."


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found
    return found.end()


def _one_digit_moves(rules: Rules) -> bool:
    return (rules.shape.width if rules.gravity else rules.shape.cells) <= 9


def _how_to_write(rules: Rules) -> str:
    """One sentence on how a line of moves looks under these rules."""
    parts = [f"cells 1 to {rules.shape.cells}, row by row from the bottom left"]
    if rules.gravity:
        parts = [f"columns 1 to {rules.shape.width}"]
    if rules.pop_rule is not PopRule.NONE:
        parts.append("pops as p1")
    if rules.drift is not None:
        parts.append("a drift as 1>2")
    if not _one_digit_moves(rules):
        parts.append("with commas between")
    return f"Write {', '.join(parts)}."
