"""What a server is told before it starts, and the bounds within which strangers may use it."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from fourcast.environment import cpu_count
from fourcast.files import data_dir

LARGEST_BODY: Final = 64 * 1024
"""Bytes of a request."""
LARGEST_SIDE: Final = 15
"""Columns, rows and the length of a line: what the native engine searches."""
MOST_DEPTH: Final = 30
MOST_SECONDS: Final = 30.0
"""For one reply of an agent, and for one answer to a plain request."""
MOST_ANALYSIS: Final = 60.0
"""Seconds for which a live analysis deepens."""
MOST_NODES: Final = 500_000
"""Of a search on the Python engine: it remembers every one of them."""
MOST_PLIES: Final = 1000
"""Moves of a game: without limit only where discs may be popped for ever."""
LONGEST_LINE: Final = 4 * MOST_PLIES
"""Characters of so many moves."""

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
_EVERYWHERE: Final = ("0.0.0.0", "::", "")


def default_data() -> Path:
    """Where games are kept when nobody says."""
    return data_dir()


@dataclass(frozen=True)
class Settings:
    """A server: where it keeps games, where it listens, how many searches it runs at once and lets wait."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    places: int = max(2, cpu_count())
    waiting: int = 64
    ready: bool = False
    """Whether a worker is started before anybody asks for a search."""

    @property
    def address(self) -> str:
        shown = "127.0.0.1" if self.host in _EVERYWHERE else f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{shown}:{self.port}"

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The only values of a Host header that are answered: a name that merely points here is not among them."""
        names = {*LOOPBACK, f"[{self.host}]" if ":" in self.host else self.host}
        if self.host in _EVERYWHERE:
            names |= {socket.gethostname(), *_own_addresses()}
        return frozenset(f"{name.lower()}:{self.port}" for name in names) | (
            frozenset(name.lower() for name in names) if self.port == 80 else frozenset()
        )

    @cached_property
    def origins(self) -> frozenset[str]:
        return frozenset(f"http://{host}" for host in self.hosts)


def _own_addresses() -> set[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        return set()
    return {f"[{entry[4][0]}]" if entry[0] == socket.AF_INET6 else str(entry[4][0]) for entry in found}
