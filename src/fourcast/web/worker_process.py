"""The server's side of a worker process: start it, run a task in it, stop the task, kill the process."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from signal import SIGKILL
from typing import Any, Final

from fourcast.web.problems import Problem, memory_exceeded
from fourcast.web.tasks import OnProgress, Progress, Request, Result, Task

MAX_LINE_BYTES: Final = 64 * 2**20
"""Length of a result. The largest recorded tree is far smaller."""


class _ReportedProblem(Exception):
    """The worker ended a task with a problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


class WorkerProcess:
    """One process. It runs one task at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin
        assert process.stdout
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self._lock = asyncio.Lock()
        self._is_dismissed = False
        self.is_ready = False
        """Whether it has finished starting, which takes half a second; until then it cannot react to anything."""
        self.caller: asyncio.Task[Any] | None = None
        """The call whose task it runs."""

    @classmethod
    async def start(cls) -> WorkerProcess:
        """A new process. It accepts a task at once and runs it when it is ready."""
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "fourcast.web.worker_main"),  # -P: import nothing from the current folder
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                stdin=PIPE,
                stdout=PIPE,
                limit=MAX_LINE_BYTES,
                process_group=0,  # Ctrl-C is for the server
            )
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._is_dismissed and self._process.returncode is None

    async def run(
        self, task: Task[Request, Progress, Result], request: Request, on_progress: OnProgress[Progress] | None
    ) -> Result:
        """The result, after any task that the worker is still running. Raises the problem that the task reports, or
        one that says how the process died."""
        async with self._lock:
            self.caller = asyncio.current_task()
            return await self._run(task, request, on_progress)

    async def _run(
        self, task: Task[Request, Progress, Result], request: Request, on_progress: OnProgress[Progress] | None
    ) -> Result:
        order = {"task": task.name, "max_megabytes": task.max_megabytes, "request": request.model_dump(mode="json")}
        try:
            with suppress(ConnectionError):
                self._input.write(f"run {json.dumps(order)}\n".encode())
                await self._input.drain()
            return await self._read_result(task, on_progress)
        except _ReportedProblem as report:
            raise report.problem from None
        except BaseException:
            self.kill()  # its remaining output would be taken for the result of the next task
            raise

    async def _read_result(
        self, task: Task[Request, Progress, Result], on_progress: OnProgress[Progress] | None
    ) -> Result:
        while line := await self._output.readline():
            word, _, text = line.partition(b" ")
            match word:
                case b"ready":
                    self.is_ready = True
                case b"progress":
                    if on_progress:
                        on_progress(task.progress.model_validate_json(text))
                case b"result":
                    return task.result.model_validate_json(text)
                case _:
                    self._is_dismissed = word == b"fatal"
                    raise _ReportedProblem(Problem.from_json(json.loads(text)))
        self._is_dismissed = True
        if not self.is_ready:
            raise Problem(503, "The search could not be started. The server's output says why.")
        raise memory_exceeded(task.max_megabytes)  # nothing else ends a worker in the middle of a task

    def stop(self) -> None:
        """Ask the task to end early. A result or a problem still follows."""
        with suppress(ConnectionError):
            self._input.write(b"stop\n")

    def kill(self) -> None:
        self._is_dismissed = True
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, SIGKILL)  # Process.kill() may reap it, so that wait() never learns its exit status

    async def close(self) -> None:
        """Kill it, and wait until it is gone."""
        self.kill()
        self._input.close()
        await self._process.wait()
