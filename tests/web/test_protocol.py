"""Connections beyond the limit are refused, and clients that send no whole request are dropped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
import websockets
from support.event_loop import in_event_loop
from uvicorn.server import ServerState

from fourcast.web import protocol
from fourcast.web.protocol import BoundedProtocol, BriefDecodeErrors

REQUEST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nmilk"


class TwoConnections(BoundedProtocol):
    limit = 2


class Impatient(BoundedProtocol):
    request_timeout = 0.05


async def respond(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": "ok"})
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serve(kind: type[BoundedProtocol]) -> AsyncIterator[int]:
    """The port of a server whose connections have a protocol."""
    config = uvicorn.Config(respond, http=kind, ws="websockets-sansio", log_level="warning")
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: kind(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server:
        yield server.sockets[0].getsockname()[1]


async def connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port)


async def status_of(port: int, request: bytes = REQUEST) -> str:
    reader, writer = await connect(port)
    writer.write(request)
    status = (await reader.readline()).decode()
    writer.close()
    return status


@pytest.mark.parametrize(("files", "connections"), [(120, 60), (256, 128), (500, 320), (100_000, 800)])
def test_few_open_files_leave_enough_connections_for_a_page(
    monkeypatch: pytest.MonkeyPatch, files: int, connections: int
) -> None:
    monkeypatch.setattr(protocol, "raise_open_files", lambda wanted: min(files, wanted))
    assert protocol.max_connections() == connections


@in_event_loop
async def test_connections_beyond_the_limit_are_closed_with_a_503_until_others_leave() -> None:
    async with serve(TwoConnections) as port:
        idle = [await connect(port) for _ in range(2)]
        reader, writer = await connect(port)
        refused = (await reader.read()).decode()  # to the end: the server closes it
        assert refused.startswith("HTTP/1.1 503 ")
        assert "too many connections" in refused
        writer.close()
        for _, one in idle:
            one.close()
        while not (await status_of(port)).startswith("HTTP/1.1 200"):
            pass


@in_event_loop
async def test_a_client_that_does_not_finish_its_request_is_dropped() -> None:
    async with serve(Impatient) as port:
        for part in (b"", b"GET / HT", REQUEST[:-2], REQUEST + b"GET / HTTP/1.1\r\nX: "):
            reader, writer = await connect(port)
            writer.write(part)
            try:
                received = await reader.read()
            except ConnectionResetError:
                received = b""
            assert received.startswith(b"HTTP/1.1 200") == part.startswith(REQUEST)
            writer.close()
        assert (await status_of(port)).startswith("HTTP/1.1 200")


@in_event_loop
async def test_a_socket_stays_open_longer_than_a_request_may_take() -> None:
    async with serve(Impatient) as port, websockets.connect(f"ws://127.0.0.1:{port}") as session:
        assert await session.recv() == "ok"
        reader, writer = await connect(port)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""  # dropped, so that the socket has lasted longer
        writer.close()
        await session.send("still there?")
        assert await session.recv() == "ok"


def test_a_message_that_is_not_utf8_is_logged_without_a_traceback() -> None:
    try:
        b"\xff".decode()
    except UnicodeDecodeError as error:
        record = logging.LogRecord("x", 40, "", 1, "Invalid UTF-8", (), (type(error), error, error.__traceback__))
    assert BriefDecodeErrors().filter(record)
    assert "Traceback" not in logging.Formatter().format(record)
