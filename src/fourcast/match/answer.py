"""What a player says when he is asked for a move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from fourcast.match.control import Control
from fourcast.search import Score


class Fault(Enum):
    """What can go wrong instead of a move."""

    CRASH = "crash"
    TIME = "time"


@dataclass(frozen=True)
class Answer:
    """What a player said when asked for a move, or why he said nothing."""

    seconds: float
    move: str | None = None
    """As he wrote it: it need not be one."""
    fault: Fault | None = None
    detail: str = ""
    """What went wrong; beside a move, what he said is wrong with it."""
    claim: Score | None = None
    """What he says for certain of the end, if he does."""
    worked: float | None = None
    """Seconds that he had the processor, where that is known: a busy machine is not his fault."""

    stood_in: bool = False
    """Whether the perfect player's stand-in moved, because it did not solve the position in time."""

    def is_late(self, control: Control) -> bool:
        """Whether it came too late by the clock, and not only because somebody else had the processor."""
        worked = self.seconds if self.worked is None else self.worked
        return min(self.seconds, worked) > control.allowed
