"""The compiled exact solvers of the other games: by the margin, by the expected margin, and of games without end."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from fourcast.errors import EngineUnavailable
from fourcast.native.border import core, native_rules, parcel, why_not
from fourcast.native.search import STOPPED
from fourcast.rules import PopRule, Position, Rules
from fourcast.rules.perft import Progress
from fourcast.search.limit import Stopped

NO_LIMIT: Final = (1 << 64) - 1
"""More nodes than can be counted."""


def why_no_variant_solver(rules: Rules) -> str | None:
    """Why no native solver can play these rules; None if one can."""
    if reason := why_not(rules):
        return reason
    if rules.pop_rule is PopRule.OWN:
        return "games may go on for ever"
    return None


class NativeVariantSolver:
    """A solver with its table. Calls from several threads take turns."""

    def __init__(self, rules: Rules, megabytes: int) -> None:
        if reason := why_no_variant_solver(rules):
            raise EngineUnavailable(f"The native solver cannot do this: {reason}. Ask for the Python engine.")
        self._whole = rules.drift is None
        self._core = core.VariantSolver(native_rules(rules), megabytes)

    def solve_many(
        self,
        positions: Sequence[Position],
        *,
        weak: bool = False,
        trust_bounds: bool = True,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
    ) -> list[tuple[Stopped | None, float, float, int]]:
        """Of every position why its search stopped (None if it did not), between what the value lies, and the nodes.

        `seconds` is for all of them, `nodes` for each.
        """
        found = self._core.solve_many(
            [parcel(position) for position in positions],
            weak=weak,
            trust_bounds=trust_bounds,
            seconds=inf if seconds is None else seconds,
            nodes=NO_LIMIT if nodes is None else nodes,
            progress=progress,
        )
        number = int if self._whole else float
        return [
            (None if stopped < 0 else STOPPED[stopped], number(low), number(high), visited)
            for stopped, low, high, visited in found
        ]

    def stop(self) -> None:
        """End the call that is under way, and those that follow, until `go_on`."""
        self._core.stop()

    def go_on(self) -> None:
        self._core.go_on()

    def clear(self) -> None:
        """Forget everything."""
        self._core.clear()
