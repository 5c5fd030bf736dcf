"""`fourcast show`: a position as text or as a picture."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import typer

from fourcast.charts import svg_to_png
from fourcast.cli.options import (
    JsonOption,
    MovesArgument,
    RulesOption,
    StartOption,
    file_option,
    print_json,
    starting_position,
)
from fourcast.errors import NotationError, UsageError
from fourcast.files import write_atomically
from fourcast.native import Engine
from fourcast.play import outcome_to_json
from fourcast.rules import (
    SIGNS,
    PopRule,
    Position,
    Rules,
    board_text,
    pack,
    parse_line,
    parse_packed,
    position_after,
    position_text,
    svg,
)
from fourcast.solver import shared_solver
from fourcast.text import state_sentence

SOLVE_SECONDS: Final = 10.0


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
    svg_file: Annotated[Path | None, file_option("--svg", help="Write the board as an SVG drawing.")] = None,
    png_file: Annotated[
        Path | None, file_option("--png", help="Write the board as a PNG image, with twice the pixels of --size.")
    ] = None,
    scores: Annotated[
        bool,
        typer.Option("--scores", help="Solve the position, and draw the exact score of each move."),
    ] = False,
    time: Annotated[
        float, typer.Option(min=0.001, metavar="SECONDS", help="Time for --scores; moves not solved by then have none.")
    ] = SOLVE_SECONDS,
    size: Annotated[
        float | None,
        typer.Option(min=1, max=10_000, metavar="PIXELS", help="Width of the picture. Default: 40 for each column."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print a board as text, or draw it.

    The position after MOVES, top row first, with x for the first player and o for the second.
    """
    if not (svg_file or png_file) and (scores or size is not None):
        raise UsageError("--scores and --size are for a picture. Add --svg FILE or --png FILE.")
    for path, suffix in ((svg_file, ".svg"), (png_file, ".png")):
        if path and path.suffix.lower() != suffix:
            raise UsageError(f"--{suffix[1:]} cannot write {path.name}. End the name in {suffix}.")
    position = starting_position(rules, start) if packed is None else parse_packed(Rules.parse(rules), packed)
    plies = parse_line(position, moves)
    position = position_after(position, moves)
    if svg_file or png_file:
        known = shared_solver(position.rules).solve_moves(position, time=time) if scores else None
        unsolved = [str(move) for move, solution in (known or {}).items() if not solution.is_exact]
        if unsolved:
            typer.echo(f"Not solved in {time:g} s: {', '.join(unsolved)}. Add --time for more.", err=True)
        picture = svg(position, scores=known, last=plies[-1] if plies else "", size=size)
        for path, content in ((png_file, svg_to_png(picture) if png_file else b""), (svg_file, picture)):
            if path:
                write_atomically(path, content)
                typer.echo(f"Written to {path}.", err=as_json)
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
