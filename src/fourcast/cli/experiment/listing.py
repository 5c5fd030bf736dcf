"""`fourcast experiment list`: what comes with the package."""

from __future__ import annotations

from textwrap import fill
from typing import Annotated

import typer
from rich.console import Console

from fourcast.cli.options import JsonOption, print_json
from fourcast.experiments.library import every_experiment, text_of


def list_all(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Print the file of one of them.")] = None,
    as_json: JsonOption = False,
) -> None:
    """The experiments that come with the package, and what each asks."""
    if name is not None:
        typer.echo(text_of(name), nl=False)
        return
    known = list(every_experiment())
    if as_json:
        print_json({"experiments": [{"name": one.name, "asks": one.asks, "size": one.size} for one in known]})
        return
    width = Console().width
    for one in known:
        typer.echo(
            fill(
                f"{one.name:<11} {one.asks} ({one.size:,} {one.what})",
                width,
                subsequent_indent=" " * 12,
                break_on_hyphens=False,
            )
        )
