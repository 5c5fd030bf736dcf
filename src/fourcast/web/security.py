"""Who is let in: known names of this server only, pages of its own only, with the token that its page was given.

A name that somebody else points at this address (DNS rebinding) fails by the Host, a foreign page by the Origin or for
want of the cookie, which is sent to no page but our own (SameSite=Strict).
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest, token_urlsafe
from typing import Final

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourcast.web.api.page import IMPORT_MAP_HASH
from fourcast.web.problem_json import response
from fourcast.web.problems import Problem
from fourcast.web.settings import LARGEST_BODY, Settings

LONGEST_NUMBER: Final = 9
"""Digits of a length that is worth reading."""
_READING: Final = ("GET", "HEAD", "OPTIONS")


class Guard:
    """The door of the server: every request and every socket comes through here, every answer goes out with headers
    that let the page load nothing from elsewhere and be shown in no frame."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._token = token_urlsafe(32)
        self._cookie = f"fourcast-session-{settings.port}"  # cookies are shared by all ports of a machine
        named = sorted(host for host in settings.hosts if "[" not in host)  # a policy cannot name an IPv6 address
        sockets = " ".join(f"ws://{host}" for host in named)
        self._headers = {
            "Content-Security-Policy": (
                f"default-src 'none'; script-src 'self' '{IMPORT_MAP_HASH}'; style-src 'self'; "
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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._why_not(scope, headers)
        if scope["type"] == "websocket":
            if problem:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem.detail})
            else:
                await self._app(scope, receive, send)
            return
        gives_cookie = not problem and self._is_door(scope) and not self._has_token(headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.update(self._headers)
                if gives_cookie:
                    out.append("Set-Cookie", f"{self._cookie}={self._token}; HttpOnly; SameSite=Strict; Path=/")
            await send(message)

        if problem:
            await response(problem, headers)(scope, receive, send_with_headers)
        else:
            await self._app(scope, _limited(receive), send_with_headers)

    def _why_not(self, scope: Scope, headers: Headers) -> Problem | None:
        if headers.get("host", "").lower() not in self._settings.hosts:
            return Problem(403, "This server does not go by that name. Use the address that it printed.")
        origin = headers.get("origin")
        foreign = origin is not None and origin.lower() not in self._settings.origins
        is_socket = scope["type"] == "websocket"
        if foreign and (is_socket or scope["method"] not in _READING):
            return Problem(403, "Only the page of this server may do that.")
        if headers.get("sec-fetch-site") == "cross-site" and scope["path"].startswith("/api"):
            return Problem(403, "Only the page of this server may do that.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > LONGEST_NUMBER or int(length) > LARGEST_BODY:
            return Problem(413, f"A request may hold {LARGEST_BODY} bytes and no more.")
        if scope["path"].startswith("/api") and not self._is_door(scope) and not self._has_token(headers):
            return Problem(401, "Open the start page first: it begins a session.")
        return None

    def _is_door(self, scope: Scope) -> bool:
        """Whether a session begins here: at any page, and where a page asks for a new token."""
        return scope["type"] == "http" and (scope["path"] == "/api/session" or not scope["path"].startswith("/api"))

    def _has_token(self, headers: Headers) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return False
        return found is not None and compare_digest(found.value.encode(), self._token.encode())


def _limited(receive: Receive) -> Receive:
    """The body of a request as long as it is not too long, whatever its header said."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST_BODY:
            raise HTTPException(413, f"A request may hold {LARGEST_BODY} bytes and no more")
        return message

    return limited
