"""A process for one player who is not known to be good: he speaks the text protocol, whatever he may be.

    python -c '… main()' kaggle:agent.py

What he prints goes to standard error: standard output is for the protocol alone. When the other end is gone, so is he,
even in the middle of a thought that never ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fourcast.errors import UsageError
from fourcast.match.engine import AgentBrain, Brain, TextEngine
from fourcast.match.kaggle import KaggleBrain

KAGGLE: Final = "kaggle:"


def main(text: str) -> None:
    """Speak for a player until nobody listens."""
    said = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(line: str) -> None:
        try:
            said.write(line + "\n")
            said.flush()
        except OSError:
            os._exit(0)

    heard = _lines()
    try:
        brain = _brain(text)
    except UsageError as fault:
        sys.exit(str(fault))  # the last words, without a traceback before them
    engine = TextEngine(say, brain)
    for line in heard:
        if line.strip() == "quit":
            break
        engine.hear(line)
    os._exit(0)


def _brain(text: str) -> Brain:
    return KaggleBrain(Path(text.removeprefix(KAGGLE))) if text.startswith(KAGGLE) else AgentBrain(text)


def _lines() -> Iterator[str]:
    with os.fdopen(os.dup(0), encoding="utf-8", errors="replace") as heard:
        sys.stdin.close()  # nobody else reads it
        yield from heard
