"""The settings of a server, and the limits on what clients may ask of it."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from fourcast.environment import cpu_count

MAX_BODY_BYTES: Final = 64 * 1024
"""Size of a request."""
MAX_SIDE: Final = 15
"""Columns, rows and the length of a line: what the native engine searches."""
MAX_DEPTH: Final = 30
MAX_SECONDS: Final = 30.0
"""For one reply of an agent, and for one plain request."""
MAX_ANALYSIS_SECONDS: Final = 60.0
"""For one live analysis."""
MAX_PYTHON_NODES: Final = 500_000
"""Nodes of a search by the Python engine, which keeps every one of them in memory."""
MAX_PLIES: Final = 1000
"""Moves of a game: only games with unlimited pop-outs can last longer."""
MAX_MOVES_LENGTH: Final = 4 * MAX_PLIES
"""Characters of so many moves."""

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
_ALL_INTERFACES: Final = ("0.0.0.0", "::", "")


@dataclass(frozen=True)
class Settings:
    """Where a server keeps games and listens, how many searches it runs at once and how many it lets wait."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    slots: int = max(2, cpu_count())
    max_waiting: int = 64
    has_spare_worker: bool = False
    """Whether a worker is started before there is a search for it."""

    @property
    def address(self) -> str:
        name = "127.0.0.1" if self.host in _ALL_INTERFACES else f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}"

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The Host headers that are accepted. Other names that resolve to this address are not."""
        names = {*LOOPBACK, f"[{self.host}]" if ":" in self.host else self.host}
        if self.host in _ALL_INTERFACES:
            names |= {socket.gethostname(), *_own_addresses()}
        return frozenset(f"{name.lower()}:{self.port}" for name in names) | (
            frozenset(name.lower() for name in names) if self.port == 80 else frozenset()
        )

    @cached_property
    def origins(self) -> frozenset[str]:
        return frozenset(f"http://{host}" for host in self.hosts)


def _own_addresses() -> set[str]:
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        return set()
    return {f"[{entry[4][0]}]" if entry[0] == socket.AF_INET6 else str(entry[4][0]) for entry in entries}
