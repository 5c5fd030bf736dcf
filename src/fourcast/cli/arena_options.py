"""Options that `match` and `tournament` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fourcast.cli.jobbing import ledger_option
from fourcast.cli.options import refuse_missing_folder
from fourcast.match import LINES, MARGIN, MOST_PLIES, Adjudication, Control, Penalty


def _refuse_early(out: Path | None) -> Path | None:
    """What cannot be written is said before anything is played."""
    refuse_missing_folder(out)
    if out and out.suffix and out.suffix != LINES and not out.is_dir():
        raise typer.BadParameter(f"Games are kept in a folder or in a file such as games.jsonl, not in {out.name}.")
    return out


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
    typer.Option(
        "--out",
        "-o",
        metavar="FILE.jsonl|DIR",
        callback=_refuse_early,
        help="Write the games, all of them: a line each, or a file each.",
    ),
]
GamesLedgerOption = Annotated[Path | None, ledger_option("games are kept in your data folder, by who plays what")]
USUAL_MARGIN = MARGIN


def control_of(
    time: float | None, margin: float, overrun: Penalty, illegal: Penalty, adjudicate: Adjudication, never: bool
) -> Control:
    """The terms that the options describe."""
    return Control(time, margin, overrun, illegal, Adjudication.NEVER if never else adjudicate)
