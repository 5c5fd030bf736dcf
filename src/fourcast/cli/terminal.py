"""A game at the keyboard: reads lines, plays them, shows the board, keeps the tally."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from fourcast.cli.drawing import draw_board, draw_sign
from fourcast.cli.log import ActionLog
from fourcast.cli.words import outcome_sentence, score_sentence
from fourcast.errors import IllegalMove, NotationError
from fourcast.play import Agent, Game, save_game
from fourcast.play.gamefile import outcome_to_json
from fourcast.rules import CALL_DRAW, FIRST, SECOND, Move, PopRule, rules_text
from fourcast.rules.line import Ply
from fourcast.rules.luck import Luck
from fourcast.rules.notation import board_text, move_text, parse_move
from fourcast.rules.notation.board import SIGNS


class Seat(NamedTuple):
    """A side of the table: a name, and the agent that plays it unless a person does."""

    name: str
    agent: Agent | None = None


class Left(Exception):
    """The person has left: `q`, the end of the input, or Ctrl-C."""


_KEYS: Final = "u undo · r redo · s save · x resign · q quit · ? help"


class TerminalGame:
    """Game after game between the same two seats, until somebody leaves."""

    def __init__(
        self,
        console: Console,
        game: Game,
        seats: tuple[Seat, Seat],
        *,
        luck: Luck,
        log: ActionLog,
        save_to: Path | None = None,
    ) -> None:
        self._console = console
        self._game = game
        self._seats = seats
        self._luck = luck
        self._log = log
        self._save_to = save_to
        self._tally = {FIRST: 0, SECOND: 0, None: 0}
        self._saved_at: tuple[Ply, ...] | None = None

    def run(self) -> None:
        if hasattr(sys.stdin, "reconfigure"):  # a stray byte must not end the program
            sys.stdin.reconfigure(errors="replace")
        try:
            self._say(f"[bold]{rules_text(self._game.rules)}[/bold]  {_KEYS}")
            self._begin()
            while True:
                self._play_to_the_end()
                if self._wants_another():
                    self._game = Game(self._game.rules, start=self._game.start, names=self._names)
                    self._save_to, self._saved_at = None, None
                    self._begin()
        except (Left, KeyboardInterrupt):
            self._leave()

    # One game

    def _begin(self) -> None:
        game = self._game
        self._log.write(
            "start", rules=rules_text(game.rules), names=list(game.names), board=board_text(game.position).split("\n")
        )
        self._show()

    def _play_to_the_end(self) -> None:
        while not self._game.outcome:
            agent = self._seats[self._game.turn].agent
            if agent:
                self._play(agent.choose(self._game))
            else:
                self._person_acts(self._ask(self._prompt()))
        outcome = self._game.outcome
        self._say(f"[bold]{escape(outcome_sentence(outcome, self._game.rules.goal, self._names))}[/bold]")
        self._log.write("end", outcome=outcome_to_json(outcome))
        self._tally[outcome.winner] += 1
        self._say(self._tally_line())

    def _wants_another(self) -> bool:
        """Whether to play again; False if the person took the end of this game back instead."""
        while True:
            answer = self._ask("Again? (y/n) ").lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no", "q", "quit"):
                raise Left
            if answer in ("u", "undo"):
                outcome = self._game.outcome
                assert outcome
                self._tally[outcome.winner] -= 1
                self._undo()
                return False
            if answer in ("s", "save"):
                self._save()
            else:
                self._say(f"{_quoted(answer)} is no answer. Type y to play again, n to leave, u to undo, s to save.")

    def _person_acts(self, answer: str) -> None:
        commands = {
            "u": self._undo,
            "undo": self._undo,
            "r": self._redo,
            "redo": self._redo,
            "s": self._save,
            "save": self._save,
            "x": self._resign,
            "resign": self._resign,
            "?": self._help,
            "h": self._help,
            "help": self._help,
        }
        word = answer.lower()
        if word in ("q", "quit", "exit"):
            raise Left
        if word in commands:
            commands[word]()
        elif not word:
            self._say(f"Type a move and press Enter. {self._how_to_move()}")
        else:
            try:
                self._play(parse_move(self._game.rules, answer))
            except (NotationError, IllegalMove) as fault:
                self._say(escape(str(fault)))

    def _play(self, move: Move) -> None:
        game = self._game
        player, name = game.turn, self._names[game.turn]
        game.play(move, luck=self._luck)
        ply = game.plies[-1]
        self._log.write(
            "play",
            ply=len(game.plies),
            player=SIGNS[player],
            move=move_text(game.rules, move),
            landed=None if ply.landed is None else ply.landed + 1,
            board=board_text(game.position).split("\n"),
            scores=list(game.position.scores()),
            pops=list(game.position.pops) if game.rules.pop_rule is PopRule.LIMITED else None,
        )
        if game.outcome or not self._seats[game.turn].agent:  # an agent's reply comes at once and is shown with it
            self._show()
        if ply.landed is not None:
            self._say(f"{escape(name)} aimed {move.column + 1}, fell in {ply.landed + 1}.")
        elif self._seats[player].agent:
            self._say(f"{escape(name)} {_what_was_done(game, move)}.")

    # Commands

    def _undo(self) -> None:
        """Take back the person's last move, and with it the agent's reply."""
        resigned = self._game.verdict is not None
        if not resigned and not any(self._seats[before.turn].agent is None for before in self._game.positions[:-1]):
            self._say("There is no move to take back.")
            return
        self._game.undo()
        while not resigned and self._seats[self._game.turn].agent:
            self._game.undo()
        self._log.write("undo", ply=len(self._game.plies))
        self._show()

    def _redo(self) -> None:
        try:
            self._game.redo()
            while self._game.undone and self._seats[self._game.turn].agent:
                self._game.redo()
        except IllegalMove as fault:
            self._say(str(fault))
            return
        self._log.write("redo", ply=len(self._game.plies))
        self._show()

    def _save(self) -> None:
        path = self._save_to or _new_file()
        try:
            save_game(self._game, path)
        except OSError as fault:
            self._say(f"It could not be saved: {escape(str(fault))}. The game goes on.")
            return
        self._save_to, self._saved_at = path, self._game.plies
        self._log.write("save", file=str(path))
        self._say(f"Saved. Go on with it by: fourcast play --resume {escape(str(path))}")

    def _resign(self) -> None:
        self._game.resign()
        self._log.write("resign", player=SIGNS[self._game.turn])

    def _help(self) -> None:
        self._say(f"{self._how_to_move()}\n{_KEYS}")

    def _leave(self) -> None:
        unsaved = self._game.plies and not self._game.outcome and self._saved_at != self._game.plies
        self._log.write("leave", ply=len(self._game.plies))
        self._say("\nGoodbye." + (" This game was not saved." if unsaved else ""))

    # Talking

    @property
    def _names(self) -> tuple[str, str]:
        return self._game.names

    def _prompt(self) -> Text:
        sign = draw_sign(self._game.turn, encoding=self._console.encoding)
        return Text.assemble(sign, f" {self._names[self._game.turn]}: ")

    def _ask(self, prompt: str | Text) -> str:
        self._console.print(prompt, end="")
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    def _say(self, text: str) -> None:
        self._console.print(text, soft_wrap=True)

    def _show(self) -> None:
        game = self._game
        last = game.plies[-1] if game.plies else None
        self._console.print(draw_board(game.position, last=last, encoding=self._console.encoding))
        if score := score_sentence(game.position, self._names):
            self._say(escape(score))

    def _tally_line(self) -> str:
        first, second = map(escape, self._names)
        return f"Tally: {first} {self._tally[FIRST]} – draws {self._tally[None]} – {second} {self._tally[SECOND]}"

    def _how_to_move(self) -> str:
        rules = self._game.rules
        if not rules.gravity:
            return f"A number from 1 to {rules.shape.cells} puts a disc on the cell that shows it."
        how = f"A number from 1 to {rules.shape.width} drops a disc into that column."
        if rules.pop_rule is not PopRule.NONE:
            how += " p and a number, such as p1, pops the bottom disc of a column."
        if CALL_DRAW in self._game.moves():
            how += " The board is full: = calls a draw."
        return how


def _what_was_done(game: Game, move: Move) -> str:
    text = move_text(game.rules, move)
    return {
        "drop": f"dropped in column {text}",
        "pop": f"popped column {move.column + 1}",
        "place": f"took cell {text}",
        "call-draw": "called a draw",
    }[move.kind.value]


def _quoted(text: str) -> str:
    return escape(repr(text if len(text) <= 40 else text[:40] + "…"))


def _new_file() -> Path:
    """A file name that no saved game has yet."""
    stem = f"fourcast-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = Path(f"{stem}.json"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}.json")
    return path
