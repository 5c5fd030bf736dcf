"""Starting a server: a free port, the address, the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import uvicorn

from fourcast.files import file_lock
from fourcast.web.app import create_app
from fourcast.web.settings import Settings

PORTS_TO_TRY: Final = 50
MOST_CONNECTIONS: Final = 800
"""At once; a process may have about a thousand files open. Who comes later is answered 503."""
LOCK: Final = "fourcast.lock"
_SWITCH: Final = 0.001
"""Seconds after which a thread that runs Python lets another one: short, so that no search makes a request wait."""


def serve(settings: Settings, *, browser: bool, say: Callable[[str], None]) -> None:
    """Serve until somebody ends it. A port that is taken gives way to the next one that is free."""
    with _alone_in(settings.data):
        _serve(settings, browser, say)


def _serve(settings: Settings, browser: bool, say: Callable[[str], None]) -> None:
    listener = _listen(settings.host, settings.port)
    settings = replace(settings, port=listener.getsockname()[1], ready=True)
    sys.setswitchinterval(_SWITCH)
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=1,
        limit_concurrency=MOST_CONNECTIONS,
        server_header=False,
    )
    server = _Server(config, lambda: _opened(settings, browser, say))
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other servers out of a folder: each would overwrite what the other has kept of the games both have open."""
    folder.mkdir(parents=True, exist_ok=True)
    with file_lock(folder / LOCK) as alone:
        if not alone:
            raise OSError(
                f"Another fourcast serves the games in {folder}. Use its page, or name another folder by --data"
            )
        yield


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _opened(settings: Settings, browser: bool, say: Callable[[str], None]) -> None:
    say(f"Fourcast is at {settings.address} (games are kept in {settings.data}). Ctrl-C ends it.")
    if browser and _has_display():
        threading.Thread(target=_open, args=(settings.address,), daemon=True).start()


def _has_display() -> bool:
    """Whether a browser can show itself; one that draws in the terminal would only be in the way."""
    names = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def _open(address: str) -> None:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return  # no browser here: the address is enough
    webbrowser.open(address)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + PORTS_TO_TRY) if port else (0,):
        # With the protocol named, the event loop sends small answers at once; else each waits 40 ms for the next.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(512)
        except OSError as fault:
            listener.close()
            last = fault
            continue
        return listener
    raise OSError(f"No port from {port} to {port + PORTS_TO_TRY - 1} can be used at {host}: {last.strerror}")
