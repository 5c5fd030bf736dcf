"""A player in a process of its own that speaks the text protocol, and can be killed; and the main function of such
processes for agents that run foreign Python code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, perf_counter
from typing import Final

from fourcast.algorithms import Score
from fourcast.errors import UsageError, quote
from fourcast.jobs import LineProcess, ParentLines, ProcessEnded, ProcessTimeout, report_activity, supervised
from fourcast.matches.agent_file import agent_backend
from fourcast.matches.engine import TextEngine
from fourcast.matches.protocol import (
    HELLO,
    HELLO_OK,
    MAX_LINE,
    NO_MOVE,
    PAGE,
    READY,
    READY_OK,
    Go,
    claim_in,
    go_text,
    position_command,
    seeds_in,
)
from fourcast.matches.referee import Fault, MoveReply
from fourcast.play import Game
from fourcast.rules import Rules

HELLO_TIMEOUT: Final = 10.0
"""Seconds in which a program has to say that it speaks the protocol; whatever takes longer can wait for `isready`."""
READY_TIMEOUT: Final = 60.0
"""Seconds in which a player has to be ready for a game. It includes the time to load an agent."""
STOP_TIMEOUT: Final = 1.0
"""Seconds that a program whose time is over has to answer `stop` before it is killed."""
EXIT_TIMEOUT: Final = 5.0
"""Seconds for a program that closed its output to exit, with all that it started."""
MAX_QUOTED: Final = 200
"""Characters of a program's output that are repeated in a message."""


class _NotAnEngine(Exception):
    """The program does not speak the protocol."""


class ExternalPlayer:
    """A supervised process that speaks the text protocol. If it hangs it is killed; the next game starts a new one."""

    def __init__(self, command: Sequence[str], *, activity: str = "", hello_timeout: float = HELLO_TIMEOUT) -> None:
        """`activity` is what the task reports whenever this player is to act."""
        self._command = command
        self._activity = activity
        self.hello_timeout = hello_timeout
        self._process: LineProcess | None = None
        self._seeds: range | None = None
        self._version = 1
        self._last_error = ""
        self._current: tuple[Rules, int] | None = None

    def start_game(self, rules: Rules, seed: int) -> str | None:
        self._current = (rules, seed)
        report_activity(self._activity)
        try:
            process = self._process or self._start()
            if self._seeds:
                process.send(f"setoption name seed value {self._seeds[seed % len(self._seeds)]}")
                process.send(READY)
                self._receive_until(process, READY_OK, READY_TIMEOUT)  # errors about the seed do not concern the game
            self._last_error = ""
            process.send(f"newgame rules {rules}")
            process.send(READY)
            self._receive_until(process, READY_OK, READY_TIMEOUT)
        except _NotAnEngine as error:
            self._end()
            return str(error)
        except ProcessTimeout:
            self._end()
            return f"it was not ready after {READY_TIMEOUT:.0f} s: reply to `{READY}` with `{READY_OK}`."
        except ProcessEnded:
            return self._exit_message()
        except OSError as error:
            return f"it cannot be started: {error.strerror}."
        return self._last_error or None

    def choose(self, game: Game, go: Go, max_seconds: float) -> MoveReply:
        if not self._process and self._current and (reason := self.start_game(*self._current)):
            return MoveReply(0.0, fault=Fault.CRASH, detail=reason)
        assert self._process
        report_activity(self._activity)
        self._last_error = ""
        start = perf_counter()
        try:
            self._process.send(position_command(game))
            start = perf_counter()
            line, claim = self._go(self._process, go if self._version > 1 else go.for_move(game.position), max_seconds)
        except ProcessTimeout:
            seconds = perf_counter() - start
            self._end()
            return MoveReply(seconds, fault=Fault.TIME, detail="It did not reply and was killed.")
        except ProcessEnded:
            return MoveReply(perf_counter() - start, fault=Fault.CRASH, detail=self._exit_message())
        seconds = perf_counter() - start
        words = line.split()
        move = words[1] if len(words) > 1 else ""
        if move == NO_MOVE:
            return MoveReply(seconds, fault=Fault.CRASH, detail=self._last_error or "It gave no move.")
        return MoveReply(seconds, move, detail=self._last_error, claim=claim)

    def kill(self) -> None:
        """End its process at once, from any thread; `choose` reports that it has ended."""
        if process := self._process:
            process.kill()

    def close(self) -> None:
        if self._process:
            with suppress(ProcessEnded):
                self._process.send("quit")
            self._end(STOP_TIMEOUT)

    def _go(self, process: LineProcess, go: Go, max_seconds: float) -> tuple[str, Score | None]:
        process.send(go_text(go))
        try:
            return self._receive_until(process, "bestmove", max_seconds)
        except ProcessTimeout:
            process.send("stop")
            return self._receive_until(process, "bestmove", STOP_TIMEOUT)

    def _start(self) -> LineProcess:
        """Start the process, and check that it speaks the protocol."""
        self._seeds, self._version = None, 1
        process = LineProcess(supervised(self._command), max_line=MAX_LINE, capture_stderr=True)
        self._process = process
        process.send(HELLO)
        lines: list[str] = []
        try:
            self._receive_until(process, HELLO_OK, self.hello_timeout, lines)
        except ProcessTimeout:
            output = quote(" ".join(lines)[: MAX_QUOTED + 1], MAX_QUOTED) if lines else "nothing"
            raise _NotAnEngine(
                f"in {self.hello_timeout:.0f} s it said {output}; the reply to `{HELLO}` is `{HELLO_OK}` ({PAGE})."
            ) from None
        return process

    def _receive_until(
        self, process: LineProcess, word: str, seconds: float, lines: list[str] | None = None
    ) -> tuple[str, Score | None]:
        """The first line that begins with a word, and the last claim before it. All lines before it are added to
        `lines`, as far as they may be quoted."""
        deadline = monotonic() + seconds
        claim: Score | None = None
        while True:
            line = process.receive(deadline).strip()
            match line.split(maxsplit=1):
                case [first, *_] if first == word:
                    return line, claim
                case ["info", _]:
                    claim = claim_in(line)
                case ["error", sentence]:
                    self._last_error = sentence
                case ["protocol", number] if number.isascii() and number.isdigit():
                    self._version = int(number[:9])
                case ["option", rest] if rest.startswith("name seed "):
                    self._seeds = seeds_in(rest)
            if lines is not None and len(lines) < MAX_QUOTED:
                lines.append(line[:MAX_QUOTED])
            if monotonic() > deadline:
                raise ProcessTimeout  # other output gives no more time

    def _end(self, timeout: float = 0.0) -> str:
        process, self._process = self._process, None
        return process.end(timeout) if process else ""

    def _exit_message(self) -> str:
        """How the process ended, and the last line of its standard error."""
        process = self._process
        how = self._end(EXIT_TIMEOUT)
        lines = process.error_lines if process else []
        return f"It {how}: {lines[-1][:MAX_QUOTED]}" if lines else f"It {how}."


def turn_of(side: int, name: str) -> str:
    """The activity of a task while an external player is to act, one of two, whose names may be equal."""
    return f"in the turn of player {side + 1}, {name}"


def main(*parts: str) -> None:
    """Speak the protocol for an agent that runs a file of a user, until the input ends.

    What the agent prints goes to standard error: standard output is for the protocol. The process exits when the
    referee is gone, even in the middle of a computation that never ends.
    """
    parent = ParentLines()
    try:
        backend = agent_backend(*parts)
    except UsageError as error:
        sys.exit(str(error))  # the last line of standard error, without a traceback before it
    engine = TextEngine(parent.send, backend)
    for line in parent:
        if line.strip() == "quit":
            break
        engine.handle(line)
    os._exit(0)
