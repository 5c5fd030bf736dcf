"""A game in the terminal: reads lines, plays moves, draws the board, counts results."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from fourcast.algorithms import SearchResult
from fourcast.cli.drawing import draw_board, draw_sign
from fourcast.errors import IllegalMove, UsageError, quote
from fourcast.play import Agent, Game, outcome_to_json
from fourcast.rules import (
    CALL_DRAW,
    FIRST,
    SECOND,
    SIGNS,
    VARIANTS,
    Ending,
    Move,
    Ply,
    PopRule,
    Position,
    board_text,
    parse_move,
)
from fourcast.text import count_of, duration, ending_sentence, ply_sentence, score_sentence, value_text
from fourcast.trace import record


class Left(Exception):
    """The player quits: `q`, end of input, or Ctrl-C."""


_KEYS: Final = "u undo, r redo, s save, x resign, t tree of the last reply, q quit, ? help"


class TerminalGame:
    """Games between the same two players, until the player quits."""

    def __init__(
        self,
        console: Console,
        game: Game,
        agents: Sequence[Agent | None],
        *,
        rng: Random,
        log: Path | None = None,
        save_to: Path | None = None,
    ) -> None:
        self._console = console
        self._game = game
        self._agents = list(agents)
        self._rng = rng
        self._log = log
        self._save_to = save_to
        self._saved: tuple[Ply, ...] | None = game.plies or None  # a game that has moves was read from a file
        self._results = {FIRST: 0, SECOND: 0, None: 0}
        self._last_reply: tuple[Position, Agent, SearchResult] | None = None

    def run(self) -> None:
        if self._log:
            self._log.open("a").close()  # a file that cannot be written is an error before the game
        if isinstance(sys.stdin, TextIOWrapper):  # an invalid byte must not end the program
            sys.stdin.reconfigure(errors="replace")
        rules = self._game.rules
        about = next((f": {variant.about}" for variant in VARIANTS if variant.rules == rules), "")
        try:
            self._say(f"[bold]{rules!s}[/bold]{about}\n{self._how_to_move()}\nOther keys: {_KEYS}.")
            self._begin()
            while True:
                self._play_to_the_end()
                if self._wants_another():
                    self._game = Game(rules, start=self._game.start, names=self._names, agents=self._game.agents)
                    self._save_to, self._saved, self._last_reply = None, None, None
                    self._begin()
        except (Left, KeyboardInterrupt):
            self._leave()

    # One game

    def _begin(self) -> None:
        game = self._game
        self._note("start", rules=str(game.rules), names=list(game.names), board=board_text(game.position).split("\n"))
        self._show()

    def _play_to_the_end(self) -> None:
        while not (outcome := self._game.outcome):
            if agent := self._agents[self._game.turn]:
                self._reply(agent)
                continue
            sign = draw_sign(self._game.turn, encoding=self._console.encoding)
            answer = self._ask(Text.assemble(sign, f" {self._names[self._game.turn]}: "))
            try:
                self._person_acts(answer)
            except UsageError as fault:
                self._say(escape(str(fault)))
        self._say(f"[bold]{escape(ending_sentence(self._game.position, outcome, self._names))}[/bold]")
        self._note("end", outcome=outcome_to_json(outcome))
        self._results[outcome.winner] += 1
        first, second = map(escape, self._names)
        self._say(
            f"Result: {first} {self._results[FIRST]} – draws {self._results[None]} – {second} {self._results[SECOND]}"
        )

    def _wants_another(self) -> bool:
        """Whether to play again; False if the end of this game was taken back instead."""
        while True:
            match answer := self._ask("Again? (y/n) ").lower():
                case "y" | "yes":
                    return True
                case "n" | "no" | "q" | "quit":
                    raise Left
                case "u" | "undo":
                    winner = self._game.winner
                    try:
                        self._undo()
                    except IllegalMove as fault:
                        self._say(escape(str(fault)))
                        continue
                    self._results[winner] -= 1
                    return False
                case "s" | "save":
                    self._save()
                case _:
                    choices = "Type y to play again, n to quit, u to undo, s to save."
                    self._say(f"Invalid answer {escape(quote(answer, 40))}. {choices}")

    def _person_acts(self, answer: str) -> None:
        word, _, argument = answer.partition(" ")
        match word.lower(), argument.strip():
            case (("q" | "quit" | "exit"), ""):
                raise Left
            case (("u" | "undo"), ""):
                self._undo()
            case (("r" | "redo"), ""):
                self._redo()
            case (("s" | "save"), name):
                self._save(Path(name) if name else None)
            case (("x" | "resign"), ""):
                self._game.resign()
                self._note("resign", player=SIGNS[self._game.turn])
            case (("t" | "tree"), ""):
                self._tree()
            case (("?" | "h" | "help"), ""):
                self._say(f"{self._how_to_move()}\n{_KEYS}")
            case "", _:
                self._say(f"Type a move and press Enter. {self._how_to_move()}")
            case _:
                self._play(parse_move(self._game.rules, answer))

    def _reply(self, agent: Agent) -> None:
        """Play an agent's move, and print its score and cost."""
        game, position = self._game, self._game.position
        name = self._names[game.turn]
        with self._console.status(f"{escape(name)} is searching"):
            try:
                reply = agent.choose(game)
            except UsageError as fault:
                self._agents[game.turn] = None
                self._show()
                self._say(f"{escape(str(fault))} You play its moves from here; `u` takes back.")
                return
        self._last_reply = (position, agent, reply.result)
        self._play(reply.move)
        if game.plies[-1].landed is None:
            self._say(f"{escape(ply_sentence(game.plies[-1], name))}.")
        if reply.remark:
            self._say(reply.remark)
        result = reply.result
        if result.depth:
            self._say(
                f"[dim]Searched {count_of(result.depth, 'move')} ahead, {result.nodes:,} nodes in "
                f"{duration(result.seconds)}; score {value_text(result.score.relative)} ({result.engine} engine).[/dim]"
            )

    def _play(self, move: Move) -> None:
        game = self._game
        player, name = game.turn, self._names[game.turn]
        game.play(move, rng=self._rng)
        ply = game.plies[-1]
        self._note(
            "play",
            ply=len(game.plies),
            player=SIGNS[player],
            move=str(move),
            landed=None if ply.landed is None else ply.landed + 1,
            board=board_text(game.position).split("\n"),
            scores=list(game.position.scores),
            pops=list(game.position.pops) if game.rules.pop_rule is PopRule.LIMITED else None,
        )
        if game.outcome or not self._agents[game.turn]:  # else the board is shown with the agent's reply
            self._show()
        if ply.landed is not None:
            self._say(f"{escape(ply_sentence(ply, name))}.")

    # Commands

    def _undo(self) -> None:
        """Take back the player's last move and the agent's reply."""
        game = self._game
        verdict, before = game.verdict, len(game.plies)
        if not verdict and not any(self._agents[position.turn] is None for position in game.positions[:-1]):
            raise IllegalMove("There is no move to take back.")
        self._last_reply = None
        game.undo()
        while not verdict and self._agents[game.turn]:
            game.undo()
        self._note("undo", ply=len(game.plies))
        self._show()
        what = "resignation" if verdict and verdict.ending is Ending.RESIGNATION else "verdict"
        moves = count_of(before - len(game.plies), "move")
        self._say(f"The {what} is taken back." if verdict else f"Taken back: {moves}.")

    def _redo(self) -> None:
        game, before = self._game, len(self._game.plies)
        game.redo()
        while game.undone and self._agents[game.turn]:
            game.redo()
        self._note("redo", ply=len(game.plies))
        self._show()
        self._say(f"Replayed: {count_of(len(game.plies) - before, 'move')}.")

    def _save(self, path: Path | None = None) -> None:
        if path and path.exists() and path != self._save_to:
            self._say(f"{escape(str(path))} already exists. Choose another file.")
            return
        path = path or self._save_to or _new_file()
        try:
            self._game.save(path)
        except OSError as fault:
            self._say(f"Cannot save: {escape(str(fault.strerror))}. The game continues.")
            return
        self._save_to, self._saved = path, self._game.plies
        self._note("save", file=str(path))
        self._say(f"Saved. Continue it with: fourcast play --resume {escape(shlex.quote(str(path)))}")

    def _tree(self) -> None:
        """Write the tree of the agent's last reply."""
        if not self._last_reply:
            raise UsageError("There is no tree: no agent has searched yet.")
        position, agent, result = self._last_reply
        if agent.spec is None:
            raise UsageError("There is no tree: the perfect player solves, it does not search.")
        path = _new_file("fourcast-tree", ".html")
        deepens = agent.spec.search_limit.deepens
        tree = record(position, agent.spec, max(1, result.depth), deepens=deepens, engine=agent.engine).tree()
        try:
            tree.save(path)
        except OSError as fault:
            raise UsageError(f"Cannot write a tree: {fault.strerror}.") from None
        self._note("tree", file=str(path))
        part = "" if tree.plies is None else f", recorded to {count_of(tree.plies, 'move')} from the root"
        what = "the search of the last depth" if deepens else "the search"
        self._say(f"Written: {escape(str(path))}: {what}, {tree.visited:,} nodes{part}. Open it in a browser.")

    def _leave(self) -> None:
        self._note("leave", ply=len(self._game.plies))
        self._say("")
        if self._game.plies and not self._game.outcome and self._saved != self._game.plies:
            what = "This game was" if self._saved is None else "The moves since the last save are"
            self._say(f"{what} not saved.")
        self._say("Goodbye.")

    # Input and output

    def _note(self, action: str, **facts: object) -> None:
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

    @property
    def _names(self) -> tuple[str, str]:
        return self._game.names

    def _ask(self, prompt: str | Text) -> str:
        self._console.print(prompt, end="")
        line = sys.stdin.readline() if sys.stdin else ""  # no standard input counts as its end
        if not line:
            raise Left
        return line.strip()

    def _say(self, text: str) -> None:
        self._console.print(text, soft_wrap=not self._console.is_terminal)

    def _show(self) -> None:
        game = self._game
        before = game.positions[-2] if game.plies else None
        board = draw_board(game.position, before=before, encoding=self._console.encoding)
        self._console.print(board, soft_wrap=True)
        if self._console.is_terminal and self._console.width < len(board.plain.split("\n")[0]):
            self._say("The board is wider than this terminal. Make the window wider.")
        if score := score_sentence(game.position, self._names):
            self._say(escape(score))
        if CALL_DRAW in game.legal_moves and not self._agents[game.turn]:
            self._say("The board is full: pop one of your discs, or type = to call a draw.")

    def _how_to_move(self) -> str:
        rules = self._game.rules
        if not rules.gravity:
            return f"A number from 1 to {rules.shape.cells} puts a disc on the cell that shows it."
        how = f"A number from 1 to {rules.shape.width} drops a disc into that column."
        if rules.pop_rule is not PopRule.NONE:
            how += " p and a number, such as p1, pops the bottom disc of a column."
        return how


def _new_file(stem: str = "fourcast", suffix: str = ".json") -> Path:
    """A file name that nothing has yet."""
    stem = f"{stem}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = Path(f"{stem}{suffix}"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}{suffix}")
    return path
