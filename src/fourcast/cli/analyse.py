"""`fourcast analyse`: the score of every move of a position, searched and solved at the same time."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from fourcast.algorithms import MAX_DEPTH
from fourcast.analysis import AnalysisUpdate
from fourcast.analysis import analyse as analyse_position
from fourcast.cli.options import (
    JsonOption,
    MovesArgument,
    RulesOption,
    StartOption,
    ThreadsOption,
    print_json,
    starting_position,
)


def analyse(
    moves: MovesArgument = "",
    rules: RulesOption = "classic",
    start: StartOption = None,
    time: Annotated[float, typer.Option(metavar="SECONDS", min=0, help="Time limit.")] = 5.0,
    depth: Annotated[
        int | None,
        typer.Option("--depth", "-d", min=1, max=MAX_DEPTH, metavar="N", help="Stop when this depth is reached."),
    ] = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the score of every move, best move first.

    Scores with ≈ are estimates of a search to the depth shown, by the evaluation that the heading names (`fourcast
    search` may use another one); the others are exact. The principal variation follows. On a terminal the table is
    updated while the analysis runs; Ctrl-C ends it early.
    """
    position = starting_position(rules, start, moves)
    updates = analyse_position(position, time=time, depth=depth, threads=threads)
    console, interrupted = Console(), False
    update: AnalysisUpdate | None = None
    is_live = console.is_terminal and not as_json
    with Live(console=console, auto_refresh=False) if is_live else nullcontext() as live:
        try:
            for update in updates:
                if live:
                    live.update(Text(str(update), no_wrap=True), refresh=True)
        except KeyboardInterrupt:
            interrupted = True
    if update and as_json:
        print_json(update.as_json())
    elif update and not is_live:
        typer.echo(update)
    if interrupted:
        raise typer.Exit(130)
