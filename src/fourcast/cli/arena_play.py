"""Playing a match or a tournament for whoever sits at the terminal: kept, watched, stopped, told and written."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import typer

from fourcast.cli.bar import watching
from fourcast.cli.jobbing import usual_ledger
from fourcast.cli.options import print_json
from fourcast.jobs import Ledger, Progress, Task
from fourcast.match import Contestant, Kept, refuse_others, write_games
from fourcast.rules import Rules, rules_text


class Told(Protocol):
    """How it stands, as far as both can tell."""

    @property
    def games(self) -> int: ...

    @property
    def wanted(self) -> int: ...

    def kept(self) -> Iterator[Kept]: ...

    def to_json(self) -> dict[str, Any]: ...


Result = TypeVar("Result", bound=Told)


class Planned(Protocol[Result]):
    """A match or a tournament before it is played."""

    @property
    def rules(self) -> Rules: ...

    @property
    def players(self) -> tuple[Contestant, ...]: ...

    @property
    def terms(self) -> dict[str, Any]: ...

    def check(self) -> None: ...

    def openings(self) -> list[str]: ...

    def tasks(self) -> list[Task]: ...

    def play(
        self,
        *,
        ledger: Path | None,
        workers: int | None,
        cluster: str | None,
        on_standing: Callable[[Result, Progress | None], None],
        result: Result,
    ) -> Result: ...


def play_and_tell(
    planned: Planned[Result],
    result: Result,
    *,
    briefly: Callable[[Result], str],
    tell: Callable[[Result], None],
    ledger: Path | None,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play what is planned, tell how it ended and write its games. Ctrl-C is an end too: code 130 says so."""
    if out:
        refuse_others(out, planned.terms)
    planned.check()
    _say_repeated(planned.openings())
    kept_in = _ledger_for(ledger, planned.tasks(), planned.rules, planned.players)
    stopped = False
    try:
        with watching(result.wanted) as watch:

            def show(standing: Result, progress: Progress | None) -> None:
                watch(briefly(standing), standing.games, progress)

            planned.play(ledger=kept_in, workers=workers, cluster=cluster, on_standing=show, result=result)
    except KeyboardInterrupt:
        stopped = True
    except Exception:
        _tell_and_write(result, tell, out, as_json=as_json)  # what is known by then is not lost with the rest
        raise
    _tell_and_write(result, tell, out, as_json=as_json)
    if stopped:
        rest = " The same command goes on from there." if kept_in else ""
        say(f"Stopped after {result.games} of {result.wanted} games.{rest}")
        raise typer.Exit(130)


def _tell_and_write(result: Result, tell: Callable[[Result], None], out: Path | None, *, as_json: bool) -> None:
    if as_json:
        print_json(result.to_json())
    else:
        tell(result)
    if out and result.games:  # what an earlier run has written is not lost for nothing
        say(f"{write_games(out, result.kept())} games are kept in {out}.")


def _ledger_for(named: Path | None, tasks: Sequence[Task], rules: Rules, players: Sequence[Contestant]) -> Path | None:
    """Where games are kept: where somebody says, or else in the user's data folder under a name that comes from what is
    played, so that the same command goes on. None if nothing can be kept there. What is so is said."""
    if named:
        return named
    try:
        path = usual_ledger("matches", [rules_text(rules), [player.text for player in players]])
        with Ledger(path) as kept:
            known = len(kept.known(tasks))
    except (OSError, RuntimeError, sqlite3.Error) as fault:  # a home that cannot be written, or none at all
        say(f"Games are not kept, only counted: {fault}. Name a file with --ledger, or -o for the games.")
        return None
    say(f"Games are kept in {path}." + (f" {2 * known} of them were played before." if known else ""))
    if known == len(tasks):
        say("Nothing is left to play. Ask for more --games, or for others with another --seed.")
    return path


def _say_repeated(openings: Sequence[str]) -> None:
    """Openings that come again make deterministic players play the same games again."""
    if twice := len(openings) - len(set(openings)):
        say(f"{twice} of {len(openings)} openings come again: there are not so many. --openings asks for longer ones.")


def say(text: str) -> None:
    """A remark that is no result: on standard error."""
    print(text, file=sys.stderr)
