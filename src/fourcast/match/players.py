"""Who may take part, written as text: our agents, ConnectX agents from a file, and programs.

    level4 · alphabeta,depth=6 · perfect · random        see fourcast.play.agents
    kaggle:path/to/agent.py                              the last callable of the file
    program:./engine --fast                              a command line that speaks docs/protocol.md

Agents of ours that run nobody else's code play in the process that referees; everybody else has a process of his own.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from contextlib import suppress
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final

from fourcast.errors import UsageError, quote
from fourcast.match.host import KAGGLE
from fourcast.match.kaggle import why_not_connectx
from fourcast.play import Agent, parse_agent
from fourcast.rules import Rules

PROGRAM: Final = "program:"
_OWN_EVAL: Final = re.compile(r"\beval=([^,]*\.py):")
_HOST: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from fourcast.match.host import main; main(sys.argv[2])"
)


@dataclass(frozen=True)
class Contestant:
    """Somebody who plays: an agent of ours, or the command line of a process that speaks the protocol."""

    text: str
    name: str
    agent: Agent | None = None
    command: tuple[str, ...] = ()
    stamp: str = ""
    """A hash of the files that he is, if he is any: when one changes, he is somebody else."""

    @property
    def hosted(self) -> bool:
        """Whether his process is ours: it speaks the protocol as soon as he is loaded."""
        return not self.agent and not self.text.startswith(PROGRAM)

    @property
    def agent_text(self) -> str | None:
        """What plays on in his place in a saved game: himself, if he is an agent of ours that anybody can run."""
        return self.text if self.agent else None

    def check(self, rules: Rules) -> None:
        """Raise why he cannot play games of these rules, as far as that is known without starting him."""
        if self.agent:
            self.agent.check(rules)
        elif self.text.startswith(KAGGLE) and (reason := why_not_connectx(rules)):
            raise UsageError(f"{self.name} cannot play this: {reason}.")


def parse_contestant(text: str) -> Contestant:
    """Read who plays.

    >>> parse_contestant("level4").name
    'level4'
    >>> parse_contestant("kaggle:nowhere.py")
    Traceback (most recent call last):
    fourcast.errors.UsageError: There is no file nowhere.py.
    """
    text = text.strip()
    if text.startswith(PROGRAM):
        return _program(text)
    if text.startswith(KAGGLE):
        path = Path(text.removeprefix(KAGGLE))
        if not path.is_file():
            raise UsageError(f"There is no file {path}.")
        return Contestant(text, path.stem, command=_hosted(text), stamp=_stamp(path))
    if own := _OWN_EVAL.search(text):
        path = Path(own[1])
        return Contestant(text, text, command=_hosted(text), stamp=_stamp(path) if path.is_file() else "")
    return Contestant(text, text, parse_agent(text))


def _program(text: str) -> Contestant:
    try:
        command = shlex.split(text.removeprefix(PROGRAM))
    except ValueError:
        raise UsageError(f"{quote(text)} is no command line: a quotation mark is missing.") from None
    if not command:
        raise UsageError("program: needs a command line behind it, such as program:./engine --fast.")
    found = shutil.which(command[0])
    if not found:
        raise UsageError(f"There is no program {quote(command[0])}. Name one that can be run.")
    files = [Path(found), *(path for path in map(Path, command[1:]) if path.is_file())]
    name = " ".join([Path(command[0]).name, *command[1:]])
    return Contestant(text, name, command=tuple(command), stamp=_stamp(*files))


def _hosted(text: str) -> tuple[str, ...]:
    return (sys.executable, "-c", _HOST, json.dumps(sys.path), text)


def _stamp(*paths: Path) -> str:
    """A hash of what stands in files; one that may be run but not read has none."""
    whole = sha256()
    for path in paths:
        with suppress(PermissionError), path.open("rb") as file:
            whole.update(file_digest(file, "sha256").digest())
    return whole.hexdigest()[:16]
