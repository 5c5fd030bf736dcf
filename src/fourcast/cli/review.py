"""`fourcast review`: what every move of a game did to its exact value."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fourcast.cli.game_record import LAST, last_game
from fourcast.cli.options import JsonOption, RulesOption, ThreadsOption, print_json
from fourcast.cli.progress import note, spinner
from fourcast.errors import NotationError, UsageError
from fourcast.game_review import DEFAULT_TIME, Review
from fourcast.game_review import review as review_game
from fourcast.play import Game
from fourcast.rules import Rules, parse_line
from fourcast.store import FILE, temporary_copy
from fourcast.system import data_dir


def review(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="Moves such as 4453, or a saved game: a file, its id, or last."),
    ],
    rules: RulesOption = "classic",
    time: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="Time limit for the whole game.")
    ] = DEFAULT_TIME,
    threads: ThreadsOption = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the saved games. Default: your data folder."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Mark every move of a game by what it did to the exact value.

    The exact value is who wins with best play of both sides, and in how many moves or by which margin. ?? is a move
    that gave a win or a draw away, ?! one that kept the result but wins later, loses sooner or gets a smaller margin.
    Other moves have no mark: they were best, or the solver did not solve the position within the time limit. The graph
    above the table has a dot for every move, in the line of who wins after it. --rules are for moves; a saved game has
    its own.

    `last` is the game that was saved last, by `fourcast play` or on the page.
    """
    played = _read_game(game, rules, data or data_dir())
    if not played.plies:
        raise NotationError("This game has no moves. Give moves such as 4453, a file, or the id of a saved game.")
    with spinner("Solving …") as remark:

        def report(update: Review) -> None:
            if remark:
                remark(f"{sum(move.is_solved for move in update.moves)} of {len(update.moves)} moves")

        result = review_game(played, time=time, threads=threads, on_update=report)
    if as_json:
        print_json(result.as_json())
    else:
        typer.echo(result)


def _read_game(text: str, spec: str, folder: Path) -> Game:
    """A file, `last`, moves, or the id of a saved game, in this order."""
    path = Path(text)
    if len(text) < 4096 and path.is_file():
        return Game.load(path)
    if text == LAST:
        if last := _saved_game(text, folder):
            return last
        raise UsageError(
            f"There is no saved game in {folder}. Give moves such as 4453, a file, or another folder by --data."
        )
    played = Game(Rules.parse(spec), names=("Red", "Yellow"))
    try:
        for ply in parse_line(played.start, text):
            played.follow(ply)
    except NotationError as error:
        if text.isdigit():
            raise
        if saved := _saved_game(text, folder):
            return saved
        raise NotationError(f"{text!r:.60} is not a file, nor the id of a saved game in {folder}. {error}") from None
    return played


def _saved_game(text: str, folder: Path) -> Game | None:
    """The game of an id, or the last one; None if there is none."""
    if not (folder / FILE).exists():
        return None
    with temporary_copy(folder) as store:
        if store.recovery:
            note(f"{folder / FILE} is damaged. `fourcast play` and `fourcast serve` recover what can be read.")
        ident = last_game(store) if text == LAST else text
        saved = store.find(ident) if ident else None
        return saved.game if saved else None
