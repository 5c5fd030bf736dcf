"""Hundreds of thousands of characters of the same: no parser needs time that grows with the square of the length."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from fourcast.errors import NotationError, UsageError
from fourcast.play.game_file import parse_game
from fourcast.rules import Rules, parse_line, parse_move, parse_packed, parse_position, parse_start_file

LENGTH = 300_000
PIECES = (" ", "\n", "/", ".", "9", "x", ",", "4", "4,", "p1", " turn=x", "turn=", "\x00", "0 ", ",width=8", "[", "0\n")
NARROW, WIDE = Rules.parse("extended"), Rules.parse("extended,width=12")
PARSERS: dict[str, Callable[[str], object]] = {
    "rules": Rules.parse,
    "line of digits": partial(parse_line, NARROW.start()),
    "line with commas": partial(parse_line, WIDE.start()),
    "move": partial(parse_move, WIDE),
    "board": partial(parse_position, NARROW),
    "number": partial(parse_packed, Rules.parse("classic")),
    "start file": parse_start_file,
    "saved game": lambda text: parse_game(text.encode()),
}


@pytest.mark.timeout(30)  # a guard, not a measurement: with the square of the length it would take many minutes
@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS.keys())
def test_a_parser_is_done_with_a_very_long_text_at_once(parse: Callable[[str], object]) -> None:
    for piece in PIECES:
        many = piece * (LENGTH // len(piece))
        for text in (many, "4" + many, many + "4", f"4 turn=x{many}z"):
            with suppress(NotationError, UsageError):
                parse(text)
