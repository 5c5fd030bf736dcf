"""Access control: requests must use a known name of this server, come from its own page, and carry its session cookie.

A foreign name that resolves to this address (DNS rebinding) fails by its Host header. A foreign page fails by its
Origin header, or because browsers do not send it the cookie (SameSite=Strict). On Linux another user of this machine
gets no cookie.
"""

from __future__ import annotations

import os
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from typing import Final

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourcast.web.api.page import SCRIPT_HASHES, manual_script_hashes
from fourcast.web.error_responses import problem_response
from fourcast.web.problems import Problem
from fourcast.web.settings import MAX_BODY_BYTES, Settings

MAX_LENGTH_DIGITS: Final = 9
"""Of a Content-Length header."""
_TOO_LARGE: Final = f"Request too large: use at most {MAX_BODY_BYTES} bytes"
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_CONNECTIONS: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LOOPBACK_ENDS: Final = ("0100007F", "00000000000000000000000001000000")
"""How 127.0.0.1, also as an IPv6 address, and ::1 are written there."""


class Guard:
    """Middleware that checks every request and socket, and adds headers by which the page loads nothing from elsewhere
    and cannot be framed."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._token = token_urlsafe(32)
        self._cookie = f"fourcast-session-{settings.port}"  # all ports of a machine share their cookies
        named = sorted(host for host in settings.hosts if "[" not in host)  # a policy cannot name an IPv6 address
        sockets = " ".join(f"ws://{host}" for host in named)
        scripts = " ".join(f"'{value}'" for value in SCRIPT_HASHES)
        self._headers = {
            "Content-Security-Policy": (
                f"default-src 'none'; script-src 'self' {scripts}; style-src 'self'; "
                f"img-src 'self' data: blob:; connect-src 'self' {sockets}; manifest-src 'self'; "
                "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        }
        scripts = " ".join(f"'{value}'" for value in manual_script_hashes())
        self._manual_policy = (
            f"default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
            "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if problem:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem.detail})
            else:
                await self._app(scope, receive, send)
            return
        starts_session = not problem and self._may_start_session(scope) and not self._has_token(headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.update(self._headers)
                if scope["path"].startswith("/manual/"):
                    out["Content-Security-Policy"] = self._manual_policy
                if starts_session:
                    out.append("Set-Cookie", f"{self._cookie}={self._token}; HttpOnly; SameSite=Strict; Path=/")
            await send(message)

        if problem:
            await problem_response(problem, headers)(scope, receive, send_with_headers)
        else:
            await self._app(scope, _limited(receive), send_with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> Problem | None:
        host = headers.get("host", "").lower()
        if not self._settings.accepts(host, scope.get("server")):
            return Problem(403, "Unknown host name. Use the address that the server printed.")
        origin = headers.get("origin")
        own = {f"http://{name}" for name in (host, *self._settings.hosts)}
        foreign = origin is not None and origin.lower() not in own
        is_socket = scope["type"] == "websocket"
        is_foreign_request = foreign and (is_socket or scope["method"] not in _SAFE_METHODS)
        is_cross_site = headers.get("sec-fetch-site") == "cross-site" and scope["path"].startswith("/api")
        if is_foreign_request or is_cross_site:
            return Problem(403, "Only the page of this server may send this request. Open its own page.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > MAX_LENGTH_DIGITS or int(length) > MAX_BODY_BYTES:
            return Problem(413, f"{_TOO_LARGE}.")
        if scope["path"].startswith("/api") and not self._may_start_session(scope) and not self._has_token(headers):
            return Problem(401, "No session cookie. Open the start page first.")
        if self._may_start_session(scope) and not self._has_token(headers) and self._is_other_user(scope):
            return Problem(
                403, "This server belongs to another user of this machine. Start your own with `fourcast serve`."
            )
        return None

    def _is_other_user(self, scope: Scope) -> bool:
        """Whether the client is known to be a process of another user. A server for other machines accepts all."""
        if self._settings.is_reachable or not scope.get("client") or not hasattr(os, "getuid"):
            return False
        user = user_of_connection(scope["client"][1], self._settings.port)
        return user not in (None, 0, os.getuid())

    def _may_start_session(self, scope: Scope) -> bool:
        """Whether the response sets the cookie: any page, and the route by which a page renews its session."""
        return scope["type"] == "http" and (scope["path"] == "/api/session" or not scope["path"].startswith("/api"))

    def _has_token(self, headers: Headers) -> bool:
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return False
        return cookie is not None and compare_digest(cookie.value.encode(), self._token.encode())


def user_of_connection(client_port: int, server_port: int) -> int | None:
    """The id of the user whose process has the client's end of a loopback connection; None if that is not known."""
    for table in _CONNECTIONS:
        with suppress(OSError):
            for line in table.read_text(encoding="ascii").splitlines()[1:]:
                _, local, remote, _, _, _, _, user, *_ = line.split()
                address, _, port = local.partition(":")
                is_this = port == f"{client_port:04X}" and remote.endswith(f":{server_port:04X}")
                if is_this and address.endswith(_LOOPBACK_ENDS):
                    return int(user)
    return None


def _limited(receive: Receive) -> Receive:
    """Count the bytes of the body, whatever its Content-Length says."""
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_BODY_BYTES:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return limited
