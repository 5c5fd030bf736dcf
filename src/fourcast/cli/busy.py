"""A word on what takes so long, for whoever sits at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console


@contextmanager
def busy(with_what: str) -> Iterator[None]:
    """Say on standard error what is being run, if somebody is looking."""
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True).status(with_what):
        yield
