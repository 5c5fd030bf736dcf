"""Old names of `fourcast.cli.progress`."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from fourcast.cli.progress import count_bar as watching
from fourcast.cli.progress import job_bar as _job_bar
from fourcast.jobs import Progress

__all__ = ["job_bar", "watching"]


def job_bar(what: str, *, each: int = 1) -> AbstractContextManager[Callable[[Progress], None]]:
    return _job_bar(what, units_per_task=each)
