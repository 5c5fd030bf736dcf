"""Sockets on which a page wishes for something and hears of it until it wishes for something else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from fastapi import WebSocket, WebSocketDisconnect

from fourcast.web.problems import Problem, problem_of
from fourcast.web.schema import Model, ProblemMessage, ProblemView
from fourcast.web.settings import LARGEST_BODY

Say: TypeAlias = Callable[[Model], Awaitable[None]]


async def say(socket: WebSocket, message: Model) -> None:
    """Send a message; whoever has left does not hear it."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(message.model_dump_json())


async def say_problem(socket: WebSocket, fault: Exception) -> None:
    await say(socket, ProblemMessage(problem=ProblemView(**problem_of(fault).as_json())))


async def texts(socket: WebSocket) -> AsyncIterator[str]:
    """What the page says, until it leaves or says something that is no text."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        if message.get("text") is None:
            await socket.close(1003, "Only texts are understood.")
            return
        yield message["text"]


async def converse(socket: WebSocket, grant: Callable[[str, Say], Awaitable[None]]) -> None:
    """Every text is a wish and ends the one before it, as `stop` does and leaving; what goes wrong is told."""
    await socket.accept()
    granting: asyncio.Task[None] | None = None

    async def grant_or_complain(text: str) -> None:
        try:
            if len(text) > LARGEST_BODY:
                raise Problem(413, "That is too long to be a wish.")
            await grant(text, lambda message: say(socket, message))
        except Exception as fault:
            await say_problem(socket, fault)

    try:
        async for text in texts(socket):
            if granting:
                granting.cancel()
                with suppress(asyncio.CancelledError):
                    await granting
            granting = None if text == "stop" else asyncio.create_task(grant_or_complain(text))
    finally:
        if granting:
            granting.cancel()
