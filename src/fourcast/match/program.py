"""A seat in a process of its own, which can be ended: for programs that speak the text protocol."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from time import monotonic, perf_counter
from typing import IO, Final

from fourcast.errors import quote
from fourcast.match.answer import Answer, Fault
from fourcast.match.control import Control
from fourcast.match.protocol import (
    HELLO,
    HELLO_OK,
    LONGEST_LINE,
    NO_MOVE,
    PAGE,
    READY,
    READY_OK,
    claim_in,
    go_text,
    position_command,
    seeds_in,
)
from fourcast.play import Game
from fourcast.rules import Rules, rules_text
from fourcast.search import Score

INTRODUCTION: Final = 10.0
"""Seconds in which a program has to say that it speaks the protocol; whatever takes longer can wait for `isready`."""
START: Final = 60.0
"""Seconds that a player has to be ready for a game, and one whom we host to be loaded: no clock runs then."""
MOST_HEARD: Final = 200
"""Characters of what a program said instead that are repeated."""
LAST_WORDS: Final = 4000
"""Bytes of what a process said on standard error that are kept, in case it ends."""
GRACE: Final = 1.0
"""Seconds that a program whose time is over has to answer `stop` before it is ended."""


class _Silent(Exception):
    """Nothing was said in time."""


class _Gone(Exception):
    """The process has ended."""


class _Foreign(Exception):
    """It speaks, but not the protocol."""


class _Complaints(Thread):
    """Reads what a process says on standard error, however much it is, and keeps the end of it."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self.last = b""
        self.start()

    def run(self) -> None:
        with self._pipe:
            while said := os.read(self._pipe.fileno(), 1 << 16):
                self.last = (self.last + said)[-LAST_WORDS:]


class ProgramSeat:
    """A process that speaks the text protocol. When it hangs it is ended; the next game begins with a new one."""

    def __init__(self, command: tuple[str, ...], *, introduction: float = INTRODUCTION) -> None:
        self._command = command
        self.introduction = introduction
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: _Complaints | None = None
        self._heard = b""
        self._seeds: range | None = None
        self._last_error = ""
        self._begun: tuple[Rules, int] | None = None

    def begin(self, rules: Rules, seed: int) -> str | None:
        self._begun = (rules, seed)
        try:
            if not self._process:
                self._start()
            if self._seeds:
                self._say(f"setoption name seed value {self._seeds[seed % len(self._seeds)]}")
                self._say(READY)
                self._until(READY_OK, START)  # what it says of its seed is not said of the game
            self._last_error = ""
            self._say(f"newgame rules {rules_text(rules)}")
            self._say(READY)
            self._until(READY_OK, START)
        except _Foreign as fault:
            self._end()
            return str(fault)
        except _Silent:
            self._end()
            return f"it was not ready after {START:.0f} s: `{READY}` is answered with `{READY_OK}`."
        except _Gone:
            return self._obituary()
        except OSError as fault:
            return f"it cannot be started: {fault.strerror}."
        return self._last_error or None

    def answer(self, game: Game, control: Control) -> Answer:
        if not self._process and self._begun and (reason := self.begin(*self._begun)):
            return Answer(0.0, fault=Fault.CRASH, detail=reason)
        self._last_error = ""
        begun = perf_counter()
        try:
            self._say(position_command(game))
            begun = perf_counter()
            self._say(go_text(control.time))
            try:
                line, claim = self._until("bestmove", control.allowed)
            except _Silent:
                self._say("stop")
                line, claim = self._until("bestmove", GRACE)
        except _Silent:
            seconds = perf_counter() - begun
            self._end()
            return Answer(seconds, fault=Fault.TIME, detail="It did not answer and was ended.")
        except _Gone:
            return Answer(perf_counter() - begun, fault=Fault.CRASH, detail=self._obituary())
        seconds = perf_counter() - begun
        words = line.split()
        move = words[1] if len(words) > 1 else ""
        if move == NO_MOVE:
            return Answer(seconds, fault=Fault.CRASH, detail=self._last_error or "It gave no move.")
        return Answer(seconds, move, detail=self._last_error, claim=claim)

    def close(self) -> None:
        if self._process:
            with suppress(_Gone):
                self._say("quit")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
            self._end()

    # The process

    def _start(self) -> None:
        self._heard, self._seeds = b"", None
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
        assert self._process.stderr
        self._complaints = _Complaints(self._process.stderr)
        self._introduce()

    def _introduce(self) -> None:
        """Hear whether it speaks the protocol, and what it says instead if it does not."""
        expected = f"but `{HELLO}` is answered with `{HELLO_OK}` ({PAGE})."
        heard = ""

        def listen(line: str) -> None:
            nonlocal heard
            heard = f"{heard} {line}".strip()[: MOST_HEARD + 1]

        self._say(HELLO)
        try:
            self._until(HELLO_OK, self.introduction, listen=listen)
        except _Silent:
            instead = quote(heard, MOST_HEARD) if heard else "nothing"
            raise _Foreign(f"in {self.introduction:.0f} s it said {instead}, {expected}") from None

    def _say(self, line: str) -> None:
        assert self._process
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except OSError:
            raise _Gone from None

    def _until(
        self, word: str, seconds: float, *, listen: Callable[[str], None] | None = None
    ) -> tuple[str, Score | None]:
        """The first line that begins with a word, and the last claim before it."""
        deadline = monotonic() + seconds
        claim: Score | None = None
        while True:
            line = self._line(deadline)
            if listen:
                listen(line)
            match line.split(maxsplit=1):
                case [first, *_] if first == word:
                    return line, claim
                case ["info", _]:
                    claim = claim_in(line)
                case ["error", sentence]:
                    self._last_error = sentence
                case ["option", rest] if rest.startswith("name seed "):
                    self._seeds = seeds_in(rest)
            if monotonic() > deadline:
                raise _Silent  # whoever says much else has no more time than others

    def _line(self, deadline: float) -> str:
        """The next line that is said. A process that says very long lines says nothing."""
        assert self._process
        assert self._process.stdout
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                self._heard = b""
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise _Silent
            said = os.read(self._process.stdout.fileno(), 1 << 16)
            if not said:
                raise _Gone
            self._heard += said
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _end(self) -> None:
        process, self._process = self._process, None
        if not process:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # with whatever it has started
        process.wait()
        if self._complaints:
            self._complaints.join(GRACE)
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()

    def _obituary(self) -> str:
        """How the process ended, and its last words."""
        assert self._process
        assert self._complaints
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        code = self._process.poll()
        self._end()
        words = self._complaints.last.decode(errors="replace").strip().splitlines()
        how = "It closed its output" if code is None else f"It ended with code {code}" if code >= 0 else _signal(-code)
        return f"{how}: {words[-1].strip()[:200]}" if words else f"{how}."


def _signal(number: int) -> str:
    try:
        return f"It was ended by {signal.Signals(number).name}"
    except ValueError:
        return f"It was ended by signal {number}"


_libc = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG: Final = 1


def _die_with_parent() -> None:
    """A player must not outlive a referee that was killed, even if he hangs."""
    if _libc:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
