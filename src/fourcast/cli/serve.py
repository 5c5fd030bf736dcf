"""`fourcast serve`: the page, for a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option(metavar="H", help="Where to listen; this machine alone unless you say.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="P", help="The first port to try; the next free one is taken.")
    ] = 8000,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser, if there is one.")] = True,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games and high scores are kept.")] = None,
) -> None:
    """Play, look ahead and understand, in a browser."""
    from fourcast.web import server  # takes a while to load, and no other command needs it
    from fourcast.web.settings import Settings, default_data

    settings = Settings(data=(data or default_data()).resolve(), host=host, port=port)
    server.serve(settings, browser=browser, say=lambda sentence: typer.echo(sentence))
