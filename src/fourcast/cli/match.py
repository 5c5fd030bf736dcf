"""`fourcast match`: two players, pairs of games, the Elo difference with its interval."""

from __future__ import annotations

from typing import Annotated

import typer

from fourcast.arena import Adjudication, Match, MatchResult, Penalty, Sprt, parse_contestant
from fourcast.arena.gamelist import Kept, write_games
from fourcast.arena.sprt import State, parse_sprt
from fourcast.cli.arena_options import (
    USUAL_MARGIN,
    AdjudicateOption,
    IllegalOption,
    LedgerOption,
    MarginOption,
    NoAdjudicateOption,
    OpeningsOption,
    OutOption,
    OverrunOption,
    SeedOption,
    TimeOption,
    WorkersOption,
    control_of,
    ledger_for,
    refuse_early,
    say,
    say_repeated,
    signed,
    stopped_words,
    troubles,
    watching,
)
from fourcast.cli.jobbing import ClusterOption
from fourcast.cli.options import JsonOption, RulesOption, print_json
from fourcast.jobs import Progress
from fourcast.rules import parse_rules


def match(
    first: Annotated[
        str, typer.Argument(metavar="A", help="An agent such as level4, kaggle:FILE.py, program:COMMAND.")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Another, or the same.")],
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="An even number: pairs with colours swapped.")
    ] = 100,
    rules: RulesOption = "classic",
    time: TimeOption = None,
    openings: OpeningsOption = None,
    seed: SeedOption = 1,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop as soon as a test of 0 against 20 Elo is decided.")
    ] = False,
    sprt_elo: Annotated[
        str | None, typer.Option("--sprt-elo", metavar="ELO0,ELO1", help="The same with other differences.")
    ] = None,
    adjudicate: AdjudicateOption = Adjudication.CLAIMED,
    no_adjudicate: NoAdjudicateOption = False,
    overrun: OverrunOption = Penalty.GAME,
    illegal: IllegalOption = Penalty.GAME,
    margin: MarginOption = USUAL_MARGIN,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    ledger: LedgerOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let two players play: every random opening twice, with colours swapped.

    Elo is the first player's over the second's, with its interval at 95 %, from pairs of games. Ctrl-C tells how it
    stands and keeps the games. Whoever hangs, crashes or answers nonsense loses that game and nothing else.
    """
    refuse_early(out)
    control = control_of(time, margin, overrun, illegal, adjudicate, no_adjudicate)
    test = parse_sprt(sprt_elo) if sprt_elo else Sprt() if sprt else None
    planned = Match(
        parse_contestant(first), parse_contestant(second), parse_rules(rules), games, control, openings, seed, test
    )
    planned.check()
    say_repeated(planned.openings())
    kept_in = ledger_for(ledger, planned.tasks(), planned.rules, planned.players)
    result, stopped = MatchResult(planned), False
    try:
        with watching(games) as bar:

            def tell(standing: MatchResult, progress: Progress | None) -> None:
                bar.tell(_briefly(standing), standing.games, progress)

            planned.play(ledger=kept_in, workers=workers, cluster=cluster, on_standing=tell, result=result)
    except KeyboardInterrupt:
        stopped = True
    if as_json:
        print_json(result.to_json())
    else:
        _print(result)
    if out:
        names = planned.names
        kept = (Kept(place + 1, names, game) for place, (_, game) in enumerate(result.records))
        say(f"{write_games(out, kept)} games are kept in {out}.")
    if stopped:
        say(stopped_words(result.games, games, kept_in))
        raise typer.Exit(130)


def _briefly(result: MatchResult) -> str:
    """The standing in a line."""
    found = result.difference
    if not found:
        return "first games"
    low, high = found.interval
    text = f"+{result.wins} ={result.draws} −{result.losses}, Elo {signed(found.elo)} ({signed(low)} to {signed(high)})"
    test = result.match.sprt
    return text if not test else f"{text}, LLR {signed(test.llr(result.pairs), 2)}"


def _print(result: MatchResult) -> None:
    names, found = result.match.names, result.difference
    typer.echo(f"{names[0]} against {names[1]}, {result.match.rules}, {result.games} games")
    if not found:
        typer.echo("No pair of games is finished.")
        return
    low, high = found.interval
    rows = [
        ("wins, draws, losses", f"{result.wins}, {result.draws}, {result.losses}"),
        ("score", f"{found.score:.1%}"),
        ("Elo difference", f"{signed(found.elo)}   95 %: {signed(low)} to {signed(high)}"),
        ("likely the better", f"{found.superiority:.1%}"),
        ("pairs 0, ½, 1, 1½, 2", ", ".join(map(str, result.counts))),
        ("ended by", ", ".join(f"{how} {count}" for how, count in sorted(result.endings.items()))),
    ]
    if result.match.sprt and result.state:
        rows.append(("SPRT", _sprt_words(result.match.sprt, result)))
    for what, figure in rows:
        typer.echo(f"  {what:<22}{figure}")
    timed = result.match.control.time is not None
    for sentence in troubles(names, result.tallies, timed=timed):
        typer.echo(sentence)
    if result.not_played:
        typer.echo(f"{result.not_played} games could not be played: {result.problem}")


def _sprt_words(test: Sprt, result: MatchResult) -> str:
    lower, upper = test.bounds
    llr = f"LLR {signed(test.llr(result.pairs), 2)} ({signed(lower, 2)} to {signed(upper, 2)})"
    words = {
        State.ACCEPTED: f"accepted: better by {test.elo1:g} Elo rather than {test.elo0:g}",
        State.REJECTED: f"rejected: better by {test.elo0:g} Elo rather than {test.elo1:g}",
        State.RUNNING: f"not decided between {test.elo0:g} and {test.elo1:g} Elo",
        None: "",
    }
    return f"{words[result.state]}; {llr}"
