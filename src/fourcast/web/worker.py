"""A process that searches for the server, so that no search makes the page wait and any can be ended at once.

It is told by lines on its input, and answers by lines on its output: a word, and what belongs to it as JSON.

    server: do {"errand": "look", "megabytes": 1536, "wish": {…}}      stop
    worker: ready         news {…}      answer {…}      problem {…}      last {…}

The last word is a problem too, and the worker's end.

It lets the server go first, keeps within the memory that its errand allows, and ends when its input does: with the
server, however that ended.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, Final

from fourcast.search import StopFlag
from fourcast.web.errands import ERRANDS
from fourcast.web.problems import problem_of, too_much_memory

NICENESS: Final = 10
"""With half of it the slowest requests took twice as long."""


def main() -> None:
    orders: SimpleQueue[tuple[bytes, StopFlag]] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, orders), daemon=True).start()
    out = _private_output()
    _step_back()
    with suppress(BrokenPipeError):  # the server is gone
        _say(out, "ready")
        while True:
            _do(*orders.get(), out)


def _listen(lines: BinaryIO, orders: SimpleQueue[tuple[bytes, StopFlag]]) -> None:
    """Hand on what is to be done, and raise the flag of what is to stop. An order comes only after the last answer."""
    stop = StopFlag()
    for line in lines:
        word, _, wish = line.partition(b" ")
        if word == b"do":
            stop = StopFlag()
            orders.put((wish, stop))
        else:
            stop.set()
    os._exit(0)


def _do(order: bytes, stop: StopFlag, out: BinaryIO) -> None:
    wanted = json.loads(order)
    errand = ERRANDS[wanted["errand"]]
    _allow(wanted["megabytes"])
    try:
        wish = errand.wish.model_validate(wanted["wish"])
        answer = errand.do(wish, stop, lambda news: _say(out, "news", news.model_dump_json()))
    except MemoryError:
        _say(out, "last", json.dumps(too_much_memory(wanted["megabytes"]).as_json()))
        os._exit(1)  # what else it spoiled is not known
    except Exception as fault:
        problem = problem_of(fault)
        if problem.status == 500:
            traceback.print_exc()
        _say(out, "problem", json.dumps(problem.as_json()))
    else:
        _say(out, "answer", answer.model_dump_json())


def _say(out: BinaryIO, word: str, text: str = "") -> None:
    out.write(f"{word} {text}\n".encode())
    out.flush()


def _private_output() -> BinaryIO:
    """The way back to the server, for nobody else: what a library prints goes to the errors."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out


def _step_back() -> None:
    """Let the server go first."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _allow(megabytes: int) -> None:
    """Bound the memory, where the system can: what there is already, and so much more."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        most = pages * resource.getpagesize() + megabytes * 2**20
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    main()
