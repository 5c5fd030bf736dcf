"""Work for the tests of jobs, which leaves traces in a file that the jobs know nothing of."""

from __future__ import annotations

import os
import signal
from collections import Counter
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from time import monotonic, sleep

from fourcast.jobs import Task, report_activity

SQUARE, SLOW_SQUARE, RAISE, DIE, SHY, HANG, BLOCK = (
    f"support.job_tasks:{name}" for name in ("square", "slow_square", "complain", "die", "shy", "hang", "block")
)


def square(n: int, seconds: float, diary: str) -> int:
    """n², after some rest. Written down: when it begins, by whom, and when it ends."""
    _write(diary, f"begin {n} {os.getpid()}")
    sleep(seconds)
    _write(diary, f"end {n} {os.getpid()}")
    return n * n


def slow_square(n: int) -> int:
    sleep(0.2)
    return n * n


def complain(of: str) -> None:
    raise ValueError(f"complaint of {of}")


def die(diary: str) -> None:
    """Take the worker along."""
    report_activity("in a test")
    _write(diary, f"begin -1 {os.getpid()}")
    os.kill(os.getpid(), signal.SIGKILL)


def die_in_the_second_turn(players: list[str], **_: object) -> None:
    """Take the worker along, as a second player that kills the process of the match."""
    report_activity(f"in the turn of player 2, {Path(players[1]).stem}")
    os.kill(os.getpid(), signal.SIGKILL)


def shy(diary: str) -> str:
    """Take the worker along if anybody else does something meanwhile, as a machine does that has too little memory."""
    _write(diary, f"begin -3 {os.getpid()}")
    until = monotonic() + 2.0
    while monotonic() < until:
        if any(n != -3 for n in at_work(read(Path(diary))).values()):
            os.kill(os.getpid(), signal.SIGKILL)
        sleep(0.005)
    return "alone"


def hang(diary: str) -> None:
    _write(diary, f"begin -2 {os.getpid()}")
    sleep(3600)


def block(diary: str) -> None:
    """Never end, and let no other thread of the process run."""
    _write(diary, f"begin -4 {os.getpid()}")
    sum(repeat(0))


def squares(count: int, diary: Path, *, seconds: float = 0.0) -> list[Task]:
    return [Task(SQUARE, {"n": n, "seconds": seconds, "diary": str(diary)}) for n in range(count)]


def _write(diary: str, line: str) -> None:
    with Path(diary).open("a", buffering=1, encoding="utf-8") as file:  # one line is one write
        file.write(line + "\n")


@dataclass(frozen=True)
class Entry:
    word: str
    n: int
    process: int


def read(diary: Path) -> list[Entry]:
    """What was written down so far, in order."""
    whole, _, _ = diary.read_text(encoding="utf-8").rpartition("\n")
    words = (line.split() for line in whole.splitlines())
    return [Entry(word, int(n), int(process)) for word, n, process in words]


def at_work(entries: list[Entry]) -> dict[int, int]:
    """By process, the task that it has begun and not ended."""
    running: dict[int, int] = {}
    for entry in entries:
        if entry.word == "begin":
            running[entry.process] = entry.n
        else:
            running.pop(entry.process, None)
    return running


def begun(entries: list[Entry]) -> Counter[int]:
    """How often each task was begun."""
    return Counter(entry.n for entry in entries if entry.word == "begin")
