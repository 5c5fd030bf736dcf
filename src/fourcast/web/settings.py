"""The settings of a server, and the limits on what clients may ask of it."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fourcast.environment import cpu_count

if TYPE_CHECKING:
    from fourcast.web.served_agents import ServedAgents

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
    agents: ServedAgents | None = None
    """Agents that only this server has."""
    has_spare_worker: bool = False
    """Whether a worker is started before there is a search for it."""

    @property
    def address(self) -> str:
        return f"http://{'127.0.0.1' if self.is_on_all_interfaces else _host_name(self.host)}:{self.port}"

    @property
    def is_on_all_interfaces(self) -> bool:
        return self.host in _ALL_INTERFACES

    @property
    def is_reachable(self) -> bool:
        """Whether other machines can reach the server."""
        return _host_name(self.host) not in LOOPBACK and not self.host.startswith("127.")

    @property
    def network_addresses(self) -> list[str]:
        """The addresses for other machines."""
        names = [_host_name(self.host)]
        if self.is_on_all_interfaces:
            names = sorted(name for name in _own_addresses() if self.host == "::" or not name.startswith("["))
        return [f"http://{name}:{self.port}" for name in names] if self.is_reachable else []

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The Host headers that are accepted. Other names that resolve to this address are not."""
        names = {*LOOPBACK, _host_name(self.host)}
        if self.is_on_all_interfaces:
            names |= {socket.gethostname(), *_own_addresses()}
        return frozenset(f"{name.lower()}:{self.port}" for name in names) | (
            frozenset(name.lower() for name in names) if self.port == 80 else frozenset()
        )

    def accepts(self, host: str, local: tuple[str, int | None] | None) -> bool:
        """Whether a Host header is accepted: also the address that the client has connected to, which no name that
        resolves to it can be."""
        is_local = self.is_on_all_interfaces and local is not None and host == f"{_host_name(local[0])}:{local[1]}"
        return is_local or host in self.hosts


def _host_name(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _own_addresses() -> set[str]:
    """The addresses of this machine other than loopback: those of its name, and those that it sends from."""
    addresses = set()
    with suppress(OSError):
        addresses |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)}
    for family, documentation in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((documentation, 9))  # sends nothing
            addresses.add(str(probe.getsockname()[0]))
    return {_host_name(address) for address in addresses if not address.startswith("127.") and address != "::1"}
