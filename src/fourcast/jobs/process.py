"""Child processes that exchange lines of text with this one, and can be killed at any time.

    parent   LineProcess                                   send ─▶ the child's standard input
                                                        receive ◀─ its standard output
    child    ParentLines, in Python modules of ours     iterate, send

A child has a process group of its own: Ctrl-C in the terminal does not reach it, and it is killed together with the
processes that it started. It does not outlive its parent.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from threading import Lock, Thread
from time import monotonic, sleep
from typing import IO, Final

from fourcast.system import check_processes, die_with_parent, kill_group

SEND_TIMEOUT: Final = 10.0
"""Seconds that a child may leave its input unread before it is considered hung."""
STDERR_TIMEOUT: Final = 1.0
"""Seconds to wait for the rest of the standard error of a process that was killed."""
STDERR_BYTES: Final = 4000
"""How much of the end of standard error is stored."""
_READ_BYTES: Final = 1 << 20
_EXIT_POLL: Final = 0.002
_MAIN: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from importlib import import_module; import_module(sys.argv[2]).main(*sys.argv[3:])"
)


class ProcessEnded(Exception):
    """The child has exited or closed its output."""


class ProcessTimeout(Exception):
    """The child sent no line before the deadline."""


def python_command(module: str, *arguments: str) -> list[str]:
    """The command line that calls `main(*arguments)` of a module in a new Python with the same `sys.path`."""
    return [sys.executable, "-P", "-c", _MAIN, json.dumps(sys.path), module, *arguments]


def exit_text(code: int) -> str:
    """How a process ended, in words.

    >>> exit_text(3), exit_text(-9)
    ('exited with code 3', 'was killed by SIGKILL')
    """
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


class LineProcess:
    """A child process. Used by one thread at a time."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        max_line: int = sys.maxsize,
        capture_stderr: bool = False,
    ) -> None:
        """Start it; raises `OSError` if that fails, and `JobError` where the system does not support it. Lines longer
        than `max_line` bytes are dropped. Standard error is that of this process, unless it is captured. A foreign
        program, one that does not use `ParentLines`, is to be `supervised`."""
        check_processes()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if capture_stderr else None,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        self._stderr_tail = b""
        self._stderr: Thread | None = None
        if self._process.stderr:
            self._stderr = Thread(target=self._read_stderr, args=[self._process.stderr], daemon=True)
            self._stderr.start()
        self._max_line = max_line
        self._lines: deque[bytes] = deque()
        self._partial = bytearray()
        self._closed_output = False

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not exited. One that has is not reaped here: until `end` its process group stays its own."""
        if self._process.returncode is not None:
            return False
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    @property
    def error_lines(self) -> list[str]:
        """The last lines of its standard error that are not empty; none if it is not captured."""
        lines = self._stderr_tail.decode(errors="replace").split("\n")
        return [line.strip() for line in lines if line.strip()]

    def fileno(self) -> int:
        """Its output, for `wait_for_output`."""
        return self._output.fileno()

    def send(self, line: str) -> None:
        """Write a line. Raises `ProcessEnded` if nothing reads it, after killing a process that does not."""
        data = memoryview(f"{line}\n".encode())
        writable = select.poll()
        writable.register(self._input, select.POLLOUT)
        while data:
            if not writable.poll(1000 * SEND_TIMEOUT):
                self.kill()
                raise ProcessEnded
            try:
                data = data[os.write(self._input.fileno(), data) :]
            except OSError:
                raise ProcessEnded from None

    def receive(self, deadline: float) -> str:
        """The next line. Raises `ProcessTimeout` at the deadline, in `monotonic` seconds, and `ProcessEnded`."""
        while not self._lines:
            if not wait_for_output([self], max(0.0, deadline - monotonic())):
                raise ProcessTimeout
            self._read()
        return self._lines.popleft().decode(errors="replace")

    def receive_all(self) -> list[str]:
        """The lines that have arrived, waiting only if there is no output. Raises `ProcessEnded`."""
        if not self._lines:
            self._read()
        lines = [line.decode(errors="replace") for line in self._lines]
        self._lines.clear()
        return lines

    def _read(self) -> None:
        """Read what has arrived."""
        data = b"" if self._output.closed else os.read(self._output.fileno(), _READ_BYTES)
        if not data:
            self._closed_output = True
            raise ProcessEnded
        first, *rest = data.split(b"\n")
        self._partial += first
        if rest:
            lines = (bytes(self._partial), *rest[:-1])
            self._lines.extend(line for line in lines if len(line) <= self._max_line)
            self._partial = bytearray(rest[-1])
        del self._partial[self._max_line + 1 :]  # what is left shows that the line is too long

    def _read_stderr(self, pipe: IO[bytes]) -> None:
        """Read standard error, however much it is, and store the end of it."""
        with pipe:
            while data := os.read(pipe.fileno(), _READ_BYTES):
                self._stderr_tail = (self._stderr_tail + data)[-STDERR_BYTES:]

    def close_input(self) -> None:
        """Let it read the end of its input."""
        self._input.close()

    def kill(self) -> None:
        """Kill the process and those that it started."""
        if self._process.returncode is None:
            kill_group(self.pid)

    def end(self, timeout: float = 0.0) -> str:
        """Wait up to `timeout` seconds for it to exit, kill it and release its pipes; how it ended, in words."""
        deadline = monotonic() + timeout
        while (running := self.is_running) and monotonic() < deadline:
            sleep(_EXIT_POLL)
        self.kill()
        code = self._process.wait()
        if self._stderr:
            self._stderr.join(STDERR_TIMEOUT)
        self._input.close()
        self._output.close()
        if not running:
            return exit_text(code)
        return "closed its output" if self._closed_output else "was killed"


def wait_for_output(processes: Sequence[LineProcess], timeout: float) -> list[LineProcess]:
    """The processes that have written something or ended, after at most `timeout` seconds."""
    by_number = {process.fileno(): process for process in processes}
    return [by_number[number] for number in wait(list(by_number), timeout) if isinstance(number, int)]


class ParentLines:
    """The child's end, for the `main` of a module that `python_command` runs: lines from and to the parent.

    Standard input and output are taken for them: afterwards there is nothing to read on standard input, and what is
    printed goes to standard error. The process exits when the parent is gone.
    """

    def __init__(self) -> None:
        self._input, output = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        try:
            os.dup2(2, 1)
        except OSError:  # there is no standard error
            os.dup2(nothing, 1)
        os.close(nothing)
        self._output, self._writing = os.fdopen(output, "wb"), Lock()
        die_with_parent()

    def __iter__(self) -> Iterator[str]:
        """The lines that the parent sends, until it is gone. Unbuffered reads: a thread may be in one at exit."""
        partial = b""
        while data := os.read(self._input, _READ_BYTES):
            *lines, partial = (partial + data).split(b"\n")
            yield from (line.decode(errors="replace") for line in lines)

    def send(self, line: str) -> None:
        """Write a line, from any thread."""
        try:
            with self._writing:
                self._output.write(f"{line}\n".encode())
                self._output.flush()
        except OSError:
            os._exit(0)
