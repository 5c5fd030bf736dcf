"""The words for what happened in the games of a match or a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fourcast.match import Tally
from fourcast.play import STAND_IN
from fourcast.text import duration


def troubles(names: Sequence[str], tallies: Sequence[Tally], *, timed: bool) -> Iterator[str]:
    """A sentence for everybody who was late, crashed or answered what may not be played."""
    for name, tally in zip(names, tallies, strict=True):
        parts = [
            _times(tally.overruns, "late", f"cost {_games(tally.time_losses)}"),
            _times(tally.crashes, "crashed", f"cost {_games(tally.crash_losses)}"),
            _times(tally.illegal, "answered what may not be played", f"cost {_games(tally.illegal_losses)}"),
            _times(tally.lost_turns, "lost the turn", ""),
        ]
        said = "; ".join(part for part in parts if part)
        if said:
            yield f"{name}: {said}." + (f" The first time: {tally.trouble}" if tally.trouble else "")
        if tally.stood_in:
            made = f"{tally.stood_in} of {tally.moves} moves"
            yield f"{name}: {made} were not solved in time; {STAND_IN.name.lower()} made them."
    if timed and tallies:
        longest = max(tally.longest_overrun for tally in tallies)
        yield f"Longest overrun of the time for a move: {duration(longest) if longest > 0 else 'none'}."
        if delayed := sum(tally.delayed for tally in tallies):
            yield f"{delayed} answers were late because this machine was busy. That cost nothing; --workers 1 may help."


def _times(count: int, what: str, cost: str) -> str:
    if not count:
        return ""
    often = "once" if count == 1 else f"{count} times"
    return f"{what} {often}" + (f" ({cost})" if cost else "")


def _games(count: int) -> str:
    return "no game" if not count else "1 game" if count == 1 else f"{count} games"
