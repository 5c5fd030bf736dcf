"""The command itself: its groups, its version, and how it ends when something is wrong."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from fourcast import native
from fourcast.cli import perft, play, rules, show
from fourcast.errors import EngineUnavailable, IllegalMove, NotationError, RulesError

app = typer.Typer(
    name="fourcast",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("show")(show.show)
app.command("perft")(perft.perft)
app.command("rules")(rules.rules)


def _print_version(asked: bool) -> None:
    if asked:
        reason = native.why_not()
        engine = f"python ({reason})" if reason else "native"
        typer.echo(f"fourcast {version('fourcast')}\nengine: {engine}")
        raise typer.Exit


@app.callback()
def fourcast(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and the engine."),
    ] = False,
) -> None:
    """Play and study the whole family of four-in-a-row games."""


def main() -> None:
    """Run the command line. What the user got wrong is a sentence and exit code 2, never a traceback."""
    try:
        app()
    except (RulesError, IllegalMove, NotationError, EngineUnavailable, OSError) as fault:
        if isinstance(fault, BrokenPipeError):  # the reader of our output has gone: nothing left to say
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        typer.echo(f"fourcast: {fault}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        typer.echo("\nStopped.", err=True)
        sys.exit(130)
