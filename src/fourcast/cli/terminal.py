"""A game in the terminal: reads lines, plays moves, draws the board, keeps the tally."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from fourcast.algorithms import SearchResult
from fourcast.cli.drawing import draw_board, draw_sign
from fourcast.cli.log import ActionLog
from fourcast.errors import IllegalMove, NotationError, UsageError, quote
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
from fourcast.text import duration, ending_sentence, score_sentence, value_text
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
        log: ActionLog,
        save_to: Path | None = None,
    ) -> None:
        self._console = console
        self._game = game
        self._agents = list(agents)
        self._rng = rng
        self._log = log
        self._save_to = save_to
        self._saved: tuple[Ply, ...] | None = None
        self._tally = {FIRST: 0, SECOND: 0, None: 0}
        self._last_reply: tuple[Position, Agent, SearchResult] | None = None

    def run(self) -> None:
        if isinstance(sys.stdin, TextIOWrapper):  # an invalid byte must not end the program
            sys.stdin.reconfigure(errors="replace")
        try:
            self._greet()
            self._begin()
            while True:
                self._play_to_the_end()
                if self._wants_another():
                    self._game = Game(
                        self._game.rules, start=self._game.start, names=self._names, agents=self._game.agents
                    )
                    self._save_to, self._saved, self._last_reply = None, None, None
                    self._begin()
        except (Left, KeyboardInterrupt):
            self._leave()

    def _greet(self) -> None:
        rules = self._game.rules
        about = next((variant.about for variant in VARIANTS if variant.rules == rules), None)
        self._say(f"[bold]{rules!s}[/bold]" + (f": {about}" if about else ""))
        self._say(self._how_to_move())
        self._say(f"Other keys: {_KEYS}.")

    # One game

    def _begin(self) -> None:
        game = self._game
        self._log.write(
            "start", rules=str(game.rules), names=list(game.names), board=board_text(game.position).split("\n")
        )
        self._show()

    def _play_to_the_end(self) -> None:
        while not self._game.outcome:
            agent = self._agents[self._game.turn]
            if agent:
                self._reply(agent)
            else:
                self._person_acts(self._ask(self._prompt()))
        outcome = self._game.outcome
        self._say(f"[bold]{escape(ending_sentence(self._game.position, outcome, self._names))}[/bold]")
        self._log.write("end", outcome=outcome_to_json(outcome))
        self._tally[outcome.winner] += 1
        self._say(self._tally_line())

    def _wants_another(self) -> bool:
        """Whether to play again; False if the end of this game was taken back instead."""
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
                choices = "Type y to play again, n to quit, u to undo, s to save."
                self._say(f"{escape(quote(answer, 40))} is not an answer. {choices}")

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
            "t": self._tree,
            "tree": self._tree,
            "?": self._help,
            "h": self._help,
            "help": self._help,
        }
        word = answer.lower()
        if word in ("q", "quit", "exit"):
            raise Left
        if word.startswith(("s ", "save ")):
            self._save(Path(answer.split(maxsplit=1)[1]))
        elif word in commands:
            commands[word]()
        elif not word:
            self._say(f"Type a move and press Enter. {self._how_to_move()}")
        else:
            try:
                self._play(parse_move(self._game.rules, answer))
            except (NotationError, IllegalMove) as fault:
                self._say(escape(str(fault)))

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
            self._say(f"{escape(name)} {_move_phrase(reply.move)}.")
        if reply.remark:
            self._say(reply.remark)
        if reply.result.depth:
            info, counts = reply.result, reply.result.counts
            self._say(
                f"[dim]It searched {_moves(info.depth)} ahead, visited {counts.nodes:,} nodes in "
                f"{duration(reply.result.seconds)} and expects {value_text(info.score.relative)} "
                f"(engine: {info.engine}).[/dim]"
            )

    def _play(self, move: Move) -> None:
        game = self._game
        player, name = game.turn, self._names[game.turn]
        game.play(move, rng=self._rng)
        ply = game.plies[-1]
        self._log.write(
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
            self._say(f"{escape(name)} aimed {move.column + 1}, fell in {ply.landed + 1}.")

    # Commands

    def _undo(self) -> None:
        """Take back the player's last move and the agent's reply."""
        game = self._game
        verdict, before = game.verdict, len(game.plies)
        if not verdict and not any(self._agents[position.turn] is None for position in game.positions[:-1]):
            self._say("There is no move to take back.")
            return
        self._last_reply = None
        game.undo()
        while not verdict and self._agents[game.turn]:
            game.undo()
        self._log.write("undo", ply=len(game.plies))
        self._show()
        taken = before - len(game.plies)
        what = "resignation" if verdict and verdict.ending is Ending.RESIGNATION else "verdict"
        self._say(f"The {what} is taken back." if verdict else f"Taken back: {_moves(taken)}.")

    def _redo(self) -> None:
        game, before = self._game, len(self._game.plies)
        try:
            game.redo()
            while game.undone and self._agents[game.turn]:
                game.redo()
        except IllegalMove as fault:
            self._say(str(fault))
            return
        self._log.write("redo", ply=len(game.plies))
        self._show()
        self._say(f"Played again: {_moves(len(game.plies) - before)}.")

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
        self._log.write("save", file=str(path))
        self._say(f"Saved. Continue it with: fourcast play --resume {escape(shlex.quote(str(path)))}")

    def _tree(self) -> None:
        """Write the tree of the agent's last reply."""
        if not self._last_reply:
            self._say("No tree yet: an agent has not searched.")
            return
        position, agent, analysis = self._last_reply
        if agent.spec is None:
            self._say("A solver has no search tree to draw.")
            return
        path = _new_file("fourcast-tree", ".html")
        try:
            deepens = agent.spec.search_limit.deepens
            depth = max(1, analysis.depth)
            tree = record(position, agent.spec, depth, deepens=deepens, engine=agent.engine).tree()
            tree.save(path)
        except (UsageError, OSError) as fault:
            self._say(f"Cannot write a tree. {escape(str(fault))}")
            return
        self._log.write("tree", file=str(path))
        drawn = "" if tree.plies is None else f", drawn to {_moves(tree.plies)} from the root"
        what = "the search of its last depth" if deepens else "its search"
        self._say(f"Written: {escape(str(path))}: {what}, {tree.visited:,} nodes{drawn}. Open it in a browser.")

    def _resign(self) -> None:
        self._game.resign()
        self._log.write("resign", player=SIGNS[self._game.turn])

    def _help(self) -> None:
        self._say(f"{self._how_to_move()}\n{_KEYS}")

    def _leave(self) -> None:
        unsaved = self._game.plies and not self._game.outcome and self._saved != self._game.plies
        self._log.write("leave", ply=len(self._game.plies))
        self._say("")
        if unsaved:
            self._say(
                "This game was not saved." if self._saved is None else "The moves since the last save are not saved."
            )
        self._say("Goodbye.")

    # Talking

    @property
    def _names(self) -> tuple[str, str]:
        return self._game.names

    def _prompt(self) -> Text:
        sign = draw_sign(self._game.turn, encoding=self._console.encoding)
        return Text.assemble(sign, f" {self._names[self._game.turn]}: ")

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
        last = game.plies[-1] if game.plies else None
        board = draw_board(game.position, last=last, encoding=self._console.encoding)
        self._console.print(board, soft_wrap=True)
        if self._console.is_terminal and self._console.width < len(board.plain.split("\n")[0]):
            self._say("The board is wider than this terminal. Make the window wider.")
        if score := score_sentence(game.position, self._names):
            self._say(escape(score))
        if CALL_DRAW in game.legal_moves and not self._agents[game.turn]:
            self._say("The board is full: pop one of your discs, or type = to call a draw.")

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
        return how


def _move_phrase(move: Move) -> str:
    text = str(move)
    return {
        "drop": f"dropped in column {text}",
        "pop": f"popped column {move.column + 1}",
        "place": f"took cell {text}",
        "call-draw": "called a draw",
    }[move.kind.value]


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def _new_file(stem: str = "fourcast", suffix: str = ".json") -> Path:
    """A file name that nothing has yet."""
    stem = f"{stem}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = Path(f"{stem}{suffix}"), 1
    while path.exists():
        number += 1
        path = Path(f"{stem}-{number}{suffix}")
    return path
