"""The local pool: worker processes of this machine, watched over. One that dies is replaced."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Final

from fourcast.errors import JobError
from fourcast.jobs.crew import Answer, Lost
from fourcast.jobs.task import Task
from fourcast.jobs.worker import BACK, GIVE_BACK, READY, RESULT

AIM: Final = 0.25
"""Seconds of work in a chunk: a thousand times what handing it out costs."""
FALSE_STARTS: Final = 5
"""Workers that end before they begin, one after another, until it is given up."""
_BEGIN: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from fourcast.jobs.worker import main; main(int(sys.argv[2]))"
)


@dataclass(eq=False)
class _Hand:
    """A worker as the pool sees it."""

    process: subprocess.Popen[bytes]
    pipe: Connection
    tasks: dict[int, Task] = field(default_factory=dict)
    """Handed out and not answered, by number. It is at the first one."""
    enough: int = 0
    """More than so many, and it needs no others yet."""
    ready: bool = False
    since: float = 0.0
    """When it began the first one."""
    asked_back: bool = False
    overdue: bool = False

    @property
    def wants_more(self) -> bool:
        """Whether the next chunk should be on its way, so that nobody waits for it."""
        return self.ready and not self.asked_back and len(self.tasks) <= self.enough


class Pool:
    """A crew of processes. Started afresh, never forked: threads and locks of this process do not come along."""

    aim = AIM

    def __init__(self, workers: int, *, timeout: float | None = None) -> None:
        self._timeout = timeout
        self._false_starts = 0
        self._numbers = count()
        self._hands: list[_Hand] = []
        try:
            for _ in range(workers):
                self._hands.append(_start())
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        return len(self._hands)

    def places(self, *, alone: bool = False) -> int:
        del alone  # every worker does one thing at a time
        return sum(hand.wants_more for hand in self._hands)

    def begin(self, tasks: Sequence[Task], *, alone: bool = False) -> None:
        del alone
        hand = min((hand for hand in self._hands if hand.wants_more), key=lambda hand: len(hand.tasks))
        if not hand.tasks:
            hand.since, hand.overdue = monotonic(), False
        chunk = {next(self._numbers): task for task in tasks}
        hand.tasks |= chunk
        hand.enough = max(1, len(tasks) // 2)
        _tell(hand, json.dumps([(number, task.function, task.text) for number, task in chunk.items()]).encode())

    def wait(self, seconds: float) -> list[Answer | Lost]:
        self._end_the_overdue()
        heard: list[Answer | Lost] = []
        by_pipe = {hand.pipe: hand for hand in self._hands}
        for pipe in wait(list(by_pipe), seconds):
            assert isinstance(pipe, Connection)
            heard.extend(self._hear(by_pipe[pipe]))
        return heard

    def spread(self) -> None:
        if all(hand.tasks for hand in self._hands):
            return
        for hand in self._hands:
            if len(hand.tasks) > 1 and not hand.asked_back:
                hand.asked_back = True
                _tell(hand, GIVE_BACK)

    def close(self) -> None:
        for hand in self._hands:
            hand.process.kill()
            hand.pipe.close()
        for hand in self._hands:
            hand.process.wait()
        self._hands.clear()

    def _hear(self, hand: _Hand) -> list[Answer | Lost]:
        """Everything that a worker has said, and whether it is gone."""
        heard: list[Answer | Lost] = []
        try:
            while hand.pipe.poll():
                message = hand.pipe.recv_bytes()
                kind, said = message[:1], message[1:].decode()
                if kind == READY:
                    hand.ready, self._false_starts = True, 0
                elif kind == BACK:
                    hand.asked_back = False
                    heard.append(Lost([hand.tasks.pop(number) for number in json.loads(said)], (), ""))
                else:
                    number, seconds, text = said.split(" ", 2)
                    task, hand.since = hand.tasks.pop(int(number)), monotonic()
                    good = {"text": text} if kind == RESULT else {"reason": text}
                    heard.append(Answer(task, float(seconds), **good))
        except (EOFError, OSError):
            heard.extend(self._bury(hand))
        return heard

    def _bury(self, hand: _Hand) -> list[Lost]:
        """Put another worker in the place of one that is gone."""
        hand.process.kill()  # its pipe may be broken without it
        hand.pipe.close()
        code = hand.process.wait()
        self._hands.remove(hand)
        if not hand.ready:
            self._false_starts += 1
            if self._false_starts >= FALSE_STARTS:
                raise JobError(f"Workers cannot be started: {_ending(code)} before they were ready.")
        self._hands.append(_start())
        if not hand.tasks:
            return []
        reason = f"it took longer than {self._timeout:g} s" if hand.overdue else _ending(code)
        tasks = list(hand.tasks.values())
        return [Lost(tasks, tasks[:1], reason, overdue=hand.overdue)]

    def _end_the_overdue(self) -> None:
        if self._timeout is None:
            return
        for hand in self._hands:
            if hand.tasks and monotonic() - hand.since > self._timeout and not hand.pipe.poll():
                hand.overdue = True
                hand.process.kill()


def _start() -> _Hand:
    ours, theirs = Pipe()
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", _BEGIN, json.dumps(sys.path), str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,  # Ctrl-C in the terminal is for the driver
        )
    except OSError as fault:
        ours.close()
        raise JobError(f"A worker cannot be started: {fault.strerror}.") from None
    finally:
        theirs.close()
    return _Hand(process, ours)


def _tell(hand: _Hand, message: bytes) -> None:
    with suppress(OSError):  # it is gone, as the next look at its pipe tells
        hand.pipe.send_bytes(message)


def _ending(code: int) -> str:
    """How a process ended, in words.

    >>> _ending(-9), _ending(3)
    ('its worker was ended by SIGKILL', 'its worker ended with code 3')
    """
    if code >= 0:
        return f"its worker ended with code {code}"
    try:
        return f"its worker was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"its worker was ended by signal {-code}"
