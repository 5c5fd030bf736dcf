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

    It reads commands from standard input and answers on standard output, as chess engines do; docs/protocol.md
    describes the protocol. Try it: `position rules classic moves 4453`, then `go depth 8`; `quit` ends it at any time.
    """
    lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
    TextEngine(lambda line: print(line, flush=True), AgentBackend(agent)).run(lines)
