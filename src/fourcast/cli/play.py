"""`fourcast play`: a game in the terminal."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fourcast.cli.log import ActionLog
from fourcast.cli.options import RulesOption, StartOption, starting_position
from fourcast.cli.terminal import Seat, TerminalGame
from fourcast.play import Game, RandomAgent, load_game
from fourcast.rules.luck import Luck


class Opponent(Enum):
    PERSON = "person"
    RANDOM = "random"


class Side(Enum):
    FIRST = "first"
    SECOND = "second"


def play(
    rules: RulesOption = "classic",
    opponent: Annotated[Opponent, typer.Option(help="Another person, or a uniformly random player.")] = Opponent.PERSON,
    you: Annotated[Side, typer.Option(help="Which side you play against an opponent.")] = Side.FIRST,
    names: Annotated[str | None, typer.Option(metavar="A,B", help="Names of the first and the second player.")] = None,
    start: StartOption = None,
    resume: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, metavar="FILE", help="Go on with a saved game.")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where `s` saves; without it a new file.")] = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Append a JSON line for each action.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes luck and the random player repeatable.")] = None,
) -> None:
    """Play a game: two people at one keyboard, or you against an opponent."""
    people = 0 if you is Side.FIRST else 1
    agent = RandomAgent(seed) if opponent is Opponent.RANDOM else None
    agents = {1 - people: agent} if agent else {}
    called = names.split(",") if names else ["First", "Second"]
    if len(called) != 2 or not all(name.strip() for name in called):
        raise typer.BadParameter("Give two names with a comma between, such as Ada,Bob.", param_hint="--names")
    if agent and not names:
        called[people], called[1 - people] = "You", agent.name
    if resume:
        game = load_game(resume)
    else:
        position = starting_position(rules, start)
        game = Game(position.rules, start=position, names=[name.strip() for name in called])
    seats = (Seat(game.names[0], agents.get(0)), Seat(game.names[1], agents.get(1)))
    with ActionLog(log) as actions:
        TerminalGame(Console(highlight=False), game, seats, luck=Luck(seed), log=actions, save_to=save or resume).run()
