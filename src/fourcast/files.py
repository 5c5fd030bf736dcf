"""Where files are, and writing them so that at any moment either the old or the new one is there whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import IO


def write_atomically(path: Path, text: str) -> None:
    """Replace the content of a file, or leave it as it was."""
    with atomic_file(path) as part:
        part.write_text(text, encoding="utf-8")


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """A file to write, which takes the place of another once it is whole; if something is raised, nothing changes."""
    part = path.with_name(f".{path.name[:60]}.{os.getpid()}.{token_hex(4)}.part")
    try:
        part.open("x").close()
        yield part
        _sync(part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync(path.parent)


@contextmanager
def file_lock(lock: Path) -> Iterator[bool]:
    """Whether nobody else holds this file, which is then held to the end; who dies lets go."""
    with lock.open("w") as file:
        yield _is_got(file)


def _is_got(file: IO[str]) -> bool:
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # no such locks on this system
        return True
    except OSError:
        return False
    return True


def data_dir() -> Path:
    """Where things are kept when nobody says: the folder that the system has for a user's data."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "fourcast"


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
