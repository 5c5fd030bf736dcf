"""A server in its own process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self


class Server:
    """`fourcast serve` on a free port, with its games in a folder."""

    def __init__(
        self, data: Path, port: int = 8400, stderr: IO[str] | None = None, options: Sequence[str] = ()
    ) -> None:
        self.data = data
        command = ["serve", "--no-browser", "--port", str(port), "--data", str(data), *options]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "fourcast", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address, f"the server printed {line!r}"
        self.address = address[0]

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
        assert self._process.stdout
        self._process.stdout.close()
