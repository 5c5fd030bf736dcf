"""Subprocess entry point for untrusted agents: it speaks the text protocol for a ConnectX agent, or for an agent with
an evaluation from a file.

What the agent prints goes to standard error: standard output is for the protocol. The process exits when the referee
is gone, even in the middle of a computation that never ends.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from fourcast.errors import UsageError
from fourcast.jobs import ParentLines
from fourcast.matches.engine import AgentBackend, TextEngine
from fourcast.matches.kaggle import KaggleBackend

KAGGLE: Final = "kaggle:"


def main(text: str) -> None:
    """Speak for the player of a text until the input ends."""
    parent = ParentLines()
    try:
        backend = KaggleBackend(Path(text.removeprefix(KAGGLE))) if text.startswith(KAGGLE) else AgentBackend(text)
    except UsageError as error:
        sys.exit(str(error))  # the last line of standard error, without a traceback before it
    engine = TextEngine(parent.send, backend)
    for line in parent:
        if line.strip() == "quit":
            break
        engine.handle(line)
    os._exit(0)
