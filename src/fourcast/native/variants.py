"""The compiled exact solvers of the other games: by the margin, by the expected margin, and of games without end."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite
from typing import Final

from fourcast.errors import EngineUnavailable
from fourcast.native.bridge import core, native_rules, parcel, why_not
from fourcast.native.search import STOPPED
from fourcast.native.solver import NO_LIMIT, Found
from fourcast.rules import PopRule, Position, Progress, Rules, Shape

MOST_MEGABYTES: Final = 65536
"""More than this is never allowed."""


def why_no_variant_solver(rules: Rules, megabytes: int | None = None) -> str | None:
    """Why no native solver can play these rules, within so much memory; None if one can."""
    if reason := why_not(rules):
        return reason
    if rules.pop_rule is PopRule.OWN:
        if rules.drift is not None:
            return "with unlimited pop-outs and luck a game may go on for ever, and only chance ends it"
        allowed = MOST_MEGABYTES if megabytes is None else megabytes
        if (needed := _popout_megabytes(rules.shape)) > allowed:
            return f"all positions at once take {needed:,} megabytes, and {allowed:,} are allowed"
    return None


def _popout_megabytes(shape: Shape) -> int:
    """A column has 2^(height + 1) − 1 contents; every position takes two bytes."""
    positions: int = (2 ** (shape.height + 1) - 1) ** shape.width
    return -(-2 * positions // 2**20)


class NativeVariantSolver:
    """A solver with its table. Calls from several threads take turns.

    `calls`: under unlimited pop-outs a draw may be called on a full board, as the rules have it. Others play without.
    """

    def __init__(self, rules: Rules, megabytes: int, *, calls: bool = True) -> None:
        if reason := why_no_variant_solver(rules, megabytes):
            raise EngineUnavailable(f"The native solver cannot do this: {reason}. Ask for the Python engine.")
        self._number: type[int] | type[float] = int if rules.drift is None else float
        self._core = core.VariantSolver(native_rules(rules), megabytes, calls=calls)

    def solve_many(
        self,
        positions: Sequence[Position],
        *,
        weak: bool = False,
        trust_bounds: bool = True,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
    ) -> list[Found]:
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
        return [
            Found(None if stopped < 0 else STOPPED[stopped], self._whole(low), self._whole(high), visited)
            for stopped, low, high, visited in found
        ]

    def _whole(self, value: float) -> float:
        """A value as its game has them; a bound of which nothing is known stays infinite."""
        return self._number(value) if isfinite(value) else value

    def plies(self, position: Position) -> int | None:
        """In how many moves the game is decided under best play, once official PopOut is solved; None if it is not."""
        found = self._core.plies(parcel(position))
        return None if found < 0 else found

    def stop(self) -> None:
        """End the calls that are under way, from another thread."""
        self._core.stop()

    def clear(self) -> None:
        """Forget everything."""
        self._core.clear()
