"""`fourcast show`: a position as text."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from fourcast.cli.options import JsonOption, MovesArgument, RulesOption, StartOption, print_json, starting_position
from fourcast.errors import NotationError
from fourcast.native import Engine
from fourcast.play import outcome_to_json
from fourcast.rules import (
    SIGNS,
    PopRule,
    Position,
    Rules,
    board_text,
    pack,
    parse_packed,
    position_after,
    position_text,
)
from fourcast.text import state_sentence


def show(
    moves: MovesArgument = "",
    rules: RulesOption = "classic",
    start: StartOption = None,
    packed: Annotated[
        str | None,
        typer.Option(
            "--packed",
            metavar="NUMBER",
            help="Start from a position as the 63-bit number of Smart-Connect-4, or from the nine bits of a column; "
            "'NUMBER turn=x' says who moves.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print a board as text.

    The position after MOVES, top row first, with x for the first player and o for the second.
    """
    position = starting_position(rules, start) if packed is None else parse_packed(Rules.parse(rules), packed)
    position = position_after(position, moves)
    if as_json:
        print_json(_as_data(position))
    else:
        typer.echo(board_text(position))
        if packed is not None and (sentence := _column_sentence(position)):
            typer.echo(sentence)
        typer.echo(state_sentence(position, position.outcome, names=("x", "o")))


def _column_sentence(position: Position) -> str | None:
    """The only column with discs, in words, as the bits of a column have it."""
    heights = [position.height(column) for column in range(position.rules.shape.width)]
    if not heights[0] or any(heights[1:]):
        return None
    owners = (position.owner(0, row) for row in range(heights[0]))
    signs = " ".join(SIGNS[owner] for owner in owners if owner is not None)
    return f"A column of height {heights[0]}; its discs from the bottom: {signs}."


def _as_data(position: Position) -> dict[str, object]:
    rules = position.rules
    packed = None
    with suppress(NotationError):  # not every position has such a number
        packed = pack(position)
    return {
        "rules": str(rules),
        "board": board_text(position).split("\n"),
        "position": position_text(position),
        "packed": packed,
        "turn": SIGNS[position.turn],
        "pops": list(position.pops) if rules.pop_rule is PopRule.LIMITED else None,
        "moves": [str(move) for move in position.legal_moves],
        "scores": list(position.scores),
        "outcome": outcome_to_json(position.outcome),
        "engine": Engine.PYTHON.value,
    }
