"""A log of what is done: one JSON line per action, written as it happens."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self


class ActionLog:
    """Appends lines to a file; without a file it does nothing."""

    def __init__(self, path: Path | None) -> None:
        self._file: IO[str] | None = path.open("a", encoding="utf-8") if path else None

    def write(self, action: str, **facts: object) -> None:
        if self._file:
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            self._file.write(json.dumps({"time": now, "action": action, **facts}, ensure_ascii=False) + "\n")
            self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file:
            self._file.close()
