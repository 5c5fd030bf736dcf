"""The command `fourcast`: its subcommands, its version, and its exit codes."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from io import TextIOWrapper
from typing import Annotated, Any, Final, NoReturn

import typer

from fourcast import native
from fourcast.cli import (
    accuracy,
    analyse,
    bench,
    book,
    compare,
    dataset,
    engine,
    experiment,
    match,
    perft,
    play,
    rules,
    search,
    serve,
    show,
    solve,
)
from fourcast.errors import EngineUnavailable, IllegalMove, JobError, NotationError, UsageError

_UsageError: Final[Any] = typer.BadParameter.__bases__[0]
"""What typer raises for a command line it cannot read; it has no public name."""

app = typer.Typer(
    name="fourcast",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("serve")(serve.serve)
app.command("play")(play.play)
app.command("show")(show.show)
app.command("perft")(perft.perft)
app.command("rules")(rules.rules)
app.command("search")(search.search)
app.command("tree")(search.tree)
app.command("solve")(solve.solve)
app.command("analyse")(analyse.analyse)
app.command("reproduce")(experiment.check)
app.command("compare")(compare.compare)
app.command("match")(match.match)
app.command("tournament")(match.tournament)
app.command("engine")(engine.engine)
app.command("accuracy")(accuracy.accuracy)
app.command("dataset")(dataset.dataset)
app.command("book")(book.book)
app.command("bench")(bench.bench)
app.add_typer(experiment.app, name="experiment")


def _print_version(asked: bool) -> None:
    if asked:
        reason = native.core_unsupported_reason()
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
    """Run the command line. A usage error is one sentence and exit code 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # an encoding without a character shows ? for it
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except SystemExit as end:
        if end.code == 130:  # typer ends so on Ctrl-C
            typer.echo("Stopped.", err=True)
        raise
    except (UsageError, IllegalMove, NotationError, EngineUnavailable, JobError) as fault:
        _complain(str(fault))
    except _UsageError as fault:
        if not sys.argv[1:]:  # no command at all: print the help
            typer.echo(fault.format_message())
            sys.exit(0)
        said = fault.format_message().rstrip(".")
        _complain(f"{said}{'' if said.endswith('?') else '.'} `{_command(fault)} --help` tells more.")
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as fault:
        _complain(f"{fault.filename}: {fault.strerror}." if fault.filename else f"{fault}.")
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("Stopped.", err=True)
        sys.exit(130)


def _command(fault: Any) -> str:
    return fault.ctx.command_path if getattr(fault, "ctx", None) else "fourcast"


def _complain(sentence: str) -> NoReturn:
    typer.echo(f"fourcast: {sentence}", err=True)
    sys.exit(2)
