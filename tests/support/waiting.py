"""Waiting for something that another thread or process does."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep


def wait_until(condition: Callable[[], object], *, seconds: float = 60) -> None:
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, f"it did not happen in {seconds:g} s"
        sleep(0.01)
