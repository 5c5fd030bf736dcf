"""`fourcast engine`: an agent that speaks the text protocol on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from fourcast.matches import AgentBackend, TextEngine


def engine(
    agent: Annotated[
        str, typer.Option("--agent", "-a", metavar="AGENT", help="The agent. Default: as deep as the time allows.")
    ] = "",
) -> None:
    """Speak a text protocol on standard input and output, as chess engines do: see docs/protocol.md.

    Try it by hand: `position rules classic moves 4453`, then `go depth 8`; `quit` ends it, even during a search.
    """
    TextEngine(_send, AgentBackend(agent)).run(_lines())


def _send(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _lines() -> Iterator[str]:
    """The lines of standard input; bytes that are not UTF-8 are replaced."""
    for line in sys.stdin.buffer:
        yield line.decode(errors="replace")
