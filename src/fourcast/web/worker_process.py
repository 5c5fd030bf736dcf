"""The server's side of a worker process: start it, run a task in it, stop the task, kill the process."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final

from fourcast.jobs import ProcessEnded, kill_group, python_command
from fourcast.web.problems import Problem, memory_exceeded
from fourcast.web.tasks import OnProgress, Progress, Request, RequestTask, Result

MAX_LINE_BYTES: Final = 64 * 2**20
"""Length of a result. The largest recorded tree is far smaller."""


class WorkerProcess:
    """One process. It runs one task at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin
        assert process.stdout
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self._lock = asyncio.Lock()
        self._is_killed = False
        self.is_ready = False
        """Whether it has finished starting, which takes half a second; until then it cannot react to anything."""
        self.caller: asyncio.Task[Any] | None = None
        """The call whose task it runs."""

    @classmethod
    async def start(cls) -> WorkerProcess:
        """A new process. It accepts a task at once and runs it when it is ready. Raises `OSError`."""
        command = python_command("fourcast.web.worker_main")
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=MAX_LINE_BYTES, start_new_session=True
            )
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._is_killed and self._process.returncode is None

    async def run(
        self, task: RequestTask[Request, Progress, Result], request: Request, on_progress: OnProgress[Progress] | None
    ) -> Result:
        """The result, after any task that the worker is still running. Raises the problem that the task reports, or
        one that says how the process died."""
        async with self._lock:
            self.caller = asyncio.current_task()
            order = {"task": task.name, "max_megabytes": task.max_megabytes, "request": request.model_dump(mode="json")}
            is_finished = False
            try:
                self._send(f"run {json.dumps(order)}")
                while True:
                    word, _, text = (await self._receive()).partition(" ")
                    is_finished = word in ("result", "problem")
                    match word:
                        case "ready":
                            self.is_ready = True
                        case "progress":
                            if on_progress:
                                on_progress(task.progress.model_validate_json(text))
                        case "result":
                            return task.result.model_validate_json(text)
                        case _:
                            raise Problem.from_json(json.loads(text))
            except ProcessEnded:
                if not self.is_ready:
                    raise Problem(503, "The search could not be started. The server's output says why.") from None
                raise memory_exceeded(task.max_megabytes) from None  # nothing else ends a worker during a task
            finally:
                if not is_finished:
                    self.kill()  # further output would be taken for that of the next task

    def stop(self) -> None:
        """Ask the task to end early. A result or a problem still follows."""
        self._send("stop")

    def _send(self, line: str) -> None:
        with suppress(ConnectionError):  # a process that has ended: `_receive` raises
            self._input.write(f"{line}\n".encode())

    async def _receive(self) -> str:
        line = await self._output.readline()
        if not line:
            raise ProcessEnded
        return line.decode().removesuffix("\n")

    def kill(self) -> None:
        self._is_killed = True
        if self._process.returncode is None:
            kill_group(self.pid)  # Process.kill() may reap it before the loop does

    async def close(self) -> None:
        """Kill it, and wait until it is gone."""
        self.kill()
        self._input.close()
        await self._process.wait()
