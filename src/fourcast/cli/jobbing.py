"""Options for commands that run a job, and the words for what failed in it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from fourcast.cli.options import refuse_missing_folder
from fourcast.files import data_dir
from fourcast.jobs import Json, Summary, canonical

WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers", "-w", min=1, max=1024, help="Processes of this machine; one for each processor without it."
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Work on a dask cluster: its scheduler, such as tcp://127.0.0.1:8786."),
]
REASONS_SHOWN: Final = 3


def ledger_option(without: str) -> Any:
    """`--ledger` of a command that does something else without it. A folder that is not there is refused before
    anything begins."""
    return typer.Option(
        "--ledger",
        metavar="FILE",
        dir_okay=False,
        callback=refuse_missing_folder,
        help=f"Keep results there as they come: the same command goes on where it was stopped. Without it {without}.",
    )


LedgerOption = Annotated[Path | None, ledger_option("they are kept beside the output, until that is written")]


def usual_ledger(folder: str, what: Json) -> Path:
    """A ledger among the user's data, under a name that comes from what is worked on. Raises `OSError` or
    `RuntimeError` where there is no place for it."""
    path = data_dir() / folder / f"{sha256(canonical(what).encode()).hexdigest()[:16]}.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def say_failures(summary: Summary) -> None:
    """What failed and why, on standard error: a few of them, and how many more."""
    for failure in summary.failures[:REASONS_SHOWN]:
        typer.echo(f"{'Set aside' if failure.set_aside else 'Failed'}: {failure.task}\n  {failure.reason}", err=True)
    if len(summary.failures) > REASONS_SHOWN:
        typer.echo(f"… and {len(summary.failures) - REASONS_SHOWN:,} more.", err=True)
