"""Options that `match` and `tournament` share, and the words for what both tell."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from fourcast.arena import Adjudication, Contestant, Control, Penalty
from fourcast.arena.control import MARGIN
from fourcast.arena.match import Tally
from fourcast.arena.openings import MOST_PLIES
from fourcast.cli.words import time_text
from fourcast.files import user_data
from fourcast.jobs import Ledger, Task
from fourcast.jobs import Progress as JobProgress
from fourcast.jobs.task import canonical
from fourcast.rules import Rules, rules_text

TimeOption = Annotated[
    float | None,
    typer.Option("--time", "-t", metavar="SECONDS", min=0.001, help="For a move. Without it players' own limits hold."),
]
OpeningsOption = Annotated[
    int | None,
    typer.Option(
        "--openings",
        metavar="PLIES",
        min=0,
        max=MOST_PLIES,
        help="Random moves at the beginning. Without: 4 or more.",
    ),
]
SeedOption = Annotated[int, typer.Option(help="Of openings, of dice and of luck.")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, max=1024, help="Games at once; one for each processor.")
]
AdjudicateOption = Annotated[
    Adjudication,
    typer.Option(
        "--adjudicate",
        help="Let the exact solver end games: where it confirms what players claim, as soon as it knows, or never.",
    ),
]
NoAdjudicateOption = Annotated[bool, typer.Option("--no-adjudicate", help="The same as --adjudicate never.")]
OverrunOption = Annotated[Penalty, typer.Option("--overrun", help="What an answer that comes too late costs.")]
IllegalOption = Annotated[Penalty, typer.Option("--illegal", help="What an answer that may not be played costs.")]
MarginOption = Annotated[
    float, typer.Option("--margin", metavar="SECONDS", min=0, help="How much later an answer may come without cost.")
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FILE.jsonl|DIR", help="Keep the games: a line each, or a file each."),
]
LedgerOption = Annotated[
    Path | None,
    typer.Option(
        "--ledger",
        metavar="FILE",
        dir_okay=False,
        help="Keep results there as they come: the same command goes on where it was stopped. Without it, games of a "
        "match or tournament are kept in your data folder.",
    ),
]
USUAL_MARGIN = MARGIN


def control_of(
    time: float | None, margin: float, overrun: Penalty, illegal: Penalty, adjudicate: Adjudication, never: bool
) -> Control:
    """The terms that the options describe."""
    return Control(time, margin, overrun, illegal, Adjudication.NEVER if never else adjudicate)


def refuse_early(out: Path | None) -> None:
    """What cannot be written is said before anything is played."""
    if out and not out.absolute().parent.is_dir():
        raise typer.BadParameter(f"There is no folder {out.parent}. Make it first.")
    if out and out.suffix and out.suffix != ".jsonl" and not out.is_dir():
        raise typer.BadParameter(f"Games are kept in a folder or in a file such as games.jsonl, not in {out.name}.")


def ledger_for(named: Path | None, tasks: Sequence[Task], rules: Rules, players: Sequence[Contestant]) -> Path | None:
    """Where games are kept: where somebody says, or else in the user's data folder under a name that comes from what is
    played, so that the same command goes on. None if nothing can be kept there. What is so is said."""
    if named:
        return named
    what = canonical([rules_text(rules), [player.text for player in players]])
    try:
        path = user_data() / "matches" / f"{sha256(what.encode()).hexdigest()[:16]}.sqlite"
        path.parent.mkdir(parents=True, exist_ok=True)
        with Ledger(path) as kept:
            known = len(kept.known(tasks))
    except (OSError, RuntimeError, sqlite3.Error) as fault:  # a home that cannot be written, or none at all
        say(f"Games are not kept, only counted: {fault}. Name a file with --ledger, or -o for the games.")
        return None
    say(f"Games are kept in {path}." + (f" {2 * known} of them were played before." if known else ""))
    if known == len(tasks):
        say("Nothing is left to play. Ask for more --games, or for others with another --seed.")
    return path


class Watching:
    """Shows how far it is to whoever looks, and nothing to anybody else."""

    def __init__(self, bar: Progress | None, total: int) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=total) if bar else None

    def tell(self, words: str, games: int, progress: JobProgress | None) -> None:
        if not self._bar or self._task is None:
            return
        left = progress.seconds_left if progress else None
        if left is not None and left >= 1:
            rest = f"{left:.0f} s left" if left < 120 else f"{left / 60:.0f} min left"
            words = f"{words}, {rest}" if words else rest
        self._bar.update(self._task, completed=games, description=words)


@contextmanager
def watching(total: int, what: str = "games") -> Iterator[Watching]:
    """A line with what is known so far, on a terminal; `what` is counted."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield Watching(None, total)
        return
    columns = (TextColumn(f"{{task.completed:.0f}} of {{task.total:.0f}} {what}"), BarColumn(bar_width=20))
    with Progress(*columns, TextColumn("{task.description}"), TimeElapsedColumn(), console=console) as bar:
        yield Watching(bar, total)


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign.

    >>> signed(12.4), signed(-3.0), signed(0.0), signed(float("inf"))
    ('+12', '−3', '0', '+∞')
    """
    if abs(number) == float("inf"):
        return "+∞" if number > 0 else "−∞"
    text = f"{number:+.{digits}f}".replace("-", "−")
    return "0" if not text.strip("+−0.") else text


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
    if timed and tallies:
        longest = max(tally.longest_overrun for tally in tallies)
        yield f"Longest overrun of the time for a move: {time_text(longest) if longest > 0 else 'none'}."
        if delayed := sum(tally.delayed for tally in tallies):
            yield f"{delayed} answers were late because this machine was busy. That cost nothing; --workers 1 may help."


def _times(count: int, what: str, cost: str) -> str:
    if not count:
        return ""
    often = "once" if count == 1 else f"{count} times"
    return f"{what} {often}" + (f" ({cost})" if cost else "")


def _games(count: int) -> str:
    return "no game" if not count else "1 game" if count == 1 else f"{count} games"


def stopped_words(games: int, wanted: int, ledger: Path | None) -> str:
    """What is said after Ctrl-C."""
    rest = " The same command goes on from there." if ledger else ""
    return f"Stopped after {games} of {wanted} games.{rest}"


def say_repeated(openings: Sequence[str]) -> None:
    """Openings that come again make deterministic players play the same games again."""
    if twice := len(openings) - len(set(openings)):
        say(f"{twice} of {len(openings)} openings come again: there are not so many. --openings asks for longer ones.")


def say(text: str) -> None:
    """A remark that is no result: on standard error."""
    print(text, file=sys.stderr)
