"""What the server has done: metrics in the text format of Prometheus, and an access log."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from logging.handlers import WatchedFileHandler
from pathlib import Path
from time import perf_counter, process_time, strftime, time
from typing import Final, TypeAlias

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourcast.system import resident_bytes
from fourcast.web.client_limits import TRY_AGAIN_LATER

LOGGER: Final = logging.getLogger("fourcast.access")
STANDARD_OUTPUT: Final = Path("-")
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histogram of response times, in seconds."""
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
CLIENT_LEFT: Final = 499
"""The status of a request whose client did not wait for the response."""
SWITCHED: Final = 101
"""The status of a socket that was open."""

Labels: TypeAlias = Mapping[str, str]
Gauge: TypeAlias = tuple[str, list[tuple[Labels, float]]]
"""The description and the values of something that is measured now."""


class Metrics:
    """Counts of requests and sockets since the server was started."""

    def __init__(self) -> None:
        self._started = time()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: Counter[tuple[str, float]] = Counter()
        self._seconds: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()
        """Open sockets by their route."""
        self.ended_sockets: Counter[tuple[str, int]] = Counter()
        """Sockets that were closed or refused, by route and status."""

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests[method if method in METHODS else "other", route, status] += 1
        self._seconds[route] += seconds  # type: ignore[assignment]
        self._buckets[route, next((bound for bound in BUCKETS if seconds <= bound), float("inf"))] += 1

    def text(self, gauges: Mapping[str, Gauge]) -> str:
        """All metrics, and gauges by their names."""
        process: dict[str, Gauge] = {
            "process_start_time_seconds": ("When the server was started.", [({}, self._started)]),
            "process_resident_memory_bytes": ("Memory of the server without its workers.", [({}, resident_bytes())]),
        }
        sockets = [({"route": route}, number) for route, number in self.sockets.items()]
        ended = [
            ({"route": route, "status": str(status)}, number) for (route, status), number in self.ended_sockets.items()
        ]
        requests = [
            ({"method": method, "route": route, "status": str(status)}, number)
            for (method, route, status), number in self._requests.items()
        ]
        cpu = "Processor time of the server without its workers."
        parts = [
            _family("fourcast_http_requests_total", "counter", "Requests that were answered.", requests),
            self._histogram("fourcast_http_request_duration_seconds", "Time until the end of the response."),
            _family("fourcast_sockets", "gauge", "Open sockets.", sockets),
            _family("fourcast_socket_connections_total", "counter", "Sockets that were closed or refused.", ended),
            *(_family(name, "gauge", about, values) for name, (about, values) in {**gauges, **process}.items()),
            _family("process_cpu_seconds_total", "counter", cpu, [({}, process_time())]),
        ]
        return "".join(parts)

    def _histogram(self, name: str, about: str) -> str:
        lines = [_head(name, "histogram", about)]
        for route, seconds in self._seconds.items():
            count = 0
            for bound in (*BUCKETS, float("inf")):
                count += self._buckets[route, bound]
                text = "+Inf" if bound == float("inf") else f"{bound:g}"
                lines.append(_sample(f"{name}_bucket", {"route": route, "le": text}, count))
            lines.append(_sample(f"{name}_sum", {"route": route}, seconds))
            lines.append(_sample(f"{name}_count", {"route": route}, count))
        return "".join(lines)


def _family(name: str, kind: str, about: str, values: Iterable[tuple[Labels, float]]) -> str:
    return _head(name, kind, about) + "".join(_sample(name, labels, value) for labels, value in values)


def _head(name: str, kind: str, about: str) -> str:
    return f"# HELP {name} {about}\n# TYPE {name} {kind}\n"


def _sample(name: str, labels: Labels, value: float) -> str:
    """Labels are names of routes, methods and the like, which need no escapes."""
    text = ",".join(f'{key}="{label}"' for key, label in labels.items())
    return f"{name}{{{text}}} {value}\n" if text else f"{name} {value}\n"


class RequestLog:
    """Middleware that counts requests and sockets, and writes a line for each to the access log."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        start, target = perf_counter(), scope.get("raw_path") or scope["path"].encode()
        status, size, open_route = CLIENT_LEFT, 0, None

        async def send_counted(message: Message) -> None:
            nonlocal status, size, open_route
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            elif message["type"] == "websocket.accept":
                status, open_route = SWITCHED, route_of(scope)
                self._metrics.sockets[open_route] += 1
            elif message["type"] == "websocket.close" and message.get("code") == TRY_AGAIN_LATER:
                status = 429
            elif message["type"] == "websocket.close" and open_route is None:
                status = 403
            await send(message)

        try:
            await self._app(scope, receive, send_counted)
        except Exception:
            status = 500
            raise
        finally:
            seconds = perf_counter() - start
            if open_route:
                self._metrics.sockets[open_route] -= 1
            if scope["type"] == "websocket":
                self._metrics.ended_sockets[route_of(scope), status] += 1
            else:
                self._metrics.add(scope["method"], route_of(scope), status, seconds)
            if LOGGER.handlers:
                LOGGER.info(_line(scope, target, status, size, seconds))


def route_of(scope: Scope) -> str:
    """The pattern of the address, so that there is a limited number of them; `none` if there is no such route."""
    if "route" in scope:
        return str(getattr(scope["route"], "path", "none"))
    return "/static" if scope["path"].startswith("/static/") else "none"


def _line(scope: Scope, target: bytes, status: int, size: int, seconds: float) -> str:
    """In the combined log format, with the seconds at the end."""
    headers = Headers(scope=scope)
    client = scope["client"][0] if scope.get("client") else "-"
    query = scope["query_string"]
    request = f"{scope.get('method', 'GET')} {_text(target + (b'?' + query if query else b''))}"
    version = f"HTTP/{scope.get('http_version', '1.1')}"
    referer, agent = (_text(headers.get(name, "-").encode("latin-1", "replace")) for name in ("referer", "user-agent"))
    now = strftime("%d/%b/%Y:%H:%M:%S %z")
    first = f'{_text(client.encode())} - - [{now}] "{request} {version}" {status} {size}'
    return f'{first} "{referer}" "{agent}" {seconds:.3f}'


def _text(data: bytes) -> str:
    """Printable ASCII without quotation marks; others as escapes, so that no client can forge a line."""
    return "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in data)


class _LogFile(WatchedFileHandler):
    """A file that may be renamed meanwhile. If it cannot be written, that is said once."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "a", "ascii")
        self._has_failed = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802
        if not self._has_failed:
            print(f"The access log cannot be written: {sys.exc_info()[1]}.", file=sys.stderr)
        self._has_failed = True


@contextmanager
def access_log(path: Path | None) -> Iterator[None]:
    """Write an access log to a file, which may be renamed meanwhile, or to standard output."""
    if path is None:
        yield
        return
    handler = logging.StreamHandler(sys.stdout) if path == STANDARD_OUTPUT else _LogFile(path)
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        with suppress(OSError):  # it has been reported
            handler.close()
