"""Options that several commands share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from fourcast.errors import NotationError
from fourcast.native import Engine
from fourcast.rules import Position, parse_position, parse_rules, parse_start_file, position_after

RulesOption = Annotated[
    str, typer.Option("--rules", "-r", metavar="SPEC", help="NAME[,key=value…]: `fourcast rules` lists them.")
]
MovesOption = Annotated[str, typer.Option("--moves", "-m", metavar="MOVES", help="Moves played first, such as 4453.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
EngineOption = Annotated[
    Engine | None,
    typer.Option("--engine", help="Which engine works. Without it: the native one where it can."),
]
StartOption = Annotated[
    Path | None,
    typer.Option(
        "--start",
        exists=True,
        dir_okay=False,
        metavar="FILE",
        help="Begin from a file: board text for these rules, or an ExtendedConnect4 start file, which brings its own.",
    ),
]


def starting_position(spec: str, start: Path | None, moves: str = "") -> Position:
    """The position that the options describe: a start file or the empty board, then moves."""
    rules = parse_rules(spec)
    position = rules.start()
    if start:
        text = _read_text(start)
        looks_like_start_file = text.lstrip()[:1].isdigit()
        position = parse_start_file(text) if looks_like_start_file else parse_position(rules, text)
    return position_after(position, moves)


def refuse_missing_folder(path: Path | None) -> Path | None:
    """For options that name a file to be written: said before anything begins, and no folder is made by mistake."""
    if path and not path.absolute().parent.is_dir():
        raise typer.BadParameter(f"There is no folder {path.parent}. Make it first.")
    return path


def print_json(data: dict[str, Any]) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False))


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise NotationError(f"{path} is not a text file: byte {fault.start + 1} is not UTF-8.") from None
