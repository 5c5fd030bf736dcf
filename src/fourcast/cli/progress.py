"""What is printed on standard error while a command runs: remarks, a progress bar, the name of a slow step."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Timer
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, TextColumn
from rich.progress import Progress as RichProgress
from rich.progress import Task as RichTask
from rich.table import Column
from rich.text import Text

from fourcast.jobs import Progress

_Update = Callable[[str, int, int | None, str, float | None], None]
"""Called with a description, the amount done, the total, a remark and the seconds left."""
CountUpdate = Callable[[str, int, Progress | None], None]
"""Called with a remark, the amount done, and the progress of the job."""


SLOW_S: Final = 10.0
REPORT_S: Final = 60.0
"""Seconds between two lines where there is no bar."""
FORECAST_S: Final = 5.0
"""Seconds after which the first line says how long a job will take, if that is more than `REPORT_S`."""


def note(text: str) -> None:
    """Print a remark that is not part of the result."""
    print(text, file=sys.stderr)


@contextmanager
def count_bar(total: int, unit: str = "games") -> Iterator[CountUpdate]:
    """A bar that counts units, with a remark."""
    with _bar() as show:
        left: float | None = None

        def update(remark: str, done: int, progress: Progress | None) -> None:
            nonlocal left
            left = progress.seconds_left if progress else left
            show(f"{done:,} of {total:,} {unit}", done, total, remark, left)

        update("", 0, None)
        yield update


@contextmanager
def job_bar(title: str, *, units_per_task: int = 1) -> Iterator[Callable[[Progress], None]]:
    """A bar for the tasks of a job. Says at the end if there was nothing to compute."""
    last: Progress | None = None
    with _bar() as show:

        def update(progress: Progress) -> None:
            nonlocal last
            last = progress
            remark = f"{progress.finished * units_per_task:,}"
            if progress.total and units_per_task == 1:  # the last of larger tasks may have fewer units
                remark += f" of {progress.total:,}"
            if progress.known:
                remark += f", {progress.known * units_per_task:,} known before"
            if progress.failed:
                remark += f", {progress.failed:,} failed"
            if progress.workers == 0 and not progress.done:
                remark += ", no workers yet"
            share = f" {progress.finished / progress.total:.0%}" if progress.total else ""
            show(title + share, progress.finished, progress.total, remark, progress.seconds_left)

        show(title, 0, None, "", None)
        yield update
    if last and last.known and last.workers is None:
        note(f"{title}: done before, all results are in the ledger.")


@contextmanager
def note_if_slow(text: str, seconds: float = SLOW_S) -> Iterator[None]:
    """Print a remark if the block takes longer."""
    timer = Timer(seconds, note, [text])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def spinner(title: str) -> Iterator[Callable[[str], None] | None]:
    """Show the name of a slow step while it runs, on a terminal; the function that it gives adds a remark."""
    if not sys.stderr.isatty():
        yield None
        return
    with Console(stderr=True).status(title) as status:
        yield lambda remark: status.update(f"{title} {remark}")


@contextmanager
def _bar() -> Iterator[_Update]:
    """A bar on a terminal; elsewhere a line now and then."""
    console = Console(stderr=True)
    if not console.is_terminal:
        started = printed = monotonic()
        has_forecast = False

        def report(title: str, done: int, _: int | None, remark: str, left: float | None) -> None:
            nonlocal printed, has_forecast
            now = monotonic()
            forecast = f"about {_clock(left)} left" if left is not None and left >= REPORT_S else ""
            is_first = bool(forecast and done) and not has_forecast and now - started >= FORECAST_S
            if is_first or now - printed >= REPORT_S:
                details = ", ".join(filter(None, (remark, forecast)))
                note(f"{title}: {details}" if details else title)
                printed, has_forecast = now, has_forecast or is_first

        yield report
        return
    fixed = Column(no_wrap=True)
    columns = (
        TextColumn("{task.description}", table_column=fixed),
        BarColumn(bar_width=12, table_column=fixed.copy()),
        _TimeLeft(fixed.copy()),
        _Remark(),
    )
    with RichProgress(*columns, console=console, transient=True) as drawn:
        line = drawn.add_task("", total=None, remark="", left=None)

        def update(title: str, done: int, total: int | None, remark: str, left: float | None) -> None:
            drawn.update(line, description=title, completed=done, total=total, remark=remark, left=left)

        yield update


class _Remark(ProgressColumn):
    """The column that is shortened on a narrow terminal."""

    def render(self, task: RichTask) -> Text:
        return Text(task.fields["remark"], no_wrap=True, overflow="ellipsis")


class _TimeLeft(ProgressColumn):
    """The time left or, while that is unknown, the time elapsed."""

    def render(self, task: RichTask) -> Text:
        left = task.fields["left"]
        text = _clock(task.elapsed or 0) if left is None else f"{_clock(left)} left"
        return Text(text, style="progress.remaining")


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    return str(timedelta(seconds=round(seconds)))
