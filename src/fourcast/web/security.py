"""Access control: requests must use a known name of this server, come from its own page, and carry its session cookie.

A foreign name that resolves to this address (DNS rebinding) fails by its Host header. A foreign page fails by its
Origin header, or because browsers do not send it the cookie (SameSite=Strict). On Linux another user of this machine
gets no cookie.

A second cookie tells browsers apart: its hash is the id of the player whose seats in games are kept for this browser.
With a password, the session cookie is given to those who know it, and outlasts restarts of the server.
"""

from __future__ import annotations

import os
import re
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from typing import Final
from urllib.parse import parse_qs

from fastapi import HTTPException
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourcast.web.api.page import manual_script_hashes, script_hashes
from fourcast.web.client_limits import RateLimit, client_of
from fourcast.web.connections import PLAYER
from fourcast.web.error_responses import plain_page, problem_response, retry_header
from fourcast.web.problems import Problem
from fourcast.web.settings import MAX_BODY_BYTES, Settings
from fourcast.web.worker_pool import CLIENT

MAX_LENGTH_DIGITS: Final = 9
"""Of a Content-Length header."""
_TOO_LARGE: Final = f"Request too large: use at most {MAX_BODY_BYTES} bytes"
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_CONNECTIONS: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LOOPBACK_ENDS: Final = ("0100007F", "00000000000000000000000001000000")
"""How 127.0.0.1, also as an IPv6 address, and ::1 are written there."""
_SELF: Final = "'self'"
_NONE: Final = "'none'"
MAX_ATTEMPTS: Final = 10
"""Wrong passwords of a client, then one in so many seconds."""
ATTEMPT_SECONDS: Final = 6
_PLAYER_BYTES: Final = 24
_PLAYER_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{32}")
_PLAYER_ID_LENGTH: Final = 32
_PLAYER_SECONDS: Final = 365 * 86400
_SESSION_SECONDS: Final = 30 * 86400
_OPEN_PATHS: Final = ("/health", "/static/")
"""What needs no password."""
_WITHOUT_COOKIES: Final = ("/api/", "/metrics", *_OPEN_PATHS)
_LOGIN: Final = """{problem}<form method="post"><label>Password of this server
<input type="password" name="password" autocomplete="current-password" required autofocus></label>
<p><button class="button">Enter</button></p></form>"""


class Guard:
    """Middleware that checks every request and socket, and adds headers by which the page loads nothing from elsewhere
    and cannot be framed. It removes the base path, which a proxy may have removed already."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._attempts = RateLimit(1 / ATTEMPT_SECONDS, MAX_ATTEMPTS)
        self._token = settings.session_token or token_urlsafe(32)
        # All ports and paths of a host share their cookies. The port behind a proxy may change.
        name = sha256(str(settings.url).encode()).hexdigest()[:8] if settings.url else settings.port
        self._cookie = f"fourcast-session-{name}"
        self._player_cookie = f"fourcast-player-{name}"
        self._attributes = f"; HttpOnly; Path={settings.base or '/'}{'; Secure' if settings.is_secure else ''}"
        named = sorted(host for host in settings.hosts if "[" not in host)  # a policy cannot name an IPv6 address
        sockets = " ".join(f"ws://{host}" for host in named)
        if settings.url:
            sockets += f" {settings.url.origin.replace('http', 'ws', 1)}"
        scripts = " ".join(f"'{value}'" for value in script_hashes(settings.base))
        self._headers = {
            "Content-Security-Policy": (
                f"default-src 'none'; script-src 'self' {scripts}; style-src 'self'; "
                f"img-src 'self' data: blob:; connect-src 'self' {sockets}; manifest-src 'self'; "
                f"base-uri 'none'; form-action {_SELF if settings.password else _NONE}; frame-ancestors 'none'"
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
        self._remove_base(scope)
        CLIENT.set(client_of(scope))
        headers = Headers(scope=scope)
        cookies = cookie_parser(headers.get("cookie", ""))
        problem = self._refusal(scope, headers, cookies)
        player = cookies.get(self._player_cookie, "")
        scope[PLAYER] = player_id(player) if _PLAYER_TOKEN.fullmatch(player) else None
        if scope["type"] == "websocket":
            if problem:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem.detail})
            else:
                await self._app(scope, receive, send)
            return
        new_cookies = []
        if not problem and self._may_start_session(scope):
            if not self._has_token(cookies) and not self._settings.password:
                new_cookies.append(self._session_cookie())
            if scope[PLAYER] is None:
                player = token_urlsafe(_PLAYER_BYTES)
                scope[PLAYER] = player_id(player)
                # Lax: a link in another page or a message leads to the games of this browser.
                new_cookies.append(f"{self._player_cookie}={player}; Max-Age={_PLAYER_SECONDS}; SameSite=Lax")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out.update(self._headers)
                if scope["path"].startswith("/manual/"):
                    out["Content-Security-Policy"] = self._manual_policy
                for cookie in new_cookies:
                    out.append("Set-Cookie", cookie + self._attributes)
            await send(message)

        response = problem and problem_response(problem, headers, self._settings.base)
        if not scope["path"].startswith("/api"):
            if problem and problem.status == 401:
                response = await self._login(scope, receive, headers) or response
            elif not problem and self._settings.password and scope["method"] == "POST":
                response = self._see_page(scope)  # the form, sent a second time
        await (response or self._app)(scope, _limit_body(receive), send_with_headers)

    def _remove_base(self, scope: Scope) -> None:
        base = self._settings.base
        if base and f"{scope['path']}/".startswith(f"{base}/"):
            scope["path"] = scope["path"][len(base) :] or "/"

    def _refusal(self, scope: Scope, headers: Headers, cookies: Mapping[str, str]) -> Problem | None:
        host = headers.get("host", "").lower()
        path = scope["path"]
        if not self._settings.accepts(host, scope.get("server")):
            return Problem(403, "Unknown host name. Use the address that the server printed.")
        origin = headers.get("origin")
        foreign = origin is not None and not self._settings.is_own_origin(origin.lower(), host)
        is_socket = scope["type"] == "websocket"
        is_foreign_request = foreign and (is_socket or scope["method"] not in _SAFE_METHODS)
        is_cross_site = headers.get("sec-fetch-site") == "cross-site" and path.startswith("/api")
        if is_foreign_request or is_cross_site:
            return Problem(403, "Only the page of this server may send this request. Open its own page.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > MAX_LENGTH_DIGITS or int(length) > MAX_BODY_BYTES:
            return Problem(413, f"{_TOO_LARGE}.")
        if self._has_token(cookies):
            return None
        if self._settings.password:
            return None if path.startswith(_OPEN_PATHS) else self._password_problem(scope, _basic_password(headers))
        if not self._may_start_session(scope):
            return Problem(401, "No session cookie. Open the start page first.") if path.startswith("/api") else None
        if self._is_other_user(scope):
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
        """Whether the response sets cookies: any page, and the route by which a page renews its session."""
        path = scope["path"]
        return scope["type"] == "http" and (path == "/api/session" or not path.startswith(_WITHOUT_COOKIES))

    def _session_cookie(self) -> str:
        """With a password it lasts, and is sent when a link in a message is followed: the server asks for it once."""
        lifetime = f"SameSite=Lax; Max-Age={_SESSION_SECONDS}" if self._settings.password else "SameSite=Strict"
        return f"{self._cookie}={self._token}; {lifetime}"

    def _has_token(self, cookies: Mapping[str, str]) -> bool:
        return compare_digest(cookies.get(self._cookie, "").encode(), self._token.encode())

    # The password

    def _password_problem(self, scope: Scope, given: bytes | None) -> Problem | None:
        """What is wrong with a password; None if it is right. A client has a limited number of attempts."""
        if given is None:
            return Problem(401, "This server has a password. Reload the page to enter it.")
        client = client_of(scope)
        if self._attempts.left(client) < 1:
            problem = Problem(429, f"Too many wrong passwords. Try again in {ATTEMPT_SECONDS} seconds.")
            problem.retry_after = ATTEMPT_SECONDS
            return problem
        if compare_digest(given, (self._settings.password or "").encode()):
            return None
        self._attempts.take(client)
        return Problem(401, "This is not the password of this server. Try again.")

    async def _login(self, scope: Scope, receive: Receive, headers: Headers) -> Response | None:
        """The form for the password, or what follows when it was sent; None for clients that show no forms."""
        if "text/html" not in headers.get("accept", ""):
            return None
        text, status, retry = "", 401, None
        if scope["method"] == "POST":
            try:
                body = (await Request(scope, _limit_body(receive)).body()).decode("utf-8", "replace")
            except HTTPException:
                return problem_response(Problem(413, f"{_TOO_LARGE}."), headers, self._settings.base)
            except ClientDisconnect:
                return None
            problem = self._password_problem(scope, parse_qs(body).get("password", [""])[0].encode())
            if problem is None:
                response = self._see_page(scope)
                response.headers["Set-Cookie"] = self._session_cookie() + self._attributes
                return response
            text, status = f'<p role="alert">{problem.detail}</p>', problem.status
            retry = retry_header(problem)
        return HTMLResponse(plain_page("Fourcast", _LOGIN.format(problem=text), self._settings.base), status, retry)

    def _see_page(self, scope: Scope) -> Response:
        """Leads from the form to the page that was asked for."""
        query = scope["query_string"].decode("latin-1")
        path = "/" + scope["path"].lstrip("/")  # two slashes would begin with the name of a host
        return RedirectResponse(self._settings.base + path + (f"?{query}" if query else ""), 303)


def player_id(token: str) -> str:
    """The public id of the browser that has this token in its cookie."""
    return sha256(token.encode()).hexdigest()[:_PLAYER_ID_LENGTH]


def _basic_password(headers: Headers) -> bytes | None:
    """The password that a program has sent by HTTP basic authentication, with any user name."""
    scheme, _, code = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        return b64decode(code, validate=True).partition(b":")[2]
    except ValueError:
        return b""


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


def _limit_body(receive: Receive) -> Receive:
    """Count the bytes of the body, whatever its Content-Length says."""
    size = 0

    async def receive_limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_BODY_BYTES:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return receive_limited
