"""A worker process: runs tasks for the server, so that no search delays a request and any search can be killed.

It reads lines from its standard input and writes lines to its standard output, each a word and some JSON:

    server: run {"task": "analyse", "max_megabytes": 1536, "request": {…}}      stop
    worker: ready      progress {…}      result {…}      problem {…}      fatal {…}

`fatal` is a problem too, after which the worker exits.

The process has a lower priority than the server, keeps to the memory limit of the task, and exits when its input ends:
with the server, even if that was killed.
"""

from __future__ import annotations

import json
import os
import threading
import traceback
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue

from fourcast.algorithms import StopFlag
from fourcast.errors import print_warnings_as_sentences
from fourcast.jobs import ParentLines
from fourcast.system import limit_memory, lower_priority, lower_thread_priority
from fourcast.web.problems import memory_exceeded, problem_of
from fourcast.web.tasks import TASKS


def main(niceness: str) -> None:
    """`niceness`: beyond that of the server."""
    print_warnings_as_sentences()
    parent = ParentLines()
    orders: SimpleQueue[tuple[str, StopFlag]] = SimpleQueue()
    threading.Thread(target=_listen, args=(parent, orders), daemon=True).start()
    lower_priority(int(niceness))
    parent.send("ready")
    while True:
        _run(*orders.get(), parent)


def _listen(parent: ParentLines, orders: SimpleQueue[tuple[str, StopFlag]]) -> None:
    """Queue the tasks and set their stop flags. The server sends a task only after the result of the one before, whose
    work afterwards then ends."""
    stop = StopFlag()
    for line in parent:
        word, _, order = line.partition(" ")
        stop.set()
        if word == "run":
            stop = StopFlag()
            orders.put((order, stop))
    os._exit(0)


def _run(text: str, stop: StopFlag, parent: ParentLines) -> None:
    order = json.loads(text)
    task = TASKS[order["task"]]
    limit_memory(order["max_megabytes"])
    try:
        request = task.request.model_validate(order["request"])
        result = task.run(request, stop, lambda progress: parent.send(f"progress {progress.model_dump_json()}"))
    except MemoryError:
        parent.send(f"fatal {json.dumps(memory_exceeded(order['max_megabytes']).as_json())}")
        os._exit(1)  # other threads may have failed too
    except Exception as error:
        problem = problem_of(error)
        if problem.status == 500:
            traceback.print_exc()
        parent.send(f"problem {json.dumps(problem.as_json())}")
    else:
        parent.send(f"result {result.model_dump_json()}")
        if task.afterwards:
            afterwards = partial(task.afterwards, request, result, stop)
            thread = threading.Thread(target=_run_afterwards, args=(afterwards,))
            thread.start()
            thread.join()


def _run_afterwards(work: Callable[[], None]) -> None:
    """Run work whose result is not needed: at the lowest priority, and with errors printed only."""
    lower_thread_priority()
    try:
        work()
    except MemoryError:
        os._exit(1)  # other threads may have failed too
    except Exception:
        traceback.print_exc()
