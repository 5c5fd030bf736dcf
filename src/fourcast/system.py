"""What differs between operating systems: the data folder, file locks, process groups, priorities and limits.

On Linux the standard library is enough; elsewhere the package depends on platformdirs and filelock. What a system
cannot do is left out where nothing but a safeguard is lost, and is an error where it is needed.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from fourcast.errors import JobError

_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG: Final = 1


def data_dir() -> Path:
    """The default folder of the user's data: on Linux `$XDG_DATA_HOME/fourcast`, or `~/.local/share/fourcast`."""
    if sys.platform == "linux":
        base = os.environ.get("XDG_DATA_HOME")
        return (Path(base) if base else Path.home() / ".local" / "share") / "fourcast"
    from platformdirs import user_data_path

    return user_data_path("fourcast", appauthor=False)


@contextmanager
def file_lock(lock: Path) -> Iterator[bool]:
    """Try to lock a file, and yield whether no other process holds the lock. It is released at the end of the block, or
    when the process ends."""
    if sys.platform == "linux":
        with lock.open("w") as file:
            yield _try_lock(file.fileno())
        return
    from filelock import FileLock, Timeout

    held = FileLock(lock, blocking=False)
    try:
        held.acquire()
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        held.release()


def _try_lock(file: int) -> bool:
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:  # other errors are not about another process
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Have the entries of a folder written to the disk, on systems that can open folders."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def check_processes() -> None:
    """Raise `JobError` on systems where child processes cannot be supervised."""
    if os.name != "posix":
        raise JobError(
            "Jobs, matches and the page start worker processes, which Fourcast does not support on this system yet. "
            "Use Linux, or the Windows Subsystem for Linux (WSL)."
        )


def kill_group(leader: int) -> None:
    """Kill a process that leads a process group, and all others in it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def die_with_parent() -> None:
    """Have the system kill this process when its parent dies (on Linux)."""
    if _LIBC:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def lower_priority(niceness: int) -> None:
    """Let other processes go first, where the system can."""
    with suppress(AttributeError, OSError):
        os.nice(niceness)
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def lower_thread_priority() -> None:
    """Let this thread, and those that it starts, work only while nothing else wants the processor; on Linux."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)


def resident_bytes() -> int:
    """The memory that this process uses, on Linux; 0 elsewhere."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def limit_memory(megabytes: int) -> None:
    """Limit the memory of this process, on Linux, to so much more than it uses now."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        limit = pages * resource.getpagesize() + megabytes * 2**20
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def raise_open_files(wanted: int) -> int:
    """Allow this process so many open files, or as many as the system does; how many there may be now."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < wanted:
            soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return soft
    return wanted
