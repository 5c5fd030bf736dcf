"""`fourcast tournament`: everybody against everybody, or one against the rest; a cross table and ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import Console

from fourcast.cli.arena_options import (
    USUAL_MARGIN,
    AdjudicateOption,
    GamesLedgerOption,
    IllegalOption,
    MarginOption,
    NoAdjudicateOption,
    OpeningsOption,
    OutOption,
    OverrunOption,
    SeedOption,
    TimeOption,
    control_of,
)
from fourcast.cli.arena_play import play_and_tell
from fourcast.cli.arena_words import troubles
from fourcast.cli.grid import Grid
from fourcast.cli.jobbing import ClusterOption, WorkersOption
from fourcast.cli.options import JsonOption, RulesOption
from fourcast.match import Adjudication, Penalty, Rating, Tournament, TournamentResult, parse_contestant, signed
from fourcast.rules import parse_rules


def tournament(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER…", help="Agents such as level4, kaggle:FILE.py, program:COMMAND LINE."),
    ],
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first player meets the others.")] = False,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Of each two players; an even number.")] = 20,
    rules: RulesOption = "classic",
    time: TimeOption = None,
    openings: OpeningsOption = None,
    seed: SeedOption = 1,
    adjudicate: AdjudicateOption = Adjudication.CLAIMED,
    no_adjudicate: NoAdjudicateOption = False,
    overrun: OverrunOption = Penalty.GAME,
    illegal: IllegalOption = Penalty.GAME,
    margin: MarginOption = USUAL_MARGIN,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: GamesLedgerOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let many players play: a cross table of points, and ratings with their errors at 95 %, 0 on average.

    A tournament that was stopped, or that gets more games, goes on with what was played; with --ledger one that gets
    players after the others does too.
    """
    control = control_of(time, margin, overrun, illegal, adjudicate, no_adjudicate)
    contestants = tuple(parse_contestant(text) for text in players)
    planned = Tournament(contestants, parse_rules(rules), games, gauntlet, control, openings, seed)
    play_and_tell(
        planned,
        TournamentResult(planned),
        briefly=_briefly,
        tell=_print,
        ledger=ledger,
        workers=workers,
        cluster=cluster,
        out=out,
        as_json=as_json,
    )


def _briefly(result: TournamentResult) -> str:
    """Who leads."""
    if not result.games:
        return "first games"
    names, rated = result.tournament.names, result.ratings()
    best = max(range(len(names)), key=lambda place: rated[place].elo)
    return f"{names[best]} leads with {signed(rated[best].elo)}"


def _print(result: TournamentResult) -> None:
    names, rated = result.tournament.names, result.ratings()
    order = sorted(range(len(names)), key=lambda place: -rated[place].elo)
    console = Console(highlight=False)
    title = f"{result.tournament.rules}, {result.games} games"
    headings = ["Player", "Elo", "±", "Points", "Games", *map(str, range(1, len(order) + 1))]
    rows = [
        [f"{number} {names[place]}", *_figures(result, place, rated[place], order)]
        for number, place in enumerate(order, start=1)
    ]
    console.print(*Grid(headings, rows, title).drawn(console.width), sep="\n")
    for sentence in troubles(names, result.tallies, timed=result.tournament.control.time is not None):
        typer.echo(sentence)
    if result.not_played:
        typer.echo(f"{result.not_played} games could not be played: {result.problem}")


def _figures(result: TournamentResult, place: int, rating: Rating, order: Sequence[int]) -> Iterator[str]:
    """A player's rating and points, then those against each of the others."""
    yield from (signed(rating.elo), f"{rating.error:.0f}", f"{result.points(place):g}", str(result.games_of(place)))
    for rival in order:
        met = result.meeting(place, rival) if rival != place else None
        yield "·" if rival == place else f"{met.points:g}/{met.games}" if met and met.games else ""
