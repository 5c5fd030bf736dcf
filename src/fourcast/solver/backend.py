"""What every solver backend does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from fourcast.rules import Position, Progress
from fourcast.solver.solution import Solution


class SolveOptions(NamedTuple):
    """What to solve for, and the limits of one call. A backend may ignore `weak`, `threads` and `window`."""

    weak: bool = False
    """Find the winner only."""
    time: float | None = None
    """Seconds for all positions together."""
    nodes: int | None = None
    """For each position."""
    threads: int = 1
    window: tuple[int, int] | None = None
    """Scores outside may be given as bounds."""
    progress: Progress | None = None
    """Called from time to time with the number of solved positions; the call ends when it returns True."""


class Backend(Protocol):
    """A solver of positions of one set of rules."""

    @property
    def engine(self) -> str: ...

    def solve_many(self, positions: Sequence[Position], options: SolveOptions = ...) -> list[Solution]:
        """The solutions of the positions, in order."""
        ...

    def stop(self) -> None:
        """End the calls that are running, from another thread."""

    def clear(self) -> None:
        """Clear the tables."""
