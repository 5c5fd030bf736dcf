"""`fourcast play`: a game in the terminal."""

from __future__ import annotations

import shlex
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fourcast.cli.game_record import GameRecorder, score_text
from fourcast.cli.options import RulesOption, StartOption, complete_agent, starting_position
from fourcast.cli.progress import note
from fourcast.cli.screen import Screen
from fourcast.cli.terminal import PERSON, TerminalGame
from fourcast.errors import NotationError, UsageError, quote
from fourcast.play import (
    DEFAULT_PACE,
    NAMES,
    PERFECT,
    SEED_STEP,
    Agent,
    Game,
    PerfectAgent,
    is_external,
    load_game,
    parse_agent,
    runs_files,
)
from fourcast.rules import Rules, chance_rng


class Side(Enum):
    FIRST = "first"
    SECOND = "second"


def play(
    rules: RulesOption = "classic",
    opponent: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            autocompletion=complete_agent,
            help="person, level1 … level8, perfect, random, a search such as alphabeta,depth=6, an agent of your own "
            "(FILE.py, FILE.py:FUNCTION, kaggle:FILE.py), or program:COMMAND.",
        ),
    ] = PERSON,
    you: Annotated[Side, typer.Option(help="The side you play against an agent.")] = Side.FIRST,
    players: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="SPEC SPEC", help="Both players, such as level4 mcts,nodes=500: watch two agents."),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            min=0, max=3600, metavar="SECONDS", help="Minimum time per move when two agents play. Default: 0.6."
        ),
    ] = None,
    names: Annotated[str | None, typer.Option(metavar="A,B", help="Names of the first and the second player.")] = None,
    start: StartOption = None,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|ID|last", help="Continue a saved game: a file, a printed id, or the last unfinished game."
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File that `s` saves to. Default: a new file.")
    ] = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Append a JSON line for each action.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Random seed of drift and agents.")] = None,
    scores: Annotated[bool, typer.Option("--scores", help="Print the best scores of these rules and exit.")] = False,
) -> None:
    """Play a game in the terminal.

    Two people at one keyboard, you against an agent, or two agents. Games are saved after every move, together with
    those of the page; players take turns to begin. Ctrl-C during a search asks what to do.
    """
    with GameRecorder() as recorder:
        if recorder.problem:
            note(recorder.problem)
            recorder.problem = ""
        if scores:
            typer.echo(score_text(recorder.high_scores(str(Rules.parse(rules)))))
            return
        file = None
        if resume:
            file = Path(resume) if Path(resume).exists() else None
            game = _load(file, recorder) if file else recorder.find(resume)
            allowed = {opponent, *(players or ())}
            if start or names or rules != "classic" or not allowed <= {PERSON, *filter(runs_files, _texts(game))}:
                raise typer.BadParameter(
                    "A saved game has its own rules, start and players. Leave the other options out."
                )
        else:
            game = _new_game(rules, start, _players(opponent, you, players), names, seed)
            recorder.begin(game)
            allowed = set(_texts(game))
        if save and save.exists() and save != file:
            raise typer.BadParameter(f"{save} exists already. Name another file, or continue it with --resume.")
        seeds = (None, None) if seed is None else (seed, seed + SEED_STEP)
        agents = [
            None if text is None else _agent(text, allowed, own) for text, own in zip(game.agents, seeds, strict=True)
        ]
        for agent in agents:
            if agent:
                agent.check(game.rules)
            if isinstance(agent, PerfectAgent) and agent.first_solved_move(game.rules) > 1:
                wait = "" if agent.time else f" To wait less, play against {PERFECT},time=10, or press Ctrl-C."
                note(f"{agent.name} {agent.describe(game.rules)}{wait}")
        console = Console(highlight=False, emoji=False)
        if pace is None:
            pace = DEFAULT_PACE if console.is_terminal else 0.0
        screen = Screen(console, log)
        rng, save_to = chance_rng(seed), save or file
        TerminalGame(screen, game, agents, rng=rng, recorder=recorder, save_to=save_to, pace=pace, seed=seed).run()


def _texts(game: Game) -> list[str]:
    return [text for text in game.agents if text]


def _agent(text: str, allowed: set[str], seed: int | None) -> Agent:
    """The agent of a game. One that runs a file or a program must be `allowed`: a saved game may come from anybody."""
    if runs_files(text) and text not in allowed:
        raise UsageError(
            f"This game is played by {quote(text)}, which runs a file or a program. To allow it, add --opponent "
            f"{shlex.quote(text)}."
        )
    agent = parse_agent(text, trusted=text in allowed)
    return agent.with_seed(seed) if is_external(text) and seed is not None else agent


def _load(file: Path, recorder: GameRecorder) -> Game:
    try:
        game = load_game(file)
    except NotationError as fault:
        raise NotationError(f"{file}: {fault}") from None
    recorder.begin(game)
    return game


def _players(opponent: str, you: Side, players: tuple[str, str] | None) -> tuple[str, str]:
    """The players in the order of their moves, as text."""
    if players is None:
        return (PERSON, opponent) if you is Side.FIRST else (opponent, PERSON)
    if opponent != PERSON:
        raise typer.BadParameter("--players has both players. Leave --opponent out.")
    return players


def _new_game(rules: str, start: Path | None, texts: tuple[str, str], names: str | None, seed: int | None) -> Game:
    position = starting_position(rules, start)
    if position.outcome:
        raise typer.BadParameter("The game is over in that position.", param_hint="--start")
    players, agents = list(NAMES), list[str | None]([None, None])
    for side, text in enumerate(texts):
        if text != PERSON:
            agent = parse_agent(text)
            players[side] = agent.name
            is_seeded = seed is None or "seed" in agent.explicit or is_external(text)
            agents[side] = text if is_seeded else f"{text},seed={seed}"
        elif texts[1 - side] != PERSON:
            players[side] = "You"
    if players[0] == players[1]:
        players = [f"{players[0]} {letter}" for letter in "AB"]
    if names:
        players = [name.strip() for name in names.split(",")]
        if len(players) != 2 or not all(players):
            raise typer.BadParameter("Give two names with a comma between, such as Ada,Bob.", param_hint="--names")
    return Game(position.rules, start=position, names=players, agents=agents)
