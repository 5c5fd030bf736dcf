"""The server's side of a worker process: start it, run a task in it, stop the task, kill the process."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from typing import Any, Final

from fourcast.jobs import LineProcess, ProcessEnded, python_command
from fourcast.web.problems import Problem, not_started, worker_ended
from fourcast.web.tasks import OnProgress, Progress, Request, RequestTask, Result

EXIT_TIMEOUT: Final = 1.0
"""Seconds that a process has to exit once it has closed its output."""


class WorkerProcess:
    """One process. It runs one task at a time."""

    def __init__(self, niceness: int) -> None:
        """Start it. It accepts a task at once and runs it when it is ready. Raises `OSError`."""
        self._process = LineProcess(python_command("fourcast.web.worker_main", str(niceness)))
        self._lines: deque[str] = deque()
        self._lock = asyncio.Lock()
        self._is_killed = False
        self._is_sending = self._has_to_stop = False
        self.is_ready = False
        """Whether it has finished starting, which takes half a second; until then it cannot react to anything."""
        self.caller: asyncio.Task[Any] | None = None
        """The call whose task it runs."""

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._is_killed and self._process.is_running

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
                await self._send(f"run {json.dumps(order)}")
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
                how = await asyncio.to_thread(self._process.end, EXIT_TIMEOUT)
                raise worker_ended(how) if self.is_ready else not_started() from None
            finally:
                if not is_finished:
                    self.kill()  # further output would be taken for that of the next task

    def stop(self) -> None:
        """Ask the task to end early. A result or a problem still follows."""
        self._has_to_stop = self._is_sending  # a line cannot be sent within another
        if not self._is_sending:
            with suppress(ProcessEnded):  # `_receive` raises it too
                self._process.send("stop")

    async def _send(self, order: str) -> None:
        """Send an order from another thread: one that does not fit into the pipe has to wait until it is read."""
        self._is_sending = True
        try:
            await asyncio.to_thread(self._process.send, order)
        finally:
            self._is_sending = False
        if self._has_to_stop:
            self.stop()

    async def _receive(self) -> str:
        """The next line. Raises `ProcessEnded`."""
        loop, output, readable = asyncio.get_running_loop(), self._process.fileno(), asyncio.Event()
        while not self._lines:
            loop.add_reader(output, readable.set)
            try:
                await readable.wait()
            finally:
                loop.remove_reader(output)
            self._lines.extend(self._process.receive_all())
            readable.clear()
        return self._lines.popleft()

    def kill(self) -> None:
        self._is_killed = True
        self._process.kill()

    async def close(self) -> None:
        """Kill it, and wait until it is gone."""
        self.kill()
        async with self._lock:  # whose task has seen the end of the output
            await asyncio.to_thread(self._process.end)
