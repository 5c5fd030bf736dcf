"""`fourcast match` and `fourcast tournament`: games between players, Elo with its interval, or a cross table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from fourcast.cli.grid import Grid
from fourcast.cli.jobs import ClusterOption, WorkersOption, data_ledger, stored_job
from fourcast.cli.match_options import (
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
    adjudication,
    chosen_openings,
)
from fourcast.cli.options import JsonOption, RulesOption, complete_agent, print_json
from fourcast.cli.progress import count_bar, note
from fourcast.environment import cpu_count
from fourcast.jobs import Ledger, Progress
from fourcast.matches import (
    DEFAULT_MARGIN,
    MATCH_GAMES,
    TOURNAMENT_GAMES,
    MatchResult,
    MatchSettings,
    Participant,
    Penalty,
    Sprt,
    Tournament,
    check_folder,
    parse_sprt,
    write_games,
)
from fourcast.rules import Rules
from fourcast.text import count_of, duration

PLAYER_HELP: Final = (
    "level1 … level8, perfect, random, a search such as alphabeta,depth=6 or mcts,nodes=2000, FILE.py, "
    "kaggle:FILE.py or program:COMMAND."
)
LONG_S: Final = 60.0
"""Seconds from which the longest possible duration is printed before the first game."""


def match(
    first: Annotated[str, typer.Argument(metavar="A", autocompletion=complete_agent, help=PLAYER_HELP)],
    second: Annotated[
        str, typer.Argument(metavar="B", autocompletion=complete_agent, help="Another player, or the same.")
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, metavar="N", help="An even number: pairs with colours swapped.")
    ] = MATCH_GAMES,
    rules: RulesOption = "classic",
    time: TimeOption = None,
    openings: OpeningsOption = None,
    seed: SeedOption = 1,
    sprt: Annotated[
        bool,
        typer.Option(
            "--sprt",
            help="Stop as soon as a sequential test decides between H0, A is 0 Elo better than B, and H1, A is 20 "
            "better. Each is accepted wrongly in at most 5 % of matches (alpha = beta = 0.05).",
        ),
    ] = False,
    sprt_elo: Annotated[
        str | None,
        typer.Option(
            "--sprt-elo", metavar="ELO0,ELO1", help="The same test with other differences, such as -10,10 or 0,5."
        ),
    ] = None,
    adjudicate: AdjudicateOption = None,
    no_adjudicate: NoAdjudicateOption = False,
    overrun: OverrunOption = Penalty.GAME,
    illegal: IllegalOption = Penalty.GAME,
    margin: MarginOption = DEFAULT_MARGIN,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: GamesLedgerOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a match between two players.

    Every random opening is played twice, with colours swapped. Prints the Elo difference of the first player to the
    second with its 95 % interval, computed from pairs of games. Ctrl-C prints the result so far and keeps the games. A
    player that hangs, crashes or makes an illegal move loses that game only; one that cannot be started loses all its
    games. The exit code is 1 if games could not be played.
    """
    game_rules = Rules.parse(rules)
    tournament = Tournament(
        (Participant.parse(first), Participant.parse(second)),
        game_rules,
        games,
        MatchSettings(time, margin, overrun, illegal, adjudication(adjudicate, no_adjudicate)),
        chosen_openings(openings, game_rules),
        seed,
        sprt=parse_sprt(sprt_elo) if sprt_elo else Sprt() if sprt else None,
        is_match=True,
    )
    _play(tournament, ledger, workers, cluster, out, as_json=as_json)


def tournament(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER…", autocompletion=complete_agent, help=PLAYER_HELP),
    ],
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first player meets the others.")] = False,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, metavar="N", help="Games of each pairing; an even number.")
    ] = TOURNAMENT_GAMES,
    rules: RulesOption = "classic",
    time: TimeOption = None,
    openings: OpeningsOption = None,
    seed: SeedOption = 1,
    adjudicate: AdjudicateOption = None,
    no_adjudicate: NoAdjudicateOption = False,
    overrun: OverrunOption = Penalty.GAME,
    illegal: IllegalOption = Penalty.GAME,
    margin: MarginOption = DEFAULT_MARGIN,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: GamesLedgerOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a round-robin tournament.

    Prints a cross table of points, and Elo ratings relative to their mean with 95 % errors. The same command with more
    --games continues from the games that were played; with --ledger also one with more players at the end of the list.
    """
    settings = MatchSettings(time, margin, overrun, illegal, adjudication(adjudicate, no_adjudicate))
    game_rules = Rules.parse(rules)
    planned = Tournament(
        tuple(map(Participant.parse, players)),
        game_rules,
        games,
        settings,
        chosen_openings(openings, game_rules),
        seed,
        gauntlet,
    )
    _play(planned, ledger, workers, cluster, out, as_json=as_json)


def _play(
    tournament: Tournament,
    ledger: Path | None,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    *,
    as_json: bool,
) -> None:
    """Play, print the result and write the games, also after Ctrl-C."""
    if out:
        check_folder(out, tournament.terms)
    problems = tournament.start_problems()
    for index, reason in problems.items():
        note(f"{tournament.names[index]} cannot play and loses its games: {reason}")
    _note_repeated_openings(tournament)
    if not cluster and (seconds := tournament.max_seconds(workers or cpu_count()) or 0) > LONG_S:
        note(f"This takes at most {duration(seconds)}, if every game is as long as possible.")
    path = ledger or _default_ledger(tournament)
    result = MatchResult(tournament)
    try:
        with stored_job(path), count_bar(result.planned_games) as update:

            def show(result: MatchResult, progress: Progress) -> None:
                update(result.brief(), len(result.games), progress)

            tournament.play(
                ledger=path,
                workers=workers,
                cluster=cluster,
                on_progress=show,
                result=result,
                start_problems=problems,
            )
    except KeyboardInterrupt:
        note(f"{len(result.games)} of {result.planned_games} games are finished.")
        raise
    finally:
        _print_and_write(result, out, as_json=as_json)
    if result.not_played:
        raise typer.Exit(1)


def _print_and_write(result: MatchResult, out: Path | None, *, as_json: bool) -> None:
    if as_json:
        print_json(result.to_json())
    elif result.tournament.is_match:
        typer.echo(str(result))
    else:
        console = Console(highlight=False)
        headings, rows = result.table()
        console.print(*Grid(headings, rows, result.title).tables(console.width), sep="\n")
        for sentence in result.notes():
            typer.echo(sentence)
    if result.not_played and as_json:
        note(f"{count_of(result.not_played, 'game')} could not be played: {result.problem}")
    if out and result.pairs:  # an earlier run's games are not replaced by none
        note(f"{write_games(out, result)} games are stored in {out}.")


def _default_ledger(tournament: Tournament) -> Path | None:
    """The ledger in the data folder, named by rules and players, so that the same command continues; None if there
    cannot be one."""
    subject = [str(tournament.rules), [player.text for player in tournament.players]]
    path = data_ledger("matches", subject, without="Games are not stored")
    if path is None:
        return None
    tasks = tournament.tasks()
    with Ledger(path) as ledger:
        known = len(ledger.known(tasks))
    note(f"Games are stored in {path}." + (f" {2 * known} of them were played before." if known else ""))
    if known == len(tasks):
        note("All games were played before. Use more --games, or another --seed.")
    return path


def _note_repeated_openings(tournament: Tournament) -> None:
    """With repeated openings, deterministic players repeat their games."""
    lines = tournament.opening_lines()
    distinct = len(set(lines))
    if distinct == len(lines):
        return
    if isinstance(tournament.openings, tuple):
        note(f"The file has {count_of(distinct, 'opening')} for {len(lines)} pairs of games: openings are repeated.")
    else:
        repeated = len(lines) - distinct
        note(
            f"Only {distinct} distinct openings of this length exist; {repeated} are repeated. Use a larger --openings."
        )
