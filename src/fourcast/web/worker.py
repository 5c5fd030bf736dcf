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
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from fourcast.jobs import ParentLines
from fourcast.search import StopFlag
from fourcast.web.errands import ERRANDS
from fourcast.web.problems import problem_of, too_much_memory

NICENESS: Final = 10
"""With half of it the slowest requests took twice as long."""


def main() -> None:
    parent = ParentLines()
    orders: SimpleQueue[tuple[str, StopFlag]] = SimpleQueue()
    threading.Thread(target=_listen, args=(parent, orders), daemon=True).start()
    _step_back()
    parent.send("ready")
    while True:
        _do(*orders.get(), parent)


def _listen(parent: ParentLines, orders: SimpleQueue[tuple[str, StopFlag]]) -> None:
    """Hand on what is to be done, and raise the flag of what is to stop. An order comes only after the last answer."""
    stop = StopFlag()
    for line in parent:
        word, _, wish = line.partition(" ")
        if word == "do":
            stop = StopFlag()
            orders.put((wish, stop))
        else:
            stop.set()
    os._exit(0)


def _do(order: str, stop: StopFlag, parent: ParentLines) -> None:
    wanted = json.loads(order)
    errand = ERRANDS[wanted["errand"]]
    _allow(wanted["megabytes"])
    try:
        wish = errand.wish.model_validate(wanted["wish"])
        answer = errand.do(wish, stop, lambda news: parent.send(f"news {news.model_dump_json()}"))
    except MemoryError:
        parent.send(f"last {json.dumps(too_much_memory(wanted['megabytes']).as_json())}")
        os._exit(1)  # what else it spoiled is not known
    except Exception as fault:
        problem = problem_of(fault)
        if problem.status == 500:
            traceback.print_exc()
        parent.send(f"problem {json.dumps(problem.as_json())}")
    else:
        parent.send(f"answer {answer.model_dump_json()}")


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
