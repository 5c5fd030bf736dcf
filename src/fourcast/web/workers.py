"""The server's side of a worker: a process that is started, asked, stopped and, if it does not listen, ended."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from fourcast.jobs import AsyncLineProcess, ProcessEnded, python_command
from fourcast.web.errand import Answer, Errand, News, Tell, Wish
from fourcast.web.problems import Problem, too_much_memory

LONGEST_LINE: Final = 64 * 2**20
"""Bytes of an answer: no tree that is recorded comes near it."""


class _Told(Exception):
    """A worker's last line on an order is a problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


class Worker:
    """One process. It does one errand at a time."""

    def __init__(self, process: AsyncLineProcess) -> None:
        self._process = process
        self._turn = asyncio.Lock()
        self._dismissed = False
        self.is_ready = False
        """Whether it has begun to take orders: before that it takes half a second to stop, as to do anything."""
        self.serves: asyncio.Task[Any] | None = None
        """The call whose order it has."""

    @classmethod
    async def start(cls) -> Worker:
        """A worker that takes orders; it reads the first when it is ready."""
        return cls(await AsyncLineProcess.start(python_command("fourcast.web.worker"), max_line=LONGEST_LINE))

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._dismissed and self._process.is_running

    async def do(self, errand: Errand[Wish, News, Answer], wish: Wish, tell: Tell[News] | None) -> Answer:
        """What it answers, once it has answered whoever asked before. Raises the problem that it meets, also that of
        having died."""
        async with self._turn:
            self.serves = asyncio.current_task()
            return await self._do(errand, wish, tell)

    async def _do(self, errand: Errand[Wish, News, Answer], wish: Wish, tell: Tell[News] | None) -> Answer:
        order = json.dumps({"errand": errand.name, "megabytes": errand.megabytes, "wish": wish.model_dump(mode="json")})
        try:
            self._process.send(f"do {order}")
            return await self._heard(errand, tell)
        except _Told as told:
            raise told.problem from None
        except BaseException:
            self.kill()  # what it still has to say would be taken for the answer to the next order
            raise

    async def _heard(self, errand: Errand[Wish, News, Answer], tell: Tell[News] | None) -> Answer:
        while True:
            try:
                word, _, text = (await self._process.receive()).partition(" ")
            except ProcessEnded:
                break
            match word:
                case "ready":
                    self.is_ready = True
                case "news":
                    if tell:
                        tell(errand.news.model_validate_json(text))
                case "answer":
                    return errand.answer.model_validate_json(text)
                case _:
                    self._dismissed = word == "last"
                    raise _Told(_problem(json.loads(text)))
        self._dismissed = True
        if not self.is_ready:
            raise Problem(503, "The search could not be started. What the server printed says why.")
        raise too_much_memory(errand.megabytes)  # what else would end it in the middle of its work?

    def stop(self) -> None:
        """Ask for an end of what it does: an answer comes all the same, and soon."""
        self._process.send("stop")

    def kill(self) -> None:
        self._dismissed = True
        self._process.kill()

    async def ended(self) -> None:
        """Kill it, and wait until it is gone."""
        self._dismissed = True
        await self._process.end()


def _problem(found: dict[str, Any]) -> Problem:
    more = {key: value for key, value in found.items() if key not in ("type", "title", "status", "detail")}
    return Problem(found["status"], found["detail"], title=found["title"], **more)
