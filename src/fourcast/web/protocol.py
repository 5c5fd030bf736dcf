"""HTTP connections within limits: so many at once, and a request must arrive whole in some seconds.

Further connections are closed as soon as they are accepted, so that the process never runs out of file descriptors.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from fourcast.system import raise_open_files
from fourcast.web.problems import Problem

MAX_CONNECTIONS: Final = 800
ACCEPTED_AT_ONCE: Final = 16
"""Connections that are accepted in one iteration of the event loop. A refused one is closed some iterations later."""
RESERVED_FILES: Final = 100 + 5 * ACCEPTED_AT_ONCE
"""For the store, the workers, the files of the page, and connections that are about to be refused."""
REQUEST_TIMEOUT: Final = 10.0
"""Seconds in which a request must arrive, from its first byte, or from the start of the connection, to its last."""


def max_connections() -> int:
    """The number of connections at once: `MAX_CONNECTIONS`, or fewer where the system allows fewer open files."""
    files = raise_open_files(MAX_CONNECTIONS + RESERVED_FILES)
    return min(MAX_CONNECTIONS, files - min(RESERVED_FILES, files // 2))


class BoundedProtocol(H11Protocol):
    """One HTTP connection."""

    limit: ClassVar[int] = MAX_CONNECTIONS
    request_timeout: ClassVar[float] = REQUEST_TIMEOUT
    _timer: asyncio.TimerHandle | None = None
    _is_refused = False
    _is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if len(self.connections) >= self.limit:
            self._is_refused = True
            transport.write(_REFUSAL)
            transport.close()
            return
        super().connection_made(transport)
        self._watch_request()

    def data_received(self, data: bytes) -> None:
        if not self._is_refused:
            super().data_received(data)
            self._watch_request()

    def eof_received(self) -> None:
        if not self._is_refused:
            super().eof_received()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._is_socket = True

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if not self._is_refused:
            super().connection_lost(exc)

    def _watch_request(self) -> None:
        """Run the timer while a request is incomplete."""
        if self._is_socket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.request_timeout, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def _refusal() -> bytes:
    problem = Problem(503, "The server has too many connections. Try again in a moment.", title="Server at capacity")
    body = json.dumps(problem.as_json()).encode()
    head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: 1\r\n"
    return f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body


_REFUSAL: Final = _refusal()


class BriefDecodeErrors(logging.Filter):
    """Leaves out the traceback of a socket message that is not UTF-8, which is the client's mistake."""

    def filter(self, record: logging.LogRecord) -> bool:
        error: Any = record.exc_info and record.exc_info[1]
        if isinstance(error, UnicodeDecodeError):
            record.exc_info = None
        return True
