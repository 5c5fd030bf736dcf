"""How long a search may go on, and how it is told to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from fourcast.errors import UsageError

MOST_DEPTH: Final = 500
"""Moves: more than any game on a board the engines search; recursion needs an end."""
MOST_NODES: Final = 10**18


@dataclass(frozen=True)
class Limit:
    """At most so many moves deep, so many nodes, so many seconds; None does not limit.

    With depth alone the search goes there at once; with nodes or time it deepens move by move, and what it answers is
    what the last finished depth gave.
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.time is None:
            raise UsageError("A search needs a limit: a depth, a number of nodes, or a time in seconds.")
        if self.depth is not None and not 1 <= self.depth <= MOST_DEPTH:
            raise UsageError(f"A search looks 1 to {MOST_DEPTH} moves ahead, not {self.depth}.")
        if self.nodes is not None and not 1 <= self.nodes <= MOST_NODES:
            raise UsageError(f"A search visits 1 to {MOST_NODES} nodes, not {self.nodes}.")
        if self.time is not None and not 0 < self.time < float("inf"):
            raise UsageError(f"A search needs a time above 0 seconds, not {self.time}.")

    @property
    def deepens(self) -> bool:
        return self.nodes is not None or self.time is not None


class Stopped(Enum):
    """Why a search ended before its limit of depth."""

    TIME = "time"
    NODES = "nodes"
    ASKED = "asked"
    INTERRUPTED = "interrupted"


class StopSearch(Exception):
    """Raised inside a search to end it."""

    def __init__(self, reason: Stopped) -> None:
        super().__init__(reason.value)
        self.reason = reason


class StopFlag:
    """A flag that another thread raises to end a search. Engines that cannot look at it ask to be told."""

    def __init__(self) -> None:
        self._raised = False
        self._told: list[Callable[[], None]] = []

    def set(self) -> None:
        self._raised = True
        for tell in list(self._told):
            tell()

    def is_set(self) -> bool:
        return self._raised

    def tell(self, callback: Callable[[], None]) -> None:
        """Call this when the flag is raised, at once if it is already."""
        self._told.append(callback)
        if self._raised:
            callback()

    def forget(self, callback: Callable[[], None]) -> None:
        self._told.remove(callback)
