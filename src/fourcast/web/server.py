"""Start a server: find a free port, print the address, open the browser."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import uvicorn

from fourcast.store import Store, folder_lock
from fourcast.text import join_words
from fourcast.web.app import create_app
from fourcast.web.protocol import ACCEPTED_AT_ONCE, BoundedProtocol, BriefDecodeErrors, max_connections
from fourcast.web.served_agents import ServedAgents
from fourcast.web.settings import MAX_BODY_BYTES, Settings

PORTS_TO_TRY: Final = 50
BACKLOG: Final = 512
"""Connections that the system queues."""
_SWITCH_INTERVAL: Final = 0.001
"""Seconds after which Python switches threads: short, so that drawing a tree does not delay requests."""


def serve(
    data: Path,
    *,
    host: str,
    port: int,
    browser: bool,
    echo: Callable[[str], None],
    warn: Callable[[str], None],
    agents: ServedAgents | None = None,
) -> None:
    """Serve the games of a folder until interrupted. If the port is in use, the next free one is taken. `echo` gets the
    address, once the server is ready. Raises `OSError` if the folder or all ports cannot be used."""
    with _exclusive(data), listen(host, port) as listener:
        with closing(Store(data, is_locked=True)) as store:  # what is wrong with it is reported now, and in a sentence
            if store.recovery:
                warn(store.recovery)
        settings = Settings(data, host=host, port=listener.getsockname()[1], has_spare_worker=True, agents=agents)
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
        )
        logging.getLogger("uvicorn.error").addFilter(BriefDecodeErrors())
        AnnouncedServer(config, lambda: _announce(settings, browser, echo, warn)).run(sockets=[listener])


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
        warn(
            f"Other machines reach it at {addresses}. There is no password: whoever can connect can play, read and "
            "delete all games."
        )
    if browser and _has_display():
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
