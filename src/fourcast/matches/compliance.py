"""Checks whether a program speaks the text protocol, in numbered steps, as its author would see it in a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic, perf_counter
from typing import Final

from fourcast.algorithms import Score
from fourcast.errors import IllegalMove, UsageError, quote
from fourcast.jobs import LineProcess, ProcessEnded, ProcessTimeout, supervised
from fourcast.matches.adjudicator import TABLE_MB, is_adjudicable, is_right
from fourcast.matches.external_player import EXIT_TIMEOUT, HELLO_TIMEOUT, READY_TIMEOUT, STOP_TIMEOUT
from fourcast.matches.players import Participant
from fourcast.matches.protocol import (
    HELLO,
    HELLO_OK,
    MAX_LINE,
    READY,
    READY_OK,
    VERSION,
    Go,
    claim_in,
    go_text,
    position_command,
    score_text,
    seeds_in,
)
from fourcast.matches.settings import DEFAULT_MARGIN, HANG_TIMEOUT, Clock
from fourcast.play import Game
from fourcast.rules import Position, Rules, chance_rng, other, parse_move
from fourcast.solver import Solver
from fourcast.text import count_of

MOVE_TIME: Final = 0.1
"""Seconds for a move in most steps."""
INFINITE_TIME: Final = 0.2
"""Seconds of `go infinite` before `stop`."""
ATTEMPTS: Final = 3
"""How often a late move is asked for again: the machine may have been busy."""
CLOCK: Final = Clock(1.0, 0.01)
SHORT: Final = Go(movetime=MOVE_TIME)
OTHER_RULES: Final = ("classic,width=5,height=4", "popout")
"""Rules that a program may refuse."""
MAX_GAMES: Final = 1000
"""Random games in which a position is looked for."""
MAX_PLIES: Final = 200
"""Moves after which a game of the program against itself is broken off, where only repetition ends games."""
MAX_LINES: Final = 10_000
MAX_LENGTH: Final = 4000
"""Lines of one answer, and characters of a line that are read."""
_NUMBERS: Final = ("depth", "nodes", "time", "nps")
_SCORE: Final = re.compile(r"(win|loss) \d+|(exact|estimate) [-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


class _Failure(Exception):
    """What is wrong, in a sentence."""


class _Skip(Exception):
    """Why a step cannot be taken."""


@dataclass(frozen=True)
class Step:
    """A step of the check."""

    number: int
    title: str
    passed: bool
    detail: str
    """What was found: of a failed step, what is wrong."""
    dialogue: tuple[str, ...]
    """The lines that were exchanged, `>` to the program and `<` from it."""
    skipped: bool = False


@dataclass
class ComplianceCheck:
    """A check of one program. The process runs as in a match: supervised, with limits, in a folder of its own."""

    participant: Participant
    rules: Rules = field(default_factory=Rules)
    stderr: list[str] = field(default_factory=list)
    """The last lines of the program's standard error."""

    def __post_init__(self) -> None:
        if not self.participant.command:
            raise UsageError(f"{self.participant.name} is built in. Name a program to check, as program:COMMAND.")
        self._dialogue: list[str] = []
        self._version = 1
        self._options: dict[str, str] = {}
        self._introduction: list[str] = []
        self._claims: list[tuple[Score, Position, str]] = []

    def steps(self) -> Iterator[Step]:
        """Run the check, up to the first step that fails."""
        steps: list[tuple[str, Callable[[], str]]] = [
            (f"answer `{HELLO}` with `{HELLO_OK}`", self._hello),
            ("introduce yourself with `id name`", self._names),
            ("`protocol` and `option` lines are well-formed", self._read_introduction),
            ("accept the option `seed`", self._seed),
            (f"`newgame rules {self.rules}`, and answer `{READY}` with `{READY_OK}`", self._new_game),
            ("a legal move on the empty board", lambda: self._move(Game(self.rules))),
            ("a legal move for the second player", lambda: self._move_where(lambda p: p.discs == 1)),
            ("a legal move in the middle of a game", self._middle),
            ("the only legal move", lambda: self._move_where(_is_narrow)),
            ("a board, given as `position … start BOARD`", self._start_board),
            ("`go depth 1`", lambda: self._move(Game(self.rules), Go(depth=1))),
            ("`go nodes 100`", lambda: self._move(Game(self.rules), Go(nodes=100))),
            ("`go` without limits", lambda: self._move(Game(self.rules), Go())),
            ("`go infinite`, then `stop`: one `bestmove` within a second", self._infinite),
            ("`stop` without a search and an unknown command change nothing", self._noise),
            (f"`{go_text(SHORT)}` within that time and {DEFAULT_MARGIN * 1000:.0f} ms", self._in_time),
            ("a whole game against itself", lambda: self._game(Go(movetime=MOVE_TIME / 5))),
            ("another game with a clock, in the same process", self._clock_game),
            ("exact scores are right", self._check_claims),
            ("rules that you do not support are refused with `error`", self._other_rules),
            ("exit after `quit`", self._quit),
            ("exit at the end of the input", self._end_of_input),
        ]
        self._start()
        try:
            for number, (title, action) in enumerate(steps, start=1):
                self._dialogue.clear()
                passed, skipped = True, False
                try:
                    detail = action()
                except _Skip as reason:
                    detail, skipped = str(reason), True
                except _Failure as failure:
                    detail, passed = str(failure), False
                yield Step(number, title, passed, detail, tuple(self._dialogue), skipped)
                if not passed:
                    return
        finally:
            self._end()

    # The process

    def _start(self) -> None:
        self._process = LineProcess(supervised(self.participant.command), max_line=MAX_LINE, capture_stderr=True)

    def _end(self, timeout: float = 0.0) -> str:
        """How the process ended, after at most `timeout` seconds."""
        how = self._process.end(timeout)
        self.stderr = self._process.error_lines
        return how

    def _send(self, line: str) -> None:
        self._dialogue.append(f"> {line}")
        try:
            self._process.send(line)
        except ProcessEnded:
            raise _Failure(f"It {self._end(EXIT_TIMEOUT)}.") from None

    def _receive_until(self, word: str, seconds: float) -> list[str]:
        """The lines up to the first that begins with a word."""
        deadline = monotonic() + seconds
        lines: list[str] = []
        while True:
            try:
                lines.append(self._process.receive(deadline).strip()[:MAX_LENGTH])
            except ProcessTimeout:
                hint = "" if lines else " Does it flush every line that it writes?"
                raise _Failure(f"There was no `{word}` within {seconds:g} s.{hint}") from None
            except ProcessEnded:
                raise _Failure(f"It {self._end(EXIT_TIMEOUT)} before `{word}`.") from None
            self._dialogue.append(f"< {lines[-1]}")
            if lines[-1].split(maxsplit=1)[:1] == [word]:
                return lines
            if len(lines) >= MAX_LINES:
                raise _Failure(f"It sent {MAX_LINES:,} lines before `{word}`.")

    def _ready(self) -> list[str]:
        """The lines that the program has sent before it is ready."""
        self._send(READY)
        return self._receive_until(READY_OK, READY_TIMEOUT)[:-1]

    # The steps

    def _hello(self) -> str:
        start = perf_counter()
        self._send(HELLO)
        self._introduction = self._receive_until(HELLO_OK, HELLO_TIMEOUT)[:-1]
        return f"after {(perf_counter() - start) * 1000:.0f} ms"

    def _names(self) -> str:
        names = dict(line.split(maxsplit=2)[1:] for line in self._introduction if re.match(r"id \S+ \S", line))
        if "name" not in names:
            raise _Failure("There was no line `id name NAME`.")
        return f"{names['name']} by {names['author']}" if "author" in names else names["name"]

    def _read_introduction(self) -> str:
        for line in self._introduction:
            match line.split(maxsplit=1):
                case ["protocol", number]:
                    if not re.fullmatch(r"[1-9]\d{0,8}", number):
                        raise _Failure(f"`{line}` has no version: write `protocol {VERSION}`.")
                    self._version = int(number)
                case ["option", rest]:
                    option = re.fullmatch(r"name (\S.*?) type (\S+)( .*)?", rest)
                    if not option:
                        raise _Failure(f"`{line}` is not `option name NAME type TYPE default VALUE`.")
                    self._options[option[1]] = rest
        options = f", options {', '.join(self._options)}" if self._options else ", no options"
        return f"protocol {self._version}{options}"

    def _seed(self) -> str:
        if "seed" not in self._options:
            return "it has none"
        seeds = seeds_in(self._options["seed"])
        if not seeds:
            raise _Failure(f"`option {self._options['seed']}` allows no seed: its `max` is below its `min`.")
        self._send(f"setoption name seed value {seeds[len(seeds) // 2]}")
        self._refuse_errors(self._ready())
        return ""

    def _new_game(self) -> str:
        self._send(f"newgame rules {self.rules}")
        self._refuse_errors(self._ready())
        return ""

    def _move(self, game: Game, go: Go = SHORT) -> str:
        """Ask for a move, check the answer, and play the move."""
        before = game.position
        self._send(position_command(game))
        self._send(go_text(go))
        lines = self._receive_until("bestmove", HANG_TIMEOUT)
        text = " ".join(lines[-1].split()[1:2])
        try:
            game.play(parse_move(self.rules, text), rng=chance_rng(len(game.plies)))
        except (UsageError, IllegalMove) as error:
            self._refuse_errors(lines)
            raise _Failure(f"`{lines[-1]}` is not a legal move. {error}") from None
        for line in lines[:-1]:
            self._read_info(line, before)
        claim = next((claim_in(line) for line in reversed(lines) if line.startswith("info ")), None)
        if claim is not None and game.outcome is None:
            self._claims.append((claim, game.position, f"`{position_command(game)}`, before its last move"))
        return text

    def _read_info(self, line: str, position: Position) -> None:
        words = line.split()
        if words[:1] != ["info"]:
            return
        for key, value in zip(words, [*words[1:], ""], strict=True):
            if key in _NUMBERS and not re.fullmatch(r"\d+(\.\d+)?", value):
                raise _Failure(f"`{line}`: after `{key}` there is no number but {quote(value)}.")
            if key == "pv":
                self._read_pv(line, words[words.index("pv") + 1 :], position)
                break
        score = line.partition(" score ")[2]
        if " score " in line and not _SCORE.match(score):
            raise _Failure(f"`{line}`: a score is `win 5`, `loss 4`, `exact 0` or `estimate 12.5`.")

    def _read_pv(self, line: str, moves: list[str], position: Position) -> None:
        """The first move of a principal variation is legal; under drift the others depend on luck."""
        try:
            legal = not moves or parse_move(self.rules, moves[0]) in position.legal_moves
        except UsageError:
            legal = False
        if not legal:
            raise _Failure(f"`{line}`: {quote(moves[0])} is not a legal move.")

    def _refuse_errors(self, lines: list[str]) -> None:
        for line in lines:
            if line.split(maxsplit=1)[:1] == ["error"]:
                raise _Failure(f"It answered `{line}`.")

    def _move_where(self, wanted: Callable[[Position], bool]) -> str:
        """Ask for a move in a position of this kind."""
        game = self._random_game(wanted)
        if not game:
            raise _Skip(f"no such position in {count_of(MAX_GAMES, 'random game')}")
        return self._move(game)

    def _random_game(self, wanted: Callable[[Position], bool]) -> Game | None:
        """A game to the first position of this kind."""
        rng = Random(1)
        for _ in range(MAX_GAMES):
            game = Game(self.rules)
            while game.outcome is None and len(game.plies) < MAX_PLIES:
                if wanted(game.position):
                    return game
                game.play(rng.choice(game.position.legal_moves), rng=rng)
        return None

    def _middle(self) -> str:
        return self._move_where(lambda position: position.discs == self.rules.shape.cells // 2)

    def _start_board(self) -> str:
        before = (self._random_game(_is_narrow) or Game(self.rules)).position
        return self._move(Game(self.rules, start=before._replace(turn=other(before.turn))))

    def _infinite(self) -> str:
        self._send(position_command(Game(self.rules)))
        self._send(go_text(Go(infinite=True)))
        early: list[str] = []
        with suppress(_Failure):  # it is searching
            early = self._receive_until("bestmove", INFINITE_TIME)
        self._send("stop")
        start = perf_counter()
        if not early:
            self._receive_until("bestmove", HANG_TIMEOUT)
        seconds = perf_counter() - start
        if seconds > STOP_TIMEOUT:
            raise _Failure(f"The answer came {seconds:.1f} s after `stop`.")
        self._refuse_errors([line.removeprefix("< ") for line in self._dialogue])
        self._refuse_moves(self._ready())
        return "before `stop`: it does not search until then" if early else f"after {seconds * 1000:.0f} ms"

    def _noise(self) -> str:
        self._send("stop")
        self._send("xyzzy 1 2 3")
        self._refuse_moves(self._ready())
        return ""

    def _refuse_moves(self, lines: list[str]) -> None:
        if any(line.split(maxsplit=1)[:1] == ["bestmove"] for line in lines):
            raise _Failure("There was a `bestmove` that nobody asked for.")

    def _in_time(self) -> str:
        for _ in range(ATTEMPTS):
            start = perf_counter()
            self._move(Game(self.rules), SHORT)
            seconds = perf_counter() - start
            if seconds <= MOVE_TIME + DEFAULT_MARGIN:
                return f"after {seconds * 1000:.0f} ms"
        raise _Failure(f"It took {seconds * 1000:.0f} ms, and no less in {ATTEMPTS} attempts.")

    def _game(self, go: Go) -> str:
        self._new_game()
        game = Game(self.rules)
        while game.outcome is None and len(game.plies) < MAX_PLIES:
            self._dialogue.clear()
            self._move(game, go)
        return f"{len(game.plies)} moves"

    def _clock_game(self) -> str:
        if self._version < 2:
            return "not with protocol 1: a match gives it a time for each move"
        self._new_game()
        game = Game(self.rules)
        clocks = [CLOCK.base, CLOCK.base]
        while game.outcome is None and len(game.plies) < MAX_PLIES:
            self._dialogue.clear()
            player, start = game.turn, perf_counter()
            self._move(game, Go(time=clocks[player], increment=CLOCK.increment))
            clocks[player] -= perf_counter() - start
            if clocks[player] < -DEFAULT_MARGIN:
                raise _Failure(f"Its clock of {CLOCK} s was exceeded by {-clocks[player]:.2f} s.")
            clocks[player] = max(0.0, clocks[player]) + CLOCK.increment
        return f"{len(game.plies)} moves, with {min(clocks):.2f} of {CLOCK.base:g} s left"

    def _check_claims(self) -> str:
        if not self._claims:
            return "it sent none"
        if not is_adjudicable(self.rules):
            return "not checked for these rules"
        solver = Solver(self.rules, threads=1, table_mb=TABLE_MB)
        checked = 0
        for claim, position, where in self._claims:
            if claim < Score.exact(0):
                continue  # a match does not check them
            right = is_right(claim, position, solver)
            if right is False:
                raise _Failure(f"It claimed `{score_text(claim)}` in {where}: the solver does not agree.")
            checked += right is not None
        return f"{checked} of {len(self._claims)} claims checked"

    def _other_rules(self) -> str:
        answers = []
        for rules in map(Rules.parse, OTHER_RULES):
            self._send(f"newgame rules {rules}")
            if any(line.startswith("error") for line in self._ready()):
                answers.append(f"{rules} refused")
                continue
            mine, self.rules = self.rules, rules
            try:
                self._move(self._random_game(_is_narrow) or Game(rules))
            except _Failure as failure:
                raise _Failure(f"It did not refuse {rules} with `error`, but cannot play it. {failure}") from None
            finally:
                self.rules = mine
            answers.append(f"{rules} supported")
        return ", ".join(answers)

    def _quit(self) -> str:
        self._send("quit")
        return self._exit()

    def _end_of_input(self) -> str:
        self._start()
        self._hello()
        self._process.close_input()
        return self._exit()

    def _exit(self) -> str:
        how = self._end(EXIT_TIMEOUT)
        if how != "exited with code 0":
            raise _Failure(f"It {how}: exit with code 0 within {EXIT_TIMEOUT:.0f} s.")
        return ""


def _is_narrow(position: Position) -> bool:
    return len(position.legal_moves) == 1
