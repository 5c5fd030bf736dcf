"""Writing files so that at any moment either the old or the new one is there whole."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex


def write_atomically(path: Path, text: str) -> None:
    """Replace the content of a file, or leave it as it was."""
    part = path.with_name(f".{path.name[:60]}.{os.getpid()}.{token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
