"""Options and a progress bar for commands that run a job."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.progress import Task as BarTask
from rich.text import Text

from fourcast.jobs import Progress, Summary

WorkersOption = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Processes of this machine; one for each processor without it.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Work on a dask cluster: its scheduler, such as tcp://127.0.0.1:8786."),
]
LedgerOption = Annotated[
    Path | None,
    typer.Option(
        dir_okay=False,
        metavar="FILE",
        help="Where results are kept on the way, and stay; without it beside the output, until that is written.",
    ),
]
REASONS_SHOWN: Final = 3


@contextmanager
def job_bar(what: str, *, each: int = 1) -> Iterator[Callable[[Progress], None]]:
    """How far a job is, on standard error, for whoever looks; `each` is how much of what is counted a task does."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        _TimeLeft(),
        TextColumn("{task.fields[said]}"),
    )
    with Bar(*columns, console=console) as bar:
        shown = bar.add_task(what, total=None, said="", left=None)

        def tell(progress: Progress) -> None:
            said = f"{progress.finished * each:,}"
            if progress.known:
                said += f", {progress.known * each:,} known before"
            if progress.failed:
                said += f", {progress.failed:,} failed"
            if not progress.workers and not progress.done:
                said += ", no workers yet"
            bar.update(shown, total=progress.total, completed=progress.finished, said=said, left=progress.seconds_left)

        yield tell


def say_failures(summary: Summary) -> None:
    """What failed and why, on standard error: a few of them, and how many more."""
    for failure in summary.failures[:REASONS_SHOWN]:
        typer.echo(f"{'Set aside' if failure.set_aside else 'Failed'}: {failure.task}\n  {failure.reason}", err=True)
    if len(summary.failures) > REASONS_SHOWN:
        typer.echo(f"… and {len(summary.failures) - REASONS_SHOWN:,} more.", err=True)


class _TimeLeft(ProgressColumn):
    def render(self, task: BarTask) -> Text:
        left = task.fields.get("left")
        if left is None:
            return Text("")
        minutes, seconds = divmod(round(left), 60)
        hours, minutes = divmod(minutes, 60)
        return Text(f"{hours}:{minutes:02}:{seconds:02} left", style="progress.remaining")
