"""The command `fourcast`: its subcommands, its version, and its exit codes."""

from __future__ import annotations

import errno
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
    export,
    lists,
    match,
    new,
    oracle,
    perft,
    play,
    puzzles,
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
_ANOTHER_FOLDER: Final = "Use a folder that you can write to."
ADVICE: Final[dict[int | None, str]] = {
    errno.ENOSPC: "Free some space, or use another folder, and run the same command again.",
    errno.EDQUOT: "Free some space, or use another folder, and run the same command again.",
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _ANOTHER_FOLDER),
    errno.ENOENT: "Check the path.",
}
"""What to do about an error of the system."""

app = typer.Typer(
    name="fourcast",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`fourcast COMMAND --help` explains a command. Exit codes: 0 success; 1 a part failed or differs; 2 an "
    "error, with a sentence on what to do; 130 stopped by Ctrl-C, with the results so far.",
)
for command, example in (
    (serve.serve, "serve --port 8080"),
    (play.play, "play --rules popout --opponent level4"),
    (show.show, "show --rules extended 11p1"),
    (perft.perft, "perft --rules drift --depth 5"),
    (rules.rules, "rules classic --lines"),
    (search.search, "search 4453 --depth 8"),
    (search.tree, "tree 44 --depth 3 -o tree.html"),
    (solve.solve, "solve 444435 --all --line"),
    (oracle.oracle, "oracle --port 5000 --full -1000"),
    (analyse.analyse, "analyse 44444326555 --time 1"),
    (review.review, "review 1212341231 -r classic,width=4,height=4"),
    (compare.compare, "compare 44 --depths 1-8 -o DIR"),
    (match.match, "match level3 level1 --games 20"),
    (match.tournament, "tournament level2 level1 greedy --games 4"),
    (engine.engine, "engine --agent level4"),
    (accuracy.accuracy, "accuracy level3 --positions 6"),
    (dataset.dataset, "dataset -n 100 --plies 30-41 -o p.csv"),
    (puzzles.puzzles, "puzzles -n 5 --rules most-lines --kind win --plies 3-11"),
    (book.book, "book --rules classic,width=5,height=4 --ply 6 -o 5x4.book"),
    (bench.bench, "bench --engine python"),
    (new.new, "new evaluation threats"),
    (lists.evals, "evals --json"),
    (lists.algorithms, "algorithms --json"),
):
    has_former_names = command in (perft.perft, search.search, search.tree, compare.compare)
    with_example = app.command(
        cls=CommandWithFormerNames if has_former_names else None, epilog=f"Example: fourcast {example}"
    )
    with_example(command)
app.command("reproduce", epilog="Example: fourcast reproduce zer0lose")(experiment.check)
app.add_typer(experiment.app, name="experiment")
app.add_typer(export.app, name="export")


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
    """Run the command line. An error prints a sentence on what to do, never a traceback;
    docs/reference/environment.md has the exit codes."""
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
        message = fault.format_message().rstrip(".")
        if message.startswith("Usage: "):  # no command was given: this is the help
            typer.echo(message)
            sys.exit(0)
        for library, sentence in LIBRARY_MESSAGES.items():
            message = message.replace(library, sentence)
        command = fault.ctx.command_path if getattr(fault, "ctx", None) else "fourcast"
        _fail(f"{message}{'' if message.endswith('?') else '.'} See `{command} --help`.")
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as fault:
        problem = f"{fault.filename}: {fault.strerror}." if fault.filename else f"{fault}."
        _fail(" ".join([problem, *([ADVICE[fault.errno]] if fault.errno in ADVICE else [])]))
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("Stopped.", err=True)
        sys.exit(130)


def _fail(sentence: str) -> NoReturn:
    typer.echo(f"fourcast: {sentence}", err=True)
    sys.exit(2)
