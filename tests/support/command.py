"""The `fourcast` command as its users run it: called within this process, run to its end, or live at the keyboard."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from unittest.mock import patch

from fourcast.cli import main

TIMEOUT: Final = 240.0
"""Seconds after which a test gives up; nothing takes anywhere near as long."""

COMMAND: Final = (sys.executable, "-m", "fourcast")


@dataclass(frozen=True)
class Ended:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str


def call(*arguments: str, typed: str = "", folder: Path | None = None, columns: int = 200) -> Ended:
    """The command within this process: quick, for whatever needs no process of its own."""
    out, err = io.StringIO(), io.StringIO()
    keyboard = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    with (
        chdir(folder or Path.cwd()),
        patch.object(sys, "argv", ["fourcast", *arguments]),
        patch.object(sys, "stdin", keyboard),
        patch.dict(os.environ, COLUMNS=str(columns)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return Ended(code, out.getvalue(), err.getvalue())


def run(*arguments: str, typed: str | bytes = b"", folder: Path | None = None, **environment: str) -> Ended:
    """The command in a process of its own, with all that is typed coming through a pipe."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        cwd=folder,
        env=_environment(**environment),
        timeout=TIMEOUT,
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


class Live:
    """A running command that is typed to and read from while it runs, through pipes or on a terminal of its own."""

    def __init__(self, *arguments: str, terminal: bool = False, command: Sequence[str] = COMMAND) -> None:
        self.seen = ""
        self._read = 0
        self._terminal = terminal
        if terminal:
            self._out, theirs = pty.openpty()
            self._process = subprocess.Popen(
                [*command, *arguments],
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                env=_environment(TERM="xterm-256color"),
                start_new_session=True,
                preexec_fn=_own_the_terminal,
            )
            os.close(theirs)
            self._keyboard = self._out
        else:
            self._process = subprocess.Popen(
                [*command, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=_environment(),
                preexec_fn=_hear_interrupts,
            )
            assert self._process.stdin
            assert self._process.stdout
            self._out, self._keyboard = self._process.stdout.fileno(), self._process.stdin.fileno()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        if self._terminal:
            os.close(self._out)

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        os.write(self._keyboard, keys.encode())

    def close(self) -> None:
        """End the input, as far as there are pipes."""
        assert self._process.stdin
        self._process.stdin.close()

    def interrupt(self) -> None:
        """Ctrl-C: on a terminal the key, otherwise the signal it sends."""
        if self._terminal:
            self.press("\x03")
        else:
            self._process.send_signal(signal.SIGINT)

    def compute(self, seconds: float) -> None:
        """Wait until the command has used this much more processor time."""
        deadline, start = time.monotonic() + TIMEOUT, self._processor_time()
        while self._processor_time() < start + seconds:
            assert time.monotonic() < deadline, "the command does not compute"
            time.sleep(0.01)

    def _processor_time(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def until(self, text: str) -> str:
        """Wait until the text is said, and return everything said since the last time, up to its end."""
        deadline = time.monotonic() + TIMEOUT
        while (at := self.seen.find(text, self._read)) < 0:
            assert self._hear(deadline), f"{text!r} was never said, but:\n{self.seen[self._read :]}"
        said = self.seen[self._read : at + len(text)]
        self._read += len(said)
        return said

    def ended(self) -> int:
        """Wait for the end of the command and return its exit code; `seen` has all that was said."""
        deadline = time.monotonic() + TIMEOUT
        while self._hear(deadline):
            pass
        return self._process.wait(TIMEOUT)

    def _hear(self, deadline: float) -> bool:
        """Read what is said next; False at the end of it."""
        ready, _, _ = select.select([self._out], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"nothing was said for {TIMEOUT} s after:\n{self.seen[-2000:]}"
        try:
            heard = os.read(self._out, 65536)
        except OSError:  # the other end of a terminal has gone
            return False
        self.seen += heard.decode(errors="replace")
        return bool(heard)


def _environment(**more: str) -> dict[str, str]:
    """The same everywhere: nothing that is set where the tests run colours what a command says."""
    kept = {name: os.environ[name] for name in ("PATH", "FOURCAST_BOOK", "XDG_DATA_HOME")}
    return {**kept, "LC_ALL": "C.UTF-8", "TERM": "xterm", "COLUMNS": "200", **more}


def _hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests started in the background ignore it, and so would the command


def _own_the_terminal() -> None:
    _hear_interrupts()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
