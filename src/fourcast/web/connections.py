"""Client connections: requests that end when their client leaves, and sockets that run one request at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from fourcast.web.problems import Problem, problem_of
from fourcast.web.schema.model import Model, ProblemMessage, ProblemView
from fourcast.web.settings import MAX_BODY_BYTES

Result = TypeVar("Result")

PLAYER: Final = "fourcast.player"
"""The key of a scope with the id of the player."""


def _player(connection: HTTPConnection) -> str | None:
    player: str | None = connection.scope[PLAYER]
    return player


UsePlayer = Annotated[str | None, Depends(_player)]
"""The id of the browser that sends a request; None for a program without its cookie."""


async def while_connected(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Await the work as long as the client does. When the client leaves, the work is cancelled, and with it its
    search."""
    task = asyncio.create_task(work)
    disconnect = asyncio.create_task(_disconnect(request))
    try:
        await asyncio.wait({task, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Problem(499, "The client has left. Send the request again.")
        return task.result()
    finally:
        for unfinished in (task, disconnect):
            unfinished.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Sockets


class Outbox:
    """Messages on their way to a socket. When too many are unsent, they are dropped."""

    def __init__(self, socket: WebSocket, max_unsent: int = 0) -> None:
        """`max_unsent`: 0 for no limit."""
        self._socket = socket
        self._texts: asyncio.Queue[str] = asyncio.Queue(max_unsent)

    def put(self, message: Model) -> None:
        self.put_text(message.model_dump_json())

    def put_text(self, text: str) -> None:
        if self.is_full:
            self.drop_unsent()
        self._texts.put_nowait(text)

    @property
    def is_full(self) -> bool:
        return self._texts.full()

    def drop_unsent(self) -> None:
        while not self._texts.empty():
            self._texts.get_nowait()
            self._texts.task_done()

    async def drain(self) -> None:
        """Wait until everything is sent."""
        await self._texts.join()

    async def send_all(self) -> None:
        """Send messages for ever. Nothing happens to them once the client has left."""
        while True:
            text = await self._texts.get()
            with suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.send_text(text)
            self._texts.task_done()


@asynccontextmanager
async def open_outbox(socket: WebSocket, max_unsent: int = 0) -> AsyncIterator[Outbox]:
    """An outbox that is sent while the context is open."""
    outbox = Outbox(socket, max_unsent)
    sending = asyncio.create_task(outbox.send_all())
    try:
        yield outbox
    finally:
        sending.cancel()


def problem_message(error: Exception) -> ProblemMessage:
    """The message that reports an exception. The traceback of an unexpected one is logged."""
    problem = problem_of(error)
    if problem.status == 500 and problem is not error:  # a worker has logged its own
        logging.getLogger(__name__).error("An unexpected error occurred on a socket.", exc_info=error)
    return ProblemMessage(problem=ProblemView(**problem.as_json()))


async def received_texts(socket: WebSocket) -> AsyncIterator[str]:
    """The client's messages, until it leaves or sends bytes."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        if message.get("text") is None:
            await socket.close(1003, "Only text messages are supported.")
            return
        yield message["text"]


async def serve_requests(
    socket: WebSocket, handle: Callable[[str, Outbox], Awaitable[None]], *, max_unsent: int = 0
) -> None:
    """Run one request at a time: a new one, the text `stop` or a disconnect cancels the previous one."""
    await socket.accept()
    current: asyncio.Task[None] | None = None

    async def run(text: str) -> None:
        async with open_outbox(socket, max_unsent) as outbox:
            try:
                if len(text) > MAX_BODY_BYTES:
                    raise Problem(413, f"Request too large: use at most {MAX_BODY_BYTES} characters.")
                await handle(text, outbox)
            except Exception as error:
                outbox.put(problem_message(error))
            await outbox.drain()

    try:
        async for text in received_texts(socket):
            if current:
                current.cancel()
                with suppress(asyncio.CancelledError):
                    await current
            current = None if text == "stop" else asyncio.create_task(run(text))
    finally:
        if current:
            current.cancel()
