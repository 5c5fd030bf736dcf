"""Running a job from the command line: its options, its ledger, its progress bar, and what is printed when it fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from fourcast.cli.options import refuse_missing_folder
from fourcast.cli.progress import job_bar, note
from fourcast.files import data_dir
from fourcast.jobs import Json, Ledger, Summary, Task, canonical, delete_ledger, run_job

WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, max=1024, help="Worker processes. Default: all CPUs.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Run on the dask cluster of this scheduler, such as tcp://127.0.0.1:8786."),
]
MAX_REASONS: Final = 3
"""Failures that are printed."""


def ledger_option(default: str) -> Any:
    """The `--ledger` option; `default` says where results are stored without it."""
    return typer.Option(
        "--ledger",
        metavar="FILE",
        dir_okay=False,
        callback=refuse_missing_folder,
        help=f"Store results in this file: the same command continues where it stopped. Default: {default}.",
    )


LedgerOption = Annotated[Path | None, ledger_option("beside the output, until that is written")]


@contextmanager
def job_ledger(path: Path | None, default: Path) -> Iterator[Ledger]:
    """Open the ledger of a command: the one of `--ledger`, or a default that is deleted when all is done.

    On Ctrl-C it prints where the results are, and lets it through."""
    with Ledger(path or default) as ledger:
        try:
            yield ledger
        except KeyboardInterrupt:
            note(continues(ledger.path))
            raise
    if path is None:
        delete_ledger(default)


def run_command_job(
    tasks: Iterable[Task],
    ledger: Ledger,
    title: str,
    *,
    consequence: str,
    total: int | None = None,
    units_per_task: int = 1,
    workers: int | None = None,
    cluster: str | None = None,
) -> Summary:
    """Run a job with a progress bar, trying again what failed in earlier runs. If tasks fail, print why and the
    consequence, and exit with code 1."""
    with job_bar(title, units_per_task=units_per_task) as update:
        summary = run_job(
            tasks, ledger, total=total, workers=workers, cluster=cluster, retry_failed=True, on_progress=update
        )
    if summary.failures:
        print_failures(summary)
        note(f"fourcast: {consequence}")
        raise typer.Exit(1)
    return summary


def print_failures(summary: Summary) -> None:
    """The first failures with their reasons, and how many more there are."""
    for failure in summary.failures[:MAX_REASONS]:
        note(f"{'Set aside' if failure.set_aside else 'Failed'}: {failure.task}\n  {failure.reason}")
    if len(summary.failures) > MAX_REASONS:
        note(f"… and {len(summary.failures) - MAX_REASONS:,} more.")


def continues(path: Path) -> str:
    """The sentence after Ctrl-C."""
    return f"Results so far are in {path}: the same command continues from there."


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
