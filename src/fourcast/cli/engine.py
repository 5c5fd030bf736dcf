"""`fourcast engine`: an agent that speaks the text protocol on standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from fourcast.matches import AgentBackend, TextEngine


def engine(
    agent: Annotated[
        str, typer.Option("--agent", "-a", metavar="AGENT", help="The agent. Default: as deep as the time allows.")
    ] = "",
) -> None:
    """Run an agent that speaks the text protocol.

    It is on standard input and output, as of chess engines; docs/protocol.md describes it. Try it by hand: `position
    rules classic moves 4453`, then `go depth 8`; `quit` ends it, even during a search.
    """
    lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
    TextEngine(lambda line: print(line, flush=True), AgentBackend(agent)).run(lines)
