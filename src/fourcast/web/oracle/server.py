"""Start the server of the oracle."""

from __future__ import annotations

from collections.abc import Callable

import uvicorn

from fourcast.web.oracle.app import OracleSettings, create_oracle_app
from fourcast.web.protocol import ACCEPTED_AT_ONCE, BoundedProtocol, max_connections
from fourcast.web.server import AnnouncedServer, listen


def serve_oracle(settings: OracleSettings, *, host: str, port: int, echo: Callable[[str], None]) -> None:
    """Serve until interrupted. `echo` gets the address, once the server is ready. Raises `OSError` if the port cannot
    be used: clients expect the oracle at a certain one."""
    with listen(host, port, tries=1) as listener:
        BoundedProtocol.limit = max_connections()
        app = create_oracle_app(settings)
        config = uvicorn.Config(
            app,
            log_level="warning",
            ws="none",
            timeout_graceful_shutdown=1,
            http=BoundedProtocol,
            backlog=ACCEPTED_AT_ONCE,
            server_header=False,
        )
        name = f"[{host}]" if ":" in host else host or "0.0.0.0"
        address = f"http://{name}:{listener.getsockname()[1]}"
        ready = f"The oracle is at {address}/solve?pos=4453 (up to {settings.time:g} s a request)."
        server = AnnouncedServer(config, lambda: echo(f"{ready} Press Ctrl-C to stop."), app.state.oracle.stop)
        server.run(sockets=[listener])
