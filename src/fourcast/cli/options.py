"""Options that several commands share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from fourcast.errors import NotationError
from fourcast.native import Engine
from fourcast.rules import Position, Rules, parse_position, parse_start_file, position_after

RulesOption = Annotated[
    str, typer.Option("--rules", "-r", metavar="SPEC", help="Rules: NAME[,key=value…]; see `fourcast rules`.")
]
MovesOption = Annotated[
    str, typer.Option("--moves", "-m", metavar="MOVES", help="Moves that lead to the position, such as 4453.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
EngineOption = Annotated[
    Engine | None,
    typer.Option("--engine", help="Engine to use. Default: native where it supports the work."),
]
StartOption = Annotated[
    Path | None,
    typer.Option(
        "--start",
        exists=True,
        dir_okay=False,
        metavar="FILE",
        help="Start from a file: board text for these rules, or an ExtendedConnect4 start file, which has its own.",
    ),
]


def starting_position(spec: str, start: Path | None, moves: str = "") -> Position:
    """The position that the options describe: a start file or the empty board, then moves."""
    rules = Rules.parse(spec)
    position = rules.start()
    if start:
        text = _read_text(start)
        looks_like_start_file = text.lstrip()[:1].isdigit()
        position = parse_start_file(text) if looks_like_start_file else parse_position(rules, text)
    return position_after(position, moves)


def refuse_missing_folder(path: Path | None) -> Path | None:
    """Check that the folder of an output file exists, before any work."""
    if path and not path.absolute().parent.is_dir():
        raise typer.BadParameter(f"Folder {path.parent} does not exist. Create it first.")
    return path


def print_json(data: dict[str, Any]) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False))


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise NotationError(f"{path} is not a text file: byte {fault.start + 1} is not UTF-8.") from None
