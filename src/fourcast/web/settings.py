"""The settings of a server, and the limits on what clients may ask of it."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from fourcast.environment import cpu_count
from fourcast.errors import UsageError, quote

if TYPE_CHECKING:
    from fourcast.puzzles import Puzzle
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
MAX_MOVES_LENGTH: Final = 6 * MAX_PLIES
"""Characters of so many moves: `10>11` and a comma are six."""
DEFAULT_CLIENT_LIMIT: Final = 40
"""On a server for others: a class may have one address."""

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
DEFAULT_PORTS: Final = {"http": 80, "https": 443}
ROUTES: Final = frozenset(
    {
        *("analysis", "api", "docs", "game", "games", "health", "manual", "measure", "metrics", "openapi.json"),
        *("puzzles", "review", "static", "tree"),
    }
)
"""First parts of addresses that a base path cannot be, because a proxy may remove it or not."""
_HOST: Final = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]*:[0-9a-f:.]*")
_BASE: Final = re.compile(r"(/(?!\.\.?(/|$))[A-Za-z0-9._~-]+)*")
_ALL_INTERFACES: Final = ("0.0.0.0", "::", "")


@dataclass(frozen=True)
class PublicUrl:
    """The address that browsers use for a server behind a proxy."""

    scheme: str
    host: str
    """With a port, unless it is the default one."""
    base: str = ""
    """The path below which the server is, without a slash at its end."""

    @classmethod
    def parse(cls, text: str) -> PublicUrl:
        """Raises `UsageError`."""
        try:
            parts = urlsplit(text.strip())
            host, port = parts.hostname or "", parts.port
        except ValueError:
            parts, host, port = urlsplit(""), "", None
        base = parts.path.rstrip("/")
        is_plain = not (parts.query or parts.fragment or parts.username is not None)
        is_address = _HOST.fullmatch(host) and _BASE.fullmatch(base)
        if parts.scheme not in DEFAULT_PORTS or not is_plain or not is_address:
            raise UsageError(
                f"Invalid URL {quote(text)}: use http:// or https://, a host and perhaps a port and a path, all in "
                "ASCII (of a host the form xn--…), such as https://four.example.edu/c4."
            )
        if not ROUTES.isdisjoint(base.split("/")[1:2]):
            first = "/" + base.split("/")[1]
            raise UsageError(f"Invalid URL {quote(text)}: {first} is an address of the page. Choose another path.")
        name = _host_name(host)
        return cls(parts.scheme, name if port in (None, DEFAULT_PORTS[parts.scheme]) else f"{name}:{port}", base)

    def __str__(self) -> str:
        return f"{self.origin}{self.base}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.host}"

    @property
    def hosts(self) -> frozenset[str]:
        """The Host headers that a proxy may pass on: with the port, and without."""
        name = urlsplit(self.origin).hostname or ""
        return frozenset({self.host, _host_name(name), f"{_host_name(name)}:{DEFAULT_PORTS[self.scheme]}"})


@dataclass(frozen=True)
class Settings:
    """Where a server keeps games and listens, how many searches it runs at once and how many it lets wait."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    url: PublicUrl | None = None
    """The address for others, if there is a proxy in front."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """The addresses of proxies that say who the client is."""
    access_log: Path | None = None
    """The file of the access log; - for standard output."""
    client_limit: int | None = None
    """Requests a second and at once of one client; 0 for no limit, None for the default."""
    password: str | None = None
    session_token: str | None = None
    """The value of the session cookie; default: a new one for every server."""
    slots: int = max(2, cpu_count())
    max_waiting: int = 64
    agents: ServedAgents | None = None
    """Agents that only this server has."""
    puzzles: tuple[Puzzle, ...] = ()
    """Default: those that come with the package."""
    has_spare_worker: bool = False
    """Whether a worker is started before there is a search for it."""

    @property
    def address(self) -> str:
        return f"http://{'127.0.0.1' if self.is_on_all_interfaces else _host_name(self.host)}:{self.port}"

    @property
    def max_client_requests(self) -> int:
        """Requests a second and at once of one client; 0 for no limit."""
        default = DEFAULT_CLIENT_LIMIT if self.keeps_seats else 0
        return default if self.client_limit is None else self.client_limit

    @property
    def keeps_seats(self) -> bool:
        """Whether a game belongs to the browser that created it, and others watch."""
        return self.url is not None or self.password is not None

    @property
    def is_secure(self) -> bool:
        """Whether browsers use https."""
        return self.url is not None and self.url.scheme == "https"

    @property
    def base(self) -> str:
        """What all paths of the page begin with: "" or such as "/c4"."""
        return self.url.base if self.url else ""

    @property
    def is_on_all_interfaces(self) -> bool:
        return self.host in _ALL_INTERFACES

    @property
    def is_reachable(self) -> bool:
        """Whether other machines can reach the server."""
        return self.url is not None or (_host_name(self.host) not in LOOPBACK and not self.host.startswith("127."))

    @property
    def network_addresses(self) -> list[str]:
        """The addresses for other machines."""
        names = [_host_name(self.host)]
        if self.is_on_all_interfaces:
            names = sorted(name for name in _own_addresses() if self.host == "::" or not name.startswith("["))
        addresses = [f"http://{name}:{self.port}" for name in names] if self.is_reachable else []
        return [str(self.url)] if self.url else addresses

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
        return is_local or host in self.hosts or (self.url is not None and host in self.url.hosts)

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Whether an Origin header is that of a page of this server; `host` is the accepted Host header."""
        if self.url and (origin == self.url.origin or host in self.url.hosts):
            return origin == self.url.origin
        return origin in {f"http://{name}" for name in (host, *self.hosts)}


def check_proxies(addresses: Sequence[str]) -> tuple[str, ...]:
    """Addresses and networks, as written. Raises `UsageError` if one of them is neither."""
    for address in addresses:
        try:
            ip_network(address)
        except ValueError as error:
            raise UsageError(
                f"Invalid proxy {quote(address)}: use an address such as 10.0.0.2, or a network such as 10.0.0.0/8 "
                f"({error})."
            ) from None
    return tuple(addresses)


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
