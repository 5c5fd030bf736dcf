"""Limits for each client, by its address: requests a second, requests at once, sockets at once.

Modules and styles are not counted: many people may have one address, and load the page at the same time.
"""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from fourcast.web.error_responses import problem_response
from fourcast.web.problems import Problem

MAX_CLIENTS: Final = 10_000
"""Clients whose numbers are kept."""
BURST: Final = 10
"""Seconds whose requests a client may send at once."""
IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that belong to one client."""
TRY_AGAIN_LATER: Final = 1013
"""The code with which a socket is closed that exceeds the limits."""


class RateLimit:
    """How much each client may still do: so much a second, and at most so much at once."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left: dict[str, tuple[float, float]] = {}  # what was left, and when

    def left(self, client: str) -> float:
        left, then = self._left.get(client, (self._burst, 0.0))
        return min(self._burst, left + self._per_second * (monotonic() - then))

    def take(self, client: str) -> bool:
        """Count one; False if nothing is left."""
        left = self.left(client)
        if left < 1:
            return False
        self._left.pop(client, None)  # sorted by last use
        if len(self._left) >= MAX_CLIENTS:
            del self._left[next(iter(self._left))]
        self._left[client] = left - 1, monotonic()
        return True


class ClientLimits:
    """Middleware that refuses what exceeds the limits: 429, or a socket that is closed."""

    def __init__(self, app: ASGIApp, *, limit: int, base: str) -> None:
        """`limit`: requests a second, requests at once, and sockets at once."""
        self._app = app
        self._limit = limit
        self._base = base
        self._rate = RateLimit(limit, limit * BURST)
        self._at_once: Counter[tuple[str, str]] = Counter()  # by client and type

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or scope["path"].removeprefix(self._base).startswith("/static/"):
            await self._app(scope, receive, send)
            return
        client = client_of(scope)
        key = client, scope["type"]
        if self._at_once[key] >= self._limit or not self._rate.take(client):
            await self._refuse(scope, receive, send)
            return
        self._at_once[key] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._at_once[key] -= 1
            if not self._at_once[key]:
                del self._at_once[key]

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = Problem(429, f"Too many requests: use at most {self._limit} at once and a second. Wait a moment.")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})  # a browser reads no reason of a socket that was never open
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": problem.detail})
        else:
            await problem_response(problem, Headers(scope=scope), self._base)(scope, receive, send)


def client_of(scope: Scope) -> str:
    """The address of the client; of IPv6 the network of 64 bits, all of which one client has."""
    host = str(scope["client"][0]) if scope.get("client") else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ip_network((int(address), IPV6_PREFIX), strict=False))
    return host
