"""`fourcast oracle`: exact scores over HTTP."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from fourcast.cli.options import ThreadsOption
from fourcast.environment import cpu_count
from fourcast.errors import needs_extra, quote


def oracle(
    host: Annotated[str, typer.Option(metavar="HOST", help="Address to listen on. Default: this machine only.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="PORT", help="Port; 0 is any free one.")] = 5555,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORIGIN",
            help="Origin whose pages may read answers, such as https://example.org; several times for several. "
            "Default: all.",
        ),
    ] = None,
    time: Annotated[
        float,
        typer.Option(min=0.001, metavar="SECONDS", help="Time limit of a request, with waiting; it can ask for less."),
    ] = 10.0,
    threads: ThreadsOption = None,
    full: Annotated[
        int,
        typer.Option(
            min=-1_000_000,
            max=1_000_000,
            metavar="N",
            help="Score of a column that cannot be played. Clients of SPIN-Bench's server need -1000.",
        ),
    ] = 100,
) -> None:
    """Serve exact scores over HTTP.

    `GET /solve?pos=4453` gives the score of every column, as connect4.gamesolver.org does; `rules=` chooses the game,
    `POST /solve` takes many positions. Read only, without a session. docs/oracle.md describes the protocol.
    """
    for one in origin or ():
        if not re.fullmatch(r"\*|null|https?://[^/\s]+", one):
            raise typer.BadParameter(f"Invalid origin {quote(one)}: use scheme and host, such as https://example.org.")
    with needs_extra("The oracle", "web"):
        from fourcast.web import oracle as web  # slow to import, and not needed by other commands

    settings = web.OracleSettings(time=time, threads=threads or cpu_count(), origins=tuple(origin or ("*",)), full=full)
    web.serve_oracle(settings, host=host, port=port, echo=typer.echo)
