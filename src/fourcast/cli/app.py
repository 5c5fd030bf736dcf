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
    review,
    rules,
    search,
    serve,
    show,
    solve,
)
from fourcast.cli.options import CommandWithFormerNames
from fourcast.errors import EngineUnavailable, JobError, UsageError, print_warnings_as_sentences

_UsageError: Final[Any] = typer.BadParameter.__bases__[0]
"""The exception of typer for an invalid command line; it has no public name."""

LIBRARY_MESSAGES: Final = {
    "Input should be a valid number, unable to parse string as a number": "Use a number, such as 0.5",
    "Input should be a valid integer, unable to parse string as an integer": "Use a whole number, such as 4",
    "Value error, ": "",
}
"""Parts of messages of libraries, and what is printed for them."""

app = typer.Typer(
    name="fourcast",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    *(serve.serve, play.play, show.show, perft.perft, rules.rules, search.search, search.tree, solve.solve),
    *(analyse.analyse, review.review, compare.compare, match.match, match.tournament, engine.engine),
    *(accuracy.accuracy, dataset.dataset, book.book, bench.bench),
):
    has_former_names = command in (perft.perft, search.search, search.tree, compare.compare)
    app.command(cls=CommandWithFormerNames if has_former_names else None)(command)
app.command("reproduce")(experiment.check)
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
    """Run the command line. A usage error prints one sentence and exits with code 2, never with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # an encoding without a character shows ? for it
            stream.reconfigure(errors="replace")
    print_warnings_as_sentences()
    try:
        code = app(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except SystemExit as end:
        if end.code == 130:  # typer exits like this on Ctrl-C
            typer.echo("Stopped.", err=True)
        raise
    except (UsageError, EngineUnavailable, JobError) as fault:
        _fail(str(fault))
    except _UsageError as fault:
        if not sys.argv[1:]:  # no command at all: print the help
            typer.echo(fault.format_message())
            sys.exit(0)
        message = fault.format_message().rstrip(".")
        for library, sentence in LIBRARY_MESSAGES.items():
            message = message.replace(library, sentence)
        command = fault.ctx.command_path if getattr(fault, "ctx", None) else "fourcast"
        _fail(f"{message}{'' if message.endswith('?') else '.'} See `{command} --help`.")
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as fault:
        _fail(f"{fault.filename}: {fault.strerror}." if fault.filename else f"{fault}.")
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("Stopped.", err=True)
        sys.exit(130)


def _fail(sentence: str) -> NoReturn:
    typer.echo(f"fourcast: {sentence}", err=True)
    sys.exit(2)
