"""`fourcast match`: two players, pairs of games, the Elo difference with its interval."""

from __future__ import annotations

from typing import Annotated

import typer

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
from fourcast.cli.jobbing import ClusterOption, WorkersOption
from fourcast.cli.options import JsonOption, RulesOption
from fourcast.match import Adjudication, Match, MatchResult, Penalty, Sprt, State, parse_contestant, parse_sprt, signed
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
    """Let two players play: every random opening twice, with colours swapped.

    Elo is the first player's over the second's, with its interval at 95 %, from pairs of games. Ctrl-C tells how it
    stands and keeps the games. Whoever hangs, crashes or answers nonsense loses that game and nothing else.
    """
    control = control_of(time, margin, overrun, illegal, adjudicate, no_adjudicate)
    test = parse_sprt(sprt_elo) if sprt_elo else Sprt() if sprt else None
    planned = Match(
        parse_contestant(first), parse_contestant(second), parse_rules(rules), games, control, openings, seed, test
    )
    play_and_tell(
        planned,
        MatchResult(planned),
        briefly=_briefly,
        tell=_print,
        ledger=ledger,
        workers=workers,
        cluster=cluster,
        out=out,
        as_json=as_json,
    )


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
        rows += _sprt_rows(result.match.sprt, result)
    for what, figure in rows:
        typer.echo(f"  {what:<22}{figure}")
    timed = result.match.control.time is not None
    for sentence in troubles(names, result.tallies, timed=timed):
        typer.echo(sentence)
    if result.not_played:
        typer.echo(f"{result.not_played} games could not be played: {result.problem}")


def _sprt_rows(test: Sprt, result: MatchResult) -> list[tuple[str, str]]:
    """What the test has decided, in plain words, and the figures behind it."""
    name, rival = result.match.names
    low, high = signed(test.elo0), signed(test.elo1)
    error = {State.ACCEPTED: test.alpha, State.REJECTED: test.beta}
    words = {
        State.ACCEPTED: f"H1 accepted: {name} is more than {low} Elo better than {rival}; {high} fits more",
        State.REJECTED: f"H0 accepted: {name} is not {high} Elo better than {rival}; {low} fits more",
        State.RUNNING: f"not decided between {low} and {high} Elo: more games are needed",
    }
    lower, upper = test.bounds
    assert result.state
    wrong = f" (wrong in at most {error[result.state]:.0%} of matches)" if result.state in error else ""
    llr = f"{signed(test.llr(result.pairs), 2)}, H0 at {signed(lower, 2)}, H1 at {signed(upper, 2)}"
    return [("sequential test", words[result.state] + wrong), ("its likelihood ratio", f"{llr} (logarithm)")]
