"""The compiled exact solver of first-line games with gravity."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from fourcast.native.border import core, native_rules, parcel, why_not
from fourcast.native.search import LONGEST_LINE, STOPPED
from fourcast.rules import Goal, PopRule, Position, Rules
from fourcast.rules.perft import Progress
from fourcast.search.limit import Stopped


def why_no_solver(rules: Rules) -> str | None:
    """Why the native solver cannot play these rules; None if it can."""
    if reason := why_not(rules):
        return reason
    if rules.goal is not Goal.FIRST_LINE or not rules.gravity or rules.pop_rule is not PopRule.NONE or rules.drift:
        return "it solves games of the first line, with gravity, without pop-outs and drift"
    if rules.shape.bits > core.MOST_SOLVER_BITS:
        return f"columns × (rows + 1) is {rules.shape.bits}, and it holds at most {core.MOST_SOLVER_BITS}"
    if rules.shape.connect > LONGEST_LINE:
        return f"lines are longer than {LONGEST_LINE}"
    return None


class NativeSolver:
    """A solver with its table. Calls from several threads take turns."""

    def __init__(self, rules: Rules, megabytes: int) -> None:
        self._core = core.Solver(native_rules(rules), megabytes)

    def solve_many(
        self,
        positions: Sequence[Position],
        *,
        weak: bool = False,
        trust_bounds: bool = True,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> list[tuple[Stopped | None, int, int, int]]:
        """Of every position why its search stopped (None if it did not), between what the score lies, and the nodes."""
        found = self._core.solve_many(
            [parcel(position) for position in positions],
            weak=weak,
            trust_bounds=trust_bounds,
            seconds=inf if seconds is None else seconds,
            progress=progress,
        )
        return [(None if stopped < 0 else STOPPED[stopped], low, high, nodes) for stopped, low, high, nodes in found]

    def stop(self) -> None:
        """End the call that is under way, and those that follow, until `go_on`."""
        self._core.stop()

    def go_on(self) -> None:
        self._core.go_on()

    def clear(self) -> None:
        """Forget everything."""
        self._core.clear()
