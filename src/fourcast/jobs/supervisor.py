"""Runs a foreign program under limits, and ends all processes that it started. A script that imports nothing of ours.

    this process ─▶ outer supervisor ─▶ inner supervisor ─▶ the program ─▶ what it starts

The program has an environment without the user's variables, a temporary working folder, and limits of memory,
processes, files and CPU time. On Linux, where the system allows it, it also has a process namespace of its own: it sees
and signals nothing outside of it, and all of it ends with the inner supervisor. Elsewhere the supervisors adopt what
the program leaves behind (`PR_SET_CHILD_SUBREAPER`) and kill it; if it kills one of them, the other one ends it.
This limits accidents and cheating, not an attacker: files can be read and written, and the network can be used.
"""

from __future__ import annotations

import ctypes
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Final, NoReturn

MEMORY_BYTES: Final = 2 << 30
"""Memory of each process."""
MAX_PROCESSES: Final = 64
"""It is ended when it has more, which is checked twice a second."""
MAX_TASKS: Final = 512
"""Processes and threads that it cannot exceed in a namespace. The kernel exempts root from this limit."""
MAX_OPEN_FILES: Final = 256
MAX_FILE_BYTES: Final = 64 << 20
CPU_SECONDS: Final = 3600
"""CPU time of each process."""
ENVIRONMENT: Final = ("PATH", "LD_LIBRARY_PATH", "PYTHONHOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ")
"""Variables that the program gets: without them it may not start."""
_CHECK_INTERVAL: Final = 0.5
_LIBC: Final = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_CLONE_NEWNS, _CLONE_NEWUSER, _CLONE_NEWPID = 0x20000, 0x10000000, 0x20000000
_MS_REC, _MS_PRIVATE = 0x4000, 0x40000
_NAMESPACE, _SHARED = "namespace", "shared"
_SIGNAL_EXIT: Final = 128
"""Exit codes above it stand for signals, as in shells: the first process of a namespace cannot signal itself."""


class _Stopped(Exception):
    """The program must end."""


def supervised(command: Sequence[str], *, namespace: bool = True) -> list[str]:
    """The command line that runs a command under supervision, in a namespace of its own where the system allows it. It
    ends as the command does."""
    kind = _NAMESPACE if namespace else _SHARED
    return [sys.executable, "-I", "-S", str(Path(__file__).resolve()), kind, *command]


def main(kind: str, *command: str) -> NoReturn:
    """The outer supervisor, which ends when its parent does."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    folder = tempfile.mkdtemp(prefix="fourcast-player-")
    in_namespace = kind == _NAMESPACE and _enter_namespace()
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    inner = os.fork()
    if not inner:
        _supervise_program(command, folder, in_namespace=in_namespace)
    _release_pipes()
    status = 1 << 8  # exit code 1
    try:
        status = _wait_for(inner, _check_processes)
    except _Stopped as reason:
        _explain(str(reason))
    signal.setitimer(signal.ITIMER_REAL, 0)
    _kill_descendants()
    shutil.rmtree(folder, ignore_errors=True)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        _explain(f"The process that supervises it was killed by {signal.Signals(number).name}.")
    else:
        number = os.WEXITSTATUS(status) - _SIGNAL_EXIT
    if number > 0:
        with suppress(ValueError, OSError):
            signal.signal(number, signal.SIG_DFL)
        with suppress(OSError):
            os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


def _supervise_program(command: Sequence[str], folder: str, *, in_namespace: bool) -> NoReturn:
    """The inner supervisor, which outlives the outer one until nothing is left."""
    os.setpgid(0, 0)  # a signal to the group of the outer one does not end this one before it has cleaned up
    signal.signal(signal.SIGTERM, _stop)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    if in_namespace:
        _mount_proc()
    parent = os.getppid()

    def check_parent() -> None:
        if os.getppid() != parent:
            raise _Stopped

    code = 1
    try:
        program = os.fork()
        if not program:
            _execute(command, folder, in_namespace=in_namespace)
        _release_pipes()
        status = _wait_for(program, check_parent)
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else _SIGNAL_EXIT + os.WTERMSIG(status)
    except _Stopped:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        _kill_descendants()
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(code)


def _execute(command: Sequence[str], folder: str, *, in_namespace: bool) -> NoReturn:
    """Become the program."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    os.chdir(folder)
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    environment |= {"HOME": folder, "TMPDIR": folder, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    limits = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_DATA, MEMORY_BYTES),
        (resource.RLIMIT_NOFILE, MAX_OPEN_FILES),
        (resource.RLIMIT_FSIZE, MAX_FILE_BYTES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
    ]
    if in_namespace and _counts_by_namespace():
        limits.append((resource.RLIMIT_NPROC, MAX_TASKS))
    for kind, limit in limits:
        _, hard = resource.getrlimit(kind)
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (limit, limit))
    try:
        os.execvpe(command[0], list(command), environment)
    except OSError as error:
        _explain(f"It cannot be started: {error.strerror}.")
        os._exit(127)


def _counts_by_namespace() -> bool:
    """Whether the kernel counts the processes of a user namespace apart from the other ones of the user."""
    return [int(number) for number in re.findall(r"\d+", os.uname().release)[:2]] >= [5, 14]


def _wait_for(program: int, check: Callable[[], None]) -> int:
    """The status of a process when it has ended, reaping all others. `check` is called twice a second meanwhile, and
    may raise `_Stopped`."""
    signal.signal(signal.SIGALRM, lambda *_: check())
    signal.setitimer(signal.ITIMER_REAL, _CHECK_INTERVAL, _CHECK_INTERVAL)
    while True:
        process, status = os.waitpid(-1, 0)
        if process == program:
            signal.setitimer(signal.ITIMER_REAL, 0)
            return status


def _check_processes() -> None:
    if len(_descendants()) > MAX_PROCESSES:
        raise _Stopped(f"It had more than {MAX_PROCESSES} processes.")


def _stop(*_: object) -> None:
    raise _Stopped


def _kill_descendants() -> None:
    """Kill all processes below this one, and wait until there are none."""
    while True:
        if os.getpid() == 1:
            with suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)  # everything in this namespace but this process
        else:
            for process in _descendants():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        sleep(0.002)


def _descendants() -> list[int]:
    """The processes below this one; none where there is no `/proc`."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = path.read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state not in "ZX":
                children.setdefault(int(parent), []).append(int(path.parent.name))
    try:
        own = Path("/proc/self").readlink()  # not `getpid`: it is the number in that namespace
    except OSError:
        return []
    descendants = children.get(int(own.name), [])
    for process in descendants:  # grows meanwhile
        descendants.extend(children.pop(process, []))
    return descendants


def _enter_namespace() -> bool:
    """Give the children of this process a namespace of processes, where the system allows it."""
    user, group = os.getuid(), os.getgid()
    if not _LIBC or _LIBC.unshare(_CLONE_NEWUSER | _CLONE_NEWPID):
        return False
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def _mount_proc() -> None:
    """Show this namespace in `/proc`, where the system allows it, and not the processes of the user."""
    if not _LIBC or _LIBC.unshare(_CLONE_NEWNS):
        return
    if not _LIBC.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None):
        _LIBC.mount(b"proc", b"/proc", b"proc", 0, None)


def _prctl(option: int, value: int) -> None:
    if _LIBC:
        _LIBC.prctl(option, value, 0, 0, 0)


def _release_pipes() -> None:
    """Leave standard input and output to the program alone."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)


def _explain(sentence: str) -> None:
    with suppress(OSError):
        os.write(2, f"{sentence}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
