"""Running a job from the command line: its options, its ledger, and what is printed when it is stopped or fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import typer

from fourcast.cli.options import file_option
from fourcast.cli.progress import note
from fourcast.errors import JobError
from fourcast.jobs import Json, Ledger, canonical
from fourcast.system import data_dir

WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        "-w",
        min=1,
        max=1024,
        metavar="N",
        help="Worker processes. Default: all CPUs; 1 where times are measured.",
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Run on the dask cluster of this scheduler, such as tcp://127.0.0.1:8786."),
]


def ledger_option(default: str) -> Any:
    """The `--ledger` option; `default` says where results are stored without it."""
    sentence = "Store results in this file: the same command continues where it stopped."
    return file_option("--ledger", help=f"{sentence} Default: {default}.")


LedgerOption = Annotated[Path | None, ledger_option("beside the output, until that is written")]


@contextmanager
def stored_job(path: Path | None) -> Iterator[None]:
    """Run a job in the block. Ctrl-C prints the file or folder of the results, unless they are not stored; if the job
    fails, the error is printed and the exit code is 1."""
    try:
        yield
    except KeyboardInterrupt:
        if path:
            note(f"Results so far are in {path}: the same command continues from there.")
        raise
    except JobError as error:
        note(f"fourcast: {error}")
        raise typer.Exit(1) from None


def data_ledger(folder: str, subject: Json, *, without: str) -> Path | None:
    """A ledger in the user's data folder, named by a hash of its subject, so that the same command continues. None,
    after a remark that begins with `without`, if it cannot be opened."""
    try:
        path = data_dir() / folder / f"{sha256(canonical(subject).encode()).hexdigest()[:16]}.sqlite"
        path.parent.mkdir(parents=True, exist_ok=True)
        Ledger(path).close()
    except (OSError, RuntimeError) as error:  # a read-only home directory, or none at all
        note(f"{without}: {error}. Name a file with --ledger.")
        return None
    return path
