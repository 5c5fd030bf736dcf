"""The terminal of a game: reads lines, prints sentences and the board, and logs actions."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from fourcast.cli.drawing import draw_board, draw_sign
from fourcast.play import Game
from fourcast.rules import CALL_DRAW, Player, Rules
from fourcast.text import score_sentence


class Left(Exception):
    """The player quits: `q`, end of input, or Ctrl-C."""


class Screen:
    """A console and the log of actions."""

    def __init__(self, console: Console, log: Path | None = None) -> None:
        """Raises `OSError` if the log cannot be written."""
        self.console = console
        self._log = log
        if log:
            log.open("a").close()
        if isinstance(sys.stdin, TextIOWrapper):  # an invalid byte must not end the program
            sys.stdin.reconfigure(errors="replace")

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style), soft_wrap=not self.console.is_terminal)

    def ask(self, prompt: str | Text) -> str:
        """The next line of input. Raises `Left` at its end."""
        self.console.print(Text.assemble(prompt), end="")
        line = sys.stdin.readline() if sys.stdin else ""  # no standard input counts as its end
        if not line:
            raise Left
        return line.strip()

    def sign(self, player: Player) -> Text:
        """A player's disc."""
        return draw_sign(player, encoding=self.console.encoding)

    def show(self, game: Game, seconds: Sequence[float], *, is_person: bool) -> None:
        """The board, the score, and the time that both players have used."""
        before = game.positions[-2] if game.plies else None
        board = draw_board(game.position, before=before, encoding=self.console.encoding)
        self.console.print(board, soft_wrap=True)
        if self.console.is_terminal and self.console.width < len(board.plain.split("\n")[0]):
            self.say("The board is wider than this terminal. Make the window wider.")
        if score := score_sentence(game.position, game.names):
            self.say(score)
        if game.plies:
            clocks = (f"{name} {clock(time)}" for name, time in zip(game.names, seconds, strict=True))
            self.say(f"Move {len(game.plies)}. Time: {', '.join(clocks)}.", "dim")
        if CALL_DRAW in game.legal_moves and is_person:
            self.say("The board is full: pop one of your discs, or type = to call a draw.")

    def log(self, action: str, **facts: object) -> None:
        """Append a line to the log, at once."""
        if not self._log:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        try:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"time": now, "action": action, **facts}) + "\n")
        except OSError as fault:
            typer.echo(f"Cannot write the log: {fault.strerror}. The game continues.", err=True)
            self._log = None


def how_to_move(rules: Rules) -> str:
    """How moves are typed, in a sentence."""
    if not rules.gravity:
        return f"A number from 1 to {rules.shape.cells} puts a disc on the cell that shows it."
    how = f"A number from 1 to {rules.shape.width} drops a disc into that column."
    if rules.has_pops:
        how += " p and a number, such as p1, pops the bottom disc of a column."
    return how


def clock(seconds: float) -> str:
    """Minutes and seconds.

    >>> clock(75.2)
    '1:15'
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def new_file(stem: str = "fourcast", suffix: str = ".json") -> Path:
    """A file name that nothing has yet."""
    stem = f"{stem}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = Path(f"{stem}{suffix}"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}{suffix}")
    return path
