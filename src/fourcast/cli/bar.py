"""How far something is, as a line on standard error for whoever looks; nothing where nobody does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, TextColumn
from rich.progress import Progress as RichProgress
from rich.progress import Task as RichTask
from rich.table import Column
from rich.text import Text

from fourcast.jobs import Progress

_Show = Callable[[str, int, int | None, str, float | None], None]
"""What it is called now, how much is done, of how much, a few words, the seconds left."""
Watch = Callable[[str, int, Progress | None], None]
"""Told a few words, how much is done, and how far the job is."""


@contextmanager
def watching(total: int, what: str = "games") -> Iterator[Watch]:
    """So many of something are counted, with a few words on what is known of them."""
    with _bar() as show:
        left: float | None = None

        def tell(words: str, done: int, progress: Progress | None) -> None:
            nonlocal left
            left = progress.seconds_left if progress else left  # as was last known
            show(f"{done:,} of {total:,} {what}", done, total, words, left)

        tell("", 0, None)
        yield tell


@contextmanager
def job_bar(what: str, *, each: int = 1) -> Iterator[Callable[[Progress], None]]:
    """The tasks of a job; `each` is how much of what is counted a task does."""
    with _bar() as show:

        def tell(progress: Progress) -> None:
            words = f"{progress.finished * each:,}"
            if progress.total and each == 1:  # of larger tasks the last may do less
                words += f" of {progress.total:,}"
            if progress.known:
                words += f", {progress.known * each:,} known before"
            if progress.failed:
                words += f", {progress.failed:,} failed"
            if not progress.workers and not progress.done:
                words += ", no workers yet"
            share = f" {progress.finished / progress.total:.0%}" if progress.total else ""
            show(what + share, progress.finished, progress.total, words, progress.seconds_left)

        show(what, 0, None, "", None)
        yield tell


@contextmanager
def _bar() -> Iterator[_Show]:
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda *_: None
        return
    whole = Column(no_wrap=True)
    columns = (
        TextColumn("{task.description}", table_column=whole),
        BarColumn(bar_width=12, table_column=whole.copy()),
        _Clock(whole.copy()),
        _Words(),
    )
    with RichProgress(*columns, console=console, transient=True) as drawn:
        line = drawn.add_task("", total=None, words="", left=None)

        def show(title: str, done: int, total: int | None, words: str, left: float | None) -> None:
            drawn.update(line, description=title, completed=done, total=total, words=words, left=left)

        yield show


class _Words(ProgressColumn):
    """What gives way where the terminal is narrow."""

    def render(self, task: RichTask) -> Text:
        return Text(task.fields["words"], no_wrap=True, overflow="ellipsis")


class _Clock(ProgressColumn):
    """How long it still takes or, while nobody knows, how long it has taken."""

    def render(self, task: RichTask) -> Text:
        left = task.fields["left"]
        minutes, seconds = divmod(round(task.elapsed or 0 if left is None else left), 60)
        hours, minutes = divmod(minutes, 60)
        return Text(f"{hours}:{minutes:02}:{seconds:02}{'' if left is None else ' left'}", style="progress.remaining")
