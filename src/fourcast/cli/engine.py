"""`fourcast engine`: an agent behind the text protocol, for programs that start programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from fourcast.match import AgentBrain, TextEngine


def engine(
    agent: Annotated[
        str, typer.Option("--agent", "-a", metavar="AGENT", help="Who plays. Without: as deep as the time allows.")
    ] = "",
) -> None:
    """Speak a text protocol over standard input and output, as chess engines do: docs/protocol.md tells how.

    Try it by hand: `position rules classic moves 4453`, then `go depth 8`; `quit` ends it, a search under way too.
    """
    TextEngine(_say, AgentBrain(agent)).converse(_lines())


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _lines() -> Iterator[str]:
    """Lines as they come; bytes that are no text are no reason to end."""
    for line in sys.stdin.buffer:
        yield line.decode(errors="replace")
