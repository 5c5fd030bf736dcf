"""`fourcast play`: a game in the terminal."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fourcast.cli.options import RulesOption, StartOption, starting_position
from fourcast.cli.terminal import TerminalGame
from fourcast.errors import NotationError
from fourcast.play import Game, load_game, parse_agent
from fourcast.rules import chance_rng

PERSON = "person"


class Side(Enum):
    FIRST = "first"
    SECOND = "second"


def play(
    rules: RulesOption = "classic",
    opponent: Annotated[
        str,
        typer.Option(
            metavar="SPEC", help="person, level1 … level8, perfect, random, or a search such as alphabeta,depth=6."
        ),
    ] = PERSON,
    you: Annotated[Side, typer.Option(help="The side you play against an agent.")] = Side.FIRST,
    names: Annotated[str | None, typer.Option(metavar="A,B", help="Names of the first and the second player.")] = None,
    start: StartOption = None,
    resume: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, metavar="FILE", help="Continue a saved game.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File that `s` saves to. Default: a new file.")
    ] = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Append a JSON line for each action.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Random seed of drift and agents.")] = None,
) -> None:
    """Play a game in the terminal.

    Two people at one keyboard, or you against an opponent.
    """
    if resume:
        if start or names or opponent != PERSON or rules != "classic":
            raise typer.BadParameter("A saved game has its own rules, start and players. Leave the other options out.")
        try:
            game = load_game(resume)
        except NotationError as fault:
            raise NotationError(f"{resume}: {fault}") from None
    else:
        game = _new_game(rules, start, opponent, you, names, seed)
    if save and save.exists() and save != resume:
        raise typer.BadParameter(f"{save} exists already. Name another file, or continue it with --resume.")
    agents = [None if text is None else parse_agent(text, trusted=not resume) for text in game.agents]
    for agent in agents:
        if agent:
            agent.check(game.rules)
    console = Console(highlight=False, emoji=False)
    TerminalGame(console, game, agents, rng=chance_rng(seed), log=log, save_to=save or resume).run()


def _new_game(rules: str, start: Path | None, opponent: str, you: Side, names: str | None, seed: int | None) -> Game:
    position = starting_position(rules, start)
    if position.outcome:
        raise typer.BadParameter("The game is over in that position.", param_hint="--start")
    players, agents = ["First", "Second"], list[str | None]([None, None])
    if opponent != PERSON:
        agent, side = parse_agent(opponent), 1 if you is Side.FIRST else 0
        players[side], players[1 - side] = agent.name, "You"
        agents[side] = opponent if seed is None or "seed" in agent.explicit else f"{opponent},seed={seed}"
    if names:
        players = [name.strip() for name in names.split(",")]
        if len(players) != 2 or not all(players):
            raise typer.BadParameter("Give two names with a comma between, such as Ada,Bob.", param_hint="--names")
    return Game(position.rules, start=position, names=players, agents=agents)
