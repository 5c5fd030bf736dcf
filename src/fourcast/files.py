"""Atomic writes, and files that only their owner can read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ENOENT
from pathlib import Path
from secrets import token_hex
from typing import Final

from fourcast.errors import NotationError
from fourcast.system import data_dir, sync_folder

MAX_TEXT_BYTES: Final = 16 << 20
"""The largest text file that is read by default."""


def read_limited(path: Path, max_bytes: int = MAX_TEXT_BYTES) -> bytes:
    """The content of a file. Raises `NotationError` if there is more, as in `/dev/zero`."""
    with path.open("rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise NotationError(f"{path} is larger than {max_bytes:,} bytes.")
    return data


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace the content of a file, or leave it as it was."""
    with atomic_file(path) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """A temporary file that replaces `path` at the end of the block; after an exception `path` is unchanged."""
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(ENOENT, "There is no such folder", str(path.parent))
    part = path.with_name(f".{path.name[:60]}.{os.getpid()}.{token_hex(4)}.part")
    try:
        part.open("x").close()
        yield part
        _sync(part)
        part.replace(path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(part)):  # the name of the file that was wanted
            raise OSError(error.errno, error.strerror or str(error), str(path)) from None
        raise
    sync_folder(path.parent)


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner can read. One that exists is left as it is, except the default one."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder == data_dir():
        with suppress(OSError):
            folder.chmod(0o700)


def make_private_file(path: Path) -> None:
    """Make a file that only its owner can read, or make it so."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with suppress(OSError):
        path.chmod(0o600)


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
