"""`fourcast serve`: the page, for a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fourcast.errors import needs_extra


def serve(
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Address to listen on. Default: this machine only, on Linux you alone.")
    ] = ("127.0.0.1"),
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="PORT", help="Port. If it is in use, the next free one.")
    ] = 8000,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser if there is one.")] = True,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for games and high scores. Default: your data folder.")
    ] = None,
    agents: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="Folder with agents of your own, opponents on this page: every FILE.py that defines `agent`.",
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT", help="One more of them: FILE.py:FUNCTION, kaggle:FILE.py or program:COMMAND. Repeatable."
        ),
    ] = None,
) -> None:
    """Start the web page.

    Games, analysis, search trees and measurements in a browser.
    """
    from fourcast.system import data_dir

    with needs_extra("The page", "web"):
        from fourcast.web import served_agents, server  # slow to import, and not needed by other commands
    served = served_agents.ServedAgents(agents and agents.resolve(), tuple(agent or ()))
    served.check()
    server.serve(
        (data or data_dir()).resolve(),
        host=host,
        port=port,
        agents=served,
        browser=browser,
        echo=typer.echo,
        warn=lambda sentence: typer.echo(sentence, err=True),
    )
