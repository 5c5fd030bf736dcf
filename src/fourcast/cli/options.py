"""Options that several commands share."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from fourcast.algorithms import ALGORITHMS
from fourcast.errors import NotationError, UsageError, quote
from fourcast.files import read_limited
from fourcast.native import Engine
from fourcast.play import LEVELS
from fourcast.rules import VARIANTS, Position, Rules, parse_position, parse_start_file, position_after
from fourcast.solver import MAX_THREADS


def complete(*names: str) -> Callable[[str], list[str]]:
    """For the shell: those of the names that begin like the word that is typed."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


complete_rules: Final = complete(*(variant.name for variant in VARIANTS))
complete_agent: Final = complete(*(f"level{number}" for number in range(1, len(LEVELS) + 1)), "perfect", *ALGORITHMS)

RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        "-r",
        metavar="SPEC",
        autocompletion=complete_rules,
        help="Rules: NAME[,key=value…]; see `fourcast rules`.",
    ),
]
MovesArgument = Annotated[
    str, typer.Argument(metavar="[MOVES]", help="Moves that lead to the position, such as 4453, 44p4 or 10,3,12.")
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
        help="Start from a file: board text for these rules, or a start file of ExtendedConnect4, which contains its "
        "own rules.",
    ),
]


ThreadsOption = Annotated[
    int | None, typer.Option(min=1, max=MAX_THREADS, metavar="N", help="Threads of the solver. Default: all CPUs.")
]


def file_option(*names: str, metavar: str = "FILE", help: str) -> Any:  # noqa: A002
    """An option that names an output file, whose folder is checked before any work."""
    return typer.Option(*names, metavar=metavar, dir_okay=False, callback=refuse_missing_folder, help=help)


FORMER_NAMES: Final = {"--ends": "--terminal", "--output": "--out", "--seconds": "--time"}


class CommandWithFormerNames(TyperCommand):
    """Accepts former names of options, which the help does not show: also `--moves MOVES` for the argument MOVES."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        current: list[str] = []
        for at, arg in enumerate(args):
            name, equals, value = arg.partition("=")
            if name in ("--moves", "-m") and (equals or at + 1 < len(args)):
                current += [value] if equals else []
            else:
                current.append(FORMER_NAMES.get(name, name) + equals + value)
        return super().parse_args(ctx, current)


def starting_position(spec: str, start: Path | None, moves: str = "") -> Position:
    """The position that the options describe: a start file or the empty board, then moves."""
    rules = Rules.parse(spec)
    position = rules.start()
    if start:
        text = _read_text(start)
        looks_like_start_file = text.lstrip()[:1].isdigit()
        try:
            position = parse_start_file(text) if looks_like_start_file else parse_position(rules, text)
        except NotationError as fault:
            raise NotationError(f"{start}: {fault}") from None
    return position_after(position, moves)


def parse_range(text: str, name: str, example: str = "8-41") -> range:
    """
    >>> parse_range("8-41", "ply range")
    range(8, 42)
    """
    match = re.fullmatch(r"\s*([0-9]{1,4})\s*[-–]\s*([0-9]{1,4})\s*", text)
    if not match:
        raise UsageError(f"Invalid {name} {quote(text)}. Use FROM-TO, for example {example}.")
    return range(int(match[1]), int(match[2]) + 1)


def refuse_missing_folder(path: Path | None) -> Path | None:
    """Check that the folder of an output file exists and can be written, before any work."""
    if path and not path.absolute().parent.is_dir():
        raise typer.BadParameter(f"Folder {path.parent} does not exist. Create it first.")
    if path and not os.access(path.absolute().parent, os.W_OK):
        raise typer.BadParameter(f"Folder {path.parent} cannot be written. Use another one.")
    return path


def print_json(data: dict[str, Any]) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False))


def _read_text(path: Path) -> str:
    try:
        return read_limited(path).decode()
    except UnicodeDecodeError as fault:
        raise NotationError(f"{path} is not a text file: byte {fault.start + 1} is not UTF-8.") from None
