"""A log of actions: one JSON line each, written at once."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import typer


class ActionLog:
    """Appends lines to a file; without a file it does nothing."""

    def __init__(self, path: Path | None) -> None:
        self._file: IO[str] | None = path.open("a", encoding="utf-8") if path else None

    def write(self, action: str, **facts: object) -> None:
        if not self._file:
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        try:
            self._file.write(json.dumps({"time": now, "action": action, **facts}) + "\n")
            self._file.flush()
        except OSError as fault:
            typer.echo(f"Cannot write the log: {fault.strerror}. The game continues.", err=True)
            self._close()

    def _close(self) -> None:
        file, self._file = self._file, None
        if file:
            with suppress(OSError):  # already reported
                file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()
