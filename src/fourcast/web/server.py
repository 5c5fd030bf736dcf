"""Start a server: find a free port, print the address, open the browser."""

from __future__ import annotations

import hmac
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Final

import uvicorn

from fourcast.files import atomic_file
from fourcast.store import Store, folder_lock
from fourcast.text import join_words
from fourcast.web.app import create_app
from fourcast.web.protocol import ACCEPTED_AT_ONCE, BoundedProtocol, BriefDecodeErrors, max_connections
from fourcast.web.request_log import access_log
from fourcast.web.settings import MAX_BODY_BYTES, Settings

PORTS_TO_TRY: Final = 50
NO_PASSWORD: Final = "There is no password: anyone who can connect can play, read and delete all games."
NO_PASSWORD_SEATS: Final = "There is no password: anyone who can connect can play."
NO_OWNERS: Final = (
    "The folder has games without owners: they are not listed, and can be read and branched by their addresses."
)
SECRET: Final = "session.key"
"""The file of the secret from which session cookies are made."""
BACKLOG: Final = 512
"""Connections that the system queues."""
_SWITCH_INTERVAL: Final = 0.001
"""Seconds after which Python switches threads: short, so that drawing a tree does not delay requests."""


def serve(settings: Settings, *, browser: bool, echo: Callable[[str], None], warn: Callable[[str], None]) -> None:
    """Serve the games of a folder until interrupted. If the port is in use, the next free one is taken, unless a proxy
    has to know it. `echo` gets the address, once the server is ready. Raises `OSError` if the folder or all ports
    cannot be used."""
    data = settings.data
    tries = 1 if settings.url else PORTS_TO_TRY
    with (
        _exclusive(data),
        access_log(settings.access_log),
        listen(settings.host, settings.port, tries=tries) as listener,
    ):
        with closing(Store(data, is_locked=True)) as store:  # what is wrong with it is reported now, and in a sentence
            if store.recovery:
                warn(store.recovery)
            if settings.keeps_seats and store.summaries(limit=1):
                warn(NO_OWNERS)
        settings = replace(settings, port=listener.getsockname()[1], has_spare_worker=True)
        # So long that one client cannot fill a queue.
        queue = max(settings.max_waiting, 4 * settings.max_client_requests)
        settings = replace(settings, max_waiting=queue)
        if settings.password:
            settings = replace(settings, session_token=_session_token(data, settings.password))
        sys.setswitchinterval(_SWITCH_INTERVAL)
        BoundedProtocol.limit = max_connections()
        config = uvicorn.Config(
            create_app(settings),
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=MAX_BODY_BYTES,
            timeout_graceful_shutdown=1,
            http=BoundedProtocol,
            backlog=ACCEPTED_AT_ONCE,
            server_header=False,
            proxy_headers=settings.url is not None,
            forwarded_allow_ips=list(settings.trusted_proxies),
        )
        logging.getLogger("uvicorn.error").addFilter(BriefDecodeErrors())
        AnnouncedServer(config, lambda: _announce(settings, browser, echo, warn)).run(sockets=[listener])


def _session_token(folder: Path, password: str) -> str:
    """The value of the session cookie of those who know the password, the same after a restart. It follows from a
    secret in the folder."""
    path = folder / SECRET
    if not path.exists():
        with atomic_file(path) as part:
            part.chmod(0o600)
            part.write_text(token_hex(32), encoding="ascii")
    return hmac.new(path.read_bytes(), password.encode(), "sha256").hexdigest()


@contextmanager
def _exclusive(folder: Path) -> Iterator[None]:
    """Lock the folder: two servers would overwrite each other's games."""
    with folder_lock(folder) as is_locked:
        if not is_locked:
            raise OSError(
                f"Another fourcast server uses the games in {folder}. Use its page, or another folder by --data"
            )
        yield


class AnnouncedServer(uvicorn.Server):
    """Calls a function when it is ready, and one when it begins to stop."""

    def __init__(
        self, config: uvicorn.Config, on_ready: Callable[[], None], on_stop: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)  # asyncio has set it to the number that it accepts at once
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_stop()
        await super().shutdown(sockets)


def _announce(settings: Settings, browser: bool, echo: Callable[[str], None], warn: Callable[[str], None]) -> None:
    echo(f"Fourcast is at {settings.address} (games are saved in {settings.data}). Press Ctrl-C to stop.")
    if settings.is_reachable:
        addresses = join_words(settings.network_addresses) or "an address that this machine could not find out"
        note = NO_PASSWORD_SEATS if settings.keeps_seats else NO_PASSWORD
        warn(f"Other machines reach it at {addresses}. {'' if settings.password else note}".rstrip())
    if browser and not settings.url and _has_display():
        threading.Thread(target=webbrowser.open, args=(settings.address,), daemon=True).start()


def _has_display() -> bool:
    """Whether there is a graphical browser; one in the terminal would hide the server's output."""
    names = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def listen(host: str, port: int, *, tries: int = PORTS_TO_TRY) -> socket.socket:
    """A socket that listens on the port, or on the next free one of so many that are tried; port 0: on any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + tries) if port else (0,):
        # Named, so that asyncio sets TCP_NODELAY; without it small responses wait 40 ms for the next packet.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            last = error
            continue
        return listener
    ports = f"No port from {port} to {port + tries - 1} can be used" if tries > 1 else f"Port {port} cannot be used"
    raise OSError(f"{ports} at {host}: {last.strerror}")
