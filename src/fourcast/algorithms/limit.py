"""When a search ends: limits of depth, nodes and time, and a flag that stops it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from math import inf
from numbers import Integral, Real
from threading import Event
from time import perf_counter
from typing import Final

from fourcast.errors import UsageError

MAX_DEPTH: Final = 500
"""Moves: more than any game on a board that the engines search; recursion needs an end."""
MAX_NODES: Final = 10**18


@dataclass(frozen=True)
class Limit:
    """A maximum of depth (moves), nodes and time (seconds); None means no limit. At least one is needed.

    With depth alone the search goes there directly, except with old bounds, which are those of the depth before; with
    nodes or time it deepens move by move, and its result is that of the last finished depth.
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.time is None:
            raise UsageError("A search needs a limit: a depth, a number of nodes, or a time in seconds.")
        if self.depth is not None and not (isinstance(self.depth, Integral) and 1 <= self.depth <= MAX_DEPTH):
            raise UsageError(f"Invalid depth {self.depth!r}: use 1 to {MAX_DEPTH}.")
        if self.nodes is not None and not (isinstance(self.nodes, Integral) and 1 <= self.nodes <= MAX_NODES):
            raise UsageError(f"Invalid number of nodes {self.nodes!r}: use 1 to {MAX_NODES}.")
        if self.time is not None and not (isinstance(self.time, Real) and 0 < self.time < inf):
            raise UsageError(f"Invalid time {self.time!r}: use a number of seconds above 0.")

    @property
    def deepens(self) -> bool:
        return self.nodes is not None or self.time is not None


class Stopped(Enum):
    """Why a search ended before its depth. Only the native engine limits the memory, of old bounds."""

    TIME = "time"
    NODES = "nodes"
    ASKED = "asked"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"


class StopSearch(Exception):
    """Raised inside a search to end it."""

    def __init__(self, reason: Stopped) -> None:
        super().__init__(reason.value)
        self.reason = reason


class StopFlag(Event):
    """An event that another thread sets to end a search. Engines that cannot poll it add a callback."""

    def __init__(self) -> None:
        super().__init__()
        self._callbacks: list[Callable[[], None]] = []

    def set(self) -> None:
        super().set()
        for callback in list(self._callbacks):
            callback()

    def add_callback(self, callback: Callable[[], None]) -> None:
        """Call this when the flag is set, at once if it is already."""
        self._callbacks.append(callback)
        if self.is_set():
            callback()

    def remove_callback(self, callback: Callable[[], None]) -> None:
        self._callbacks.remove(callback)


def stop_reason(visited: int, nodes: int | None, deadline: float | None, stop: StopFlag | None) -> Stopped | None:
    """Why a search that has visited so many nodes must end now; None if it need not."""
    if nodes is not None and visited >= nodes:
        return Stopped.NODES
    if deadline is not None and perf_counter() >= deadline:
        return Stopped.TIME
    return Stopped.ASKED if stop is not None and stop.is_set() else None
