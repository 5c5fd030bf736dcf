"""Options that `match` and `tournament` share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from fourcast.cli.jobs import ledger_option
from fourcast.cli.options import refuse_missing_folder
from fourcast.matches import (
    LINES_SUFFIX,
    MAX_LOST_TURNS,
    MAX_PLIES,
    PGN_SUFFIX,
    Adjudication,
    Openings,
    Penalty,
    parse_time,
    read_openings,
)
from fourcast.rules import Rules


def _check_out(out: Path | None) -> Path | None:
    """Refuse a path that cannot be written before any game is played."""
    refuse_missing_folder(out)
    if out and out.suffix not in ("", LINES_SUFFIX, PGN_SUFFIX) and not out.is_dir():
        raise typer.BadParameter(f"Invalid output {out.name}: use a folder, games.jsonl or games.pgn.")
    return out


MoveTimeOption = Annotated[
    float | None,
    typer.Option(
        "--time", "-t", metavar="SECONDS", min=0.001, max=86400, help="Limit per move. Default: the players' own."
    ),
]
TimeOption = Annotated[
    Any,
    typer.Option(
        "--time",
        "-t",
        metavar="SECONDS|BASE+INC",
        parser=parse_time,
        help="Limit per move, or a clock: seconds for the game and for every move, such as 10+0.1. Default: the "
        "players' own.",
    ),
]
OpeningsOption = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="PLIES|FILE",
        help=f"Random moves at the start, 0 to {MAX_PLIES} (default: 4, or more if those give too few openings), or a "
        "file with an opening on each line.",
    ),
]
SeedOption = Annotated[int, typer.Option(metavar="N", help="Random seed (openings, agents, drift).")]
AdjudicateOption = Annotated[
    Adjudication | None,
    typer.Option(
        "--adjudicate",
        help="Let the exact solver end games: where it confirms a player's claim, as soon as it knows the result, or "
        "never. Default: claimed.",
    ),
]


def chosen_openings(text: str | None, rules: Rules) -> Openings:
    """The value of `--openings`."""
    if text is None:
        return None
    if not re.fullmatch(r"-?\d+", text):
        return read_openings(Path(text), rules)
    if not 0 <= int(text) <= MAX_PLIES:
        raise typer.BadParameter(f"Invalid --openings {text}: use 0 to {MAX_PLIES} random moves, or a file.")
    return int(text)


def adjudication(chosen: Adjudication | None, no_adjudicate: bool) -> Adjudication:
    """The value of both options."""
    if no_adjudicate and chosen not in (None, Adjudication.NEVER):
        raise typer.BadParameter(f"--no-adjudicate and --adjudicate {chosen} exclude each other. Leave out one.")
    return Adjudication.NEVER if no_adjudicate else chosen or Adjudication.CLAIMED


NoAdjudicateOption = Annotated[bool, typer.Option("--no-adjudicate", help="The same as --adjudicate never.")]
_TURNS: Final = f"with `turn`, the game after {MAX_LOST_TURNS} lost turns"
OverrunOption = Annotated[Penalty, typer.Option("--overrun", help=f"What a late move costs; {_TURNS}.")]
IllegalOption = Annotated[Penalty, typer.Option("--illegal", help=f"What an illegal move costs; {_TURNS}.")]
MarginOption = Annotated[
    float, typer.Option("--margin", metavar="SECONDS", min=0, help="How late a move may be without penalty.")
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="FILE.jsonl|FILE.pgn|DIR",
        callback=_check_out,
        help="Write all games: one per line, in the form of PGN, or one per file.",
    ),
]
GamesLedgerOption = Annotated[Path | None, ledger_option("a file in the data folder for these players and rules")]
